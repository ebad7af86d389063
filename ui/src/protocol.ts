/** Messages of the server and the client. Written by `python -m tools.protocol`; change the structs instead. */

import type {
  VehicleDoc,
  WorkDoc,
} from "./counters";

import type {
  PositionDoc,
  StateDoc,
  UnitDoc,
  WeaponDoc,
} from "./position";

import type {
  Options,
  Orders,
} from "./requests";

export * from "./counters";

export * from "./position";

export * from "./requests";

export type GunKind = "AA" | "ART" | "AT" | "INF" | "MTR" | "RCL";

export type LogKind = "phase" | "move" | "fire" | "roll" | "result" | "rally" | "rout" | "cc" | "setup" | "info";

export type LineGroup = "fp" | "to_hit" | "drm" | "other";

export type OddsClass = "kia" | "k" | "break" | "pin" | "none" | "other";

export type OffboardStatus = "eliminated" | "exited" | "reinforcement" | "unplaced";

export type PlayerWord = "human" | "standard" | "random" | "idle";

export type ShownKind = "squad" | "half_squad" | "crew" | "leader" | "hero" | "dummy" | "unknown";

export type ThreadState = "clear" | "hindered" | "blocked" | "beyond";

export type WorkKind = "foxhole" | "trench" | "sangar" | "wire" | "mines" | "pillbox" | "roadblock" | "other";

export type CounterDoc = UnitDoc | WeaponDoc | VehicleDoc | WorkDoc;

/** A die that was rolled. */
export interface DieDoc {
  name: string;
  face: number;
}

/** A modifier that led to the Final value. */
export interface ModDoc {
  value: string;
  reason: string;
  rule: string;
}

/** One line of the log. */
export interface LogLineDoc {
  /** Unique within the game. */
  id: number;
  text: string;
  rule: string | null;
  kind: LogKind;
  dice: DieDoc[] | null;
  /** The sum of the dice. */
  original: number | null;
  /** The sum with its modifiers. */
  final: number | null;
  need: string | null;
  hexes: string[];
  units: string[];
  side: string | null;
  /** There was only one answer, or a standing order gave it. */
  forced: boolean;
  /** Grows with what follows from what. */
  depth: number;
  /** The modifiers that led to the Final value. */
  lines: ModDoc[] | null;
}

/** Why something was not done; whatever it is, nothing has changed. */
export interface ErrorDoc {
  kind: string;
  /** "" where none stands behind it. */
  rule: string;
  /** At most 300 characters. */
  message: string;
}

/** The first message; a second one begins the client's picture anew. */
export interface HelloMessage {
  type: "hello";
  game: string;
  scenario: ScenarioCard;
  players: Record<string, string>;
  /** The seat. */
  you: string;
  options: Options;
  /** To the seed of the dice. */
  commitment: string;
  /** Why the game can only be looked at. */
  view_only: string | null;
  /** A side may hide something from the other, and the game is not over. */
  secret: boolean;
  /** The name of its map, for `GET /api/maps/NAME`: a digest of what is drawn, which never changes under it. */
  map: string;
  /** Where a seat was taken by joining. */
  token?: string;
}

/** One decision, or one roll where several follow each other. */
export interface StepMessage {
  type: "step";
  /** Grows by one with each step sent on this connection. */
  seq: number;
  events: LogLineDoc[];
  state: StateDoc;
}

/** A step of a game to look at only. */
export interface ReplayDoc {
  seq: number;
  /** The last step there is. */
  of: number;
  events: LogLineDoc[];
  state: StateDoc;
}

/** The result of a request; the steps of an answer come before it. */
export interface ReplyMessage {
  type: "reply";
  rid: number;
  /** True. */
  ok: boolean;
  result: unknown;
}

/** A request was not done. */
export interface RefusalMessage {
  type: "reply";
  /** null where the request held none. */
  rid: number | null;
  /** False. */
  ok: boolean;
  error: ErrorDoc;
}

/** The game was opened in another tab, or can't be opened. */
export interface NoticeMessage {
  type: "notice";
  text: string;
}

/** The answer to a request over HTTP that fails. */
export interface FailureDoc {
  error: ErrorDoc;
}

/** The first line of an account. */
export interface AccountHead {
  /** The version of the format. */
  goodorder_account: number;
  seat: string;
  scenario: string;
  title: string;
  players: Record<string, string>;
  options: Options;
}

/** The last line of an account. */
export interface AccountEnd {
  position: PositionDoc;
}

/** A line of a ledger. */
export interface LineDoc {
  value: string;
  reason: string;
  rule: string;
  id: string;
  group: LineGroup;
}

/** A chance. */
export interface OddsDoc {
  label: string;
  /** From 0 to 1. */
  p: number;
  class: OddsClass;
}

/** What may become of a target. */
export interface TargetDoc {
  unit: string;
  odds: OddsDoc[];
}

