/** Standing orders for defensive fire: when the player wants to be asked. */

import { signal } from "@preact/signals";
import type { FirerOrders, Orders } from "../requests";
import { hello, onStep, request } from "./game";
import { remembered } from "./prefs";
import { report } from "./toast";

/** Orders with every field given; `empty` is left to the table. */
export type Given = Required<Omit<Orders, "empty">>;

const USUAL: Given = { threshold: 0.1, units: [], hexes: [], silent_until: null, transfers: "ask", givers: [], walls: "near", advised: true, firers: [], turns: "seen", surrenders: "ask" };
/** Where two people who hide something share a screen, it would tell whose windows go by. */
const SHARED: Given = { ...USUAL, threshold: null, walls: "ask", advised: false, turns: "ask" };
export const ALWAYS: Given = { ...SHARED };

/** What holds until the player orders something: the server's own word for it. */
export function usual(): Given {
  return hello.value?.secret && hello.value.you === "both" ? SHARED : USUAL;
}

export const orders = signal<Given>(USUAL);
/** Orders by game and seat: a reload takes them up again, and tells a restarted server of them. */
const kept = remembered<Record<string, Given>>("orders", {});

/** True where nothing is ordered but the usual. */
export function plain(now: Given): boolean {
  const base = usual();
  return (Object.keys(base) as (keyof Given)[]).every((name) => JSON.stringify(now[name]) === JSON.stringify(base[name]));
}

function seat(): string {
  return `${hello.value?.game ?? ""} ${hello.value?.you ?? ""}`;
}

function keep(now: Given): void {
  const others = Object.entries(kept.value).filter(([name]) => name !== seat()).slice(-20);
  kept.value = Object.fromEntries([...others, [seat(), now]]);
}

/** The next clicks on the board mark units or hexes for the orders. */
export const marking = signal<"units" | "hexes" | "givers" | null>(null);

export async function give(change: Partial<Given>): Promise<void> {
  const before = orders.value;
  const wanted = { ...before, ...change };
  orders.value = wanted;
  try {
    const answer = await request("standing", { orders: wanted });
    orders.value = { ...wanted, ...answer.orders };
    keep(orders.value);
  } catch (error) {
    orders.value = before;
    report(error);
  }
}

function flip(list: string[], name: string): string[] {
  return list.includes(name) ? list.filter((one) => one !== name) : [...list, name];
}

/** The orders of one Gun or vehicle: what is said of it, or what holds for all. */
export function ordersOf(firer: string): FirerOrders {
  return orders.value.firers.find((one) => one.firer === firer) ?? { firer };
}

/** Say something of one Gun or vehicle; where nothing is left that differs from all, its own orders are gone. */
export function orderFirer(firer: string, change: Partial<FirerOrders>): Promise<void> {
  const wanted: FirerOrders = { ...ordersOf(firer), ...change };
  const said = wanted.hold || (wanted.threshold ?? null) !== null || (wanted.within ?? null) !== null || (wanted.facings ?? []).length > 0;
  const others = orders.value.firers.filter((one) => one.firer !== firer);
  return give({ firers: said ? [...others, wanted] : others });
}

export const markUnit = (unit: string) => give({ units: flip(orders.value.units, unit) });
export const markGiver = (unit: string) => give({ givers: flip(orders.value.givers, unit) });
export const markHex = (hex: string) => give({ hexes: flip(orders.value.hexes, hex) });

let phase = "";
onStep((state, _events, first) => {
  const now = `${state.turn.number}${state.turn.attacker}${state.turn.phase}`;
  if (first) {
    const old = kept.value[seat()];
    // What an older version of the page kept under other names is left.
    const known = Object.entries(old ?? {}).filter(([name]) => name in usual());
    orders.value = { ...usual(), ...Object.fromEntries(known) };
    if (!plain(orders.value)) void give({});
  } else if (now !== phase && orders.value.silent_until) {
    orders.value = { ...orders.value, silent_until: null };
    keep(orders.value);
  }
  phase = now;
});
