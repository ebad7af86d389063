/** Steps wait here and are shown one after the other at the pace the player set. */

import { effect, signal } from "@preact/signals";
import type { StepMessage } from "../protocol";
import { pace, PACE_MS } from "./prefs";

export const queued = signal(0);
export const paused = signal(false);

let waiting: StepMessage[] = [];
let shownAt = 0;
let holdMs = 0;
let timer = 0;
let own = false;
let show: (step: StepMessage) => void = () => undefined;

/** A roll is read, a plain step is seen, a step without news passes at once. */
function weight(step: StepMessage): number {
  // Setting up is seen, not watched.
  if (step.events.every((line) => line.kind === "setup")) return 0.12;
  if (step.events.some((line) => line.dice && line.dice.length > 0)) return 1.4;
  return 1;
}

export function startQueue(onShow: (step: StepMessage) => void): void {
  waiting = [];
  queued.value = 0;
  paused.value = false;
  shownAt = 0;
  holdMs = 0;
  show = onShow;
}

/** The next step is the answer to the player's own act and is shown without delay. */
export function expectOwn(): void {
  own = true;
}

export function push(step: StepMessage, now = false): void {
  if (own || now) {
    own = false;
    if (waiting.length === 0) {
      display(step, 0.4);
      return;
    }
  }
  waiting.push(step);
  queued.value = waiting.length;
  pump();
}

function display(step: StepMessage, share = 1): void {
  shownAt = performance.now();
  holdMs = PACE_MS[pace.value] * weight(step) * share;
  show(step);
}

function pump(): void {
  window.clearTimeout(timer);
  while (!paused.value && waiting.length > 0) {
    const due = document.hidden || pace.value === "instant" ? 0 : shownAt + holdMs - performance.now();
    if (due > 0) {
      timer = window.setTimeout(pump, due);
      return;
    }
    const step = waiting.shift();
    queued.value = waiting.length;
    if (step) display(step);
  }
}

/** Shows the next waiting step, also while paused. */
export function stepOne(): void {
  const step = waiting.shift();
  queued.value = waiting.length;
  if (step) display(step);
  pump();
}

/** Shows everything that waits, up to the player's next decision; for who looks on only up to the next phase. */
export function skip(byPhase = false): void {
  const next = byPhase ? waiting.findIndex((step) => step.events.some((line) => line.kind === "phase")) : -1;
  const now = next < 0 ? waiting : waiting.slice(0, next + 1);
  const left = waiting.length - now.length;
  waiting = waiting.slice(now.length);
  if (left === 0) paused.value = false;
  window.clearTimeout(timer);
  now.forEach((step, index) => {
    queued.value = left + now.length - index - 1;
    display(step, left > 0 && index === now.length - 1 ? 1 : 0);
  });
  if (left > 0) pump();
}

effect(() => {
  if (!paused.value && pace.value) pump();
});
