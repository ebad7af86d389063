/** Planning a move over several hexes and announcing its steps one after the other. */

import { computed, effect, signal } from "@preact/signals";
import type { EntryDoc, LogLineDoc, ReachHex, StateDoc, StopDoc } from "../protocol";
import { cheaper, fetchMenu, loading, menu, menus, path, selectedUnits, send, trail } from "./choose";
import { answering, bodies, hello, hexes, link, mayAct, onStep, request, shown, vehicles } from "./game";
import { queued } from "./queue";
import { toast } from "./toast";

export const reach = signal<Map<string, ReachHex>>(new Map());
/** Hexes of the planned path after the one the group stands in. */
export const plan = signal<string[]>([]);
/** True while the pointer draws a path; it then outlives the menus that arrive meanwhile. */
export const drawing = signal(false);

/** Menus that a drag waits for, such as those of a pile whose units are still being chosen: the plan waits for the last. */
let gathering: Promise<unknown> | null = null;

export function gather(all: Promise<unknown>): void {
  gathering = all;
  void all.finally(() => {
    if (gathering === all) gathering = null;
  });
}

/** Ends the drawing of a way, when all who are to go it are chosen. */
export async function endDrawing(): Promise<void> {
  await gathering;
  drawing.value = false;
}

/** A vehicle is chosen or under way: its way is one of acts, which the reach table knows for each hex. */
export const driving = computed(() => vehicles.value.has(movers.value[0] ?? ""));

/** The acts of the planned drive, by the keys of their menus; null where the plan is none of a vehicle. */
export const acts = computed<string[] | null>(() => {
  const goal = driving.value ? reach.value.get(plan.value.at(-1) ?? "") : undefined;
  return goal?.acts && goal.via.join() === plan.value.join() ? goal.acts : null;
});

interface Running {
  /** Of a vehicle: what is still to be announced. */
  acts?: string[];
  units: string[];
  keys: string[];
  steps: string[];
  seq: number;
  condition: string;
}

export const running = signal<Running | null>(null);

/** The page has yet to show, or to send, what follows from what was done: what is asked now may change by itself. */
export const busy = computed(
  () => link.value !== "open" || loading.value || answering.value || queued.value > 0 || running.value !== null,
);

/** The chosen units, or those already under way when the menu goes on with their move. */
export const movers = computed<string[]>(() => {
  if (selectedUnits.value.size > 0) return [...selectedUnits.value];
  const state = shown.value;
  if (!state || state.turn.phase !== "MPh" || state.pending.side !== state.turn.attacker) return [];
  const driven = (state.vehicles ?? []).filter((one) => one.points && one.hex !== null).map((one) => one.id);
  return [...driven, ...state.units.filter((unit) => unit.mf !== null && unit.hex !== null).map((unit) => unit.id)];
});

/** Where the chosen group stands. */
export const startHex = computed(() => {
  const first = movers.value[0];
  return bodies.value.get(first ?? "")?.hex ?? null;
});

/** The keys of the path before its hexes: who moves and how. */
export const groupKeys = computed(() => trail.value.filter((entry) => entry.kind !== "hex").map((entry) => entry.key));

/** Rules of what is laid into a hex in the MPh: that is asked for, and no step. */
export const LAID = ["A23.3", "A23.7", "A24.1"];

/** What is chosen is something that its hexes are for, a SMOKE grenade or a turn of the turret, and no way of going on. */
const otherwise = computed(() =>
  trail.value.some((one) => LAID.includes(one.rule ?? "") || (driving.value && !one.unit && one.rule !== "D9.31")),
);

let askedFor = "";
effect(() => {
  const state = shown.value;
  const keys = groupKeys.value;
  const moving = state?.turn.phase === "MPh" && state.pending.side === state.turn.attacker && mayAct.value && !running.value && !otherwise.value &&
    (driving.value || (menu.value?.entries.some((entry) => entry.kind === "hex") ?? false));
  const key = moving ? `${state.seq}|${keys.join("\n")}` : "";
  if (key === askedFor) return;
  askedFor = key;
  if (!drawing.peek()) plan.value = [];
  reach.value = new Map();
  if (!moving) return;
  void request("reach", { path: keys })
    .then((answer) => {
      if (key === askedFor) reach.value = new Map(answer?.hexes.map((hex) => [hex.hex, hex]));
    })
    .catch(() => undefined);
});

