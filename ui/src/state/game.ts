/** The game on the table: what the server said, what is shown, and the line to it. */

import { batch, computed, signal } from "@preact/signals";
import { mapOf, openChannel } from "../net/api";
import type { Channel, LinkStatus, ServerMessage } from "../net/channel";
import type { HelloMessage, LogLineDoc, MapDrawing, MapHex, Requests, StateDoc, StepMessage, UnitDoc, VehicleDoc, WeaponDoc } from "../protocol";
import { push, queued, startQueue } from "./queue";
import { go, route, seat } from "./route";
import { keep } from "./seats";

/** The greeting of a game, with the drawing of its map in place of the drawing's name. */
export type Greeting = Omit<HelloMessage, "map"> & { map: MapDrawing };

export const hello = signal<Greeting | null>(null);
/** The position on the screen; while steps wait in the queue the server is already further. */
export const shown = signal<StateDoc | null>(null);
/** A position looked at in the replay instead of the game's own. */
export const looking = signal<StateDoc | null>(null);
export const log = signal<LogLineDoc[]>([]);
/** The last line with dice, shown over the board for a moment. */
export const lastRoll = signal<LogLineDoc | null>(null);
export const link = signal<LinkStatus>("connecting");
export const notice = signal<string | null>(null);
export const answering = signal(false);

export const position = computed<StateDoc | null>(() => looking.value ?? shown.value);

export const units = computed(() => new Map<string, UnitDoc>(position.value?.units.map((unit) => [unit.id, unit])));
export const vehicles = computed(() => new Map<string, VehicleDoc>(position.value?.vehicles?.map((one) => [one.id, one])));
/** Whoever acts on the board: units and vehicles, whose ids are one row. */
export const bodies = computed(() => new Map<string, UnitDoc | VehicleDoc>([...units.value, ...vehicles.value]));
/** A unit or vehicle as players call it: "A 4-6-7", "PzKpfw IIIF 1". */
export function called(id: string): string | undefined {
  const one = bodies.value.get(id);
  if (!one) return undefined;
  const name = one.name === "?" ? "“?”" : one.name;
  return (one.counter === "vehicle" ? [name, one.ident] : [one.ident, name]).filter(Boolean).join(" ");
}
export const weapons = computed(() => new Map<string, WeaponDoc>(position.value?.weapons.map((one) => [one.id, one])));
export const hexes = computed(() => new Map<string, MapHex>(hello.value?.map.hexes.map((hex) => [hex.name, hex])));

/** True while the player may act: the menu shown is the server's present one. */
export const mayAct = computed(
  () =>
    !looking.value && link.value === "open" && queued.value === 0 && !answering.value &&
    shown.value?.pending.kind === "choice" && shown.value.menu !== null,
);

/** A side in one word: its nationality where that tells the sides apart, else its name. */
export function sideName(id: string | null | undefined): string {
  if (!id) return "";
  const sides = hello.value?.scenario.sides ?? [];
  const found = sides.find((side) => side.id === id);
  if (!found) return id;
  const alone = sides.filter((side) => side.nationality === found.nationality).length === 1;
  return alone ? found.people || found.nationality.charAt(0).toUpperCase() + found.nationality.slice(1) : found.name;
}

export function nationality(side: string): string {
  return hello.value?.scenario.sides.find((one) => one.id === side)?.nationality ?? side;
}

let channel: Channel | null = null;
let stopStatus: () => void = () => undefined;
let fresh = true;
let listeners: ((state: StateDoc, events: LogLineDoc[], first: boolean) => void)[] = [];

/** Calls back after each shown step; `first` marks the one that follows a (re)connection. */
export function onStep(listener: (state: StateDoc, events: LogLineDoc[], first: boolean) => void): void {
  listeners = [...listeners, listener];
}

export function request<K extends keyof Requests>(type: K, asks: Requests[K]["asks"]): Promise<Requests[K]["result"]> {
  if (!channel) return Promise.reject(new Error("No game is open."));
  return channel.request(type, asks);
}

