/** One unit as a tile: side band with its letter, pictogram, strength line, badges. */

import { memo } from "preact/compat";
import type { UnitDoc, WeaponDoc } from "../protocol";
import { mfText } from "../parts/mf";
import { nationality, sideName } from "../state/game";
import { BadgeRow } from "./BadgeRow";
import { levelTag } from "./badges";
import { Cover } from "./Cover";
import { TILE_H, TILE_W } from "./layout";
import { tint } from "./palette";
import { squeeze } from "./measure";
import { Pictogram } from "./Pictogram";

const BAND = 11;

const KINDS: Record<UnitDoc["kind"], string> = {
  squad: "squad", half_squad: "half-squad", crew: "crew", leader: "leader", hero: "hero", dummy: "Dummy",
  unknown: "stack under ?",
};

/** What a screen reader says of a unit. */
export function unitName(unit: UnitDoc): string {
  const state = [unit.broken ? `broken, morale ${unit.broken_morale}` : "", ...unit.badges].filter(Boolean);
  const tag = levelTag(unit.level);
  const where = unit.hex ? ` in ${unit.hex}${tag ? ` ${tag.words}` : ""}` : "";
  if (unit.hidden) state.unshift("hidden");
  else if (unit.concealed && known(unit)) state.unshift("concealed");
  const who = known(unit) ? [KINDS[unit.kind], unit.ident, unit.name] : [KINDS[unit.kind]];
  return `${sideName(unit.side)} ${who.filter(Boolean).join(" ")}${where}${state.length ? `, ${state.join(", ")}` : ""}`;
}

/** The same with the ground it stands on and what it carries, for who hears the board instead of seeing it. */
export function spoken(unit: UnitDoc, terrain: string, weapons: WeaponDoc[]): string {
  const arms = weapons.map((weapon) => `${weapon.name}${weapon.malfunctioned ? " (malfunctioned)" : ""}`).join(" and ");
  const nation = unit.national?.length ? `; ${unit.national.join(", ")}` : "";
  return `${unitName(unit)}, ${terrain}${arms ? `, with ${arms}` : ""}${nation}`;
}

/** Whether the counter tells anything beside its "?". */
function known(unit: UnitDoc): boolean {
  return unit.kind !== "unknown" && unit.kind !== "dummy";
}

function Strength({ unit, ink }: { unit: UnitDoc; ink: string }) {
  const middle = BAND + (TILE_W - BAND) / 2;
  if (unit.kind === "leader" || unit.kind === "hero") {
    // The three numbers of a hero need the room of a squad's.
    const long = unit.name.length > 4;
    return <text class={`strength${long ? "" : " leader"}`} x={middle} y={TILE_H - 6} fill={ink} {...squeeze(unit.name, long ? 13.8 : 16.5, 800, TILE_W - BAND - 3)}>{unit.name}</text>;
  }
  const parts = unit.name.split("-");
  const shown = unit.smoke > 0 ? `${unit.name}'` : unit.name;
  return (
    <text class="strength" x={middle} y={TILE_H - 6} fill={ink} {...squeeze(shown, 13.8, 800, TILE_W - BAND - 3)}>
      <tspan text-decoration={unit.assault_fire ? "underline" : undefined}>{parts[0]}</tspan>
      {unit.smoke > 0 && <tspan class="exponent" dy={-5}>{unit.smoke}</tspan>}
      <tspan dy={unit.smoke > 0 ? 5 : undefined}>-</tspan>
      <tspan text-decoration={unit.spraying_fire ? "underline" : undefined}>{parts[1]}</tspan>
      <tspan>-{parts.slice(2).join("-")}</tspan>
    </text>
  );
}

/** A "?": all that is seen of a concealed stack; its owner reads there what it is only when it is a Dummy. */
function Question({ unit, edge }: { unit: UnitDoc; edge: string }) {
  // Off the map a "?" is nothing yet: laid on units it hides them, alone it is a Dummy.
  const dummy = unit.kind === "dummy" && unit.hex !== null;
  const middle = BAND + (TILE_W - BAND) / 2;
  return (
    <>
      <text class="question" x={middle} y={dummy ? 28 : 32} fill={edge}>?</text>
      {dummy && <text class="dummy" x={middle} y={TILE_H - 4} fill={edge}>Dummy</text>}
    </>
  );
}

function LevelTag({ level }: { level: string }) {
  const tag = levelTag(level);
  return tag && (
    <g class="level-tag">
      <rect x={-5} y={TILE_H / 2 - 6.5} width={16} height={12} rx={3} />
      <text x={3} y={TILE_H / 2 + 2.6}>{tag.short}</text>
    </g>
  );
}

/** What stands on the face of a tile whose owner shows it. */
function Face({ unit, ink, edge }: { unit: UnitDoc; ink: string; edge: string }) {
  const middle = BAND + (TILE_W - BAND) / 2;
  if (unit.broken) {
    return (
      <>
        <Pictogram kind={unit.kind} color="#3b3a37" x={middle - 8} y={11} k={0.72} opacity={0.55} />
        <text class="class-mark" x={TILE_W - 4} y={11} fill="#3b3a37">{unit.class}</text>
        {unit.boxed && <rect class="box" x={middle - 11} y={TILE_H - 24} width={22} height={20} rx={1.5} />}
        <text class="morale" x={middle} y={TILE_H - 7}>{unit.broken_morale}</text>
      </>
    );
  }
  return (
    <>
      <Pictogram kind={unit.kind} color={ink} x={unit.class ? middle - 3 : middle} y={14} />
      {unit.kind !== "leader" && <text class="class-mark" x={TILE_W - 4} y={11} fill={edge}>{unit.class}</text>}
      <Strength unit={unit} ink={ink} />
    </>
  );
}

/** The tile in its own coordinates; place and scale are the caller's. */
export const UnitFace = memo(function UnitFace({ unit }: { unit: UnitDoc }) {
  const look = tint(nationality(unit.side));
  return (
    <g class={`counter${unit.broken ? " broken" : ""}${known(unit) ? "" : " unknown"}`}>
      <rect class="tile" width={TILE_W} height={TILE_H} rx={6} fill={unit.broken ? "#c9c8c4" : look.tile} stroke={look.edge} />
      {unit.broken && <rect width={TILE_W} height={TILE_H} rx={6} fill="url(#hatch)" />}
      <path
        d={`M${BAND} 0.6 H6 a5.4 5.4 0 0 0 -5.4 5.4 V${TILE_H - 6} a5.4 5.4 0 0 0 5.4 5.4 H${BAND} z`}
        fill={look.band}
      />
      <text class="letter" x={BAND / 2 + 0.4} y={12}>{look.letter}</text>
      <text class="ident" x={BAND / 2 + 0.4} y={TILE_H - 6}>{unit.ident}</text>
      {known(unit) ? <Face unit={unit} ink={look.ink} edge={look.edge} /> : <Question unit={unit} edge={look.edge} />}
      {unit.mf && (
        <g class="mf-left">
          <rect x={BAND + 1} y={-6} width={17} height={10} rx={3} />
          <text x={BAND + 9.5} y={1.6}>{mfText(unit.mf.left)}</text>
        </g>
      )}
      {unit.level && <LevelTag level={unit.level} />}
      {known(unit) && (unit.concealed || unit.hidden) && <Cover hidden={unit.hidden === true} w={TILE_W} h={TILE_H} />}
      <BadgeRow names={unit.badges} />
    </g>
  );
});

