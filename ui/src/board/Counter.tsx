/** One unit as a tile: side band with its letter, pictogram, strength line, badges. */

import { memo } from "preact/compat";
import type { UnitDoc } from "../protocol";
import { mfText } from "../parts/mf";
import { nationality, sideName } from "../state/game";
import { STRIP_H, TILE_H, TILE_W } from "./layout";
import { tint } from "./palette";
import { squeeze } from "./measure";
import { Pictogram } from "./Pictogram";

const BAND = 11;

const KINDS: Record<UnitDoc["kind"], string> = {
  squad: "squad", half_squad: "half-squad", crew: "crew", leader: "leader",
};

/** What a screen reader says of a unit. */
export function unitName(unit: UnitDoc): string {
  const state = [unit.broken ? `broken, morale ${unit.broken_morale}` : "", ...unit.badges].filter(Boolean);
  const where = unit.hex ? ` in ${unit.hex}` : "";
  return `${sideName(unit.side)} ${KINDS[unit.kind]} ${unit.ident} ${unit.name}${where}${state.length ? `, ${state.join(", ")}` : ""}`;
}

const BADGE: Record<string, string> = {
  DM: "danger", PIN: "danger", WOUND: "danger", CX: "warm", MELEE: "warm", CC: "warm",
  PREP: "cool", FIRST: "cool", FINAL: "cool", TI: "plain",
};

function Badges({ names }: { names: string[] }) {
  let x = TILE_W + 2;
  const shown = names.slice(0, 3);
  return (
    <g class="badges">
      {shown.map((name) => {
        const w = 6 + name.length * 4.7;
        x -= w + 1;
        return (
          <g key={name} class={`badge ${BADGE[name] ?? "plain"}`}>
            <rect x={x} y={-6} width={w} height={10} rx={3} />
            <text x={x + w / 2} y={1.6}>{name}</text>
          </g>
        );
      })}
      {names.length > shown.length && <text class="more-badges" x={x - 5} y={2}>+{names.length - shown.length}</text>}
    </g>
  );
}

function Strength({ unit, ink }: { unit: UnitDoc; ink: string }) {
  const middle = BAND + (TILE_W - BAND) / 2;
  if (unit.kind === "leader") {
    return <text class="strength leader" x={middle} y={TILE_H - 6} fill={ink}>{unit.name}</text>;
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

/** The tile in its own coordinates; place and scale are the caller's. */
export const Counter = memo(function Counter({ unit }: { unit: UnitDoc }) {
  const look = tint(nationality(unit.side));
  const middle = BAND + (TILE_W - BAND) / 2;
  return (
    <g class={`counter${unit.broken ? " broken" : ""}`}>
      <rect class="tile" width={TILE_W} height={TILE_H} rx={6} fill={unit.broken ? "#c9c8c4" : look.tile} stroke={look.edge} />
      {unit.broken && <rect width={TILE_W} height={TILE_H} rx={6} fill="url(#hatch)" />}
      <path
        d={`M${BAND} 0.6 H6 a5.4 5.4 0 0 0 -5.4 5.4 V${TILE_H - 6} a5.4 5.4 0 0 0 5.4 5.4 H${BAND} z`}
        fill={look.band}
      />
      <text class="letter" x={BAND / 2 + 0.4} y={12}>{look.letter}</text>
      <text class="ident" x={BAND / 2 + 0.4} y={TILE_H - 6}>{unit.ident}</text>
      {unit.broken ? (
        <>
          <Pictogram kind={unit.kind} color="#3b3a37" x={middle - 8} y={11} k={0.72} opacity={0.55} />
          <text class="class-mark" x={TILE_W - 4} y={11} fill="#3b3a37">{unit.class}</text>
          {unit.boxed && <rect class="box" x={middle - 11} y={TILE_H - 24} width={22} height={20} rx={1.5} />}
          <text class="morale" x={middle} y={TILE_H - 7}>{unit.broken_morale}</text>
        </>
      ) : (
        <>
          <Pictogram kind={unit.kind} color={look.ink} x={unit.class ? middle - 3 : middle} y={14} />
          {unit.kind !== "leader" && <text class="class-mark" x={TILE_W - 4} y={11} fill={look.edge}>{unit.class}</text>}
          <Strength unit={unit} ink={look.ink} />
        </>
      )}
      {unit.mf && (
        <g class="mf-left">
          <rect x={BAND + 1} y={-6} width={17} height={10} rx={3} />
          <text x={BAND + 9.5} y={1.6}>{mfText(unit.mf.left)}</text>
        </g>
      )}
      <Badges names={unit.badges} />
    </g>
  );
});

export const STRIP_SPACE = STRIP_H;