export function openGame(game: string, side: string): void {
  closeGame();
  startQueue(showStep);
  const line = openChannel(game, side || "both");
  channel = line;
  line.onMessage = receive;
  stopStatus = line.status.subscribe((status) => {
    link.value = status;
    if (status !== "open") answering.value = false;
  });
}

export function closeGame(): void {
  stopStatus();
  channel?.close();
  channel = null;
  held = null;
  batch(() => {
    hello.value = null;
    shown.value = null;
    looking.value = null;
    log.value = [];
    lastRoll.value = null;
    notice.value = null;
    answering.value = false;
    link.value = "connecting";
  });
}

export function reopen(): void {
  notice.value = null;
  channel?.reopen();
}

/** Drawings of maps by their name, which stands for what is in them. */
const maps = new Map<string, MapDrawing>();
/** What has come since a greeting whose map is still on its way. */
let held: ServerMessage[] | null = null;

function receive(message: ServerMessage): void {
  if (message.type === "hello") return meet(message as unknown as HelloMessage);
  if (held) held.push(message);
  else take(message);
}

function meet(message: HelloMessage): void {
  if (message.token) keep(message.game, message.you, message.token);
  const known = maps.get(message.map);
  if (known) {
    held = null;
    return greet({ ...message, map: known });
  }
  const mine: ServerMessage[] = (held = []);
  mapOf(message.game, message.map).then(
    (map) => {
      maps.set(message.map, map);
      if (held !== mine) return;
      held = null;
      greet({ ...message, map });
      mine.forEach(take);
    },
    () => {
      if (held === mine) notice.value = "The map did not arrive. Reload the page.";
    },
  );
}

function greet(greeting: Greeting): void {
  fresh = true;
  startQueue(showStep);
  batch(() => {
    hello.value = greeting;
    notice.value = null;
  });
  // A game opened from the list of games: only now is it known which seat is the player's.
  if (route.value.side === "") go(route.value.game ?? "", seat(greeting.players));
}

function take(message: ServerMessage): void {
  switch (message.type) {
    case "step":
      push(message as unknown as StepMessage, fresh);
      break;
    case "notice":
      notice.value = String(message.text);
      break;
    default:
      break;
  }
}

/** Keeps the old object where nothing changed, so that only what changed is drawn again. */
function settle<T extends { id: string }>(old: T[] | undefined, now: T[]): T[] {
  if (!old) return now;
  const known = new Map(old.map((one) => [one.id, one]));
  return now.map((one) => {
    const before = known.get(one.id);
    return before && JSON.stringify(before) === JSON.stringify(one) ? before : one;
  });
}

function showStep(step: StepMessage): void {
  const before = shown.value;
  const first = fresh;
  fresh = false;
  const state: StateDoc = {
    ...step.state,
    seq: step.state.seq ?? step.seq,
    last: step.state.last ?? lastOf(step.events) ?? (step.events.length === 0 ? (before?.last ?? null) : null),
    units: settle(before?.units, step.state.units),
    weapons: settle(before?.weapons, step.state.weapons),
    vehicles: settle(before?.vehicles, step.state.vehicles ?? []),
    works: settle(before?.works, step.state.works ?? []),
  };
  batch(() => {
    shown.value = state;
    // The first step after a (re)connection tells the whole story.
    if (first) log.value = step.events;
    else if (step.events.length > 0) log.value = [...log.value, ...step.events];
    const roll = step.events.findLast((line) => line.dice !== null && line.dice.length > 0);
    if (roll && !first) lastRoll.value = roll;
  });
  for (const listener of listeners) listener(state, step.events, first);
}

/** Where the last shot or step of these events went, so that the board can point at it. */
function lastOf(events: LogLineDoc[]): StateDoc["last"] {
  const line = events.findLast((one) => (one.kind === "fire" || one.kind === "move") && one.hexes.length > 0);
  if (!line) return null;
  return { hex: line.hexes.at(-1) ?? null, units: line.kind === "fire" ? line.units : [] };
}
