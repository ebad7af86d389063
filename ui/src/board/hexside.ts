/** Vertices and hexsides of a hex in map pixels; side 0 is the upper one, the others follow clockwise. */

import type { MapHex } from "../protocol";

/** Columns are `width` apart, the hexes of a column `height`. */
export interface Shape {
  width: number;
  height: number;
}

/** A vertex: 0 at the upper left, the others follow clockwise; side n joins the vertices n and n + 1. */
export function vertex(hex: MapHex, shape: Shape, at: number): [number, number] {
  const near = shape.width / 3;
  const half = shape.height / 2;
  const spots: [number, number][] = [[-near, -half], [near, -half], [2 * near, 0], [near, half], [-near, half], [-2 * near, 0]];
  const [dx, dy] = spots[((at % 6) + 6) % 6]!;
  return [hex.x + dx, hex.y + dy];
}

/** The middle between two vertices, drawn in towards the centre by a share of the way. */
export function between(hex: MapHex, shape: Shape, one: number, other: number, inwards = 0): [number, number] {
  const [ax, ay] = vertex(hex, shape, one);
  const [bx, by] = vertex(hex, shape, other);
  const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
  return [mx + (hex.x - mx) * inwards, my + (hex.y - my) * inwards];
}

/** How near the middle of the hex a click still means the hex itself, as a share of the way to its hexside. */
const INNER = 0.62;

/** The hexside that a point of the hex lies at, null in its middle. */
export function hexsideAt(hex: MapHex, shape: Shape, x: number, y: number): number | null {
  let best: number | null = null;
  let most = INNER;
  for (let side = 0; side < 6; side++) {
    const [mx, my] = between(hex, shape, side, side + 1);
    const [nx, ny] = [mx - hex.x, my - hex.y];
    const share = ((x - hex.x) * nx + (y - hex.y) * ny) / (nx * nx + ny * ny);
    if (share > most) [most, best] = [share, side];
  }
  return best;
}

/** The hexside that the last stretch between two vertices lies on. */
export function lastSide(vertices: number[]): number | null {
  const [one, other] = vertices.slice(-2);
  if (one === undefined || other === undefined) return null;
  return (other - one + 6) % 6 === 1 ? one : other;
}

/** Degrees from the top, clockwise, at which the hexspine to a vertex runs from the centre of its hex. */
export function spine(at: number): number {
  return 60 * at - 30;
}

/** Degrees from the top, clockwise, of the way along a hexside from one vertex to the next. */
export function along(hex: MapHex, shape: Shape, one: number, other: number): number {
  const [ax, ay] = vertex(hex, shape, one);
  const [bx, by] = vertex(hex, shape, other);
  return (Math.atan2(bx - ax, ay - by) * 180) / Math.PI;
}
