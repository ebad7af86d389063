/** The free LOS check: a thread from one hex to another. */

import { signal } from "@preact/signals";
import type { LosDoc } from "../protocol";
import { request } from "./game";
import { report } from "./toast";

export const losMode = signal(false);
export const losFrom = signal<string | null>(null);
export const losTo = signal<string | null>(null);
export const verdict = signal<LosDoc | null>(null);

const known = new Map<string, LosDoc>();

export function toggleLos(on = !losMode.value): void {
  losMode.value = on;
  losFrom.value = null;
  losTo.value = null;
  verdict.value = null;
  known.clear();
}

export async function pull(to: string): Promise<void> {
  const from = losFrom.value;
  if (!from || to === losTo.value) return;
  losTo.value = to;
  if (to === from) {
    verdict.value = null;
    return;
  }
  const key = `${from}-${to}`;
  try {
    const answer = known.get(key) ?? (await request<LosDoc>("los", { from, to }));
    known.set(key, answer);
    if (losFrom.value === from && losTo.value === to) verdict.value = answer;
  } catch (error) {
    report(error);
    toggleLos(false);
  }
}
