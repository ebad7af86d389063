/** The free LOS check: a thread from one hex to another, at a level of each. */

import { signal } from "@preact/signals";
import type { LosThread } from "../protocol";
import { request } from "./game";
import { report } from "./toast";

export const losMode = signal(false);
export const losFrom = signal<string | null>(null);
export const losTo = signal<string | null>(null);
export const verdict = signal<LosThread | null>(null);

/** Milliseconds up to which L was tapped, not held. */
const TAP = 350;

const known = new Map<string, LosThread>();
/** The level chosen in a hex, where it is not the ground. */
const levels = new Map<string, string>();
/** The level of the counter that was pointed at last: while it is the same the keys choose the level. */
let pointedAt: string | undefined;
let heldSince: number | null = null;

export function toggleLos(on = !losMode.value): void {
  losMode.value = on;
  heldSince = null;
  letGo();
  levels.clear();
  known.clear();
}

function letGo(): void {
  losFrom.value = null;
  losTo.value = null;
  verdict.value = null;
  pointedAt = undefined;
}

/**
 * L goes down: the check begins at `from`, or ends. Held, pointing at hexes is enough; tapped, the mode stays. `at` is
 * by the clock of the keys: a page that is busy hears of them late.
 */
export function pressLos(at: number, from: string | null, level?: string): void {
  const on = !losMode.value;
  toggleLos(on);
  if (!on) return;
  heldSince = at;
  begin(from, level);
}

/** The near end of the thread: a hex, at the level of the counter that was meant. */
export function begin(from: string | null, level?: string): void {
  stand(from, level);
  losFrom.value = from;
}

function stand(hex: string | null, level: string | undefined): void {
  if (hex !== null && level !== undefined) levels.set(hex, level);
}

export function releaseLos(at: number): void {
  if (heldSince === null) return;
  const tapped = at - heldSince < TAP;
  heldSince = null;
  if (tapped) letGo();
  else toggleLos(false);
}

/** A hex pointed at: the far end, or the near one where L was held over none. */
export function point(hex: string, level?: string): void {
  if (losFrom.value) void pull(hex, level);
  else if (heldSince !== null) begin(hex, level);
}

/** The far end goes to a hex, at the level of the counter pointed at there. */
export async function pull(to: string, level?: string): Promise<void> {
  if (!losFrom.value) return;
  const other = level !== undefined && to !== losFrom.value && level !== (levels.get(to) ?? "") && level !== pointedAt;
  if (to === losTo.value && !other) return;
  pointedAt = level;
  if (to !== losFrom.value) stand(to, level);
  await draw(losFrom.value, to);
}

async function draw(from: string, to: string): Promise<void> {
  losTo.value = to;
  if (to === from) {
    verdict.value = null;
    return;
  }
  const asked = { from, to, from_level: levels.get(from) ?? "", to_level: levels.get(to) ?? "" };
  const key = Object.values(asked).join(" ");
  try {
    const answer = known.get(key) ?? (await request("los", asked));
    known.set(key, answer);
    const still = asked.from_level === (levels.get(from) ?? "") && asked.to_level === (levels.get(to) ?? "");
    if (losTo.value === to && still) verdict.value = answer;
  } catch (error) {
    report(error);
    toggleLos(false);
  }
}

/** The ends of the thread that is shown: its hexes, their levels, and which is chosen. */
export function ends(told: LosThread): { hex: string; level: number; names: string[] }[] {
  return [told.from, told.to].map((hex, end) => {
    const held = told.levels[end] ?? [];
    return { hex, level: Math.max(0, held.findIndex((one) => one.key === (levels.get(hex) ?? ""))), names: held.map((one) => one.name) };
  });
}

/** Goes a level up or down at the near (0) or far (1) end of the thread that is shown. */
export function climb(end: 0 | 1, step: 1 | -1): void {
  const told = verdict.value;
  const here = told && ends(told)[end];
  const next = here && told.levels[end]?.[here.level + step];
  if (!next) return;
  levels.set(here.hex, next.key);
  void draw(told.from, told.to);
}
