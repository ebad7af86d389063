/** The tile of a counter that has a front: side band and letter, and arrows outside it where its arcs point. */

import type { ComponentChildren } from "preact";
import { nationality } from "../state/game";
import { PIECE_H, PIECE_W } from "./layout";
import { squeeze } from "./measure";
import { tint, type Tint } from "./palette";

export const BAND = 11;
/** About which a top view is turned. */
export const MIDDLE = { x: 35, y: 23 };
/** The row at the lower edge that holds its name. */
export const NAME_H = 9;

export function NameRow({ name, ink }: { name: string; ink: string }) {
  const room = PIECE_W - BAND - 4;
  return <text class="piece-name" x={BAND + room / 2 + 2} y={PIECE_H - 2.6} fill={ink} {...squeeze(name, 7.4, 700, room)}>{name}</text>;
}

/** An arrow beside the tile in the direction of a Covered Arc: filled for the hull or carriage, hollow for the turret. */
export function Arrow({ turn, kind, look }: { turn: number; kind: "front" | "turret"; look: Tint }) {
  const shape = kind === "front" ? "M0 -41 L7 -30 L0 -32.6 L-7 -30 z" : "M0 -40 L5.4 -31 L-5.4 -31 z";
  return (
    <path
      class={`arc ${kind}`}
      data-turn={turn}
      transform={`translate(${PIECE_W / 2} ${PIECE_H / 2}) rotate(${turn})`}
      d={shape}
      fill={kind === "front" ? look.edge : look.tile}
      stroke={kind === "front" ? "#fff" : look.edge}
    />
  );
}

/** `grey`: nobody fights with it any more. */
export function Plate({ side, grey, children }: { side: string; grey: boolean; children: ComponentChildren }) {
  const look = tint(nationality(side));
  return (
    <>
      <rect class="tile" width={PIECE_W} height={PIECE_H} rx={6} fill={grey ? "#c9c8c4" : look.tile} stroke={look.edge} />
      {grey && <rect width={PIECE_W} height={PIECE_H} rx={6} fill="url(#hatch)" />}
      <path d={`M${BAND} 0.6 H6 a5.4 5.4 0 0 0 -5.4 5.4 V${PIECE_H - 6} a5.4 5.4 0 0 0 5.4 5.4 H${BAND} z`} fill={look.band} />
      <text class="letter" x={BAND / 2 + 0.4} y={12}>{look.letter}</text>
      {children}
    </>
  );
}
