/** One line under the board: the hex under the pointer, what lies there, or the LOS verdict. */

import { hoverHit, inspected } from "../board/gestures";
import { badgeWords, coverWords, levelTag } from "../board/badges";
import { gunName } from "../board/GunFace";
import { isGun, type Piece } from "../board/pieces";
import { unitName } from "../board/UnitFace";
import { vehicleName } from "../board/VehicleFace";
import { workName } from "../board/Works";
import { height } from "../board/layout";
import { markerRule, markerText } from "../board/Markers";
import type { MarkerDoc, ReachHex, UnitDoc } from "../protocol";
import { Rule } from "../parts/Rule";
import { PieceCard } from "./PieceCard";
import { offers, ways } from "../state/choose";
import { hello, hexes, position, units } from "../state/game";
import { climb, ends, losFrom, losMode, toggleLos, verdict } from "../state/los";
import { driving, reach } from "../state/plan";
import { mfText } from "../parts/mf";
import { fit, zoomMiddle } from "../state/viewport";

const FINGERS = window.matchMedia("(pointer: coarse)").matches;

/** Up and down at the ends of the thread that have several Locations. */
function Levels() {
  const told = verdict.value;
  if (!told) return null;
  return (
    <>
      {ends(told).map((one, end) => one.names.length > 1 && (
        <span key={end} class="los-level">
          {one.names[one.level]}
          <button class="quiet" aria-label={`${one.hex}: a level up`} disabled={one.level === one.names.length - 1} onClick={() => climb(end ? 1 : 0, 1)}>▲</button>
          <button class="quiet" aria-label={`${one.hex}: a level down`} disabled={one.level === 0} onClick={() => climb(end ? 1 : 0, -1)}>▼</button>
        </span>
      ))}
    </>
  );
}

function LosText() {
  const told = verdict.value;
  if (!told) return <span>{losFrom.value ? "Pull the thread to another hex." : "LOS check: click or drag from one hex to another."}</span>;
  const state = told.blocked ? "LOS blocked" : told.hindrance > 0 ? `LOS clear, Hindrance +${told.hindrance}` : "LOS clear";
  return (
    <span title={told.points.map((one) => `${one.hex}: ${one.text} (${one.rule})`).join("\n")}>
      <b class={told.blocked ? "danger-text" : "good-text"}>{state}</b> · {told.why.replace(` (${told.rule})`, "") || `range ${told.range}`} <Rule number={told.rule} />
      {told.smoke > 0 && <> · SMOKE +{told.smoke} <Rule number="A24.2" /></>}
    </span>
  );
}

/** Who is in a hex, the highest level first. */
function unitsIn(name: string): UnitDoc[] {
  return (position.value?.units.filter((unit) => unit.hex === name) ?? [])
    .sort((a, b) => height(b.level) - height(a.level) || b.stack - a.stack);
}

function markersIn(name: string): MarkerDoc[] {
  return position.value?.markers.filter((marker) => marker.hex === name) ?? [];
}

/** The vehicles and Guns of a hex. */
function cardsIn(name: string): Piece[] {
  const state = position.value;
  return [...(state?.vehicles ?? []), ...(state?.weapons ?? []).filter(isGun)].filter((one) => one.hex === name);
}

function worksIn(name: string): string[] {
  return (position.value?.works ?? []).filter((one) => one.hex === name).map(workName);
}

/** The Guns, vehicles and works of a hex, each in words. */
function piecesIn(name: string): string[] {
  return [...cardsIn(name).map((one) => (one.counter === "weapon" ? gunName(one) : vehicleName(one))), ...worksIn(name)];
}

/** The Gun or vehicle under the pointer. */
function piecePointed(): string {
  const hit = hoverHit.value;
  const gun = hit?.weapon ? position.value?.weapons.filter(isGun).find((one) => one.id === hit.weapon) : undefined;
  const vehicle = hit?.vehicle ? position.value?.vehicles?.find((one) => one.id === hit.vehicle) : undefined;
  return gun ? gunName(gun) : vehicle ? vehicleName(vehicle) : "";
}

