/** Standing orders for defensive fire: when the player wants to be asked. */

import { signal } from "@preact/signals";
import type { Orders } from "../protocol";
import { hello, onStep, request } from "./game";
import { remembered } from "./prefs";
import { report } from "./toast";

const USUAL: Orders = { threshold: 0.1, units: [], hexes: [], silent_until: null, transfers: "ask", givers: [], walls: "near", advised: true };
/** Where two people who hide something share a screen, it would tell whose windows go by. */
const SHARED: Orders = { ...USUAL, threshold: null, walls: "ask", advised: false };
export const ALWAYS: Orders = { ...SHARED };

/** What holds until the player orders something: the server's own word for it. */
export function usual(): Orders {
  return hello.value?.secret && hello.value.you === "both" ? SHARED : USUAL;
}

export const orders = signal<Orders>(USUAL);
/** Orders by game and seat: a reload takes them up again, and tells a restarted server of them. */
const kept = remembered<Record<string, Orders>>("orders", {});

/** True where nothing is ordered but the usual. */
export function plain(now: Orders): boolean {
  const base = usual();
  return (Object.keys(base) as (keyof Orders)[]).every((name) => JSON.stringify(now[name]) === JSON.stringify(base[name]));
}

function seat(): string {
  return `${hello.value?.game ?? ""} ${hello.value?.you ?? ""}`;
}

function keep(now: Orders): void {
  const others = Object.entries(kept.value).filter(([name]) => name !== seat()).slice(-20);
  kept.value = Object.fromEntries([...others, [seat(), now]]);
}

/** The next clicks on the board mark units or hexes for the orders. */
export const marking = signal<"units" | "hexes" | "givers" | null>(null);

export async function give(change: Partial<Orders>): Promise<void> {
  const before = orders.value;
  const wanted = { ...before, ...change };
  orders.value = wanted;
  try {
    const answer = await request<{ orders: Orders } | null>("standing", { orders: wanted });
    if (answer?.orders) orders.value = answer.orders;
    keep(orders.value);
  } catch (error) {
    orders.value = before;
    report(error);
  }
}

function flip(list: string[], name: string): string[] {
  return list.includes(name) ? list.filter((one) => one !== name) : [...list, name];
}

export const markUnit = (unit: string) => give({ units: flip(orders.value.units, unit) });
export const markGiver = (unit: string) => give({ givers: flip(orders.value.givers, unit) });
export const markHex = (hex: string) => give({ hexes: flip(orders.value.hexes, hex) });

let phase = "";
onStep((state, _events, first) => {
  const now = `${state.turn.number}${state.turn.attacker}${state.turn.phase}`;
  if (first) {
    const old = kept.value[seat()];
    orders.value = { ...usual(), ...old };
    if (!plain(orders.value)) void give({});
  } else if (now !== phase && orders.value.silent_until) {
    orders.value = { ...orders.value, silent_until: null };
    keep(orders.value);
  }
  phase = now;
});
