/** The address: "#/" is the start page, "#/game/ID?side=SIDE" a game. */

import { signal } from "@preact/signals";
import { keep } from "./seats";

export interface Route {
  game: string | null;
  side: string;
}

function read(): Route {
  const found = /^#\/game\/([^?]+)(?:\?(.*))?$/.exec(location.hash);
  if (!found) return { game: null, side: "" };
  const said = new URLSearchParams(found[2] ?? "");
  const side = said.get("side") ?? "";
  const game = decodeURIComponent(found[1] ?? "");
  const key = said.get("key");
  if (key) {
    // An invitation: its token is kept here, and goes out of the address.
    keep(game, side, key);
    history.replaceState(null, "", address(game, side));
  }
  return { game, side };
}

function address(game: string, side: string): string {
  return `#/game/${encodeURIComponent(game)}?side=${encodeURIComponent(side)}`;
}

/** The one link that holds a token. */
export function invitation(game: string, side: string, token: string): string {
  return new URL(`${address(game, side)}&key=${token}`, document.baseURI).href;
}

export const route = signal<Route>(read());

window.addEventListener("hashchange", () => (route.value = read()));

export function go(game: string, side = ""): void {
  location.hash = game ? address(game, side) : "#/";
}

/** The seat to take in a game with these players: the one human, the table, or the watcher's chair. */
export function seat(players: Record<string, string>): string {
  const humans = Object.entries(players).filter(([, kind]) => kind === "human").map(([side]) => side);
  if (humans.length === 1) return humans[0] ?? "both";
  return humans.length === 0 ? "watch" : "both";
}
