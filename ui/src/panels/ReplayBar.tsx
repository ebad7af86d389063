/** Step and scrub through the game as it was played. */

import { useEffect } from "preact/hooks";
import { hello } from "../state/game";
import { goTo, leave, playing, playOnFromHere, replaying } from "../state/replay";
import { pace, PACE_MS } from "../state/prefs";

export function ReplayBar() {
  const now = replaying.value;
  useEffect(() => {
    if (!now || !playing.value) return;
    if (now.at >= now.of) {
      playing.value = false;
      return;
    }
    const timer = window.setTimeout(() => void goTo(now.at + 1), Math.max(90, PACE_MS[pace.value] * 0.8));
    return () => window.clearTimeout(timer);
  }, [now, playing.value]);
  if (!now) return null;
  return (
    <div class="replay-bar" role="group" aria-label="Replay">
      <button aria-label="To the start" onClick={() => void goTo(0)}>❙◀</button>
      <button aria-label="One back" title="←" onClick={() => void goTo(now.at - 1)}>◀</button>
      <button aria-label={playing.value ? "Pause" : "Play"} title="Space" onClick={() => (playing.value = !playing.value)}>{playing.value ? "❚❚" : "▶"}</button>
      <button aria-label="One on" title="→" disabled={now.at >= now.of} onClick={() => void goTo(now.at + 1)}>▶❙</button>
      <input type="range" min={0} max={now.of} value={now.at} aria-label="Decision" onInput={(event) => void goTo(Number(event.currentTarget.value))} />
      <span class="tab">{now.at} of {now.of}</span>
      {hello.value?.options.practice && hello.value.you !== "watch" && !hello.value.view_only && now.at < now.of && (
        <button title="Takes back everything after this step" onClick={() => void playOnFromHere()}>Play on from here</button>
      )}
      <button class="go" onClick={leave}>Back to the game</button>
    </div>
  );
}
