/** The game's own menu: save, load, replay, undo, concede, settings, leave. */

import { signal } from "@preact/signals";
import { legendOpen } from "../board/Legend";
import { downloadRecord } from "../net/api";
import { hello, request, shown } from "../state/game";
import { handOver, PACES, pace, theme, type HandOver, type Theme } from "../state/prefs";
import { goTo } from "../state/replay";
import { go } from "../state/route";
import { helpOpen } from "../state/help";
import { report, toast } from "../state/toast";
import { Invite } from "./Invite";

const open = signal(false);
const conceding = signal(false);

async function save(): Promise<void> {
  try {
    const answer = await request("save", {});
    toast(`Saved as ${answer.file}. Every decision is kept as it is made; this makes a copy.`);
  } catch (error) {
    report(error);
  }
}

export async function undo(): Promise<void> {
  if (!hello.value?.options.practice) {
    toast("What is announced stands. Only practice games go back further.", "A.2", "why");
    return;
  }
  try {
    // What was taken back leaves the log too: the server tells everybody the story anew.
    await request("undo", {});
  } catch (error) {
    report(error);
  }
}

async function concede(): Promise<void> {
  const side = shown.value?.you || hello.value?.you;
  const own = hello.value?.scenario.sides.some((one) => one.id === side) ? side : shown.value?.pending.side;
  conceding.value = false;
  open.value = false;
  try {
    await request("concede", { side: own });
  } catch (error) {
    report(error);
  }
}

function pick(act: () => void): () => void {
  return () => {
    open.value = false;
    act();
  };
}

export function Menu() {
  const game = hello.value;
  return (
    <div class="menu-holder" onKeyDown={(event) => event.key === "Escape" && (open.value = false)}>
      <button class="quiet burger" aria-label="Game menu" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path d="M2 4.5h14M2 9h14M2 13.5h14" /></svg>
      </button>
      {open.value && game && (
        <>
          <div class="catcher" onClick={() => (open.value = false)} />
          <div class="drop" role="menu">
            <button role="menuitem" onClick={pick(() => void save())}>Save a copy</button>
            <button role="menuitem" title={game.secret && !shown.value?.result ? "What this seat was told; the record tells what each side hides and is handed out when the game is over (A12)" : undefined}
              onClick={pick(() => void downloadRecord(game.game, game.you).catch(report))}>
              {game.secret && !shown.value?.result ? "Download what this seat knows" : "Download the record"}</button>
            <button role="menuitem" onClick={pick(() => (legendOpen.value = true))}>What the counters say</button>
            <button role="menuitem" disabled={Boolean(game.view_only)} onClick={pick(() => void goTo(0))}>Replay from the start</button>
            <button role="menuitem" disabled={!game.options.practice} onClick={pick(() => void undo())}>Undo (practice games) <kbd>U</kbd></button>
            {conceding.value ? (
              <div class="confirm-row">
                Give the game up? <button class="danger" onClick={() => void concede()}>Concede</button>
                <button onClick={() => (conceding.value = false)}>No</button>
              </div>
            ) : (
              <button role="menuitem" disabled={shown.value?.result !== null} onClick={() => (conceding.value = true)}>Concede …</button>
            )}
            <hr />
            <Invite />
            <label>The other side's pace
              <select value={pace.value} onChange={(event) => (pace.value = event.currentTarget.value as typeof pace.value)}>
                {PACES.map((one) => <option key={one} value={one}>{one}</option>)}
              </select>
            </label>
            <label>Colours
              <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
                <option value="auto">as the system</option><option value="light">light</option><option value="dark">dark</option>
              </select>
            </label>
            <label>Hand-over screen
              <select value={handOver.value} onChange={(event) => (handOver.value = event.currentTarget.value as HandOver)}>
                <option value="always">at each change</option><option value="phase">once a phase</option><option value="never">never</option>
              </select>
            </label>
            <hr />
            <button role="menuitem" onClick={pick(() => (helpOpen.value = true))}>Keys <kbd>?</kbd></button>
            <button role="menuitem" onClick={pick(() => go(""))}>All scenarios and games</button>
          </div>
        </>
      )}
    </div>
  );
}
