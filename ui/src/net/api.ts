/** The server's plain HTTP side. */

import type {
  Options, OptionDoc, GameSummary, MapDrawing, PlayerWord, ReplayDoc, RuleDoc, ScenarioCard, ScenarioSummary,
} from "../protocol";
import { authorization, ready, tokensOf } from "../state/seats";
import { Refusal, SocketChannel, type Channel } from "./channel";

/** What the client asks of a server; the mock for development implements the same. */
export interface Backend {
  get<T>(path: string, headers?: Record<string, string>): Promise<T>;
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<T>;
  channel(game: string, side: string): Channel;
}

async function unpack<T>(response: Response): Promise<T> {
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    body = null;
  }
  if (response.ok) return body as T;
  const found = body as { error?: { kind?: string; rule?: string; message?: string } | string; message?: string } | null;
  const error = found?.error;
  const message = typeof error === "string" ? error : error?.message ?? found?.message ?? response.statusText;
  const kind = typeof error === "object" ? error.kind ?? "illegal" : "illegal";
  throw new Refusal({ kind, rule: typeof error === "object" ? error.rule ?? null : null, message });
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, document.baseURI), init);
  } catch {
    throw new Refusal({ kind: "offline", rule: null, message: "The server does not answer. Is it still running?" });
  }
}

const real: Backend = {
  get: async <T>(path: string, headers?: Record<string, string>) => unpack<T>(await reach(path, { headers: headers ?? {} })),
  post: async <T>(path: string, body: unknown, headers?: Record<string, string>) =>
    unpack<T>(
      await reach(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    ),
  channel: (game, side) => {
    const address = new URL(`ws/${encodeURIComponent(game)}`, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.searchParams.set("side", side);
    ready(game, side);
    return new SocketChannel(address.href, () => tokensOf(game, side));
  },
};

let backend: Backend = real;

export function useBackend(other: Backend): void {
  backend = other;
}

export const openChannel = (game: string, side: string): Channel => backend.channel(game, side);
export const scenarios = () => backend.get<ScenarioSummary[]>("api/scenarios");
export const scenario = (id: string) => backend.get<ScenarioCard>(`api/scenarios/${encodeURIComponent(id)}`);
/** The optional rules that players may agree on (A.4). */
export const optionalRules = () => backend.get<OptionDoc[]>("api/options");
export const games = () => backend.get<GameSummary[]>("api/games");
const ofGame = (game: string, document: string) => `api/games/${encodeURIComponent(game)}/${document}`;
/** The drawing of a game's map by its name, under which the browser keeps it; a server that does not know it by that any more is asked for the game's. */
export const mapOf = (game: string, name: string) =>
  backend.get<MapDrawing>(`api/maps/${encodeURIComponent(name)}`).catch(() => backend.get<MapDrawing>(ofGame(game, "map")));
export const replayAt = (game: string, at: number, side: string) =>
  backend.get<ReplayDoc>(ofGame(game, `replay?at=${at}&side=${encodeURIComponent(side)}`), authorization(game, side));
/** An invitation to a seat; only who made the game may ask. */
export const inviteTo = (game: string, seat: string) =>
  backend.post<{ seat: string; token: string }>(ofGame(game, "seats"), { seat }, authorization(game, seat));

/** The record as a file to be kept. */
export async function downloadRecord(game: string, side: string): Promise<void> {
  const answer = await reach(ofGame(game, `record?side=${encodeURIComponent(side)}`), { headers: authorization(game, side) });
  if (!answer.ok) return unpack(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name ?? `${game}.record`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
export const rule = (number: string) => backend.get<RuleDoc>(`api/rules/${encodeURIComponent(number)}`);
export const findRules = (words: string) =>
  backend.get<{ number: string; title: string }[]>(`api/rules?q=${encodeURIComponent(words)}`);
export const upload = (record: string) => backend.post<Made>("api/records", record);

/** A game that was made, with the token of its host. */
export interface Made {
  game: string;
  host: string;
}

export interface NewGame {
  scenario: string;
  players: Record<string, PlayerWord>;
  options: Options;
  setups?: Record<string, string>;
  seed?: number;
}

export const create = (game: NewGame) => backend.post<Made>("api/games", game);
