/** What the player set for himself; it survives a reload. */

import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "goodorder.";

export function remembered<T>(name: string, initial: T): Signal<T> {
  let start = initial;
  try {
    const text = localStorage.getItem(PREFIX + name);
    if (text !== null) start = JSON.parse(text) as T;
  } catch {
    start = initial;
  }
  const cell = signal<T>(start);
  effect(() => {
    const text = JSON.stringify(cell.value);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // Private windows may forbid storage; the setting then lasts as long as the page.
    }
  });
  return cell;
}

export type Pace = "slow" | "normal" | "fast" | "instant";
export const PACES: Pace[] = ["slow", "normal", "fast", "instant"];
/** Milliseconds one step of the other side stays before the next is shown. */
export const PACE_MS: Record<Pace, number> = { slow: 1500, normal: 750, fast: 260, instant: 0 };

export type Theme = "auto" | "light" | "dark";
export type HandOver = "always" | "phase" | "never";

export const pace = remembered<Pace>("pace", "normal");
export const theme = remembered<Theme>("theme", "auto");
export const handOver = remembered<HandOver>("handOver", "phase");
export const guideOpen = remembered<boolean>("guide", window.innerWidth >= 700);
export const folded = remembered<Record<string, boolean>>("folded", { orders: true });
export const logFilter = remembered<string>("logFilter", "all");
export const leftOpen = remembered<boolean>("leftOpen", window.innerWidth >= 1100);
export const views = remembered<Record<string, { x: number; y: number; k: number; fitted?: boolean }>>("views", {});

export function toggleFold(name: string): void {
  folded.value = { ...folded.value, [name]: !folded.value[name] };
}

const media = window.matchMedia("(prefers-color-scheme: dark)");

export function startTheme(): void {
  const paint = () => {
    const dark = theme.value === "dark" || (theme.value === "auto" && media.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  effect(paint);
  media.addEventListener("change", paint);
}
