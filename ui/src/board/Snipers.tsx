/** Sniper counters: no units, so one lies in the middle of its hex, or at its lower edge beneath whoever is there. */

import type { SniperDoc } from "../protocol";
import { hexes, nationality, position, sideName } from "../state/game";
import { tint } from "./palette";

/** A Sniper in words: "German Sniper in C4, SAN 3". */
export function sniperText(sniper: SniperDoc): string {
  return `${sideName(sniper.side)} Sniper in ${sniper.hex}, SAN ${sniper.san}${sniper.pinned ? ", pinned" : ""}`;
}

export function Snipers() {
  const held = new Set(position.value?.units.map((unit) => unit.hex));
  return (
    <g class="snipers">
      {(position.value?.snipers ?? []).map((sniper) => {
        const hex = hexes.value.get(sniper.hex ?? "");
        if (!hex) return null;
        const down = held.has(sniper.hex) ? 11 : -9;
        const own = tint(nationality(sniper.side));
        return (
          <g key={sniper.side} class={sniper.pinned ? "sniper pinned" : "sniper"} role="img" aria-label={sniperText(sniper)} transform={`translate(${hex.x - 9} ${hex.y + down})`}>
            <title>{sniperText(sniper)} (A14)</title>
            <circle cx={9} cy={9} r={9} fill={own.band} />
            <path d="M9 1.5v15M1.5 9h15" />
            <circle class="middle" cx={9} cy={9} r={5.6} />
            <text x={9} y={12}>{sniper.san}</text>
          </g>
        );
      })}
    </g>
  );
}
