/** Walking the menu tree: the path built so far, the menus along it, and the answer at its leaf. */

import { batch, computed, signal } from "@preact/signals";
import { mfOfNote } from "../parts/mf";
import type { EntryDoc, MenuDoc, StateDoc, WhyDoc } from "../protocol";
import { leavesSome } from "./ending";
import { answering, bodies, mayAct, onStep, request, shown, vehicles } from "./game";
import { expectOwn } from "./queue";
import { report, toast } from "./toast";

export interface Mark {
  unit?: string;
  weapon?: string;
  hex?: string;
}

/** Menus along the path: the first is the root, the last is where the player stands. */
export const menus = signal<MenuDoc[]>([]);
/** Entries followed so far; entry n was taken from menu n. */
export const trail = signal<EntryDoc[]>([]);
/** A leaf that asks for a second word before it is sent. */
export const armed = signal<EntryDoc | null>(null);
/** A menu is on its way. */
export const loading = signal(false);

export const menu = computed<MenuDoc | null>(() => menus.value.at(-1) ?? null);
export const path = computed<string[]>(() => trail.value.map((entry) => entry.key));

/** Whether an entry names a vehicle as what is aimed at. */
export function targets(entry: EntryDoc): boolean {
  const one = entry.unit ? vehicles.value.get(entry.unit) : undefined;
  return one !== undefined && one.side !== shown.value?.pending.side;
}

/** Units, weapons and the hex that stand in the path. */
export const selectedUnits = computed(() => new Set(trail.value.flatMap((entry) => (entry.unit && !targets(entry) ? [entry.unit] : []))));
/** The vehicle that is aimed at. */
export const aimedVehicle = computed(() => trail.value.findLast(targets)?.unit ?? null);
export const selectedWeapons = computed(
  () => new Set(trail.value.flatMap((entry) => (entry.weapon ? [entry.weapon] : []))),
);
export const selectedHex = computed(
  () => trail.value.findLast((entry) => entry.kind === "hex")?.hex ?? null,
);

/** Whether the entry means its hex and not its unit: an aim, or what takes the unit there (a rout, say). */
export function aimed(entry: EntryDoc): boolean {
  if (!entry.hex) return false;
  return entry.kind === "hex" || !entry.unit || (entry.leaf && entry.hex !== bodies.value.get(entry.unit)?.hex);
}

/** Of two ways into the same hex the one that costs less (a road, say); the other stays a button. */
export function cheaper(one: EntryDoc | undefined, other: EntryDoc): EntryDoc {
  if (!one) return other;
  return (mfOfNote(other.note) ?? 99) < (mfOfNote(one.note) ?? 99) ? other : one;
}

/** Entries that a counter stands for by itself come before what may be declared of it besides. */
function closer(one: EntryDoc | undefined, other: EntryDoc): EntryDoc {
  return one && (one.kind !== "option" || other.kind === "option") ? one : other;
}

/**
 * Units beside the last one added to a group that an earlier menu offered and this one does not: menus name the units
 * of a stack in one order only, a player in any.
 */
export const earlier = computed<{ entry: EntryDoc; level: number }[]>(() => {
  const last = trail.value.at(-1);
  const spot = (id: string | undefined) => {
    const unit = bodies.value.get(id ?? "");
    return unit?.hex ? `${unit.hex}/${unit.level ?? ""}` : null;
  };
  if (!last?.key.startsWith("+") || !last.unit || !mayAct.value || loading.value) return [];
  const named = new Set([...selectedUnits.value, ...(menu.value?.entries ?? []).flatMap((entry) => entry.unit ?? [])]);
  const found: { entry: EntryDoc; level: number }[] = [];
  for (let level = menus.value.length - 2; level > 0; level--) {
    for (const entry of menus.value[level]?.entries ?? []) {
      if (!entry.key.startsWith("+") || !entry.unit || named.has(entry.unit) || spot(entry.unit) !== spot(last.unit)) continue;
      named.add(entry.unit);
      found.push({ entry, level });
    }
  }
  return found;
});

