/** Where every tile lies: stacks in their hexes, and the fan of a stack that is looked into. */

import type { MapHex, StateDoc, UnitDoc, WeaponDoc } from "../protocol";
import { along, between, type Shape } from "./hexside";
import { isGun, type Piece } from "./pieces";

export const TILE_W = 48;
export const TILE_H = 42;
export const STRIP_H = 13;
/** Guns and vehicles, which are turned and told by more numbers, have larger tiles. */
export const PIECE_W = 58;
export const PIECE_H = 54;
const SHIFT_X = 4;
const SHIFT_Y = -5;
const SHOWN = 3;

export interface Placed {
  unit: UnitDoc;
  x: number;
  y: number;
  scale: number;
}

export interface PlacedPiece {
  piece: Piece;
  x: number;
  y: number;
  scale: number;
  /** Degrees from the top where its front does not point along a hexspine. */
  turn: number | null;
}

export interface Strip {
  weapon: WeaponDoc;
  x: number;
  y: number;
  w: number;
  scale: number;
}

export interface Stack {
  hex: MapHex;
  units: UnitDoc[];
  /** Those that are carried, or lie there; Guns are among the pieces. */
  weapons: WeaponDoc[];
  pieces: Piece[];
  /** Tiles drawn, lowest first. */
  tiles: Placed[];
  placed: PlacedPiece[];
  strips: Strip[];
  /** Units in the hex beyond those drawn. */
  hidden: number;
  /** What lies apart: a pile for each side on each level, each Gun, each vehicle. */
  piles: number;
}

/** Heights of the levels of one hex, from below. */
export function height(level: string | undefined): number {
  return level === "U" ? -1 : level === "B" ? 0.5 : Number(level ?? 0);
}

/** Units that lie in one pile: of one side, on one level, along the same hexsides; the lowest first. */
function byPlace(list: UnitDoc[]): UnitDoc[][] {
  const piles = new Map<string, UnitDoc[]>();
  for (const one of list) {
    const key = `${one.side} ${one.level ?? ""} ${one.bypass?.join() ?? ""}`;
    piles.set(key, [...(piles.get(key) ?? []), one]);
  }
  return [...piles.values()].sort((a, b) => height(a[0]?.level) - height(b[0]?.level));
}

/** Where the piles of one hex lie about its centre, the lowest first, and how large they are drawn. */
const PLACES: Record<number, { scale: number; at: [number, number][] }> = {
  2: { scale: 0.78, at: [[-15, 12], [15, -6]] },
  3: { scale: 0.62, at: [[-20, 16], [17, 7], [-12, -15]] },
  4: { scale: 0.56, at: [[-19, 17], [17, 17], [-17, -13], [19, -13]] },
};

/** A Gun and its crew, a vehicle and who is beside it: neither covers the other. */
const PAIR: (typeof PLACES)[number] = { scale: 0.7, at: [[-13, 13], [17, -14]] };

export function same<T>(one: T[], other: T[]): boolean {
  return one.length === other.length && one.every((item, n) => item === other[n]);
}

/**
 * Groups the units and weapons on the board by hex; what is chosen lies on top while it is. A stack in which nothing
 * changed is the very one of `before`, so that it need not be drawn again.
 */
export function stacks(state: StateDoc, hexes: Map<string, MapHex>, raised: Set<string>, before: Map<string, Stack>, shape: Shape): Stack[] {
  const units = new Map<string, UnitDoc[]>();
  for (const unit of state.units) if (unit.hex) units.set(unit.hex, [...(units.get(unit.hex) ?? []), unit]);
  const weapons = new Map<string, WeaponDoc[]>();
  const pieces = new Map<string, Piece[]>();
  const where = new Map(state.units.map((unit) => [unit.id, unit.hex]));
  const aboard = new Set((state.vehicles ?? []).map((vehicle) => vehicle.id));
  for (const weapon of state.weapons) {
    // What a vehicle is armed with stands on its own counter.
    if (weapon.holder && aboard.has(weapon.holder)) continue;
    if (isGun(weapon)) {
      if (weapon.hex) pieces.set(weapon.hex, [...(pieces.get(weapon.hex) ?? []), weapon]);
      continue;
    }
    const hex = weapon.holder ? (where.get(weapon.holder) ?? weapon.hex) : weapon.hex;
    if (hex) weapons.set(hex, [...(weapons.get(hex) ?? []), weapon]);
  }
  for (const vehicle of state.vehicles ?? []) if (vehicle.hex) pieces.set(vehicle.hex, [...(pieces.get(vehicle.hex) ?? []), vehicle]);
  const result: Stack[] = [];
  for (const name of new Set([...units.keys(), ...weapons.keys(), ...pieces.keys()])) {
    const hex = hexes.get(name);
    if (!hex) continue;
    const here = (units.get(name) ?? []).sort(
      (a, b) => Number(raised.has(a.id)) - Number(raised.has(b.id)) || a.stack - b.stack,
    );
    const arms = weapons.get(name) ?? [];
    const beside = pieces.get(name) ?? [];
    const old = before.get(name);
    const kept = old && old.hex === hex && same(old.units, here) && same(old.weapons, arms) && same(old.pieces, beside);
    result.push(kept ? old : stack(hex, here, arms, beside, shape));
  }
  return result.sort((a, b) => a.hex.y - b.hex.y || a.hex.x - b.hex.x);
}

