/** Pause, step and skip while the other side acts. */

import { hello } from "../state/game";
import { pace, PACES } from "../state/prefs";
import { paused, queued, skip, stepOne } from "../state/queue";

export function PaceControls() {
  const game = hello.value;
  if (!game || Object.values(game.players).every((kind) => kind === "human")) return null;
  const waiting = queued.value;
  return (
    <div class="pace" role="group" aria-label="Pace of the other side">
      <button class="quiet" aria-pressed={paused.value} onClick={() => (paused.value = !paused.value)} title={paused.value ? "Go on (P)" : "Pause (P)"}>
        {paused.value ? "▶" : "❚❚"}
      </button>
      <button class="quiet" disabled={waiting === 0} onClick={stepOne} title="Show one step (.)">▶❙</button>
      <button class="quiet" disabled={waiting === 0} onClick={() => skip(game.you === "watch")} title={game.you === "watch" ? "Skip to the next phase (,)" : "Skip to the next decision (,)"}>▶▶</button>
      <select aria-label="Pace" value={pace.value} onChange={(event) => (pace.value = event.currentTarget.value as typeof pace.value)}>
        {PACES.map((one) => <option key={one} value={one}>{one}</option>)}
      </select>
      <span class="soft count" title="Steps still to be shown">{waiting > 0 ? `+${waiting}` : ""}</span>
    </div>
  );
}