/** The cheapest path to a hex in reach, without the hex it starts from. */
export function pathTo(hex: string): string[] {
  const found = reach.value.get(hex);
  if (!found) return [];
  return found.via.at(-1) === hex ? found.via : [...found.via, hex];
}

export function adjacent(a: string, b: string): boolean {
  const one = hexes.value.get(a);
  const two = hexes.value.get(b);
  if (!one || !two || a === b) return false;
  return Math.hypot(one.x - two.x, one.y - two.y) < 1.16 * (hello.value?.map.hex.height ?? 64.5);
}

/** MF spent along a path as far as the reach table knows it; null where it does not. */
export function costs(steps: string[]): (number | null)[] {
  const goal = reach.value.get(steps.at(-1) ?? "");
  if (goal?.spent && goal.via.join() === steps.join()) return goal.spent;
  let before: number | null = 0;
  let last = startHex.value;
  return steps.map((hex) => {
    const found = reach.value.get(hex);
    const via = pathTo(hex);
    const from = via.length > 1 ? via.at(-2) : startHex.value;
    const known: boolean = found !== undefined && before !== null && from === last &&
      (via.length === 1 || reach.value.get(from ?? "")?.mf === before);
    before = known && found ? found.mf : null;
    last = hex;
    return before;
  });
}

export function clearPlan(): boolean {
  const had = plan.value.length > 0 || running.value !== null;
  plan.value = [];
  running.value = null;
  return had;
}

/** Lengthens a dragged path by one hex, or shortens it when the pointer goes back; it stops where nobody can enter. */
export function drawOver(hex: string): void {
  const steps = plan.value;
  const last = steps.at(-1) ?? startHex.value;
  if (!last || hex === last) return;
  if (driving.value) {
    if (reach.value.has(hex)) plan.value = pathTo(hex);
    return;
  }
  const back = steps.at(-2) ?? startHex.value;
  if (hex === back) plan.value = steps.slice(0, -1);
  else if (steps.includes(hex)) plan.value = steps.slice(0, steps.indexOf(hex) + 1);
  else if (reach.value.size > 0 && !reach.value.has(hex)) void tellStop(steps, hex);
  else if (adjacent(last, hex)) plan.value = [...steps, hex];
  // The pointer has jumped: the cheapest way there.
  else if (reach.value.has(hex)) plan.value = pathTo(hex);
}

let toldStop = "";

/** Says once why a way ends where it does. */
export function sayStop(told: StopDoc): void {
  const key = `${shown.value?.seq}|${told.hex}|${told.message}`;
  if (key === toldStop) return;
  toldStop = key;
  toast(`The way stops ${told.message}.`, told.rule, "why");
}

/** Asks the server why a drawn way can't go on into a hex. */
async function tellStop(steps: string[], hex: string): Promise<void> {
  const from = steps.at(-1) ?? startHex.value;
  if (!from || !adjacent(from, hex)) return;
  try {
    const told = await request("way", { path: groupKeys.peek(), via: [...steps, hex] });
    if (told.stop) sayStop(told.stop);
  } catch {
    // The position has gone on: nothing is to be told.
  }
}

/** Cuts a plan back to the steps that the server knows a way for. */
export function cutPlan(asked: string[], known: number, stop: StopDoc | null): void {
  const steps = plan.value;
  if (!stop || known >= asked.length || running.value || !asked.every((hex, n) => steps[n] === hex)) return;
  plan.value = steps.slice(0, known);
  sayStop(stop);
}

/** Announces the planned steps; stops by itself when anything happens to the group. */
export function announce(): void {
  if (gathering) return void endDrawing().then(announce);
  const state = shown.value;
  if (!state || plan.value.length === 0 || !mayAct.value) return;
  const members = movers.value;
  running.value = {
    units: members, keys: groupKeys.value, steps: plan.value, seq: state.seq, condition: condition(state, members),
    ...(acts.value ? { acts: acts.value } : {}),
  };
  void advance(state);
}

/** What must not change under way: broken, pinned, wounded or gone members; a vehicle hurt, bogged, or its crew. */
function condition(state: StateDoc, members: string[]): string {
  const units = state.units
    .filter((unit) => members.includes(unit.id))
    .map((unit) => `${unit.id}${unit.broken}${unit.name}${unit.badges.filter((b) => ["PIN", "DM", "WOUND"].includes(b))}`);
  const harm = (badge: string) => !["MOTION", "PREP", "FIRST", "FINAL"].includes(badge);
  const driven = (state.vehicles ?? [])
    .filter((one) => members.includes(one.id))
    .map((one) => `${one.id}${one.wreck}${one.crew}${one.badges.filter(harm)}`);
  return [...units, ...driven].join();
}

