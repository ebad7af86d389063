/** Any counter: its face by what it is, turned where it has a front. */

import type { CounterDoc } from "../protocol";
import { STRIP_H, TILE_H, TILE_W } from "./layout";
import { UnitFace } from "./UnitFace";
import { WeaponTile } from "./WeaponTile";

function Face({ counter, w }: { counter: CounterDoc; w: number }) {
  switch (counter.counter) {
    case "unit":
      return <UnitFace unit={counter} />;
    case "weapon":
      return <WeaponTile weapon={counter} w={w} />;
  }
}

/** The counter in its own coordinates; place and scale are the caller's. `w` is the width of a strip. */
export function Counter({ counter, w = TILE_W }: { counter: CounterDoc; w?: number }) {
  const face = <Face counter={counter} w={w} />;
  if (counter.facing == null) return face;
  const h = counter.counter === "weapon" ? STRIP_H : TILE_H;
  return <g transform={`rotate(${60 * counter.facing} ${w / 2} ${h / 2})`}>{face}</g>;
}
