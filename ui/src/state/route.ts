/** The address: "#/" is the start page, "#/game/ID?side=SIDE" a game. */

import { signal } from "@preact/signals";

export interface Route {
  game: string | null;
  side: string;
}

function read(): Route {
  const found = /^#\/game\/([^?]+)(?:\?(.*))?$/.exec(location.hash);
  if (!found) return { game: null, side: "" };
  const side = new URLSearchParams(found[2] ?? "").get("side") ?? "";
  return { game: decodeURIComponent(found[1] ?? ""), side };
}

export const route = signal<Route>(read());

window.addEventListener("hashchange", () => (route.value = read()));

export function go(game: string, side = ""): void {
  location.hash = game ? `#/game/${encodeURIComponent(game)}?side=${encodeURIComponent(side)}` : "#/";
}

/** The seat to take in a game with these players: the one human, the table, or the watcher's chair. */
export function seat(players: Record<string, string>): string {
  const humans = Object.entries(players).filter(([, kind]) => kind === "human").map(([side]) => side);
  if (humans.length === 1) return humans[0] ?? "both";
  return humans.length === 0 ? "watch" : "both";
}
