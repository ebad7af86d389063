/** Counters with a tile and a front of their own: Guns and vehicles. */

import type { GunDoc, VehicleDoc, WeaponDoc } from "../protocol";

export type Gun = WeaponDoc & { gun: GunDoc };

/** A Gun or a vehicle. */
export type Piece = Gun | VehicleDoc;

export function isGun(weapon: WeaponDoc): weapon is Gun {
  return weapon.gun != null;
}

const SPINES = ["upper left", "upper right", "right", "lower right", "lower left", "left"];

/** Where a hexspine runs to, in words; 0 runs to the upper left, the others follow clockwise. */
export function pointing(facing: number): string {
  return SPINES[((facing % 6) + 6) % 6]!;
}
