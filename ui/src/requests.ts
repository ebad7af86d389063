/** Messages of the server and the client. Written by `python -m tools.protocol`; change the structs instead. */

import type {
  AdviceDoc,
  CardDoc,
  DoneDoc,
  LosThread,
  MenuDoc,
  PlayerWord,
  PreviewDoc,
  ReachDoc,
  SavedDoc,
  StandingDoc,
  WayDoc,
  WhyDoc,
} from "./protocol";

/** The menu below a path. */
export interface MenuAsked {
  type: "menu";
  rid: number;
  path: string[];
}

/** A decision: the path to a leaf, in the position of step `seq`. */
export interface Answer {
  type: "answer";
  rid: number;
  seq: number;
  path: string[];
}

/** What an entry would come to. */
export interface PreviewAsked {
  type: "preview";
  rid: number;
  path: string[];
}

/** Why something on the board can't be chosen now. */
export interface Why {
  type: "why";
  rid: number;
  path: string[];
  hex?: string | null;
  unit?: string | null;
  weapon?: string | null;
}

/** Where the units of a path can get to. */
export interface Reach {
  type: "reach";
  rid: number;
  path: string[];
}

/** What waits along a planned way: MF and possible fire at each of its hexes. */
export interface WayAsked {
  type: "way";
  rid: number;
  path: string[];
  via: string[];
}

/** The line of sight between two hexes, at a level of each where it has several. */
export interface Los {
  type: "los";
  rid: number;
  to: string;
  from: string;
  from_level?: string;
  to_level?: string;
}

/** Everything that the catalogue knows of a Gun or vehicle, by its type. */
export interface CardAsked {
  type: "card";
  rid: number;
  of: string;
}

/** What would the computer do? */
export interface HintAsked {
  type: "hint";
  rid: number;
}

/** When the DEFENDER wants to be asked for a shot of one `firer`, a Gun or a vehicle, during the enemy's moves: never with `hold`; else for one that hits somebody, or harms a vehicle, with at least the chance `threshold` (null: what holds for all), at a target `within` so many hexes (null: any); at a vehicle only where hull and turret show `facings` of these (none: any). */
export interface FirerOrders {
  firer: string;
  hold?: boolean;
  threshold?: number | null;
  within?: number | null;
  facings?: ("front" | "rear" | "side")[];
}

/** When a side wants to be asked: `threshold` to `silent_until` for the DEFENDER during the enemy's moves. `threshold`: where the best shot breaks, pins, reduces or eliminates somebody with at least this chance, null wherever a shot is possible; Final Protective Fire counts by how much likelier that is than harm to its own firers (A8.31), a momentary reveal by the shot that it would allow (A12.14). `advised`: also where the standard computer player would fire. `transfers` "marked": in the RPh, where nothing but handing weapons over can be done, only in hexes of `givers`; `walls`: where nothing but Wall Advantage can be claimed or given up, "near" only while an enemy stands across that wall or can come there in this phase, "leave" never. `empty`: windows in which the side can do nothing, asked so that the enemy learns nothing, close by themselves (after a pause of no fixed length) or ask; left out they close where the sides have screens of their own. `firers`: orders for single Guns and vehicles, each once. `turns`: whether it wants to turn Guns and vehicles as a fire phase ends (C3.22, D3.12): "seen" only where one of them sees an enemy, and none within an arc of its own; "leave" never. `surrenders`: whether it wants to be asked about a surrender (A20.3), accepts each, or "never" one: No Quarter. */
export interface Orders {
  threshold?: number | null;
  units?: string[];
  hexes?: string[];
  silent_until?: "phase" | null;
  transfers?: "ask" | "marked";
  empty?: "ask" | "close" | null;
  givers?: string[];
  walls?: "ask" | "leave" | "near";
  advised?: boolean;
  firers?: FirerOrders[];
  turns?: "ask" | "leave" | "seen";
  surrenders?: "accept" | "ask" | "never";
}

/** Give standing orders. */
export interface Standing {
  type: "standing";
  rid: number;
  orders: Orders;
}

/** Go back (practice games): to the last decision, or to the first one after step `at` of the replay. */
export interface Undo {
  type: "undo";
  rid: number;
  at?: number | null;
}

/** Write the record to a file. */
export interface Save {
  type: "save";
  rid: number;
}

/** Give the game up. */
export interface ConcedeAsked {
  type: "concede";
  rid: number;
  side?: string;
}

/** The body of `POST /api/games`. */
export interface NewGame {
  scenario: string;
  players: Record<string, PlayerWord>;
  options?: Options;
  setups?: Record<string, string>;
  seed?: number | null;
}

/** The body of `POST /api/games/G/seats`: for which side; `keep`: who has the seat now keeps it too. */
export interface SeatWanted {
  seat: string;
  keep?: boolean;
}

/** What the table agreed on before the game. `free_los`: lines of sight may be checked at any time. `practice`: play may go back. `assist`: how much the client helps, off, warn or full. `balance`: the side whose balance provision is in force (A26.4), or empty. `rules`: ids of the optional rules in force (A.4). */
export interface Options {
  free_los?: boolean;
  practice?: boolean;
  assist?: string;
  balance?: string;
  rules?: string[];
}

/** By its `type` what a request asks, and its result. */
export interface Requests {
  menu: { asks: Omit<MenuAsked, "type" | "rid">; result: MenuDoc };
  answer: { asks: Omit<Answer, "type" | "rid">; result: DoneDoc };
  preview: { asks: Omit<PreviewAsked, "type" | "rid">; result: PreviewDoc | null };
  why: { asks: Omit<Why, "type" | "rid">; result: WhyDoc };
  reach: { asks: Omit<Reach, "type" | "rid">; result: ReachDoc };
  way: { asks: Omit<WayAsked, "type" | "rid">; result: WayDoc };
  los: { asks: Omit<Los, "type" | "rid">; result: LosThread };
  card: { asks: Omit<CardAsked, "type" | "rid">; result: CardDoc };
  hint: { asks: Omit<HintAsked, "type" | "rid">; result: AdviceDoc };
  standing: { asks: Omit<Standing, "type" | "rid">; result: StandingDoc };
  undo: { asks: Omit<Undo, "type" | "rid">; result: DoneDoc };
  save: { asks: Omit<Save, "type" | "rid">; result: SavedDoc };
  concede: { asks: Omit<ConcedeAsked, "type" | "rid">; result: DoneDoc };
}
