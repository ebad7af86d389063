/** Short messages that need no answer: refusals, the reason why a click does nothing, news. */

import { signal } from "@preact/signals";
import { Refusal } from "../net/channel";

export interface Toast {
  id: number;
  text: string;
  rule: string | null;
  kind: "why" | "info" | "error";
}

export const toasts = signal<Toast[]>([]);
let next = 1;

export function toast(text: string, rule: string | null = null, kind: Toast["kind"] = "info"): void {
  const id = next++;
  toasts.value = [...toasts.value.filter((old) => old.text !== text).slice(-2), { id, text, rule, kind }];
  window.setTimeout(() => dismiss(id), kind === "error" ? 9000 : 6000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

export function report(error: unknown): void {
  if (error instanceof Refusal) toast(error.message, error.rule, error.kind === "illegal" ? "why" : "error");
  else toast(error instanceof Error ? error.message : String(error), null, "error");
}