async function advance(state: StateDoc): Promise<void> {
  const run = running.value;
  if (!run) return;
  if (run.acts) return drive(run, run.acts, state);
  const next = run.steps[0];
  if (next === undefined) {
    running.value = null;
    return;
  }
  const wayOn = await leafFor(run, next);
  if (running.value !== run) return;
  if (!wayOn) {
    stop(`The move stops: ${next} can't be entered as planned.`);
    return;
  }
  running.value = { ...run, steps: run.steps.slice(1), seq: state.seq };
  if (!(await send(wayOn))) stop(null);
}

/** Announces the next act of a vehicle. */
async function drive(run: Running, todo: string[], state: StateDoc): Promise<void> {
  const [next, ...rest] = todo;
  if (next === undefined) {
    running.value = null;
    return;
  }
  const here = menus.value[0]?.entries.find((entry) => entry.leaf && entry.key === next);
  const begun = here ?? (run.keys.length > 0 ? (await fetchMenu(run.keys).catch(() => null))?.entries.find((entry) => entry.leaf && entry.key === next) : undefined);
  if (running.value !== run) return;
  if (!begun) return stop("The drive stops: what was planned can't be done any more.");
  running.value = { ...run, acts: rest, steps: begun.kind === "hex" ? run.steps.slice(1) : run.steps, seq: state.seq };
  if (!(await send(here ? [next] : [...run.keys, next]))) stop(null);
}

/** The path of keys to the next step: from where the move stands, or by the group's keys again. */
async function leafFor(run: Running, hex: string): Promise<string[] | null> {
  const root = menus.value[0];
  const direct = wayInto(root?.entries, hex);
  if (direct) return [direct.key];
  for (const keys of [path.value, run.keys]) {
    if (keys.length === 0) continue;
    try {
      const found = wayInto((await fetchMenu(keys)).entries, hex);
      if (found) return [...keys, found.key];
    } catch {
      // That way is closed now; the next one is tried.
    }
  }
  return null;
}

/** The cheapest leaf into a hex. */
export function wayInto(entries: EntryDoc[] | undefined, hex: string): EntryDoc | undefined {
  const fitting = (entries ?? []).filter((entry) => entry.hex === hex && entry.leaf);
  return fitting.reduce<EntryDoc | undefined>((best, one) => cheaper(best, one), undefined);
}

function stop(reason: string | null): void {
  running.value = null;
  plan.value = [];
  if (reason) toast(reason);
}

function hit(events: LogLineDoc[], members: string[]): boolean {
  return events.some(
    (line) => ["fire", "result"].includes(line.kind) && line.units.some((unit) => members.includes(unit)),
  );
}

/** What befell the movers last, as the log says it. */
function whatHappened(events: LogLineDoc[], members: string[]): string {
  const told = events.findLast((line) => line.kind === "result" && line.units.some((unit) => members.includes(unit)));
  return told?.text.replace(/\.$/, "") ?? "fire came at the group";
}

let pendingEvents: LogLineDoc[] = [];

onStep((state, events) => {
  const run = running.value;
  if (!run) {
    pendingEvents = [];
    return;
  }
  pendingEvents = [...pendingEvents, ...events];
  if (state.pending.kind === "over") return stop(null);
  if (condition(state, run.units) !== run.condition || hit(pendingEvents, run.units)) {
    return stop((run.acts ?? run.steps).length > 0 ? `The move stops: ${whatHappened(pendingEvents, run.units)}.` : null);
  }
  if ((run.acts ?? run.steps).length === 0) return stop(null);
  if (state.pending.kind === "choice" && state.menu && state.turn.phase === "MPh") {
    pendingEvents = [];
    plan.value = run.steps;
    due.value = state.seq;
  }
});

/** The position in which the next step is due. */
const due = signal<number | null>(null);

/** Announces the next step as soon as that may be: what is still on its way, a defender's shot, is seen first. */
function goOn(): void {
  const state = shown.value;
  if (!state || due.value !== state.seq || !running.value || !mayAct.value) return;
  due.value = null;
  void advance(state);
}

effect(() => {
  if (due.value !== null && due.value === shown.value?.seq && running.value && mayAct.value) window.setTimeout(goOn, 0);
});
