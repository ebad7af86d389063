/** The tokens of this browser's seats: they prove who sits where, and stand in no address but an invitation's. */

import { remembered } from "./prefs";

/** The seat under which the token of who made a game is kept. */
export const HOST = "host";
/** Games whose tokens are remembered; the oldest go first. */
const MOST = 200;
/** Tokens that the server looks at in one request. */
const OFFERED = 8;

const kept = remembered<Record<string, Record<string, string>>>("seats", {});

export function keep(game: string, seat: string, token: string): void {
  const { [game]: known, ...others } = kept.value;
  const older = Object.entries(others).slice(-MOST + 1);
  kept.value = { ...Object.fromEntries(older), [game]: { ...known, [seat]: token } };
}

export function tokenOf(game: string, seat: string): string | undefined {
  return kept.value[game]?.[seat];
}

/** Every token of a game, that of the seat last: a seat that nobody has is taken with it. */
export function tokensOf(game: string, seat: string): string[] {
  const known = Object.entries(kept.value[game] ?? {});
  known.sort(([a], [b]) => Number(a === seat) - Number(b === seat));
  return [...new Set(known.map(([, token]) => token))].slice(-OFFERED);
}

/** A token for a seat that is about to be taken, unless there is one: kept before it is sent, so that none is lost. */
export function ready(game: string, seat: string): void {
  if (seat === "watch" || tokenOf(game, seat)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  keep(game, seat, Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

export function authorization(game: string, seat: string): Record<string, string> {
  const tokens = tokensOf(game, seat);
  return tokens.length > 0 ? { authorization: `Bearer ${tokens.join(" ")}` } : {};
}
