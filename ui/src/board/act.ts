/** What a click on the board means: the entry of the menu that carries the thing clicked. */

import { cut, find, follow, fork, insert, menu, menus, selectedUnits, selectStack, takeBack, trail, ways, why, type Mark } from "../state/choose";
import { answering, mayAct, shown, units } from "../state/game";
import { markGiver, marking, markHex, markUnit } from "../state/orders";
import { announce, pathTo, plan, reach } from "../state/plan";
import { reveal } from "../state/viewport";
import { toast } from "../state/toast";
import type { Entry } from "../protocol";
import type { Hit } from "./layout";
import { fanned } from "./Units";

/** Follows what carries the unit; a second click takes in its stack, a third lets go. */
async function clickUnit(unit: string): Promise<boolean> {
  if (selectedUnits.value.has(unit)) {
    const toggle = menu.value?.entries.find((entry) => entry.unit === unit && entry.kind === "toggle" && entry.on);
    if (toggle) return follow(toggle);
    const own = trail.value.findIndex((entry) => entry.unit === unit);
    if (own > 0) return takeBack(trail.value[own]?.key ?? "");
    const before = trail.value.length;
    await selectStack(unit);
    if (trail.value.length === before) cut(0);
    return true;
  }
  const found = find({ unit });
  const hex = units.value.get(unit)?.hex;
  const ground = hex ? find({ hex }) : null;
  if (!found) return false;
  // A unit that may be chosen is never stepped upon by mistake: the ground around it is what moves there. One that
  // comes from beside the map is only meant to be put down.
  const placing = Boolean(trail.value[0]?.unit) && !units.value.get(trail.value[0]?.unit ?? "")?.hex;
  if (ground && found.level < ground.level && (!ground.entry.leaf || placing)) return false;
  if (found.entry.kind === "option" && found.entry.leaf && !found.entry.confirm && hex) {
    const own = menus.value[found.level]?.entries.filter((entry) => entry.unit === unit) ?? [];
    fork.value = { hex, entries: own.map((entry) => ({ entry, level: found.level })) };
    return true;
  }
  if (found.level > 0 && found.level < trail.value.length && found.entry.key.startsWith("+")) {
    return insert(found.entry, found.level);
  }
  return follow(found.entry, found.level);
}

/** The one way that is meant by a hex clicked, or by a counter clicked that lies on one of its levels. */
function meant(hex: string, unit: string | undefined): Entry | null | undefined {
  const all = ways(hex);
  if (all.length < 2) return undefined;
  const level = unit ? (units.value.get(unit)?.level ?? "") : null;
  const same = all.filter(({ entry }) => (entry.level ?? "") === level);
  if (same.length === 1) return same[0]!.entry;
  fork.value = { hex, entries: all };
  return null;
}

async function clickHex(hex: string, twice: boolean, unit?: string): Promise<boolean> {
  if (plan.value.at(-1) === hex) {
    announce();
    return true;
  }
  const found = find({ hex });
  if (found && found.level === menus.value.length - 1) {
    plan.value = [];
    if (twice && fork.value?.hex === hex) return true;
    const one = meant(hex, unit);
    if (one === null) return true;
    const entry = one ?? found.entry;
    // The second half of a double click never commits what the first half aimed.
    if (twice && entry.confirm) return true;
    return follow(entry, ways(hex).find((way) => way.entry === entry)?.level ?? found.level);
  }
  if (reach.value.has(hex)) {
    plan.value = pathTo(hex);
    if (twice) announce();
    return true;
  }
  if (found) return follow(found.entry, found.level);
  return false;
}

/** The topmost unit of the hex that may be chosen, on the level of `beside` where that is given. */
function unitIn(hex: string, beside?: string): string | null {
  const level = beside ? units.value.get(beside)?.level : undefined;
  const here = [...(shown.value?.units ?? [])].filter((unit) => unit.hex === hex && (!beside || unit.level === level)).sort((a, b) => b.stack - a.stack);
  return here.find((unit) => find({ unit: unit.id }) !== null)?.id ?? null;
}

export async function click(hit: Hit, twice = false): Promise<void> {
  if (marking.value === "units" && hit.unit) return void markUnit(hit.unit);
  if (marking.value === "givers" && hit.unit) return void markGiver(hit.unit);
  if (marking.value === "hexes" && hit.hex) return void markHex(hit.hex);
  if (answering.value) return;
  if (!mayAct.value) return void why({});
  if (hit.unit && (await clickUnit(hit.unit))) return;
  if (hit.weapon) {
    const found = find({ weapon: hit.weapon });
    if (found) return void follow(found.entry, found.level);
    const holder = shown.value?.weapons.find((one) => one.id === hit.weapon)?.holder;
    if (holder && (await clickUnit(holder))) return;
  }
  if (fork.value && fork.value.hex !== hit.hex) fork.value = null;
  if (hit.hex && (await clickHex(hit.hex, twice, hit.unit))) return;
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
  const hex = next.unit ? units.value.get(next.unit)?.hex : null;
  if (hex) reveal(hex);
  return follow(next, 0);
}

/** True when the walk over the units would begin again from the other end. */
export function atEnd(step: 1 | -1): boolean {
  const entries = (menus.value[0]?.entries ?? []).filter((entry) => entry.unit && !entry.leaf);
  const at = entries.findIndex((entry) => entry.key === trail.value[0]?.key);
  return entries.length === 0 || (step === 1 ? at === entries.length - 1 : at === 0);
}