/** Column and DRM against these units. */
export interface SumsDoc {
  /** The FP that heads the IFT column, null below the first. */
  column: number | null;
  drm: number;
  units: string[];
}

/** What a hit on one aspect of a vehicle comes to (C7). */
export interface KillDoc {
  aspect: "hull" | "turret";
  facing: "front" | "rear" | "side";
  critical: boolean;
  /** The chance of this hit. */
  p: number;
  /** The Final To Kill number. */
  number: number;
  lines: LineDoc[];
}

/** An arrow of a Human Wave: where units of one Location go in an impulse, or could go (A25.232, A25.2311). */
export interface WaveWay {
  /** Hex. */
  from: string;
  /** Hex; the same where they hold, climb stairs or take Crest status. */
  to: string;
  /** What is announced; before the declaration what will be forward and side hexes. */
  kind: "forward" | "go" | "hold" | "side";
  /** Who goes there, of an impulse. */
  units?: string[];
  /** Of where they go. */
  level?: string;
  /** In Bypass: the vertices of the hex that they go along. */
  around?: number[];
  /** What the act costs by itself. */
  mf?: number | null;
  /** It leads to a Known enemy. */
  enemy?: boolean;
}

/** One who takes no part in a Human Wave, and why (A25.23). */
export interface LeftOut {
  unit: string;
  why: string;
  rule: string;
}

/** A Human Wave as the board draws it before it is declared, or an impulse of it before it is announced (A25.23). */
export interface WaveDoc {
  /** Who takes part. */
  units: string[];
  ways: WaveWay[];
  /** The hexes of its grain in their order; none while it is open, or once the Wave is under way. */
  grain?: string[];
  /** Other grains that are legal. */
  others?: string[][];
  out?: LeftOut[];
  /** What an impulse costs everybody. */
  mf?: number | null;
  /** MF that are left after it. */
  left?: number | null;
}

/** What an action would come to; `column`, `fp` and `drm` are null where there are none. */
export interface PreviewDoc {
  title: string;
  /** The FP that heads the IFT column. */
  column: number | null;
  fp: string | null;
  drm: number | null;
  lines: LineDoc[];
  /** Of the action's own roll. */
  odds: OddsDoc[];
  per_target: TargetDoc[];
  text: string[];
  /** Where column or DRM are not the same against all targets. */
  sums?: SumsDoc[];
  /** The other Location of Spraying Fire; of a step the Residual FP that waits there; of two acts the other. */
  second?: PreviewDoc | null;
  /** Of a shot at a vehicle: the To Kill number of each hit that it may make. */
  kills?: KillDoc[];
  /** Of a shot at a vehicle: the chance to destroy it by each other kind of ammunition, the best first. */
  other_ammo?: OddsDoc[];
  /** Of a Human Wave and its impulses: what the board draws. */
  wave?: WaveDoc | null;
}

/** A fact of a Gun or vehicle. */
export interface CardLine {
  label: string;
  value: string;
  rule: string;
}

/** A Gun or vehicle with everything that the catalogue knows of it. */
export interface CardDoc {
  title: string;
  lines: CardLine[];
}

/** It was done; there is nothing to tell. */
export interface DoneDoc {
}

/** Why something can't be chosen. */
export interface WhyDoc {
  rule: string;
  message: string;
}

/** Another Location of a hex in reach. */
export interface LevelReach {
  /** "" for the ground. */
  level: string;
  mf: number;
  left: number;
}

/** A hex that units can get to, by the cheapest way; of several Locations the cheapest. */
export interface ReachHex {
  hex: string;
  level?: string;
  /** MF that the way costs. */
  mf: number;
  /** MF left there. */
  left: number;
  /** The hexes of the way; one stands twice where the way takes its stairs. */
  via: string[];
  /** The other Locations. */
  levels?: LevelReach[];
  /** Of a vehicle the acts that lead there, by the keys of the menus in which each will stand; MF are MP. */
  acts?: string[];
  /** MP spent at each hex of the way. */
  spent?: number[];
  /** The hexspine that a vehicle points along there. */
  facing?: number | null;
  /** Its last act asks for a Bog Check. */
  bog?: boolean;
}

/** Where the units of a path can get to. */
export interface ReachDoc {
  hexes: ReachHex[];
}

/** An enemy unit that could fire at movers, by itself; or Residual FP or a Fire Lane that lies there. */
export interface ThreatDoc {
  /** Empty for what lies there. */
  unit: string;
  hex: string;
  /** The FP of men, the ammunition of a Gun, in words what lies there. */
  fp: string;
  drm: number;
  /** The chance that it hurts the mover it is likeliest to hurt. */
  p: number;
  /** That mover's fates. */
  odds: OddsDoc[];
}

/** A hex of a planned way. */
export interface WayStep {
  hex: string;
  /** MF spent up to there. */
  mf: number;
  left: number;
  /** The strongest first. */
  threats: ThreatDoc[];
  /** Hexes of "?" that have a line to it. */
  covered: string[];
}

