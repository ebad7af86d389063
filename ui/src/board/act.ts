/** What a click on the board means: the entry of the menu that carries the thing clicked. */

import {
  aimAt, armed, confirm, cut, fetchMenu, find, follow, fork, insert, menu, menus, path, reason, selectedHex, selectedUnits, selectStack, settled, takeBack, trail, ways, why,
  type Mark,
} from "../state/choose";
import { answering, bodies, called, mayAct, shown, vehicles } from "../state/game";
import { markGiver, marking, markHex, markUnit } from "../state/orders";
import { announce, driving, groupKeys, movers, pathTo, plan, reach, wayInto } from "../state/plan";
import { toast } from "../state/toast";
import type { EntryDoc, UnitDoc, VehicleDoc } from "../protocol";
import { lastSide } from "./hexside";
import type { Hit } from "./layout";
import { fanned } from "./Units";

/** The click has found what it means, even if something else is done before the menu for it comes. */
async function taken(walk: Promise<boolean>): Promise<true> {
  await walk;
  return true;
}

/** Follows what carries the unit; a second click takes in its stack, a third lets go. */
async function clickUnit(unit: string): Promise<boolean> {
  if (selectedUnits.value.has(unit)) {
    if (vehicles.value.has(unit)) return otherArms(unit);
    const own = trail.value.findIndex((entry) => entry.unit === unit);
    if (own > 0) return taken(takeBack(trail.value[own]?.key ?? ""));
    const before = trail.value.length;
    await selectStack(unit);
    if (trail.value.length === before) cut(0);
    return true;
  }
  const found = find({ unit });
  const hex = bodies.value.get(unit)?.hex;
  const ground = hex ? find({ hex }) : null;
  if (!found) return false;
  // A lit hex is meant with all that lies in it. In the MPh, where nearly every hex is lit, a counter means itself, and
  // the ground around it the step.
  const placing = Boolean(trail.value[0]?.unit) && !bodies.value.get(trail.value[0]?.unit ?? "")?.hex;
  const moving = shown.value?.turn.phase === "MPh" && ground?.entry.leaf && !placing;
  if (ground && found.level < ground.level && !moving) return false;
  // Whoever stands there is sent on with his Location in a Human Wave, before anything rare is declared of him.
  if (ground && !ground.entry.leaf && ground.level === found.level && found.entry.kind === "option") return false;
  if (found.entry.kind === "option" && found.entry.leaf && !found.entry.confirm && hex) {
    const own = menus.value[found.level]?.entries.filter((entry) => entry.unit === unit) ?? [];
    fork.value = { hex, entries: own.map((entry) => ({ entry, level: found.level })) };
    return true;
  }
  if (found.level > 0 && found.level < trail.value.length && found.entry.key.startsWith("+")) {
    return taken(insert(found.entry, found.level));
  }
  return taken(follow(found.entry, found.level));
}

/** A vehicle clicked again: what it can fire besides, or nothing of it any more. */
async function otherArms(unit: string): Promise<boolean> {
  const own = (menus.value[0]?.entries ?? []).filter((entry) => entry.unit === unit && !entry.leaf);
  const next = own[own.findIndex((entry) => entry.key === trail.value[0]?.key) + 1];
  if (next) return taken(follow(next, 0));
  cut(0);
  return true;
}

/** The one way that is meant by a hex clicked, or by a counter clicked that lies on one of its levels. */
function meant(hex: string, unit: string | undefined): EntryDoc | null | undefined {
  // The ways around it are asked for at its hexsides.
  const plain = ways(hex).filter(({ entry }) => entry.rule !== "A4.3" || entry.leaf);
  const all = plain.length > 0 ? plain : ways(hex);
  if (all.length < 2) return all[0]?.entry;
  const level = unit ? (bodies.value.get(unit)?.level ?? "") : null;
  const same = all.filter(({ entry }) => (entry.level ?? "") === level);
  if (same.length === 1) return same[0]!.entry;
  fork.value = { hex, entries: all };
  return null;
}