function floorName(level: string): string {
  return levelTag(level)?.words ?? "ground";
}

/** "level 2: 4-5-8, LMG; ground: ?" of a hex whose units stand on several levels. */
function whoByLevel(name: string): string {
  const floors = new Map<string, string[]>();
  for (const unit of unitsIn(name)) floors.set(unit.level ?? "", [...(floors.get(unit.level ?? "") ?? []), unit.kind === "unknown" ? "?" : unit.name]);
  return [...floors].map(([level, who]) => `${floorName(level)}: ${who.join(", ")}`).join("; ");
}

/** MF, or MP, to a hex in reach, and to its other levels. */
function farText(far: ReachHex): string {
  const points = driving.value ? "MP" : "MF";
  const here = `${far.level ? `${floorName(far.level)}: ` : ""}${mfText(far.mf)} ${points}, ${mfText(far.left)} left`;
  return [here, ...(far.levels ?? []).map((one) => `${floorName(one.level)}: ${mfText(one.mf)} ${points}`)].join("; ");
}

/** Whose prisoner a unit is, and whom a Guard guards. */
function captivity(unit: UnitDoc): { words: string; rule: string }[] {
  const guard = unit.guard ? units.value.get(unit.guard) : undefined;
  const held = [...units.value.values()].filter((one) => one.guard === unit.id);
  const found = guard ? [{ words: `guarded by ${unitName(guard)}`, rule: "A20.5" }] : [];
  const room = unit.room == null ? "" : unit.room >= 0 ? `; could guard a US# of ${unit.room} more` : `; US# ${-unit.room} more than it can guard`;
  return held.length > 0 ? [...found, { words: `its prisoners: ${held.map(unitName).join(", ")}${room}`, rule: "A20.51" }] : found;
}

/** What its nation makes of a unit: each line ends with its rule. */
function ofItsNation(unit: UnitDoc): { words: string; rule: string }[] {
  return (unit.national ?? []).map((line) => {
    const cut = line.lastIndexOf(" (");
    return { words: line.slice(0, cut), rule: line.slice(cut + 2, -1) };
  });
}

function HexText({ name }: { name: string }) {
  const hex = hexes.value.get(name);
  const entry = offers.value.hexes.get(name);
  const unit = hoverHit.value?.unit ? units.value.get(hoverHit.value.unit) : undefined;
  const far = reach.value.get(name);
  if (!hex) return null;
  const piece = piecePointed();
  const floors = new Set(unitsIn(name).map((one) => one.level ?? ""));
  const marks = markersIn(name);
  return (
    <span class="hex-text">
      <b>{name}</b>
      {entry ? <span class="accent">{entry.note ?? entry.label}</span> : far && <span class="accent">{farText(far)}</span>}
      {unit && <span>{unitName(unit)}</span>}
      {unit && [...unit.badges.map(badgeWords), ...captivity(unit), ...coverWords(unit), ...ofItsNation(unit)].map((one) => <span key={one.words} class="soft">{one.words} <i class="cite">{one.rule}</i></span>)}
      {piece && <span>{piece}</span>}
      {!unit && !piece && piecesIn(name).map((one) => <span key={one}>{one}</span>)}
      {!unit && floors.size > (floors.has("") ? 1 : 0) && <span>{whoByLevel(name)}</span>}
      {!unit && marks.map((one, n) => <span key={one.kind + n}>{markerText(one)} <i class="cite">{markerRule(one)}</i></span>)}
      {!unit && hex.tooltip.map((line) => (
        <span key={line.text}>{line.text.replace(`${name}: `, "")}{line.rule && <i class="cite"> {line.rule}</i>}</span>
      ))}
    </span>
  );
}

