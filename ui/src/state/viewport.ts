/** Which part of the map is seen: an offset and a scale, changed by gestures and kept over a reload. */

import { computed, effect, signal } from "@preact/signals";
import { hello, hexes, onStep, shown } from "./game";
import { views } from "./prefs";

export interface View {
  x: number;
  y: number;
  k: number;
}

export const view = signal<View>({ x: 0, y: 0, k: 1 });
export const size = signal({ width: 0, height: 0 });
export const gesturing = signal(false);

const MARGIN = 24;
const MOST = 3;
/** Least scale at which the strength of a counter is comfortably read. */
const READABLE = 0.8;

/** What is to be seen of a map: its own area, and the other halves of the half hexes at its edges. */
export const extent = computed(() => {
  const map = hello.value?.map;
  if (!map) return { left: 0, top: 0, width: 1, height: 1 };
  const across = (map.hex.width * 2) / 3;
  const down = map.hex.height / 2;
  const xs = map.hexes.map((hex) => hex.x);
  const ys = map.hexes.map((hex) => hex.y);
  const [left, top] = [Math.min(0, Math.min(...xs) - across), Math.min(0, Math.min(...ys) - down)];
  const [right, low] = [Math.max(map.width, Math.max(...xs) + across), Math.max(map.height, Math.max(...ys) + down)];
  return { left, top, width: right - left, height: low - top };
});

function fitScale(): number {
  const { width, height } = size.value;
  return Math.min((width - 6) / extent.value.width, (height - 6) / extent.value.height);
}

function clamp(wanted: View, margin = MARGIN * 2): View {
  const { width, height } = size.value;
  const least = Math.min(fitScale(), 1) * 0.7;
  const k = Math.min(MOST, Math.max(least, wanted.k));
  const { left, top, width: w, height: h } = extent.value;
  const hold = (at: number, room: number, from: number, length: number) =>
    (length * k + 6 <= room ? (room - length * k) / 2 : Math.min(margin, Math.max(room - length * k - margin, at + from * k))) - from * k;
  return { k, x: hold(wanted.x, width, left, w), y: hold(wanted.y, height, top, h) };
}

/** The whole map is on show, and stays so when the room for it changes. */
let fitted = false;

function keep(): void {
  const name = hello.peek()?.game;
  if (name) views.value = { ...Object.fromEntries(Object.entries(views.peek()).slice(-20)), [name]: { ...view.peek(), fitted } };
}

let idle = 0;
function moved(): void {
  gesturing.value = true;
  window.clearTimeout(idle);
  idle = window.setTimeout(() => {
    gesturing.value = false;
    keep();
  }, 160);
}

export function fit(): void {
  fitted = true;
  view.value = clamp({ k: Math.min(fitScale(), 1.6), x: 0, y: 0 });
  keep();
  moved();
}

let touchedAt = -1e9;

/** The board was opened before the player's own units stood on it, and he has not looked around himself. */
let blind = false;

export function panBy(dx: number, dy: number): void {
  fitted = blind = false;
  touchedAt = performance.now();
  const now = view.value;
  view.value = clamp({ ...now, x: now.x + dx, y: now.y + dy });
  moved();
}

export function zoomAt(px: number, py: number, factor: number): void {
  fitted = blind = false;
  touchedAt = performance.now();
  const now = view.value;
  const k = clamp({ ...now, k: now.k * factor }).k;
  const ratio = k / now.k;
  view.value = clamp({ k, x: px - (px - now.x) * ratio, y: py - (py - now.y) * ratio });
  moved();
}

export function zoomMiddle(factor: number): void {
  zoomAt(size.value.width / 2, size.value.height / 2, factor);
}

/** Brings a hex into sight when it is not: a board that moves without need takes what is aimed at from the finger. */
export function reveal(name: string): void {
  const hex = hexes.value.get(name);
  if (!hex || visible(name)) return;
  const { k } = view.value;
  const { width, height } = size.value;
  fitted = false;
  view.value = clamp({ k, x: width / 2 - hex.x * k, y: height / 2 - hex.y * k });
  moved();
}

export function toMap(px: number, py: number): { x: number; y: number } {
  const { x, y, k } = view.value;
  return { x: (px - x) / k, y: (py - y) / k };
}

/** The hex whose centre is nearest, if the point lies on the map. */
export function hexAt(x: number, y: number): string | null {
  const { left, top, width, height } = extent.value;
  if (x < left || y < top || x > left + width || y > top + height) return null;
  let best: string | null = null;
  const tall = hello.value?.map.hex.height ?? 64.5;
  let least = (tall * 0.7) ** 2;
  for (const hex of hexes.value.values()) {
    const away = (hex.x - x) ** 2 + (hex.y - y) ** 2;
    if (away < least) {
      least = away;
      best = hex.name;
    }
  }
  return best;
}

