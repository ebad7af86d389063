/** A support weapon as a narrow tile: name, FP-range, ROF, breakdown number. */

import { memo } from "preact/compat";
import type { WeaponDoc } from "../protocol";
import { nationality, sideName } from "../state/game";
import { STRIP_H } from "./layout";
import { squeeze } from "./measure";
import { tint } from "./palette";

export function weaponName(weapon: WeaponDoc): string {
  const numbers = `${weapon.fp} FP, range ${weapon.range}, ROF ${weapon.rof}, B${weapon.breakdown}, ${weapon.pp} PP`;
  return `${sideName(weapon.side)} ${weapon.name}, ${numbers}${weapon.malfunctioned ? ", malfunctioned" : ""}`;
}

export const WeaponTile = memo(function WeaponTile({ weapon, w }: { weapon: WeaponDoc; w: number }) {
  const look = tint(nationality(weapon.side));
  const full = w > 40;
  const middle = w > 22;
  return (
    <g class={`weapon${weapon.malfunctioned ? " broken" : ""}`}>
      <rect width={w} height={STRIP_H} rx={3} fill={weapon.malfunctioned ? "#c9c8c4" : look.tile} stroke={look.edge} />
      <path d={`M4 0.5 h-0.5 a3 3 0 0 0 -3 3 v${STRIP_H - 7} a3 3 0 0 0 3 3 h0.5 z`} fill={look.band} />
      {full ? (
        <>
          <text class="weapon-name" x={6.5} y={9.4} fill={look.ink} {...squeeze(weapon.name, 8.8, 800, 18)}>{weapon.name}</text>
          <text class="weapon-numbers" x={w - 2.5} y={9.4} fill={look.ink} {...squeeze(`${weapon.fp}-${weapon.range} ${weapon.rof > 1 ? weapon.rof : ""}`, 8, 700, 18.5)}>
            {weapon.malfunctioned ? "X" : `${weapon.fp}-${weapon.range}`}
            {!weapon.malfunctioned && weapon.rof > 1 && <tspan class="rof" dx={1.5}>{weapon.rof}</tspan>}
          </text>
        </>
      ) : (
        <text class="weapon-name short" x={w / 2 + 1.8} y={9.2} fill={look.ink} {...squeeze(weapon.name, 7.2, 800, w - 7)}>
          {middle ? weapon.name : weapon.name.slice(0, 2)}
        </text>
      )}
      {weapon.malfunctioned && <path class="cross" d={`M5 1.5 L${w - 2} ${STRIP_H - 1.5}`} />}
    </g>
  );
});
