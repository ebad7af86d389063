/** Looking back over the game: one read-only position per recorded answer. */

import { batch, effect, signal } from "@preact/signals";
import { replayAt } from "../net/api";
import type { LogLineDoc } from "../protocol";
import { hello, lastRoll, looking, request } from "./game";
import { report } from "./toast";

export const replaying = signal<{ at: number; of: number; events: LogLineDoc[] } | null>(null);
export const playing = signal(false);

let wanted = -1;
let busy = false;

export async function goTo(at: number): Promise<void> {
  wanted = Math.max(0, at);
  if (busy) return;
  busy = true;
  try {
    while (wanted >= 0) {
      const now = wanted;
      const game = hello.value;
      if (!game) return;
      const step = await replayAt(game.game, now, game.you);
      // Another game was opened meanwhile: this one's positions have no business on its board.
      if (hello.value?.game !== game.game) return;
      if (wanted === now) wanted = -1;
      const of = step.of;
      batch(() => {
        looking.value = { ...step.state, menu: null };
        replaying.value = { at: Math.min(now, of), of, events: step.events };
        lastRoll.value = step.events.findLast((line) => (line.dice?.length ?? 0) > 0) ?? null;
      });
    }
  } catch (error) {
    report(error);
    playing.value = false;
  } finally {
    busy = false;
    wanted = -1;
  }
}

export function leave(): void {
  batch(() => {
    playing.value = false;
    replaying.value = null;
    looking.value = null;
    lastRoll.value = null;
  });
}

/** Takes the game back to the step that is looked at (practice games); what came after it is gone. */
export async function playOnFromHere(): Promise<void> {
  const now = replaying.value;
  if (!now) return;
  try {
    await request("undo", { at: now.at });
    leave();
  } catch (error) {
    report(error);
  }
}

// A replay belongs to its game.
let of = "";
effect(() => {
  const game = hello.value?.game ?? "";
  if (game === of) return;
  of = game;
  wanted = -1;
  leave();
});