/** Whether a click into the hex (on that counter) is the second one: it announces what the first one planned. */
function again(hex: string, unit: string | undefined, side?: number): boolean {
  const entry = armed.value;
  if (entry?.vertices) return entry.hex === hex && side === lastSide(entry.vertices);
  if (!entry || (entry.hex ?? selectedHex.value) !== hex || entry.kind === "pass") return false;
  return !unit || !entry.hex || (bodies.value.get(unit)?.level ?? "") === (entry.level ?? "");
}

/** The entry under which the ways around a hex lie. */
function around(hex: string): { entry: EntryDoc; level: number } | undefined {
  return ways(hex).find(({ entry }) => entry.rule === "A4.3" && !entry.leaf);
}

/** A hexside clicked: the shortest of the ways around the hex that end there; the board draws it. */
async function planAround(hex: string, side: number): Promise<boolean> {
  const found = around(hex);
  if (!found) return false;
  const inside = await fetchMenu([...path.value.slice(0, found.level), found.entry.key]);
  const best = inside.entries.find((entry) => entry.vertices !== undefined && lastSide(entry.vertices) === side);
  if (!best) return false;
  if (!(await follow(found.entry, found.level))) return true;
  plan.value = [];
  // In a Human Wave it is a part of the impulse that is drafted.
  const part = best.leaf ? undefined : menu.value?.entries.find((entry) => entry.key === best.key);
  if (part) return taken(follow(part));
  armed.value = menu.value?.entries.find((entry) => entry.key === best.key) ?? null;
  return true;
}

/** Every way of the hex stands only for a step of a move, and not for what is done in it. */
function stepping(): boolean {
  const phase = shown.value?.turn.phase;
  return phase === "MPh" && movers.value.length > 0 && trail.value.every((entry) => ["unit", "toggle", "hex"].includes(entry.kind));
}

/** Plans to answer with a hex: a step of a move, or a leaf that waits for the second click; or follows it. */
export async function planHex(entry: EntryDoc, level: number): Promise<boolean> {
  const hex = entry.hex ?? "";
  if (!entry.leaf) {
    const lost = await aimAt(entry, level);
    if (lost.length > 0) await tellLost(lost, hex);
    if (trail.value.some((one) => one.key === "da")) planDash(hex);
    return true;
  }
  if (shown.value?.turn.phase === "setup") return taken(follow(entry, level));
  cut(level);
  const dash = trail.value.findLast((one) => one.kind === "hex")?.hex;
  if (stepping() && wayInto(menu.value?.entries, hex) === entry) plan.value = dash && dash !== hex ? [hex, dash] : [hex];
  else armed.value = entry;
  return true;
}

/** A Dash is one act: over the road, where there is but one way over it, to where it ends. */
function planDash(goal: string): void {
  const over = [...new Set((menu.value?.entries ?? []).filter((entry) => entry.leaf && entry.kind === "hex").map((entry) => entry.hex ?? ""))];
  if (over.length === 1 && over[0]) plan.value = over[0] === goal ? [goal] : [over[0], goal];
}

/** Units that could not be part of what was aimed at a hex: they are named, with the server's reason. */
async function tellLost(lost: EntryDoc[], hex: string): Promise<void> {
  for (const entry of lost) {
    const who = called(entry.unit ?? "") ?? entry.label;
    const told = await reason({ path: trail.value.map((one) => one.key), ...(entry.unit ? { unit: entry.unit } : {}), hex });
    toast(`${who} does not fire at ${hex} with the others${told ? `: ${told.message}` : "."}`, told?.rule ?? null, "why");
  }
}

