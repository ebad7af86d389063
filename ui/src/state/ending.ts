/** Who could still act when a phase is ended, a rally thrown away: that is asked about before it is done. */

import { computed } from "@preact/signals";
import type { EntryDoc, StateDoc } from "../protocol";
import { armed, menu, trail } from "./choose";
import { shown } from "./game";

/** What may be left undone without a word: handing over, claiming, dividing, turning, and what is only declared. */
const MINOR = new Set(["pass", "option", "give", "deploy", "recombine", "keep_dm", "voluntary_break", "turn", "seldom", "toggle", "info", "drop"]);

/** Whether a move has begun and goes on. */
function underWay(state: StateDoc): boolean {
  return state.units.some((unit) => unit.mf && unit.hex) || (state.vehicles ?? []).some((one) => one.points && one.hex);
}

/** Units that could still act where a pass would end it for all of them. */
export const able = computed<string[]>(() => {
  const state = shown.value;
  if (!state?.menu || trail.value.length > 0 || state.turn.phase === "setup") return [];
  // Letting a shot go by in the enemy's move ends no phase, nor does the end of one stack's move.
  if (state.turn.phase === "MPh" && (state.pending.side !== state.turn.attacker || underWay(state))) return [];
  const found = (menu.value?.entries ?? []).filter((entry) => entry.unit && !MINOR.has(entry.kind) && entry.key !== "drop_mask");
  return [...new Set(found.flatMap((entry) => entry.unit ?? []))];
});

/** Whether this entry, taken now, would leave units that could still act. */
export function leavesSome(entry: EntryDoc): boolean {
  return entry.kind === "pass" && able.value.length > 0;
}

/** True while it is asked whether to end it all the same: no key in a row with others answers that, Enter does. */
export const asksToEnd = computed(() => armed.value !== null && leavesSome(armed.value));
