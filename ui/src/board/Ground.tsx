/** What never changes under the counters: terrain, hex grid, names, centre dots. */

import { memo } from "preact/compat";
import type { MapDrawing } from "../protocol";

export function hexPoints(x: number, y: number, hex: { width: number; height: number }, inset = 0): string {
  const half = hex.height / 2 - inset;
  const near = hex.width / 3 - inset * 0.58;
  const far = (hex.width * 2) / 3 - inset * 1.15;
  return [
    [x - near, y - half], [x + near, y - half], [x + far, y],
    [x + near, y + half], [x - near, y + half], [x - far, y],
  ].map(([px, py]) => `${px?.toFixed(1)},${py?.toFixed(1)}`).join(" ");
}

export const Ground = memo(function Ground({ map }: { map: MapDrawing }) {
  const half = map.hex.height / 2;
  const near = map.hex.width / 3;
  const far = (map.hex.width * 2) / 3;
  // Three sides a hex draw the whole grid once.
  const grid = map.hexes
    .map((h) => `M${(h.x - far).toFixed(1)} ${h.y.toFixed(1)}L${(h.x - near).toFixed(1)} ${(h.y - half).toFixed(1)}` +
      `H${(h.x + near).toFixed(1)}L${(h.x + far).toFixed(1)} ${h.y.toFixed(1)}`)
    .join("");
  const dots = map.hexes.map((h) => `M${h.x.toFixed(1)} ${h.y.toFixed(1)}h0`).join("");
  // The other halves of the half hexes at the map's edges, empty.
  const rim = map.hexes.filter((h) => h.x - near < 0 || h.x + near > map.width || h.y - half < -1 || h.y + half > map.height + 1);
  return (
    <>
      <g class="rim">{rim.map((h) => <polygon key={h.name} points={hexPoints(h.x, h.y, map.hex)} />)}</g>
      <g dangerouslySetInnerHTML={{ __html: map.svg }} />
      <rect class="night" width={map.width} height={map.height} />
      <path class="grid" d={grid} />
      <path class="dots" d={dots} />
      <g class="hex-names">
        {map.hexes.map((hex) => (
          <text key={hex.name} data-x={hex.x} data-y={hex.y} x={hex.x} y={Math.max(hex.y - half + 9.5, 9.5)}>{hex.name}</text>
        ))}
      </g>
    </>
  );
});