/** The hexside that a unit or a vehicle in Bypass is at: the last one that it has gone along. */
function skirted(one: UnitDoc | Piece): [number, number] | null {
  const [from, to] = (one.counter === "weapon" ? undefined : one.bypass)?.slice(-2) ?? [];
  return from === undefined || to === undefined ? null : [from, to];
}

/** The slots of one hex: what stands in it is shared out about its centre, what is in Bypass lies at its hexside. */
function stack(hex: MapHex, units: UnitDoc[], weapons: WeaponDoc[], pieces: Piece[], shape: Shape): Stack {
  const piles = byPlace(units);
  const made: Stack = { hex, units, weapons, pieces, tiles: [], placed: [], strips: [], hidden: 0, piles: piles.length + pieces.length };
  const skirting = [...units, ...pieces].some((one) => skirted(one) !== null);
  if (made.piles < 2 && !skirting) {
    const [piece] = pieces;
    if (piece) place(made, piece, 0, weapons.length > 0 ? -4 : 1, 1, null);
    else pile(made, units, 0, weapons.length > 0 ? -2 : 3, 1);
    strips(made, weapons, 0, units.length > 0 || piece ? 23 : 6, 1);
    return made;
  }
  const standing = pieces.filter((piece) => skirted(piece) === null);
  const inside = piles.filter((own) => own[0] && skirted(own[0]) === null);
  const slots = standing.length + inside.length;
  const { scale, at } = slots === 2 && standing.length > 0 ? PAIR : PLACES[Math.min(4, Math.max(2, slots))]!;
  const slot = (index: number): [number, number] => (slots === 1 ? [0, 0] : at[index % at.length]!);
  standing.forEach((piece, index) => place(made, piece, ...slot(index), scale, null));
  inside.forEach((own, index) => {
    const [dx, dy] = slot(standing.length + index);
    pile(made, own, dx, dy, scale);
    held(made, own, weapons, dx, dy, scale);
  });
  for (const own of [...piles, ...pieces.map((piece) => [piece])]) {
    const side = own[0] ? skirted(own[0]) : null;
    if (!own[0] || !side) continue;
    const [x, y] = between(hex, shape, ...side, 0.12);
    if (own[0].counter === "unit") {
      pile(made, own as UnitDoc[], x - hex.x, y - hex.y, 0.62);
      held(made, own as UnitDoc[], weapons, x - hex.x, y - hex.y, 0.62);
    } else place(made, own[0], x - hex.x, y - hex.y, 0.62, along(hex, shape, ...side));
  }
  strips(made, weapons.filter((weapon) => !weapon.holder), 0, 22, 0.78);
  return made;
}

function place(made: Stack, piece: Piece, dx: number, dy: number, scale: number, turn: number | null): void {
  made.placed.push({ piece, turn, scale, x: made.hex.x + dx - (PIECE_W * scale) / 2, y: made.hex.y + dy - (PIECE_H * scale) / 2 });
}

/** The weapons of a pile beneath it. */
function held(made: Stack, units: UnitDoc[], weapons: WeaponDoc[], dx: number, dy: number, scale: number): void {
  const ids = new Set(units.map((unit) => unit.id));
  strips(made, weapons.filter((weapon) => weapon.holder && ids.has(weapon.holder)), dx, dy + (TILE_H / 2 + 3) * scale, scale);
}

function pile(made: Stack, units: UnitDoc[], dx: number, dy: number, scale: number): void {
  const drawn = units.slice(-SHOWN);
  made.hidden += units.length - drawn.length;
  const spread = drawn.length - 1;
  drawn.forEach((unit, index) => {
    made.tiles.push({
      unit,
      scale,
      x: made.hex.x + dx + (index - spread / 2) * SHIFT_X * scale - (TILE_W * scale) / 2,
      y: made.hex.y + dy + (index - spread / 2) * SHIFT_Y * scale - (TILE_H * scale) / 2,
    });
  });
}

function strips(made: Stack, weapons: WeaponDoc[], dx: number, dy: number, scale: number): void {
  const drawn = weapons.slice(0, 3);
  const w = (TILE_W + 4) / Math.max(1, drawn.length);
  drawn.forEach((weapon, index) => {
    made.strips.push({
      weapon,
      scale,
      w: w - 1,
      x: made.hex.x + dx - ((TILE_W + 4) * scale) / 2 + index * w * scale,
      y: made.hex.y + dy - (STRIP_H * scale) / 2,
    });
  });
}

export interface Fan {
  hex: string;
  x: number;
  y: number;
  w: number;
  h: number;
  scale: number;
  tiles: Placed[];
  placed: PlacedPiece[];
  strips: Strip[];
}

const GAP = 6;
/** Between the rows of a fan in which arrows stand out of the tiles. */
const ARROWS = 14;

