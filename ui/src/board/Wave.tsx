/** A Human Wave on the board: its grain and what lies ahead before it is declared, each impulse before it is announced. */

import { mfText } from "../parts/mf";
import type { MapHex, WaveDoc, WaveWay } from "../protocol";
import { bodies, called, hello, hexes, position } from "../state/game";
import { wave } from "../state/preview";
import { hexPoints } from "./Ground";
import { between, vertex } from "./hexside";
import { byHex } from "./Units";

/** The line through the hexes of a grain, with a head where it leads. */
function Line({ names, kind }: { names: string[]; kind: string }) {
  const spots = names.flatMap((name) => hexes.value.get(name) ?? []);
  const [before, last] = spots.slice(-2);
  if (!before || !last) return null;
  const turn = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  return (
    <g class={`grain ${kind}`}>
      <polyline points={spots.map((hex) => `${hex.x},${hex.y}`).join(" ")} />
      <path transform={`translate(${last.x} ${last.y}) rotate(${turn})`} d="M-8 -9 L10 0 L-8 9" />
    </g>
  );
}

/** The grain: of the Wave that is under way, or is being declared; thinner ones that could be chosen instead. */
export function Grain() {
  const doc = wave.value;
  const marked = (position.value?.markers ?? []).filter((marker) => marker.kind === "wave").map((marker) => marker.hex);
  return (
    <g class="wave-grain" role="img" aria-label={marked.length > 0 ? `Human Wave along ${marked.join(" ")}` : "Human Wave"}>
      {marked.length > 1 && <Line names={marked} kind="under-way" />}
      {doc?.others?.map((one) => <Line key={one.join()} names={one} kind="other" />)}
      {doc?.grain && <Line names={doc.grain} kind="chosen" />}
    </g>
  );
}

/** An arrow from hex to hex that leaves the counters in both in sight; where nobody is it leads to the middle. */
function arrow(from: MapHex, to: MapHex, held: boolean): { d: string; x: number; y: number } {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const at = (away: number, beside = 0) => `${from.x + ux * away - uy * beside} ${from.y + uy * away + ux * beside}`;
  const tip = long * (held ? 0.7 : 0.98);
  const d = `M${at(long * 0.3)}L${at(tip)}M${at(tip - 9, 6)}L${at(tip)}L${at(tip - 9, -6)}`;
  return { d, x: from.x + ux * long * 0.4, y: from.y + uy * long * 0.4 };
}

/** The way in Bypass along the hexsides of a hex. */
function skirt(from: MapHex, to: MapHex, vertices: number[]): { d: string; x: number; y: number } | null {
  const shape = hello.value?.map.hex;
  if (!shape) return null;
  const spots = vertices.map((at) => vertex(to, shape, at));
  const [x, y] = between(to, shape, vertices.at(-2)!, vertices.at(-1)!, 0.12);
  return { d: [[from.x + (to.x - from.x) * 0.3, from.y + (to.y - from.y) * 0.3], ...spots].map(([ax, ay], n) => `${n ? "L" : "M"}${ax} ${ay}`).join(""), x, y };
}

/** What an arrow says to who can't see it. */
function words(way: WaveWay): string {
  const who = (way.units ?? []).map((id) => called(id) ?? "").filter(Boolean).join(", ");
  if (way.kind === "hold") return `${who} hold in ${way.from}`;
  if (way.kind === "go") return `${who} from ${way.from} to ${way.to}${way.mf == null ? "" : `, ${mfText(way.mf)} MF`}`;
  return `${way.to} is a ${way.kind} hex of ${way.from}`;
}

function Way({ way }: { way: WaveWay }) {
  const from = hexes.value.get(way.from);
  const to = hexes.value.get(way.to);
  if (!from || !to) return null;
  const many = way.units?.length ?? 0;
  const drawn = from === to ? { d: "", x: from.x + 20, y: from.y - 20 } : (way.around?.length ?? 0) > 1 ? skirt(from, to, way.around!) : arrow(from, to, byHex.value.has(to.name));
  if (!drawn) return null;
  const sign = way.kind === "hold" ? "–" : many > 0 ? many : "";
  return (
    <g class={`wave-way ${way.kind}${way.enemy ? " enemy" : ""}`} role="img" aria-label={words(way)} data-from={way.from} data-to={way.to}>
      <title>{words(way)}</title>
      <path class="under" d={drawn.d} />
      <path class="over" d={drawn.d} />
      {sign !== "" && <circle cx={drawn.x} cy={drawn.y} r={7.5} />}
      {sign !== "" && <text x={drawn.x} y={drawn.y + 3.4}>{sign}</text>}
    </g>
  );
}

/** A cross on each stack in which somebody can take no part. */
function LeftOut({ doc }: { doc: WaveDoc }) {
  const found = new Map<string, string[]>();
  for (const one of doc.out ?? []) {
    const hex = bodies.value.get(one.unit)?.hex;
    if (hex) found.set(hex, [...(found.get(hex) ?? []), `${called(one.unit) ?? ""}: ${one.why}`]);
  }
  return (
    <>
      {[...found].map(([name, why]) => {
        const hex = hexes.value.get(name);
        return hex && (
          <g key={name} class="wave-out" role="img" aria-label={`Not in the Human Wave: ${why.join("; ")}`} transform={`translate(${hex.x - 22} ${hex.y + 20})`}>
            <title>{`Not in the Human Wave: ${why.join("; ")}`}</title>
            <circle r={7.5} />
            <path d="M-3.2 -3.2l6.4 6.4m0 -6.4l-6.4 6.4" />
          </g>
        );
      })}
    </>
  );
}

/** Who takes part, where each may go or goes, and who is left out: over the counters. */
export function WavePlan() {
  const doc = wave.value;
  const shape = hello.value?.map.hex;
  if (!doc || !shape) return null;
  const held = new Set(doc.units.map((id) => bodies.value.get(id)?.hex));
  const from = [...held].flatMap((name) => hexes.value.get(name ?? "") ?? []);
  return (
    <g class="wave-plan">
      {from.map((hex) => <polygon key={hex.name} class="wave-from" points={hexPoints(hex.x, hex.y, shape, 3)} />)}
      {doc.ways.map((way) => <Way key={`${way.kind}${way.from}${way.to}${way.level ?? ""}${way.units?.join() ?? ""}`} way={way} />)}
      <LeftOut doc={doc} />
    </g>
  );
}