/** Units, weapons and hexes that the present menu offers; of several entries for one the usual or the cheapest. */
export const offers = computed(() => {
  const offered = { units: new Map<string, EntryDoc>(), weapons: new Map<string, EntryDoc>(), hexes: new Map<string, EntryDoc>() };
  if (!mayAct.value) return offered;
  for (const { entry } of earlier.value) if (entry.unit) offered.units.set(entry.unit, entry);
  for (const entry of menu.value?.entries ?? []) {
    // A weapon that is used by itself, a FT say, names its user besides.
    if (entry.unit && entry.weapon && entry.kind === "weapon") offered.weapons.set(entry.weapon, closer(offered.weapons.get(entry.weapon), entry));
    if (entry.unit && !aimed(entry)) offered.units.set(entry.unit, closer(offered.units.get(entry.unit), entry));
    else if (entry.weapon && entry.kind !== "hex") offered.weapons.set(entry.weapon, closer(offered.weapons.get(entry.weapon), entry));
    else if (entry.hex) offered.hexes.set(entry.hex, cheaper(offered.hexes.get(entry.hex), entry));
  }
  return offered;
});

/** Ways to answer with one hex: its levels, by road or not, around it, up its Crest; null while none is asked. */
export const fork = signal<{ hex: string; entries: { entry: EntryDoc; level: number }[] } | null>(null);

/**
 * Every entry of the deepest menu that carries a hex, the cheapest first. Where those only widen an attack the
 * targets that it could be aimed at instead are ways too.
 */
export function ways(hex: string): { entry: EntryDoc; level: number }[] {
  const found: { entry: EntryDoc; level: number }[] = [];
  for (let level = menus.value.length - 1; level >= 0; level--) {
    const fitting = (menus.value[level]?.entries ?? []).filter((one) => one.hex === hex && aimed(one));
    found.push(...fitting.map((entry) => ({ entry, level })));
    if (fitting.some((one) => one.kind !== "spray")) break;
  }
  const cost = (one: { entry: EntryDoc }) => mfOfNote(one.entry.note) ?? 99;
  return found.sort((one, other) => other.level - one.level || cost(one) - cost(other));
}

onStep((state) => {
  answering.value = false;
  restart(state);
});

/** Waits for a menu that is on its way, so that quick clicks mean what slow ones do. */
export async function settled(): Promise<void> {
  while (loading.value) await new Promise((done) => setTimeout(done, 10));
}

let generation = 0;

function restart(state: StateDoc): void {
  generation++;
  batch(() => {
    trail.value = [];
    menus.value = state.menu ? [state.menu] : [];
    armed.value = null;
    loading.value = false;
    fork.value = null;
  });
  descend();
}

/** One way on that commits nothing is walked for the player. */
function descend(): void {
  const only = menu.value?.entries.length === 1 ? menu.value.entries[0] : undefined;
  if (only?.confirm && only.leaf) armed.value = only;
  const primary = menu.value?.entries.filter((entry) => entry.leaf && entry.confirm && entry.primary) ?? [];
  if (trail.value.length > 0 && primary.length === 1) armed.value = primary[0] ?? null;
}

export function fetchMenu(keys: string[]): Promise<MenuDoc> {
  return request("menu", { path: keys });
}

/** Cuts the path back to `length` keys. */
export function cut(length: number): void {
  fork.value = null;
  if (length >= trail.value.length && !armed.value) return;
  generation++;
  batch(() => {
    trail.value = trail.value.slice(0, length);
    menus.value = menus.value.slice(0, length + 1);
    armed.value = null;
    loading.value = false;
  });
}

export function back(): boolean {
  if (fork.value) {
    fork.value = null;
    return true;
  }
  if (armed.value && menu.value && menu.value.entries.length > 1 && !armed.value.primary) {
    armed.value = null;
    return true;
  }
  if (trail.value.length === 0) return false;
  cut(trail.value.length - 1);
  return true;
}