/** A part of the map, in its own units. */
export interface Part {
  left: number;
  top: number;
  right: number;
  low: number;
}

/** Lays a stack out flat beside its hex, within the part of the map that is seen, every unit with its weapons beneath it. */
export function fan(from: Stack, scale: number, seen: Part): Fan {
  const held = (unit: string | null) => from.weapons.filter((weapon) => weapon.holder === unit);
  const loose = held(null);
  const cells: (UnitDoc | Piece | null)[] = [...from.units].reverse().sort((a, b) => height(b.level) - height(a.level));
  cells.push(...from.pieces);
  if (loose.length > 0) cells.push(null);
  const columns = Math.min(4, Math.max(1, cells.length));
  const rows = Math.ceil(cells.length / columns);
  const deepest = Math.max(loose.length, ...from.units.map((unit) => held(unit.id).length), 0);
  const room = from.pieces.length > 0 ? ARROWS : GAP;
  const [tileW, tileH] = from.pieces.length > 0 ? [PIECE_W, PIECE_H] : [TILE_W, TILE_H];
  const cellW = tileW + room;
  const cellH = tileH + room + deepest * (STRIP_H + 1) + 4;
  const w = (columns * cellW + room) * scale;
  const h = (rows * cellH + room) * scale;
  // The top unit stays where it was, so that a second click meets it again.
  const top = from.tiles.at(-1);
  const left = top ? top.x - room * scale : from.hex.x - w / 2;
  const above = top ? top.y - (room + 4) * scale : from.hex.y - h / 2;
  const x = Math.min(Math.max(seen.left + 2, left), Math.max(seen.left + 2, seen.right - w - 2));
  const y = Math.min(Math.max(seen.top + 2, above), Math.max(seen.top + 2, seen.low - h - 2));
  const made: Fan = { hex: from.hex.name, x, y, w, h, scale, tiles: [], placed: [], strips: [] };
  cells.forEach((one, index) => {
    const cx = x + (room + (index % columns) * cellW) * scale;
    const cy = y + (room + 4 + Math.floor(index / columns) * cellH) * scale;
    if (one && one.counter !== "unit") {
      made.placed.push({ piece: one, x: cx, y: cy, scale, turn: from.placed.find((own) => own.piece === one)?.turn ?? null });
      return;
    }
    const unit = one;
    if (unit) made.tiles.push({ unit, x: cx, y: cy, scale });
    held(unit?.id ?? null).forEach((weapon, row) => {
      const top = (unit ? TILE_H + 1 : 0) + row * (STRIP_H + 1);
      made.strips.push({ weapon, x: cx, y: cy + top * scale, w: TILE_W, scale });
    });
  });
  return made;
}

export interface Hit {
  /** A unit or a vehicle: what acts is chosen by one row of ids. */
  unit?: string;
  weapon?: string;
  /** The same where it is a vehicle. */
  vehicle?: string;
  hex?: string;
  /** The hexside of the hex at which the point lies, where no counter is. */
  side?: number;
}

function inside(x: number, y: number, left: number, top: number, w: number, h: number): boolean {
  return x >= left && x <= left + w && y >= top && y <= top + h;
}

function hitPiece(placed: PlacedPiece[], x: number, y: number): Hit | null {
  const own = placed.findLast((one) => inside(x, y, one.x, one.y, PIECE_W * one.scale, PIECE_H * one.scale))?.piece;
  if (!own) return null;
  return own.counter === "weapon" ? { weapon: own.id } : { unit: own.id, vehicle: own.id };
}

/** What lies under a point of the map, topmost first. */
export function hitFan(open: Fan, x: number, y: number): Hit | null {
  if (!inside(x, y, open.x, open.y, open.w, open.h)) return null;
  const piece = hitPiece(open.placed, x, y);
  if (piece) return { ...piece, hex: open.hex };
  for (const tile of open.tiles) {
    if (inside(x, y, tile.x, tile.y, TILE_W * tile.scale, TILE_H * tile.scale)) {
      return { unit: tile.unit.id, hex: open.hex };
    }
  }
  for (const strip of open.strips) {
    if (inside(x, y, strip.x, strip.y, strip.w * strip.scale, STRIP_H * strip.scale)) {
      return { weapon: strip.weapon.id, hex: open.hex };
    }
  }
  return { hex: open.hex };
}

export function hitStack(at: Stack, x: number, y: number): Hit {
  for (const strip of at.strips) {
    if (inside(x, y, strip.x, strip.y, strip.w * strip.scale, STRIP_H * strip.scale)) {
      return { weapon: strip.weapon.id, hex: at.hex.name };
    }
  }
  for (const tile of [...at.tiles].reverse()) {
    if (inside(x, y, tile.x, tile.y, TILE_W * tile.scale, TILE_H * tile.scale)) {
      return { unit: tile.unit.id, hex: at.hex.name };
    }
  }
  const piece = hitPiece(at.placed, x, y);
  if (piece) return { ...piece, hex: at.hex.name };
  return { hex: at.hex.name };
}
