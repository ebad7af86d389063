/** Standing orders for defensive fire: when the player wants to be asked. */

import { signal } from "@preact/signals";
import type { Orders } from "../protocol";
import { onStep, request } from "./game";
import { report } from "./toast";

export const NO_ORDERS: Orders = { threshold: null, units: [], hexes: [], silent_until: null };
export const orders = signal<Orders>(NO_ORDERS);
/** The next clicks on the board mark units or hexes for the orders. */
export const marking = signal<"units" | "hexes" | null>(null);

export async function give(change: Partial<Orders>): Promise<void> {
  const before = orders.value;
  const wanted = { ...before, ...change };
  orders.value = wanted;
  try {
    const answer = await request<{ orders: Orders } | null>("standing", { orders: wanted });
    if (answer?.orders) orders.value = answer.orders;
  } catch (error) {
    orders.value = before;
    report(error);
  }
}

function flip(list: string[], name: string): string[] {
  return list.includes(name) ? list.filter((one) => one !== name) : [...list, name];
}

export const markUnit = (unit: string) => give({ units: flip(orders.value.units, unit) });
export const markHex = (hex: string) => give({ hexes: flip(orders.value.hexes, hex) });

let phase = "";
onStep((state, _events, first) => {
  const now = `${state.turn.number}${state.turn.attacker}${state.turn.phase}`;
  if (now !== phase && orders.value.silent_until) orders.value = { ...orders.value, silent_until: null };
  if (first) orders.value = NO_ORDERS;
  phase = now;
});
