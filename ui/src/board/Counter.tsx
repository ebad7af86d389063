/** Any counter: its face by what it is; what has a front is drawn turned to it, and its numbers stay upright. */

import type { CounterDoc, WorkDoc } from "../protocol";
import { GunFace } from "./GunFace";
import { spine } from "./hexside";
import { TILE_W } from "./layout";
import { isGun } from "./pieces";
import { UnitFace } from "./UnitFace";
import { VehicleFace } from "./VehicleFace";
import { WeaponTile } from "./WeaponTile";

interface Props {
  counter: Exclude<CounterDoc, WorkDoc>;
  /** The width of a strip. */
  w?: number;
  /** Where its front points, in degrees from the top, when that is not along a hexspine. */
  turn?: number | null;
}

/** The counter in its own coordinates; place and scale are the caller's. Works lie on the ground, see `Works`. */
export function Counter({ counter, w = TILE_W, turn }: Props) {
  const front = turn ?? (counter.facing == null ? null : spine(counter.facing));
  switch (counter.counter) {
    case "unit":
      return <UnitFace unit={counter} />;
    case "weapon":
      return isGun(counter) ? <GunFace weapon={counter} turn={front} /> : <WeaponTile weapon={counter} w={w} />;
    case "vehicle":
      return <VehicleFace one={counter} turn={front} />;
  }
}