/** Follows an entry of the menu at `level` (the present one unless told otherwise). */
export async function follow(entry: EntryDoc, level = menus.value.length - 1): Promise<boolean> {
  if (!mayAct.value) return false;
  fork.value = null;
  const before = earlier.value.find((one) => one.entry === entry);
  if (before) return insert(entry, before.level);
  if (entry.leaf) {
    if ((entry.confirm || leavesSome(entry)) && armed.value?.key !== entry.key) {
      cut(level);
      armed.value = entry;
      return true;
    }
    return send([...path.value.slice(0, level), entry.key]);
  }
  return walk([...trail.value.slice(0, level), entry], level);
}

/**
 * Aims what is built at something that an earlier menu offers: units and parts added since then are added again where
 * the menus allow it; those that can't be are the answer.
 */
export async function aimAt(entry: EntryDoc, level: number): Promise<EntryDoc[]> {
  const later = trail.value.slice(level).filter((one) => one.key.startsWith("+") || one.kind === "leader" || one.kind === "toggle");
  const lost: EntryDoc[] = [];
  if (!(await follow(entry, level)) || entry.leaf) return lost;
  for (const one of later) {
    const again = menu.value?.entries.find((found) => found.key === one.key && !found.leaf);
    if (!again) lost.push(one);
    else if (!(await follow(again))) return [];
  }
  return lost;
}

/** Takes one of the ways that stand beside a hex; what it leads to about the same hex stands there next. */
export async function takeWay(entry: EntryDoc, level: number): Promise<void> {
  const hex = fork.value?.hex;
  if (!(await follow(entry, level)) || entry.leaf || !hex) return;
  const next = ways(hex);
  if (next.length > 0 && next.every((way) => way.level === menus.value.length - 1 && way.entry.key !== "go")) fork.value = { hex, entries: next };
}

/** Follows a second time what waits for confirmation, or sends the leaf at once. */
export function confirm(): void {
  const entry = armed.value;
  if (entry) void send([...path.value, entry.key]);
}

async function walk(entries: EntryDoc[], level: number): Promise<boolean> {
  const mine = ++generation;
  const before = { trail: trail.value, menus: menus.value };
  batch(() => {
    // The choice shows at once; its menu follows when the server has made it.
    trail.value = entries;
    armed.value = null;
    loading.value = true;
  });
  try {
    const next = await fetchMenu(entries.map((entry) => entry.key));
    if (mine !== generation) return false;
    batch(() => {
      menus.value = [...before.menus.slice(0, level + 1), next];
      loading.value = false;
    });
    descend();
    return true;
  } catch (error) {
    if (mine === generation) {
      batch(() => {
        trail.value = before.trail;
        menus.value = before.menus;
        loading.value = false;
      });
      report(error);
    }
    return false;
  }
}

/** Removes one key from the middle of the path and walks the rest of it again. */
export async function takeBack(key: string): Promise<boolean> {
  const at = path.value.indexOf(key);
  const rest = trail.value.filter((_, index) => index !== at);
  if (at === trail.value.length - 1) {
    cut(at);
    return true;
  }
  return rewalk(rest);
}

/** Takes a unit into a group already built further on: its key is put where the menus expect it. */
export async function insert(entry: EntryDoc, level: number): Promise<boolean> {
  const id = Number(entry.unit);
  let at = level;
  while (at < trail.value.length && trail.value[at]?.key.startsWith("+") && Number(trail.value[at]?.unit) < id) at++;
  const rest = trail.value.slice(at).filter((one) => one.key.startsWith("+") || one.kind === "toggle");
  return rewalk([...trail.value.slice(0, at), entry, ...rest]);
}

/** Walks a list of entries from the root, stopping where the server no longer offers one. */
export async function rewalk(entries: EntryDoc[]): Promise<boolean> {
  cut(0);
  for (const wanted of entries) {
    const found = menu.value?.entries.find((entry) => entry.key === wanted.key);
    if (!found || found.leaf || !(await follow(found))) return false;
  }
  return true;
}

/** Walks a path of keys from the root and stops before its leaf, so that it can be looked at. */
export async function show(keys: string[]): Promise<void> {
  cut(0);
  for (const key of keys) {
    const found = menu.value?.entries.find((entry) => entry.key === key);
    if (!found) return;
    if (found.leaf) {
      armed.value = found;
      return;
    }
    if (!(await follow(found))) return;
  }
}

