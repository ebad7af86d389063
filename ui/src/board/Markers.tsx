/** Markers in hexes: residual firepower, smoke and whatever else lies there, each with its letters. */

import { hexes, position } from "../state/game";

const LETTERS: Record<string, string> = { residual: "RES", smoke: "SMK", dispersed_smoke: "smk", fire_lane: "FL" };

export function Markers() {
  const list = position.value?.markers ?? [];
  const seen = new Map<string, number>();
  return (
    <g class="markers">
      {list.map((marker, index) => {
        const hex = hexes.value.get(marker.hex);
        if (!hex) return null;
        const place = seen.get(marker.hex) ?? 0;
        seen.set(marker.hex, place + 1);
        const letters = LETTERS[marker.kind] ?? (marker.label || marker.kind).slice(0, 3).toUpperCase();
        const smoke = marker.kind.includes("smoke");
        return (
          <g key={`${marker.kind}${marker.hex}${index}`} class={`marker ${smoke ? "smoke" : marker.kind}`} role="img" aria-label={`${marker.label || marker.kind} in ${marker.hex}`}>
            {smoke && (
              <g class="puff" transform={`translate(${hex.x} ${hex.y})`}>
                <circle cx={-14} cy={4} r={13} /><circle cx={12} cy={6} r={14} /><circle cx={0} cy={-8} r={15} />
              </g>
            )}
            <g transform={`translate(${hex.x - 39 + place * 2} ${hex.y - 11 + place * 22})`}>
              <rect width={18} height={marker.strength ? 21 : 11} rx={3} />
              <text class="letters" x={9} y={8}>{letters}</text>
              {marker.strength ? <text x={9} y={18}>{marker.strength}</text> : null}
            </g>
          </g>
        );
      })}
    </g>
  );
}