/** The first hex of a way that can't be entered. */
export interface StopDoc extends WhyDoc {
  hex: string;
}

/** What waits along a planned way. */
export interface WayDoc {
  steps: WayStep[];
  stop: StopDoc | null;
}

/** A piece of a LOS thread, in pixels of the map's drawing. */
export interface ThreadPiece {
  state: ThreadState;
  line: [number, number, number, number];
}

/** A point that mattered to a line of sight. */
export interface ThreadPoint {
  hex: string;
  at: [number, number];
  text: string;
  rule: string;
}

/** A Location of a hex: the word that names its level, and what it is called. */
export interface LevelDoc {
  key: string;
  name: string;
}

/** The line of sight between two Locations, and the thread that shows it. */
export interface LosThread {
  from: string;
  to: string;
  blocked: boolean;
  hindrance: number;
  range: number;
  why: string;
  rule: string;
  /** The Locations on the line. */
  hexes: string[];
  line: [number, number, number, number];
  /** Where it is blocked. */
  at: [number, number] | null;
  thread: ThreadPiece[];
  /** One at each Hindrance. */
  dots: [number, number][];
  /** What SMOKE on the way adds to the DRM. */
  smoke: number;
  /** A few words where it matters most. */
  label: string;
  points: ThreadPoint[];
  /** The Locations of either end, from below. */
  levels: LevelDoc[][];
}

/** What the standard computer player would do. */
export interface AdviceDoc {
  /** Of the menu, to a leaf. */
  path: string[];
  label: string;
  reasons: string[];
}

/** The orders that stand now. */
export interface StandingDoc {
  orders: Orders;
}

/** Where the record was written. */
export interface SavedDoc {
  file: string;
}

/** A side of a scenario. */
export interface SideDoc {
  id: string;
  name: string;
  nationality: string;
  /** Who they are: of the counters' nationality, or the nation for which these stand (A25). */
  people?: string;
  elr?: number | null;
  /** Its Sniper Activation Number, where it has a Sniper (A14.1). */
  san?: number | null;
}

/** Something that a scenario teaches. */
export interface LessonDoc {
  name: string;
  rule: string;
}

/** The line of a scenario in the list. */
export interface ScenarioSummary {
  id: string;
  title: string;
  summary: string;
  turns: number;
  sides: SideDoc[];
  /** Squads against squads. */
  size?: string;
  /** The profile in words. */
  rules?: string;
  year?: number | null;
  teaches?: LessonDoc[];
}

/** A ready-made set-up. */
export interface SetupDoc {
  name: string;
  text: string;
}

/** Everything a player reads before the game; of a game without a scenario the summary alone. */
export interface ScenarioCard extends ScenarioSummary {
  date?: string;
  situation?: string;
  victory?: string[];
  special_rules?: string[];
  sets_up_first?: string;
  moves_first?: string;
  order_of_battle?: Record<string, string[]>;
  setups?: Record<string, SetupDoc[]>;
  /** By side its balance provision. */
  balance?: Record<string, string>;
  aftermath?: string;
}

/** A line about a hex. */
export interface TooltipLine {
  text: string;
  rule: string;
}

/** A hex of the drawing. */
export interface MapHex {
  name: string;
  /** Its centre, in pixels of the drawing. */
  x: number;
  y: number;
  terrain: string;
  level: number;
  tooltip: TooltipLine[];
}

/** Size of a hex in pixels. */
export interface HexSize {
  width: number;
  height: number;
}

/** The drawing of a map and its hexes; the client draws grid and names. */
export interface MapDrawing {
  name: string;
  width: number;
  height: number;
  hex: HexSize;
  hexes: MapHex[];
  svg: string;
}

/** Which version serves which folder. */
export interface ServerDoc {
  goodorder: string;
  folder: string;
}

/** An optional rule that may be switched on. */
export interface OptionDoc {
  id: string;
  rule: string;
  text: string;
}

/** A stored game. */
export interface GameSummary {
  game: string;
  scenario: string;
  title: string;
  players: Record<string, string>;
  turn: number;
  phase: string;
  over: boolean;
  /** Milliseconds. */
  saved_at: number;
}

/** A new game. */
export interface MadeDoc {
  game: string;
  /** The host's token. */
  host: string;
}

/** An invitation to a seat. */
export interface SeatDoc {
  seat: string;
  token: string;
}

/** A rule that was found. */
export interface RuleTitle {
  number: string;
  title: string;
}

/** A table of a rule: its title, the heads of its columns, its rows. */
export interface TableDoc {
  title: string;
  heads: string[];
  rows: string[][];
}

/** A rule. */
export interface RuleDoc extends RuleTitle {
  digest: string;
  /** Ids of the functions that compute it. */
  functions: string[];
  /** Titles of the cases that prove it. */
  cases: string[];
  /** What is rolled for by it: of Snipers and Heat of Battle (A14.3, A15.1). */
  tables?: TableDoc[];
}
