/**
 * Small figures that tell what kind of unit a tile is, each one path: every transformed element on the board costs
 * time in each frame, and there are hundreds of counters.
 */

import type { UnitDoc } from "../protocol";

type Pen = (x: number, y: number, k: number) => string;

const n = (value: number) => value.toFixed(2);

function figure(x: number, y: number, k: number): string {
  const head = 2.1 * k;
  const body = 3.2 * k;
  return `M${n(x - head)} ${n(y - 5.2 * k)}a${n(head)} ${n(head)} 0 1 0 ${n(2 * head)} 0a${n(head)} ${n(head)} 0 1 0 ${n(-2 * head)} 0z` +
    `M${n(x - body)} ${n(y + 4.6 * k)}v${n(-4.6 * k)}a${n(body)} ${n(body)} 0 0 1 ${n(2 * body)} 0v${n(4.6 * k)}z`;
}

function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const radius = at % 2 === 0 ? r : r * 0.42;
    const angle = (Math.PI / 5) * at - Math.PI / 2;
    return `${n(x + radius * Math.cos(angle))} ${n(y + radius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}z`;
}

/** A machine gun on its tripod. */
function gun(x: number, y: number, k: number): string {
  const l = (dx: number, dy: number) => `l${n(dx * k)} ${n(dy * k)}`;
  return `M${n(x - 3 * k)} ${n(y + 1.6 * k)}${l(12, 0)}${l(0, 1.7)}${l(-12, 0)}z` +
    `M${n(x + k)} ${n(y + 3 * k)}${l(-3, 4)}${l(1.6, 0)}${l(2.6, -3.4)}${l(2.6, 3.4)}${l(1.6, 0)}${l(-3, -4)}z` +
    `M${n(x - 2 * k)} ${n(y - 1.2 * k)}${l(5, 0)}${l(0, 3.4)}${l(-5, 0)}z`;
}

/** Kinds whose counter shows a figure; a "?" shows none. */
type Shown = Exclude<UnitDoc["kind"], "unknown" | "dummy">;

const PENS: Record<Shown, Pen> = {
  squad: (x, y, k) => figure(x - 8 * k, y + k, 0.92 * k) + figure(x + 8 * k, y + k, 0.92 * k) + figure(x, y + 1.6 * k, 1.08 * k),
  half_squad: (x, y, k) => figure(x - 4.6 * k, y + k, k) + figure(x + 4.6 * k, y + k, k),
  crew: (x, y, k) => figure(x - 7 * k, y + 1.2 * k, 0.95 * k) + gun(x, y, k),
  hero: (x, y, k) => figure(x - 1, y + k, 1.2 * k),
  leader: (x, y, k) => figure(x - 5 * k, y + k, 1.08 * k) + star(x + 6.5 * k, y - 0.5 * k, 5 * k),
};

const drawn = new Map<string, string>();

/** Drawn about a point, some 28 wide and 14 high at scale 1. */
export function Pictogram({ kind, color, x, y, k = 1, opacity }: { kind: UnitDoc["kind"]; color: string; x: number; y: number; k?: number; opacity?: number }) {
  const key = `${kind} ${x} ${y} ${k}`;
  let path = drawn.get(key);
  if (path === undefined) drawn.set(key, (path = PENS[kind as Shown]?.(x, y, k) ?? ""));
  return <path d={path} fill={color} fill-opacity={opacity} />;
}