/** Half a counter in map pixels: nearer than that to the edge it is cut off. */
const HALF = 24;

/** Whether a counter in the hex would be seen as a whole. */
function visible(name: string): boolean {
  const hex = hexes.peek().get(name);
  const { x, y, k } = view.peek();
  if (!hex) return false;
  const px = hex.x * k + x;
  const py = hex.y * k + y;
  const edge = HALF * k;
  return px > edge && px < size.peek().width - edge && py > edge && py < size.peek().height - edge;
}

/** Shows all these hexes at once, from farther away where need be. */
function frame(names: string[]): void {
  const found = names.flatMap((name) => hexes.peek().get(name) ?? []);
  if (found.length === 0) return;
  const xs = found.map((hex) => hex.x);
  const ys = found.map((hex) => hex.y);
  const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const { width, height } = size.peek();
  fitted = false;
  const k = Math.min(view.peek().k, width / (right - left + 160), height / (low - top + 160));
  view.value = clamp({ k, x: width / 2 - ((left + right) / 2) * k, y: height / 2 - ((top + low) / 2) * k });
  moved();
}

/**
 * Shows what may be aimed at from a hex where none of it is in sight: the nearest, together with that hex; `fresh` where
 * the hex itself is to be seen too, being that of a unit just chosen.
 */
export function lookFor(from: string | null, names: string[], fresh: boolean): void {
  const start = hexes.peek().get(from ?? "");
  if (!start) return;
  const seen = !fresh || visible(start.name);
  if (names.length === 0 ? seen : seen && names.some(visible)) return;
  const away = (name: string) => {
    const hex = hexes.peek().get(name);
    return hex ? Math.hypot(hex.x - start.x, hex.y - start.y) : Infinity;
  };
  const nearest = [...names].sort((a, b) => away(a) - away(b))[0];
  if (nearest) frame([start.name, nearest]);
  else reveal(start.name);
}

onStep((state, events, first) => {
  // A ready-made set-up comes after the first look at the board.
  if (state.turn.phase === "setup" && state.pending.kind === "choice") blind = false;
  if (blind && state.turn.phase !== "setup") return lookAt();
  const hex = state.last?.hex ?? null;
  // A player who looks around himself is not pulled away.
  if (first || performance.now() - touchedAt < 1500) return;
  const places = new Map([...state.units, ...(state.vehicles ?? [])].map((one) => [one.id, one.hex]));
  const able = (state.menu?.entries ?? []).flatMap((entry) => (entry.unit && places.get(entry.unit)) || []);
  // Whoever is asked sees what happened and somebody who can answer it.
  if (able.length > 0 && !able.some(visible)) frame(hex ? [hex, ...able] : able);
  else if (hex && events.length > 0) reveal(hex);
});

let placed: string | null = null;
effect(() => {
  const game = hello.value?.game ?? null;
  const { width, height } = size.value;
  if (game === null || shown.value === null || width === 0 || height === 0) {
    placed = null;
    return;
  }
  if (placed === game) {
    if (fitted) fit();
    else view.value = clamp(view.peek());
    return;
  }
  placed = game;
  const old = views.peek()[game];
  if (old && !old.fitted) view.value = clamp(old);
  else if (old) fit();
  else if (fitScale() >= READABLE) fit();
  else lookAt();
});

/** A large map opens at a scale where counters can be read, over the player's own units. */
function lookAt(): void {
  fitted = false;
  const you = hello.peek()?.you;
  const here = [...(shown.peek()?.units ?? []), ...(shown.peek()?.vehicles ?? [])].flatMap((unit) => {
    const hex = unit.side === you || you === "both" || you === "watch" ? hexes.peek().get(unit.hex ?? "") : undefined;
    return hex ? [hex] : [];
  });
  blind = here.length === 0;
  const mean = (pick: (hex: { x: number; y: number }) => number, other: number) =>
    here.length > 0 ? here.reduce((sum, hex) => sum + pick(hex), 0) / here.length : other;
  const { width, height } = size.peek();
  const x = mean((hex) => hex.x, extent.peek().width / 2);
  const y = mean((hex) => hex.y, extent.peek().height / 2);
  view.value = clamp({ k: READABLE, x: width / 2 - x * READABLE, y: height / 2 - y * READABLE }, 6);
  moved();
}
