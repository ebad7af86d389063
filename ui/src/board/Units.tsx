/** Every stack on the board, with what glows and what is chosen. */

import { computed, signal } from "@preact/signals";
import { memo } from "preact/compat";
import type { UnitDoc, WeaponDoc } from "../protocol";
import { aimedVehicle, offers, selectedUnits, selectedWeapons, targets } from "../state/choose";
import { asksToEnd } from "../state/ending";
import { bodies, hello, hexes, position } from "../state/game";
import { orders } from "../state/orders";
import { movers } from "../state/plan";
import { size, view } from "../state/viewport";
import { click } from "./act";
import { Counter } from "./Counter";
import { carried } from "./gestures";
import { gunName } from "./GunFace";
import { fan, PIECE_H, PIECE_W, same, stacks, STRIP_H, TILE_H, TILE_W, type Fan, type Placed, type PlacedPiece, type Stack, type Strip } from "./layout";
import type { Piece } from "./pieces";
import { spoken } from "./UnitFace";
import { vehicleName } from "./VehicleFace";
import { weaponName } from "./WeaponTile";

let before = new Map<string, Stack>();
export const laid = computed(() =>
  position.value && hello.value ? stacks(position.value, hexes.value, selectedUnits.value, before, hello.value.map.hex) : [],
);
export const byHex = computed(() => (before = new Map(laid.value.map((stack) => [stack.hex.name, stack]))));

/** The hex whose stack is fanned out. */
export const fanned = signal<string | null>(null);

export const openFan = computed<Fan | null>(() => {
  const name = fanned.value;
  const stack = name ? byHex.value.get(name) : undefined;
  const map = hello.value?.map;
  // Close Combat is assigned by dragging inside the stack; elsewhere a carried unit wants the map free.
  if (!stack || !map || (carried.value && position.value?.turn.phase !== "CCPh")) return null;
  const scale = Math.min(2.2, Math.max(1.05, 1.05 / view.value.k));
  const { x, y, k } = view.value;
  const { width, height } = size.value;
  return fan(stack, scale, {
    left: Math.max(0, -x / k), top: Math.max(0, -y / k), right: Math.min(map.width, (width - x) / k), low: Math.min(map.height, (height - y) / k),
  });
});

function press(event: KeyboardEvent, act: () => void): void {
  // While it is asked whether to end the phase all the same Enter answers that, wherever the focus is.
  if (event.key !== "Enter" || asksToEnd.value) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function Ring({ kind, w, h }: { kind: string; w: number; h: number }) {
  const box = { x: -2.5, y: -2.5, width: w + 5, height: h + 5, rx: 8 };
  return (
    <>
      {/* What is chosen is told by a dark edge too, not by its colour alone. */}
      {kind === "on" && <rect class="ring edge" {...box} />}
      <rect class={`ring ${kind}`} {...box} />
    </>
  );
}

interface TileProps {
  unit: UnitDoc;
  x: number;
  y: number;
  scale: number;
  ring: string;
  watched: boolean;
  flat: boolean;
  /** What a screen reader says of it. */
  words: string;
}

/** Drawn again only when the unit or its own standing in the menu changes. */
const UnitTile = memo(function UnitTile({ unit, x, y, scale, ring, watched, flat, words }: TileProps) {
  return (
    <g
      class={`unit ${ring}`}
      data-unit={unit.id}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`}
      role="button"
      tabindex={flat || ring !== "" ? 0 : -1}
      aria-label={words}
      aria-pressed={ring === "on"}
      onKeyDown={(event: KeyboardEvent) => press(event, () => void click({ unit: unit.id, ...(unit.hex ? { hex: unit.hex } : {}) }))}
    >
      {ring !== "" && <Ring kind={ring} w={TILE_W} h={TILE_H} />}
      {watched && <Ring kind="watched" w={TILE_W} h={TILE_H} />}
      <Counter counter={unit} />
    </g>
  );
});

interface StripProps {
  weapon: WeaponDoc;
  x: number;
  y: number;
  w: number;
  scale: number;
  ring: string;
}

const WeaponStrip = memo(function WeaponStrip({ weapon, x, y, w, scale, ring }: StripProps) {
  return (
    <g
      class={`strip ${ring}`}
      data-weapon={weapon.id}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`}
      role="button"
      tabindex={ring !== "" ? 0 : -1}
      aria-label={weaponName(weapon)}
      aria-pressed={ring === "on"}
      onKeyDown={(event: KeyboardEvent) => press(event, () => void click({ weapon: weapon.id }))}
    >
      {ring !== "" && <Ring kind={ring} w={w} h={STRIP_H} />}
      <Counter counter={weapon} w={w} />
    </g>
  );
});

