/** Turning what is chosen: a vehicle under way, or as it sets up, hull or turret, to either hand. */

import type { VehicleDoc } from "../protocol";
import { follow, lastSent, menu, menus, path, send, trail } from "./choose";
import { movers } from "./plan";
import { mayAct, onStep, shown, vehicles } from "./game";

export type Hand = -1 | 1;

/** A vehicle that was placed or turned as it sets up stays chosen, to be turned on. */
onStep((state, _events, first) => {
  if (first || state.turn.phase !== "setup") return;
  const entry = menus.value[0]?.entries.find((one) => one.key === lastSent[0] && !one.leaf);
  if (entry?.unit && vehicles.value.get(entry.unit)?.hex) void follow(entry, 0);
});

function chosen(): VehicleDoc | undefined {
  return vehicles.value.get(trail.value[0]?.unit ?? "");
}

/** Turns a vehicle that sets up by one hexspine. */
function face(one: VehicleDoc, hand: Hand, turret: boolean): boolean {
  const branch = menus.value[1]?.entries.find((entry) => entry.key === (turret ? "turret" : "face"));
  if (!branch) return false;
  const now = (turret ? one.tca : null) ?? one.facing ?? (hand > 0 ? 5 : 0);
  void send([trail.value[0]!.key, branch.key, `${turret ? "t" : "f"}${(now + hand + 6) % 6}`]);
  return true;
}

/** Turns hull or turret of the vehicle that is chosen or under way; false where nothing is there to be turned. */
export function turn(hand: Hand, turret = false): boolean {
  if (!mayAct.value) return false;
  const one = chosen();
  if (shown.value?.turn.phase === "setup") return one?.hex != null && face(one, hand, turret);
  const under = one ?? vehicles.value.get(movers.value[0] ?? "");
  if (turret) {
    const branch = menu.value?.entries.find((found) => found.key === "tca");
    if (!branch || under?.facing == null) return false;
    void send([...path.value, branch.key, `t${((under.tca ?? under.facing) + hand + 6) % 6}`]);
    return true;
  }
  const word = hand < 0 ? "left" : "right";
  const entry = menu.value?.entries.find((found) => found.key === word && found.leaf);
  if (entry) void follow(entry);
  return entry !== undefined;
}
