/** A Gun as a tile: seen from above and turned to its Covered Arc, with caliber, ROF, and whether somebody mans it. */

import { memo } from "preact/compat";
import type { GunDoc } from "../protocol";
import { nationality, sideName } from "../state/game";
import { BadgeRow } from "./BadgeRow";
import { Cover } from "./Cover";
import { PIECE_H, PIECE_W } from "./layout";
import { squeeze } from "./measure";
import { tint } from "./palette";
import { pointing, type Gun } from "./pieces";
import { Arrow, BAND, MIDDLE, NAME_H, NameRow, Plate } from "./Plate";

/** What a screen reader says of a Gun. */
export function gunName(weapon: Gun): string {
  const { gun } = weapon;
  const said = [
    `${gun.kind} Gun, caliber ${gun.caliber}`,
    weapon.fp ? `${weapon.fp} FP` : "",
    weapon.range ? `range ${weapon.range}` : "",
    weapon.rof ? `ROF ${weapon.rof}` : "",
    weapon.breakdown ? `B${weapon.breakdown}` : "",
    `M${gun.manhandling}`,
    weapon.holder ? "manned" : "nobody mans it",
    weapon.facing == null ? "" : `points to the ${pointing(weapon.facing)}`,
    weapon.malfunctioned ? "malfunctioned" : "",
    weapon.hidden ? "hidden" : weapon.concealed ? "concealed" : "",
    ...weapon.badges,
  ];
  return `${sideName(weapon.side)} ${weapon.name}${weapon.hex ? ` in ${weapon.hex}` : ""}, ${said.filter(Boolean).join(", ")}`;
}

/** Its outline from above with the barrel to the top, about 0, 0. */
const OUTLINES: Record<GunDoc["kind"], string> = {
  AT: "M-1.2 -15 h2.4 v13 h-2.4z M-7.5 -3 h15 v2.6 h-15z M-3 -0.4 h2.2 l-4.4 13 h-2.4z M3 -0.4 h-2.2 l4.4 13 h2.4z",
  ART: "M-1.9 -14 h3.8 v12 h-3.8z M-8 -2.6 h16 v2.8 h-16z M-11 -5 h2.6 v9 h-2.6z M8.4 -5 h2.6 v9 h-2.6z M-3 0 h2.4 l-3 13 h-2.6z M3 0 h-2.4 l3 13 h2.6z",
  INF: "M-1.9 -10 h3.8 v8.4 h-3.8z M-6.6 -2.4 h13.2 v2.6 h-13.2z M-9.4 -4.6 h2.4 v8 h-2.4z M7 -4.6 h2.4 v8 h-2.4z M-1.4 0 h2.8 v11.6 h-2.8z",
  MTR: "M-2.2 -13 h4.4 v13 h-4.4z M-7 1.6 a7 5.6 0 1 0 14 0 a7 5.6 0 1 0 -14 0z",
  RCL: "M-1.5 -15 h3 v24 h-3z M-3.2 9 h6.4 l1.2 3.6 h-8.8z M-6.4 -1 h12.8 v2 h-12.8z",
  AA: "M-1.2 -15 h2.4 v13 h-2.4z M-3.6 -3.6 h7.2 v7.2 h-7.2z M-9.2 -9.8 l1.6 -1.6 18.8 18.8 -1.6 1.6z M9.2 -9.8 l-1.6 -1.6 -18.8 18.8 1.6 1.6z",
};

/** A figure where it is manned, its outline where it is not. */
function Crew({ manned, ink }: { manned: boolean; ink: string }) {
  return (
    <path
      class={manned ? "manned" : "unmanned"}
      d={`M${BAND + 4.4} 3.4 a2.1 2.1 0 1 0 4.2 0 a2.1 2.1 0 1 0 -4.2 0z M${BAND + 3.2} 12.4 v-3.4 a3.3 3.3 0 0 1 6.6 0 v3.4z`}
      fill={manned ? ink : "none"}
      stroke={ink}
    />
  );
}

export const GunFace = memo(function GunFace({ weapon, turn }: { weapon: Gun; turn: number | null }) {
  const look = tint(nationality(weapon.side));
  const { gun } = weapon;
  return (
    <g class={`counter gun${weapon.malfunctioned ? " broken" : ""}`}>
      {turn !== null && <Arrow turn={turn} kind="front" look={look} />}
      <Plate side={weapon.side} grey={weapon.malfunctioned}>
        <path class="top-view" transform={`translate(${MIDDLE.x} ${MIDDLE.y}) rotate(${turn ?? 0}) scale(1.2)`} d={OUTLINES[gun.kind]} fill={look.ink} stroke={look.tile} />
        <Crew manned={weapon.holder !== null} ink={look.ink} />
        <text class="caliber" x={BAND + 2} y={PIECE_H - NAME_H - 2} fill={look.ink} {...squeeze(gun.caliber, 13, 800, 33)}>{gun.caliber}</text>
        {weapon.rof > 1 && (
          <g class="rof-box">
            <rect x={PIECE_W - 10.5} y={PIECE_H - NAME_H - 11} width={8.5} height={9.5} />
            <text x={PIECE_W - 6.2} y={PIECE_H - NAME_H - 3.4} fill={look.ink}>{weapon.rof}</text>
          </g>
        )}
        <NameRow name={weapon.name} ink={look.ink} />
        {weapon.malfunctioned && <path class="cross" d={`M${BAND} 2 L${PIECE_W - 2} ${PIECE_H - 2}`} />}
        {(weapon.concealed || weapon.hidden) && <Cover hidden={weapon.hidden === true} w={PIECE_W} h={PIECE_H} />}
        <BadgeRow names={weapon.badges} w={PIECE_W} />
      </Plate>
    </g>
  );
});