interface PieceProps {
  piece: Piece;
  turn: number | null;
  x: number;
  y: number;
  scale: number;
  ring: string;
}

/** A Gun, which may be chosen as any weapon, or a vehicle, which may be as any unit. */
const PieceTile = memo(function PieceTile({ piece, turn, x, y, scale, ring }: PieceProps) {
  const gun = piece.counter === "weapon";
  return (
    <g
      class={`piece ${ring}`}
      {...(gun ? { "data-weapon": piece.id } : { "data-unit": piece.id, "data-vehicle": piece.id })}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`}
      role="button"
      tabindex={ring !== "" ? 0 : -1}
      aria-label={gun ? gunName(piece) : vehicleName(piece)}
      aria-pressed={ring === "on"}
      onKeyDown={(event: KeyboardEvent) => press(event, () => void click(gun ? { weapon: piece.id } : { unit: piece.id, vehicle: piece.id, ...(piece.hex ? { hex: piece.hex } : {}) }))}
    >
      {ring !== "" && <Ring kind={ring} w={PIECE_W} h={PIECE_H} />}
      <Counter counter={piece} turn={turn} />
    </g>
  );
});

/** How each tile stands in the menu: chosen or under way, on offer, or neither. */
const rings = computed(() => {
  const found = new Map<string, string>();
  for (const [id, entry] of offers.value.units) found.set(id, targets(entry) ? "aim" : "glow");
  for (const id of movers.value) found.set(id, "on");
  for (const id of selectedUnits.value) found.set(id, "on");
  if (aimedVehicle.value) found.set(aimedVehicle.value, "aim");
  return found;
});

const weaponRings = computed(() => {
  const found = new Map<string, string>();
  for (const id of offers.value.weapons.keys()) found.set(id, "glow");
  for (const id of selectedWeapons.value) found.set(id, "on");
  return found;
});

/** What the drawing of tiles depends on beside the tiles themselves. */
interface Standing {
  lit: Map<string, string>;
  arms: Map<string, string>;
  watched: string[];
}

const standing = computed<Standing>(() => ({ lit: rings.value, arms: weaponRings.value, watched: [...orders.value.units, ...orders.value.givers] }));

/** A unit of a stack, as it is said. */
function say(unit: UnitDoc, weapons: WeaponDoc[]): string {
  return spoken(unit, hexes.peek().get(unit.hex ?? "")?.terrain ?? "", weapons.filter((weapon) => weapon.holder === unit.id));
}

/** Counters that lie beneath those drawn: nothing to see, but all there for a screen reader. */
function Buried({ stack }: { stack: Stack }) {
  const drawn = new Set(stack.tiles.map((tile) => tile.unit.id));
  return (
    <>
      {stack.units.filter((unit) => !drawn.has(unit.id)).map((unit) => (
        <g key={unit.id} class="buried" role="img" aria-label={say(unit, stack.weapons)}>
          <rect x={stack.hex.x} y={stack.hex.y} width={1} height={1} />
        </g>
      ))}
    </>
  );
}

interface TilesProps {
  tiles: Placed[];
  placed: PlacedPiece[];
  strips: Strip[];
  weapons: WeaponDoc[];
  flat: boolean;
  now: Standing;
}

function Tiles({ tiles, placed, strips, weapons, flat, now }: TilesProps) {
  return (
    <>
      {placed.map(({ piece, turn, x, y, scale }) => (
        <PieceTile key={`${piece.counter}${piece.id}`} piece={piece} turn={turn} x={x} y={y} scale={scale} ring={ringOf(piece, now)} />
      ))}
      {tiles.map(({ unit, x, y, scale }) => (
        <UnitTile key={unit.id} unit={unit} x={x} y={y} scale={scale} ring={now.lit.get(unit.id) ?? ""} watched={now.watched.includes(unit.id)} flat={flat} words={say(unit, weapons)} />
      ))}
      {strips.map(({ weapon, x, y, w, scale }) => (
        <WeaponStrip key={weapon.id} weapon={weapon} x={x} y={y} w={w} scale={scale} ring={now.arms.get(weapon.id) ?? ""} />
      ))}
    </>
  );
}

/** How a Gun stands in the menu, as a weapon, or a vehicle, as who acts. */
function ringOf(piece: Piece, now: Standing): string {
  return (piece.counter === "weapon" ? now.arms : now.lit).get(piece.id) ?? "";
}

/** How a stack's units and weapons stand in the menu, as one comparable word. */
function word(stack: Stack, now: Standing): string {
  let found = "";
  for (const { unit } of stack.tiles) found += `${now.lit.get(unit.id) ?? ""}${now.watched.includes(unit.id) ? "!" : ""},`;
  for (const { weapon } of stack.strips) found += `${now.arms.get(weapon.id) ?? ""};`;
  for (const { piece } of stack.placed) found += `${ringOf(piece, now)};`;
  return found;
}

interface StackProps {
  stack: Stack;
  now: Standing;
  /** `word` of the stack: only a change of it or of the stack is drawn. */
  word: string;
}

const StackTiles = memo(function StackTiles({ stack, now }: StackProps) {
  return (
    <g class="stack">
      <Buried stack={stack} />
      <Tiles tiles={stack.tiles} placed={stack.placed} strips={stack.strips} weapons={stack.weapons} flat={false} now={now} />
      {stack.hidden > 0 && (
        <g class="count" transform={`translate(${stack.hex.x + 26} ${stack.hex.y - 24})`}>
          <circle r={8} />
          <text y={3.6}>{stack.units.length}</text>
        </g>
      )}
    </g>
  );
}, (old, next) => old.stack === next.stack && old.word === next.word);

interface RowProps {
  stacks: Stack[];
  now: Standing;
  words: string[];
}

/** The stacks of one height on the map: most rows are left alone by a change, and not even looked through. */
const Row = memo(
  function Row({ stacks, now, words }: RowProps) {
    return <>{stacks.map((stack, n) => <StackTiles key={stack.hex.name} stack={stack} now={now} word={words[n] ?? ""} />)}</>;
  },
  (old, next) => same(old.stacks, next.stacks) && same(old.words, next.words),
);

/** The stacks as they lie, farthest first, by their height on the map. */
const rows = computed(() => {
  const found = new Map<number, Stack[]>();
  for (const stack of laid.value) {
    const row = found.get(stack.hex.y);
    if (row) row.push(stack);
    else found.set(stack.hex.y, [stack]);
  }
  return [...found];
});

export function Units() {
  const now = standing.value;
  return (
    <g class="units">
      {rows.value.map(([y, row]) => <Row key={y} stacks={row} now={now} words={row.map((stack) => word(stack, now))} />)}
    </g>
  );
}

export function FanOut() {
  const open = openFan.value;
  if (!open) return null;
  return (
    <g class="fan">
      <rect x={open.x} y={open.y} width={open.w} height={open.h} rx={8 * open.scale} />
      <Tiles tiles={open.tiles} placed={open.placed} strips={open.strips} weapons={byHex.value.get(open.hex)?.weapons ?? []} flat now={standing.value} />
    </g>
  );
}

/** The unit or weapon under the pointer while it is dragged. */
export function Carried() {
  const drag = carried.value;
  const weapon = drag?.weapon ? position.value?.weapons.find((one) => one.id === drag.weapon) : undefined;
  if (drag && weapon) {
    return (
      <g class="carried" transform={`translate(${drag.x - TILE_W / 2} ${drag.y - STRIP_H / 2})`}><Counter counter={weapon} w={TILE_W} /></g>
    );
  }
  const unit = drag ? bodies.value.get(drag.unit ?? "") : undefined;
  if (!drag || !unit) return null;
  if (unit.counter === "vehicle") {
    return <g class="carried" transform={`translate(${drag.x - PIECE_W / 2} ${drag.y - PIECE_H / 2})`}><Counter counter={unit} /></g>;
  }
  const held: WeaponDoc[] = position.value?.weapons.filter((weapon) => weapon.holder === unit.id) ?? [];
  return (
    <g class="carried" transform={`translate(${drag.x - TILE_W / 2} ${drag.y - TILE_H / 2})`}>
      <Counter counter={unit} />
      {held.map((weapon, index) => (
        <g key={weapon.id} transform={`translate(0 ${TILE_H + 1 + index * (STRIP_H + 1)})`}><Counter counter={weapon} w={TILE_W} /></g>
      ))}
    </g>
  );
}
