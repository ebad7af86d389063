/** A made-up half board for developing the client without a server. */

import type { MapDrawing, MapHex } from "../src/protocol";

const W = 56.25;
const H = 64.5;

export function hexName(col: number, row: number): string {
  const letter = String.fromCharCode(65 + (col % 26));
  return `${letter.repeat(1 + Math.floor(col / 26))}${row}`;
}

const WOODS = new Set(["D3", "D4", "E4", "E5", "L6", "L7", "M7", "M8", "B8", "O2"]);
const STONE = new Set(["H4", "I5", "J6"]);
const WOOD = new Set(["G6", "K4", "J3"]);
const GRAIN = new Set(["F8", "G8", "G9", "H8", "N4", "N5"]);
const BRUSH = new Set(["C6", "P6", "P7"]);

function terrain(name: string): [string, string, string] {
  if (WOODS.has(name)) return ["Woods", "TEM +1 · 2 MF · LOS obstacle", "B13"];
  if (STONE.has(name)) return ["Stone building", "TEM +3 · 2 MF · LOS obstacle", "B23"];
  if (WOOD.has(name)) return ["Wooden building", "TEM +2 · 2 MF · LOS obstacle", "B23"];
  if (GRAIN.has(name)) return ["Grain", "TEM 0 · 1½ MF · LOS Hindrance +1", "B15"];
  if (BRUSH.has(name)) return ["Brush", "TEM 0 · 2 MF · LOS Hindrance +1", "B12"];
  return ["Open ground", "TEM 0 · 1 MF", "B1"];
}

function draw(hex: MapHex): string {
  const { x, y } = hex;
  switch (hex.terrain) {
    case "Woods": {
      const crowns = [[-14, -8], [6, -14], [18, 4], [-6, 10], [-20, 12], [10, 18]].map(([dx = 0, dy = 0]) => `<circle cx="${x + dx}" cy="${y + dy}" r="9" fill="#8aa06b" stroke="#6b8250" stroke-width="1"/>`).join("");
      return `<circle cx="${x}" cy="${y}" r="31" fill="#a9b98a"/>${crowns}`;
    }
    case "Stone building":
    case "Wooden building": {
      const fill = hex.terrain.startsWith("Stone") ? "#b3b8ba" : "#bd9265";
      return `<g transform="translate(${x} ${y}) rotate(20)"><rect x="-20" y="-14" width="40" height="28" fill="${fill}" stroke="#57503f"/><path d="M-20 0h40" stroke="#57503f" stroke-width=".8"/></g>`;
    }
    case "Grain":
      return `<circle cx="${x}" cy="${y}" r="29" fill="#e4d28f"/><path d="M${x - 20} ${y + 12}l14 -24m-2 28l16 -28m-4 30l14 -24" stroke="#c2a95a" fill="none"/>`;
    case "Brush":
      return `<circle cx="${x}" cy="${y}" r="28" fill="#d3d3a6"/><path d="M${x - 12} ${y}h0M${x + 8} ${y - 10}h0M${x + 12} ${y + 10}h0M${x - 8} ${y + 14}h0" stroke="#8d9257" stroke-width="4" stroke-linecap="round"/>`;
    default:
      return "";
  }
}

export function mockMap(cols = 17, rows = 10): MapDrawing {
  const hexes: MapHex[] = [];
  for (let col = 0; col < cols; col++) {
    const odd = col % 2 === 1;
    for (let n = 0; n < (odd ? rows + 1 : rows); n++) {
      const row = odd ? n : n + 1;
      const name = hexName(col, row);
      const [kind, text, rule] = terrain(name);
      hexes.push({
        name, x: col * W, y: n * H + (odd ? 0 : H / 2), terrain: kind, level: 0,
        tooltip: [{ text: kind, rule }, { text, rule: "" }],
      });
    }
  }
  const width = (cols - 1) * W;
  const height = rows * H;
  const svg = `<g><rect width="${width}" height="${height}" fill="#dfe0bd"/><path d="M0 ${4.5 * H}L${8 * W} ${4.8 * H}L${width} ${5.6 * H}" stroke="#b7a988" stroke-width="15" fill="none"/><path d="M0 ${4.5 * H}L${8 * W} ${4.8 * H}L${width} ${5.6 * H}" stroke="#efe6cf" stroke-width="12" fill="none"/>${hexes.map(draw).join("")}</g>`;
  return { name: "mock", width, height, hex: { width: W, height: H }, hexes, svg };
}
