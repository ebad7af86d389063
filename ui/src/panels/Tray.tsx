/** Units that are not on the board but may be chosen: set-up and entry. They are dragged or clicked from here. */

import { find, follow, fork, menu, selectedUnits, selectedWeapons, settled, trail, type Mark } from "../state/choose";
import { looking, position, units, vehicles, weapons } from "../state/game";
import { carried } from "../board/gestures";
import { click } from "../board/act";
import { PIECE_H, PIECE_W } from "../board/layout";
import { unitName } from "../board/UnitFace";
import { vehicleName } from "../board/VehicleFace";
import { Counter } from "../board/Counter";
import { weaponName } from "../board/WeaponTile";
import { hexAt, toMap } from "../state/viewport";
import { MiniCounter } from "./SidesPanel";
import { menus } from "../state/choose";

const SLACK = 5;

/** Drags a counter from the tray to a lit hex, or a weapon to who is to have it; without a drag it is a click. */
function grab(event: PointerEvent, mark: Mark): void {
  const board = document.querySelector(".board");
  if (!board || event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  const target = event.currentTarget as HTMLElement;
  target.setPointerCapture(event.pointerId);
  const onMap = (at: PointerEvent) => {
    const box = board.getBoundingClientRect();
    return toMap(at.clientX - box.left, at.clientY - box.top);
  };
  const off = new AbortController();
  target.addEventListener("pointermove", (at: PointerEvent) => {
    if (!carried.value && Math.hypot(at.clientX - start.x, at.clientY - start.y) < SLACK) return;
    const found = find(mark);
    const chosen = selectedUnits.value.has(mark.unit ?? "") || selectedWeapons.value.has(mark.weapon ?? "");
    if (!carried.value && found && !chosen) void follow(found.entry, found.level);
    carried.value = { ...mark, ...onMap(at) };
  }, { signal: off.signal });
  target.addEventListener("pointerup", (at: PointerEvent) => {
    off.abort();
    const dragged = carried.value !== null;
    carried.value = null;
    const map = onMap(at);
    const hex = dragged ? hexAt(map.x, map.y) : null;
    if (hex) void (mark.weapon ? hand(hex) : click({ hex }));
    else if (!dragged) void click(mark);
  }, { signal: off.signal });
  target.addEventListener("pointercancel", () => {
    off.abort();
    carried.value = null;
  }, { signal: off.signal });
}

/** Gives the weapon that was dropped in a hex to the one unit there that may have it, or asks to which. */
async function hand(hex: string): Promise<void> {
  const takers = () => (trail.value.length === 0 ? [] : (menu.value?.entries ?? []).filter((entry) => entry.unit && units.value.get(entry.unit)?.hex === hex));
  await settled();
  const [only, ...more] = takers();
  if (only && more.length === 0) await follow(only);
  else if (only) fork.value = { hex, entries: [only, ...more].map((entry) => ({ entry, level: trail.value.length })) };
}

export function Tray() {
  const state = position.value;
  if (!state || looking.value) return null;
  const chosen = new Set((menus.value[0]?.entries ?? []).flatMap((entry) => entry.unit ?? []));
  const groups = state.offboard.filter(
    (group) => (group.status === "unplaced" || group.status === "reinforcement") && [...group.units, ...(group.vehicles ?? [])].some((id) => chosen.has(id)),
  );
  const ids = groups.flatMap((group) => group.units).filter((id) => units.value.has(id) && !units.value.get(id)?.hex);
  const arms = (menus.value[0]?.entries ?? [])
    .flatMap((entry) => (entry.weapon && !entry.leaf ? (weapons.value.get(entry.weapon) ?? []) : []))
    .filter((weapon) => weapon.hex === null && weapon.holder === null);
  // One "?" is like another: the first stands for all that are left.
  const marks = ids.filter((id) => units.value.get(id)?.kind === "dummy");
  const shownIds = ids.filter((id) => marks.indexOf(id) <= 0);
  const driven = groups.flatMap((group) => group.vehicles ?? []).flatMap((id) => vehicles.value.get(id) ?? []).filter((one) => !one.hex);
  if (ids.length + arms.length + driven.length === 0) return null;
  return (
    <div class="tray" role="group" aria-label="Units to place">
      {shownIds.map((id) => {
        const unit = units.value.get(id);
        if (!unit) return null;
        const held = [...weapons.value.values()].filter((weapon) => weapon.holder === id).map((weapon) => weapon.name);
        return (
          <button
            key={id}
            data-unit={id}
            class={`tray-unit${selectedUnits.value.has(id) ? " chosen" : ""}`}
            aria-label={unitName(unit)}
            aria-pressed={selectedUnits.value.has(id)}
            onPointerDown={(event: PointerEvent) => grab(event, { unit: id })}
            onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && void click({ unit: id })}
          >
            <MiniCounter unit={unit} scale={0.9} />
            <span>{id === marks[0] ? `${marks.length} × ?` : unit.hidden ? "hidden" : held.join(" ")}</span>
          </button>
        );
      })}
      {driven.map((one) => (
        <button
          key={one.id}
          data-unit={one.id}
          class={`tray-unit${selectedUnits.value.has(one.id) ? " chosen" : ""}`}
          aria-label={vehicleName(one)}
          aria-pressed={selectedUnits.value.has(one.id)}
          onPointerDown={(event: PointerEvent) => grab(event, { unit: one.id })}
          onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && void click({ unit: one.id, vehicle: one.id })}
        >
          <svg class="mini" width={(PIECE_W + 4) * 0.9} height={(PIECE_H + 4) * 0.9} viewBox={`-2 -2 ${PIECE_W + 4} ${PIECE_H + 4}`}><Counter counter={one} /></svg>
        </button>
      ))}
      {arms.map((weapon) => (
        <button
          key={weapon.id}
          class={`tray-unit${selectedWeapons.value.has(weapon.id) ? " chosen" : ""}`}
          aria-label={weaponName(weapon)}
          aria-pressed={selectedWeapons.value.has(weapon.id)}
          onPointerDown={(event: PointerEvent) => grab(event, { weapon: weapon.id })}
          onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && void click({ weapon: weapon.id })}
        >
          <svg class="mini" width={52} height={18} viewBox="-2 -2 52 17"><Counter counter={weapon} w={48} /></svg>
          <span>give it to …</span>
        </button>
      ))}
    </div>
  );
}
