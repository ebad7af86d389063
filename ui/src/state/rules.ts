/** The rule popover and the rule search. */

import { signal } from "@preact/signals";
import { findRules, rule } from "../net/api";
import type { RuleDoc } from "../protocol";

export interface OpenRule {
  number: string;
  x: number;
  y: number;
  doc: RuleDoc | null;
  fault: string | null;
}

export const openRule = signal<OpenRule | null>(null);
export const searching = signal(false);
export const found = signal<{ number: string; title: string }[]>([]);

const known = new Map<string, RuleDoc>();

export async function lookUp(number: string, x: number, y: number): Promise<void> {
  openRule.value = { number, x, y, doc: known.get(number) ?? null, fault: null };
  if (known.has(number)) return;
  try {
    const doc = await rule(number);
    known.set(number, doc);
    if (openRule.value?.number === number) openRule.value = { ...openRule.value, doc };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    if (openRule.value?.number === number) openRule.value = { ...openRule.value, fault };
  }
}

let turn = 0;
export async function search(words: string): Promise<void> {
  const mine = ++turn;
  if (words.trim() === "") {
    found.value = [];
    return;
  }
  try {
    const answer = await findRules(words);
    if (mine === turn) found.value = answer;
  } catch {
    if (mine === turn) found.value = [];
  }
}
