/** Previews: asked for when a path is built or pointed at, remembered for the position. */

import { computed, effect, signal } from "@preact/signals";
import type { EntryDoc, PreviewDoc, WaveDoc } from "../protocol";
import { armed, menus, offers, path } from "./choose";
import { hello, mayAct, onStep, request, shown } from "./game";
import { plan } from "./plan";

/** What the pointer or the focus rests on, as a path to its entry. */
export const pointed = signal<{ entry: EntryDoc; level: number } | null>(null);

const pressed = { x: -1, y: -1 };
window.addEventListener("pointerdown", (event) => Object.assign(pressed, { x: event.clientX, y: event.clientY }), true);

/** The pointer rests on the entry because a hand moved it there, and not because the list has moved under it by a click. */
export function byHand(event: { clientX: number; clientY: number }): boolean {
  return event.clientX !== pressed.x || event.clientY !== pressed.y;
}

const known = signal<Map<string, PreviewDoc | null>>(new Map());
const asked = new Set<string>();

onStep(() => {
  pointed.value = null;
  known.value = new Map();
  asked.clear();
});

function keyOf(keys: string[]): string {
  return `${shown.value?.seq ?? 0}|${keys.join("\n")}`;
}

/** The DEFENDER is asked while the ATTACKER moves. */
export const windowOpen = computed(() => {
  const state = shown.value;
  return state?.turn.phase === "MPh" && state.pending.kind === "choice" && state.pending.side !== state.turn.attacker;
});

/** The impulse of a Human Wave as it would be announced now: in the deepest menu that offers it. */
const impulse = computed<string[] | null>(() => {
  for (let level = menus.value.length - 1; level >= 0; level--) {
    const found = menus.value[level]?.entries.find((entry) => entry.leaf && entry.primary && entry.rule === "A25.232");
    if (found) return [...path.value.slice(0, level), found.key];
  }
  return null;
});

/** What is built, armed or planned, as a path; null where that is nothing yet. */
const built = computed<string[] | null>(() => {
  if (!mayAct.value) return null;
  if (armed.value) return [...path.value, armed.value.key];
  if (impulse.value) return impulse.value;
  // Of a planned move its first step, the one that is announced next.
  const step = plan.value[0] === undefined ? undefined : offers.value.hexes.get(plan.value[0]);
  if (step) return [...path.value, step.key];
  if (path.value.length > 0) return path.value;
  // A window over an enemy's step opens with the best that could be done in it.
  return windowOpen.value ? [] : null;
});

/** Nothing is chosen, and the question itself has nothing to show: only what is pointed at may want the room of the preview. */
export const unchosen = computed(
  () => !built.value || (path.value.length === 0 && !armed.value && plan.value.length === 0 && !known.value.get(keyOf(built.value))),
);

/** The path whose preview is wanted: pointed at, else built. */
export const wanted = computed<string[] | null>(() => {
  if (!mayAct.value) return null;
  const point = pointed.value;
  if (point && point.entry.kind !== "pass" && menus.value.length > point.level) return [...path.value.slice(0, point.level), point.entry.key];
  return built.value;
});

/** The Human Wave, or the impulse of it, that the board draws: the one pointed at, else the one that is built. */
export const wave = computed<WaveDoc | null>(() => {
  if (!mayAct.value) return null;
  const now = preview.value?.wave;
  if (now) return now;
  const keys = built.value;
  return (keys && known.value.get(keyOf(keys))?.wave) || null;
});

/** The preview on show; undefined while it is being asked for. */
export const preview = computed<PreviewDoc | null | undefined>(() => {
  const keys = wanted.value;
  if (!keys) return null;
  const key = keyOf(keys);
  if (known.value.has(key)) return known.value.get(key) ?? null;
  return undefined;
});

/** The last preview that had content, kept on show while the next one is on its way. */
export const settled = signal<PreviewDoc | null>(null);
effect(() => {
  const now = preview.value;
  if (now !== undefined) settled.value = now;
});

export function knownPreview(keys: string[]): PreviewDoc | null {
  return known.value.get(keyOf(keys)) ?? null;
}

async function ask(keys: string[]): Promise<void> {
  const key = keyOf(keys);
  if (asked.has(key)) return;
  asked.add(key);
  let answer: PreviewDoc | null = null;
  try {
    answer = await request("preview", { path: keys });
  } catch {
    // A path without a preview is no fault: the panel simply stays empty.
    answer = null;
  }
  const next = new Map(known.peek());
  next.set(key, answer);
  known.value = next;
}

let timer = 0;
effect(() => {
  const keys = wanted.value;
  const assist = hello.value?.options.assist;
  window.clearTimeout(timer);
  // An impulse is drawn whatever is pointed at.
  const drawn = impulse.value && built.value;
  if (drawn && !known.peek().has(keyOf(drawn))) void ask(drawn);
  if (!keys || known.peek().has(keyOf(keys))) return;
  // Without help a step's dangers are the player's own to judge; what he builds he may always count.
  if (assist === "off" && pointed.value && shown.value?.turn.phase === "MPh") return;
  timer = window.setTimeout(() => void ask(keys), pointed.value ? 60 : 0);
});
