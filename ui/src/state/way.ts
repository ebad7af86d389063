/** What waits along a planned move: asked of the server for the whole way, one answer a step. */

import { computed, effect, signal } from "@preact/signals";
import { hoverHit } from "../board/gestures";
import type { WayStep } from "../protocol";
import { hello, mayAct, request, shown } from "./game";
import { cutPlan, drawing, groupKeys, pathTo, plan, reach, running } from "./plan";

/** The planned way, or the one to the hex under the pointer. */
export const way = computed<string[]>(() => {
  if (plan.value.length > 0) return plan.value;
  const hex = hoverHit.value?.hex;
  return hex && reach.value.has(hex) ? pathTo(hex) : [];
});

const known = signal<Map<string, WayStep[]>>(new Map());
const asked = new Set<string>();
let seq = -1;

const wanted = computed(() => {
  const state = shown.value;
  const off = hello.value?.options.assist === "off";
  if (!state || off || !mayAct.value || running.value || way.value.length === 0) return "";
  return `${state.seq}|${groupKeys.value.join("\n")}|${way.value.join()}`;
});

/** The steps of the way as far as they are known. */
export const waySteps = computed<WayStep[]>(() => known.value.get(wanted.value) ?? []);

async function ask(key: string): Promise<void> {
  if (asked.has(key)) return;
  asked.add(key);
  const via = way.peek();
  try {
    const { steps, stop } = await request("way", { path: groupKeys.peek(), via });
    known.value = new Map(known.peek()).set(key, steps);
    if (plan.peek().length > 0) cutPlan(via, steps.length, stop);
  } catch {
    // A way that is closed by now has no dangers to show.
  }
}

let timer = 0;
effect(() => {
  const key = wanted.value;
  const now = shown.value?.seq ?? -1;
  window.clearTimeout(timer);
  if (now !== seq) {
    seq = now;
    asked.clear();
    known.value = new Map();
  }
  if (key !== "") timer = window.setTimeout(() => void ask(key), drawing.value || plan.peek().length === 0 ? 90 : 0);
});

/** The chance that the strongest of those who could fire there breaks or hurts somebody; 0 where nobody can fire. */
export function risk(step: WayStep | undefined): number {
  return step?.threats[0]?.p ?? 0;
}

export function percent(p: number): string {
  return `${Math.round(p * 100)} %`;
}
