/** Markers in hexes: residual firepower, smoke and whatever else lies there, each with its letters. */

import type { MarkerDoc } from "../protocol";
import { hexes, position } from "../state/game";
import { levelTag } from "./badges";

const LETTERS: Record<string, string> = {
  residual: "RES", smoke: "SMK", smoke_grenade: "SMK", smoke_dispersed: "smk", wp: "WP", wp_dispersed: "wp", smoke_drift: "smk~", wp_drift: "wp~", wp_grenade: "WP", charge: "DC", fire_lane: "FL", wave: "HW", encircled: "ENC", melee: "MEL", hand_to_hand: "HTH", cc: "CC",
};

const RULES: Record<string, string> = {
  residual: "A8.2", smoke: "A24.2", smoke_grenade: "A24.1", smoke_dispersed: "A24.4", wp: "A24.3", wp_dispersed: "A24.4", smoke_drift: "A24.61", wp_drift: "A24.61", wp_grenade: "A24.3", charge: "A23.3", fire_lane: "A9.22", wave: "A25.231", encircled: "A7.7", melee: "A11.15", hand_to_hand: "A25.43", cc: "A11.1",
};

/** A marker in words: "Residual FP 4, level 1". */
export function markerText(marker: MarkerDoc): string {
  const tag = levelTag(marker.level);
  return `${marker.label || marker.kind}${marker.strength ? ` ${marker.strength}` : ""}${tag ? `, ${tag.words}` : ""}`;
}

export function markerRule(marker: MarkerDoc): string {
  return RULES[marker.kind] ?? "";
}

/** Kinds that the badges of the units there tell already, or the line of a grain does. */
const TOLD = ["melee", "cc", "hand_to_hand", "encircled", "wave"];

/** Where the puffs of a cloud stand: around the hex, so that the counters in it leave them in sight. */
const PUFFS = Array.from({ length: 12 }, (_, n) => {
  const angle = (n * Math.PI) / 6;
  const away = n % 2 ? 26 : 30;
  return { x: Math.round(away * Math.cos(angle)), y: Math.round(away * Math.sin(angle)), r: n % 3 ? 10 : 11.5 };
});

/** SMOKE that fills a hex, thinner where it has dispersed; WP is white. */
function Cloud({ x, y, thin, white }: { x: number; y: number; thin: boolean; white: boolean }) {
  return (
    <g class={`puff${thin ? " thin" : ""}${white ? " white" : ""}`} transform={`translate(${x} ${y})`}>
      {PUFFS.map((puff, n) => <circle key={n} cx={puff.x} cy={puff.y} r={puff.r} />)}
      <circle class="middle" r={29} />
    </g>
  );
}

export function Markers() {
  const list = position.value?.markers ?? [];
  const seen = new Map<string, number>();
  return (
    <g class="markers">
      {list.filter((marker) => !TOLD.includes(marker.kind)).map((marker, index) => {
        const hex = hexes.value.get(marker.hex);
        if (!hex) return null;
        const place = seen.get(marker.hex) ?? 0;
        seen.set(marker.hex, place + 1);
        const letters = LETTERS[marker.kind] ?? (marker.label || marker.kind).slice(0, 3).toUpperCase();
        const wide = letters.length > 3 ? 22 : 18;
        const wp = marker.kind.startsWith("wp");
        const smoke = wp || marker.kind.includes("smoke");
        return (
          <g key={`${marker.kind}${marker.hex}${index}`} class={`marker ${smoke ? `smoke${wp ? " wp" : ""}` : marker.kind}`} role="img" aria-label={`${markerText(marker)} in ${marker.hex}`}>
            {smoke && <Cloud x={hex.x} y={hex.y} thin={marker.kind.endsWith("dispersed") || marker.kind.endsWith("drift")} white={wp} />}
            <g transform={`translate(${hex.x - 24 - wide + place * 2} ${hex.y - 11 + place * 22})`}>
              <rect width={wide} height={(marker.strength ? 21 : 11) + (marker.level ? 10 : 0)} rx={3} />
              <text class="letters" x={wide / 2} y={8}>{letters}</text>
              {marker.strength ? <text x={wide / 2} y={18}>{marker.strength}</text> : null}
              {marker.level && <text class="at-level" x={wide / 2} y={marker.strength ? 28 : 18}>{levelTag(marker.level)?.short}</text>}
            </g>
          </g>
        );
      })}
    </g>
  );
}
