/** What happened to one's own units in the enemy's Player Turn, for who lets it pass at once. */

import { signal } from "@preact/signals";
import type { LogLineDoc } from "../protocol";
import { hello, onStep } from "./game";
import { pace } from "./prefs";

/** The lines of the enemy's last Player Turn that were bad news, the worst first; null while there is nothing to tell. */
export const summary = signal<{ title: string; lines: LogLineDoc[] } | null>(null);

/** Worst first; what fits none of them is no news. */
const RANKS = [/is eliminated|surrenders/, /is reduced|is replaced/, /is wounded/, /breaks|is Disrupted/, /is pinned/, /malfunctions|is lost/, /loses its/];

function rank(line: LogLineDoc): number {
  return RANKS.findIndex((words) => words.test(line.text));
}

let heard: LogLineDoc[] = [];
let turn = "";

onStep((state, events, first) => {
  const you = hello.value?.you ?? "";
  const own = hello.value?.scenario.sides.some((side) => side.id === you) ?? false;
  const now = `${state.turn.number} ${state.turn.attacker}`;
  if (first || !own) {
    heard = [];
    turn = now;
    summary.value = null;
    return;
  }
  heard.push(...events.filter((line) => line.side === you && !line.dice && rank(line) >= 0));
  if (now === turn && state.pending.kind !== "over") return;
  const theirs = !turn.endsWith(` ${you}`);
  turn = now;
  const lines = [...heard].sort((one, other) => rank(one) - rank(other));
  heard = [];
  summary.value = theirs && state.pending.kind !== "over" && pace.value === "instant" ? { title: lines.length > 0 ? "In the enemy's turn" : "The enemy's turn did your units no harm", lines } : null;
});

// One's own decision ends it: it has been read, or is not wanted.
export function read(): void {
  summary.value = null;
}