/** The path that was sent last. */
export let lastSent: string[] = [];

export async function send(keys: string[]): Promise<boolean> {
  const state = shown.value;
  if (!state || !mayAct.value) return false;
  // Taken back by the step that follows, or by a refusal.
  answering.value = true;
  lastSent = keys;
  expectOwn();
  try {
    await request("answer", { seq: state.seq, path: keys });
    return true;
  } catch (error) {
    answering.value = false;
    report(error);
    return false;
  }
}

/** The deepest menu on the path that offers something carrying the mark. */
export function find(mark: Mark): { entry: EntryDoc; level: number } | null {
  for (let level = menus.value.length - 1; level >= 0; level--) {
    const fitting = menus.value[level]?.entries.filter(
      (one) =>
        (mark.unit !== undefined && one.unit === mark.unit && !aimed(one)) ||
        (mark.weapon !== undefined && one.weapon === mark.weapon && (!one.unit || one.kind === "weapon")) ||
        (mark.hex !== undefined && one.hex === mark.hex && aimed(one)),
    );
    const entry = fitting?.reduce<EntryDoc | undefined>((best, one) => (mark.hex === undefined ? closer(best, one) : best && best.hex !== one.hex ? best : cheaper(best, one)), undefined);
    if (entry) return { entry, level };
  }
  return null;
}

/** Asks the server why something can't be clicked now and shows its answer. */
export async function why(mark: Mark): Promise<void> {
  if (!mayAct.value) {
    const state = shown.value;
    if (state?.pending.kind === "waiting") toast(`The other side decides now: ${state.pending.prompt || "please wait"}`);
    return;
  }
  try {
    const told = await reason({ path: path.value, ...mark });
    if (told?.message) toast(told.message, told.rule, "why");
  } catch (error) {
    report(error);
  }
}

/** The server's word on why something is not offered. */
export function reason(asked: Mark & { path: string[] }): Promise<WhyDoc> {
  return request("why", asked);
}

/** Adds every unit of the same hex that the present menu offers. */
export async function selectStack(unit: string): Promise<void> {
  const hex = bodies.value.get(unit)?.hex;
  for (;;) {
    const candidates = (menu.value?.entries ?? []).filter(
      (entry) =>
        entry.unit && !entry.leaf && !selectedUnits.value.has(entry.unit) &&
        bodies.value.get(entry.unit)?.hex === hex && ["toggle", "unit", "leader"].includes(entry.kind),
    );
    // Leaders who direct come last, and units in the order of their ids, as menus offer them.
    const rank = (entry: EntryDoc) => (entry.kind === "leader" ? 1e6 : 0) + Number(entry.unit);
    const more = candidates.sort((a, b) => rank(a) - rank(b))[0];
    if (!more || !(await follow(more))) return;
  }
}

/** What the keyboard's Space does: the armed leaf, the primary entry, or the pass. */
export const standard = computed<EntryDoc | null>(() => {
  if (!mayAct.value) return null;
  if (armed.value) return armed.value;
  const entries = menu.value?.entries ?? [];
  const passes = entries.filter((entry) => entry.kind === "pass");
  return passes.find((entry) => entry.primary) ?? entries.find((entry) => entry.primary) ?? passes[0] ?? null;
});

/** What can be done now, without passing and without dropping a "?", which is there whatever else can be done. */
const offered = computed(
  () => (trail.value.length > 0 ? [] : menu.value?.entries ?? []).filter((entry) => entry.kind !== "pass" && entry.key !== "drop_mask"),
);

/** Nothing can be done but claim or give up Wall Advantage. */
export const onlyWalls = computed(
  () => offered.value.length > 0 && offered.value.every((entry) => entry.kind === "option" && entry.rule === "B9.322"),
);

/** Nothing can be done but hand weapons over: most often that is passed. */
export const onlyTransfers = computed(
  () => offered.value.length > 0 && offered.value.every((entry) => entry.kind === "give"),
);
