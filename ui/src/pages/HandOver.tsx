/** Hotseat: the screen between two players. */

import { effect, signal } from "@preact/signals";
import { phaseName, SideChip } from "../panels/TopBar";
import { hello, onStep, shown, sideName } from "../state/game";
import { handOver } from "../state/prefs";
import { covered } from "../state/keys";

const next = signal<string | null>(null);
let lastSide = "";
let lastPhase = "";

onStep((state) => {
  const game = hello.peek();
  const humans = game ? Object.values(game.players).filter((kind) => kind === "human").length : 0;
  if (humans < 2 || game?.you !== "both" || state.pending.kind !== "choice") return;
  const side = state.pending.side;
  const setup = state.turn.number === 0 || state.turn.phase === "setup";
  const phase = `${state.turn.number}${state.turn.attacker}${state.turn.phase}${setup ? side : ""}`;
  // Where there is but one answer, and nothing to hide, nobody need come to the screen for it.
  const answers = state.menu?.entries ?? [];
  if (!game.secret && answers.length === 1 && answers[0]?.leaf) return;
  const changed = side !== lastSide;
  // Where sides hide something from each other nobody looks over the other's shoulder.
  const due = handOver.value === "always" || (handOver.value !== "never" && game.secret) || (handOver.value === "phase" && phase !== lastPhase);
  if (changed && due && lastSide !== "") next.value = side;
  if (changed || lastSide === "") lastPhase = phase;
  lastSide = side;
});

effect(() => {
  if (!hello.value) {
    next.value = null;
    lastSide = "";
  }
  covered.value = next.value !== null;
});

export function HandOver() {
  const side = next.value;
  const state = shown.value;
  if (!side || !state) return null;
  return (
    <div class="cover" role="dialog" aria-modal="true" aria-label="Hand over">
      <div class="card">
        <SideChip side={side} />
        <h2>{sideName(side)}, it is yours</h2>
        <p>Turn {state.turn.number}, {phaseName(state.turn.phase)}. {state.pending.prompt}</p>
        <button class="go" ref={(node) => node?.focus()} onClick={() => (next.value = null)}>I am here</button>
      </div>
    </div>
  );
}