export function InfoStrip() {
  const hex = hoverHit.value?.hex;
  return (
    <div class="info-strip">
      <div class={`info-text${losMode.value ? " whole" : ""}`}>
        {losMode.value ? <LosText /> : hex ? <HexText name={hex} /> : <span class="soft">{FINGERS ? "Hold a finger on a hex for its rules. Drag the ground to pan, pinch to zoom." : "Right-click a hex for its rules. Drag the ground to pan, turn the wheel to zoom."}</span>}
      </div>
      {losMode.value && <Levels />}
      {hello.value?.options.free_los !== false && (
        <button class="quiet" aria-pressed={losMode.value} onClick={() => toggleLos()}>LOS <kbd>L</kbd></button>
      )}
      <button class="quiet" aria-label="Zoom out" onClick={() => zoomMiddle(0.8)}>−</button>
      <button class="quiet" aria-label="Zoom in" onClick={() => zoomMiddle(1.25)}>+</button>
      <button class="quiet" onClick={fit}>Fit <kbd>0</kbd></button>
    </div>
  );
}

/** A unit of an inspected hex, what it carries, and what its badges mean. */
function InspectedUnit({ unit }: { unit: UnitDoc }) {
  const held = position.value?.weapons.filter((weapon) => weapon.holder === unit.id) ?? [];
  const told = [...unit.badges.map(badgeWords), ...captivity(unit), ...coverWords(unit), ...ofItsNation(unit)];
  return (
    <li>
      {unitName(unit)}{held.length > 0 && `, with ${held.map((weapon) => weapon.name + (weapon.malfunctioned ? " (jammed)" : "")).join(", ")}`}
      {told.map((one) => <div key={one.words} class="soft small">{one.words} <Rule number={one.rule} /></div>)}
    </li>
  );
}

/** What a right click on a hex tells: its terrain with rule numbers and who is there. */
export function Inspect() {
  const open = inspected.value;
  const hex = open ? hexes.value.get(open.hex) : undefined;
  if (!open || !hex) return null;
  const here = unitsIn(hex.name);
  const floors = [...new Set(here.map((unit) => unit.level ?? ""))];
  const marks = markersIn(hex.name);
  const possible = ways(hex.name);
  const left = Math.max(8, Math.min(open.x + 8, window.innerWidth - 370));
  // It opens to where there is more room, and scrolls within it; the card of a vehicle needs most of the height.
  const high = Math.min(open.y + 8, cardsIn(hex.name).length > 0 ? window.innerHeight * 0.28 - 12 : open.y + 8);
  const below = window.innerHeight - high - 8;
  const place = below >= open.y ? { left, top: high, maxHeight: below } : { left, bottom: window.innerHeight - open.y + 8, maxHeight: open.y - 16 };
  return (
    <>
      <div class="catcher" onPointerDown={() => (inspected.value = null)} />
      <div class="popover inspect" role="dialog" aria-label={`Hex ${hex.name}`} style={place}>
        <header><strong>{hex.name}</strong> {hex.terrain}{hex.level ? `, level ${hex.level}` : ""}
          <button class="quiet close" aria-label="Close" onClick={() => (inspected.value = null)}>×</button>
        </header>
        {cardsIn(hex.name).map((one) => <PieceCard key={one.id} one={one} />)}
        <ul>{hex.tooltip.map((line) => <li key={line.text}>{line.text.replace(`${hex.name}: `, "")} <Rule number={line.rule} /></li>)}</ul>
        {possible.map(({ entry }) => <p key={entry.key} class="accent">{entry.note ? `${entry.label}: ${entry.note}` : entry.label}</p>)}
        {marks.length > 0 && <ul>{marks.map((one, n) => <li key={one.kind + n}>{markerText(one)} <Rule number={markerRule(one)} /></li>)}</ul>}
        {worksIn(hex.name).length > 0 && <ul>{worksIn(hex.name).map((one) => <li key={one}>{one}</li>)}</ul>}
        {floors.map((level) => (
          <section key={level}>
            {(floors.length > 1 || level !== "") && <h4>{floorName(level)}</h4>}
            <ul>{here.filter((unit) => (unit.level ?? "") === level).map((unit) => <InspectedUnit key={unit.id} unit={unit} />)}</ul>
          </section>
        ))}
      </div>
    </>
  );
}