async function clickHex(hex: string, unit?: string, side?: number): Promise<boolean> {
  if (plan.value.at(-1) === hex) {
    announce();
    return true;
  }
  if (again(hex, unit, side)) {
    confirm();
    return true;
  }
  if (driving.value && reach.value.has(hex)) {
    cut(groupKeys.value.length);
    plan.value = pathTo(hex);
    return true;
  }
  const found = find({ hex });
  if (found && found.level === menus.value.length - 1) {
    plan.value = [];
    const one = meant(hex, unit);
    if (one === null) return true;
    const entry = one ?? found.entry;
    return planHex(entry, ways(hex).find((way) => way.entry === entry)?.level ?? found.level);
  }
  if (reach.value.has(hex)) {
    plan.value = pathTo(hex);
    return true;
  }
  return found ? planHex(found.entry, found.level) : false;
}

/** The topmost unit of the hex that may be chosen, on the level of `beside` where that is given. */
function unitIn(hex: string, beside?: string): string | null {
  const level = beside ? bodies.value.get(beside)?.level : undefined;
  const above = (one: UnitDoc | VehicleDoc) => (one.counter === "unit" ? one.stack : -1);
  const here = [...bodies.value.values()].filter((one) => one.hex === hex && (!beside || one.level === level)).sort((a, b) => above(b) - above(a));
  return here.find((unit) => find({ unit: unit.id }) !== null)?.id ?? null;
}

/** One rule: a click chooses or plans, a second one on the same hex announces what the first one planned. */
export async function click(hit: Hit): Promise<void> {
  if (marking.value === "units" && hit.unit) return void markUnit(hit.unit);
  if (marking.value === "givers" && hit.unit) return void markGiver(hit.unit);
  if (marking.value === "hexes" && hit.hex) return void markHex(hit.hex);
  if (answering.value) return;
  if (!mayAct.value) return void why({});
  await settled();
  if (hit.hex && !hit.weapon && again(hit.hex, hit.unit, hit.side)) return confirm();
  // Another click leaves the ways around a hex again.
  if (trail.value.at(-1)?.rule === "A4.3") cut(trail.value.length - 1);
  if (hit.hex && hit.side !== undefined && (await planAround(hit.hex, hit.side))) return;
  if (hit.unit && (await clickUnit(hit.unit))) return;
  if (hit.weapon) {
    const found = find({ weapon: hit.weapon });
    if (found) return void follow(found.entry, found.level);
    const holder = shown.value?.weapons.find((one) => one.id === hit.weapon)?.holder;
    if (holder && (await clickUnit(holder))) return;
  }
  if (fork.value && fork.value.hex !== hit.hex) fork.value = null;
  if (hit.hex && (await clickHex(hit.hex, hit.unit, hit.side))) return;
  // The topmost counter of a stack that isn't laid out stands for those beneath it.
  const other = hit.hex && (!hit.unit || (trail.value.length === 0 && fanned.value !== hit.hex)) ? unitIn(hit.hex, hit.unit) : null;
  if (other && (await clickUnit(other))) return;
  if (!hit.unit && trail.value.length === 0 && menu.value?.entries.some((entry) => entry.unit && !entry.leaf)) {
    return toast("Choose one of the glowing units first.");
  }
  const mark: Mark = hit.unit ? { unit: hit.unit } : hit.weapon ? { weapon: hit.weapon } : { hex: hit.hex };
  if (hit.hex) mark.hex = hit.hex;
  await why(mark);
}

/** Walks the units that may act. */
export async function nextUnit(step: 1 | -1): Promise<boolean> {
  const entries = (menus.value[0]?.entries ?? []).filter((entry) => entry.unit && !entry.leaf);
  if (!mayAct.value || entries.length === 0) return false;
  const at = entries.findIndex((entry) => entry.key === trail.value[0]?.key);
  const next = entries[(at + step + entries.length) % entries.length];
  if (!next) return false;
  return follow(next, 0);
}

/** True when the walk over the units would begin again from the other end. */
export function atEnd(step: 1 | -1): boolean {
  const entries = (menus.value[0]?.entries ?? []).filter((entry) => entry.unit && !entry.leaf);
  const at = entries.findIndex((entry) => entry.key === trail.value[0]?.key);
  return entries.length === 0 || (step === 1 ? at === entries.length - 1 : at === 0);
}
