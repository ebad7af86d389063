/** Every stack on the board, with what glows and what is chosen. */

import { computed } from "@preact/signals";
import type { UnitDoc, WeaponDoc } from "../protocol";
import { find, offers, selectedUnits, selectedWeapons } from "../state/choose";
import { hello, hexes, position } from "../state/game";
import { orders } from "../state/orders";
import { movers } from "../state/plan";
import { view } from "../state/viewport";
import { click } from "./act";
import { Counter, unitName } from "./Counter";
import { carried, hoverHit } from "./gestures";
import { fan, stacks, STRIP_H, TILE_H, TILE_W, type Fan, type Placed, type Strip } from "./layout";
import { signal } from "@preact/signals";
import { WeaponTile, weaponName } from "./WeaponTile";

export const laid = computed(() => (position.value ? stacks(position.value, hexes.value) : []));
export const byHex = computed(() => new Map(laid.value.map((stack) => [stack.hex.name, stack])));

/** The hex whose stack is fanned out. */
export const fanned = signal<string | null>(null);

export const openFan = computed<Fan | null>(() => {
  const name = fanned.value;
  const stack = name ? byHex.value.get(name) : undefined;
  const map = hello.value?.map;
  if (!stack || !map || carried.value) return null;
  const scale = Math.min(2.2, Math.max(1.05, 1.05 / view.value.k));
  return fan(stack, scale, map);
});

function press(event: KeyboardEvent, act: () => void): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function Ring({ kind, w, h }: { kind: string; w: number; h: number }) {
  return <rect class={`ring ${kind}`} x={-2.5} y={-2.5} width={w + 5} height={h + 5} rx={8} />;
}

function UnitTile({ tile, flat }: { tile: Placed; flat: boolean }) {
  const { unit, x, y, scale } = tile;
  const chosen = selectedUnits.value.has(unit.id);
  const offered = offers.value.units.get(unit.id);
  const moving = movers.value.includes(unit.id);
  const hovered = hoverHit.value?.unit === unit.id;
  const watched = orders.value.units.includes(unit.id);
  return (
    <g
      class={`unit${chosen ? " chosen" : ""}${offered ? " offered" : ""}${hovered ? " hovered" : ""}`}
      data-unit={unit.id}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`}
      role="button"
      tabIndex={flat || offered || chosen ? 0 : -1}
      aria-label={unitName(unit)}
      aria-pressed={chosen}
      onKeyDown={(event: KeyboardEvent) => press(event, () => void click({ unit: unit.id, ...(unit.hex ? { hex: unit.hex } : {}) }))}
    >
      {chosen || moving ? <Ring kind="on" w={TILE_W} h={TILE_H} /> : offered ? <Ring kind="glow" w={TILE_W} h={TILE_H} /> : null}
      {watched && <Ring kind="watched" w={TILE_W} h={TILE_H} />}
      <Counter unit={unit} />
    </g>
  );
}

function WeaponStrip({ strip }: { strip: Strip }) {
  const { weapon, x, y, w, scale } = strip;
  const chosen = selectedWeapons.value.has(weapon.id);
  const offered = offers.value.weapons.has(weapon.id);
  return (
    <g
      class={`strip${offered ? " offered" : ""}`}
      data-weapon={weapon.id}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`}
      role="button"
      tabIndex={offered || chosen ? 0 : -1}
      aria-label={weaponName(weapon)}
      aria-pressed={chosen}
      onKeyDown={(event: KeyboardEvent) => press(event, () => void click({ weapon: weapon.id }))}
    >
      {chosen ? <Ring kind="on" w={w} h={STRIP_H} /> : offered ? <Ring kind="glow" w={w} h={STRIP_H} /> : null}
      <WeaponTile weapon={weapon} w={w} />
    </g>
  );
}

export function Units() {
  return (
    <g class="units">
      {laid.value.map((stack) => (
        <g key={stack.hex.name} class="stack">
          {stack.tiles.map((tile) => <UnitTile key={tile.unit.id} tile={tile} flat={false} />)}
          {stack.strips.map((strip) => <WeaponStrip key={strip.weapon.id} strip={strip} />)}
          {stack.hidden > 0 && (
            <g class="count" transform={`translate(${stack.hex.x + 26} ${stack.hex.y - 24})`}>
              <circle r={8} />
              <text y={3.6}>{stack.units.length}</text>
            </g>
          )}
        </g>
      ))}
    </g>
  );
}

export function FanOut() {
  const open = openFan.value;
  if (!open) return null;
  return (
    <g class="fan">
      <rect x={open.x} y={open.y} width={open.w} height={open.h} rx={8 * open.scale} />
      {open.tiles.map((tile) => <UnitTile key={tile.unit.id} tile={tile} flat />)}
      {open.strips.map((strip) => <WeaponStrip key={strip.weapon.id} strip={strip} />)}
    </g>
  );
}

/** The unit under the pointer while it is dragged. */
export function Carried() {
  const drag = carried.value;
  const unit: UnitDoc | undefined = drag ? position.value?.units.find((one) => one.id === drag.unit) : undefined;
  if (!drag || !unit) return null;
  const held: WeaponDoc[] = position.value?.weapons.filter((weapon) => weapon.holder === unit.id) ?? [];
  return (
    <g class="carried" transform={`translate(${drag.x - TILE_W / 2} ${drag.y - TILE_H / 2})`}>
      <Counter unit={unit} />
      {held.map((weapon, index) => (
        <g key={weapon.id} transform={`translate(0 ${TILE_H + 1 + index * (STRIP_H + 1)})`}><WeaponTile weapon={weapon} w={TILE_W} /></g>
      ))}
    </g>
  );
}

/** True when something in the hex may be chosen in the present menu. */
export function anythingIn(hex: string): boolean {
  const stack = byHex.value.get(hex);
  return stack?.units.some((unit) => find({ unit: unit.id }) !== null) ?? false;
}
