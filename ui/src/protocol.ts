/** Types of the client protocol: what the server sends and what it accepts. */

export interface ScenarioSide {
  id: string;
  name: string;
  nationality: string;
  elr?: number;
}

export interface ScenarioSummary {
  id: string;
  title: string;
  summary: string;
  turns: number;
  sides: ScenarioSide[];
  size?: string;
  /** The profile in words. */
  rules?: string;
}

/** A scenario card; everything beyond the summary is shown when it is there. */
export interface ScenarioCard extends ScenarioSummary {
  date?: string;
  situation?: string;
  victory?: string[] | string;
  special_rules?: string[];
  sets_up_first?: string;
  moves_first?: string;
  order_of_battle?: Record<string, string[]>;
  balance?: Record<string, string>;
  setups?: Record<string, { name: string; text: string }[]>;
}

export type PlayerKind = "human" | "standard" | "random" | "idle";
export type Assist = "off" | "warn" | "full";

export interface GameOptions {
  free_los: boolean;
  practice: boolean;
  assist: Assist;
  /** The side whose balance provision is in force, if any. */
  balance?: string;
}

export interface GameSummary {
  game: string;
  scenario: string;
  title: string;
  turn: number;
  phase: string;
  over: boolean;
  saved_at: string | number;
  players?: Record<string, PlayerKind>;
}

export interface TooltipLine {
  text: string;
  rule: string;
}

export interface MapHex {
  name: string;
  x: number;
  y: number;
  terrain: string;
  level: number;
  tooltip: TooltipLine[];
}

export interface MapDoc {
  name: string;
  width: number;
  height: number;
  hex: { width: number; height: number };
  hexes: MapHex[];
  svg: string;
}

export interface TurnDoc {
  number: number;
  of: number;
  phase: string;
  attacker: string;
  phases: string[];
}

export interface PendingDoc {
  kind: "choice" | "waiting" | "over";
  side: string;
  prompt: string;
  rule: string;
  why: string;
}

export interface UnitDoc {
  id: string;
  side: string;
  hex: string | null;
  /** The level within its hex where that isn't the ground: "1", "2", "B" on a bridge, "U" under it. */
  level?: string;
  /** "unknown": a stack under "?" of the other side. */
  kind: "squad" | "half_squad" | "crew" | "leader" | "hero" | "dummy" | "unknown";
  /** Under a "?". */
  concealed?: boolean;
  /** Not on the map for the other side at all. */
  hidden?: boolean;
  name: string;
  ident: string;
  fp: number;
  range: number;
  morale: number;
  broken_morale: number;
  broken: boolean;
  assault_fire: boolean;
  spraying_fire: boolean;
  smoke: number;
  boxed: boolean;
  class: string;
  leadership: number | null;
  badges: string[];
  stack: number;
  mf: { left: number; of: number } | null;
  /** In Bypass: the vertices of its hex that it has gone along, 0 at the upper left and on clockwise. */
  bypass?: number[];
}

export interface WeaponDoc {
  id: string;
  side: string;
  name: string;
  fp: number;
  range: number;
  rof: number;
  breakdown: number;
  pp: number;
  malfunctioned: boolean;
  holder: string | null;
  hex: string | null;
  level?: string;
  badges: string[];
}

export interface MarkerDoc {
  kind: string;
  hex: string;
  level?: string;
  strength: number;
  label: string;
}

export interface OffboardDoc {
  side: string;
  status: "eliminated" | "exited" | "reinforcement" | "unplaced";
  turn: number;
  units: string[];
  weapons: string[];
}

export interface VictoryClause {
  text: string;
  value: string | number;
  side: string;
  met: boolean;
  /** Ground that a clause about Control counts, with the side that has it. */
  hexes?: { hex: string; side: string | null }[];
}

export interface StateDoc {
  seq: number;
  you: string;
  turn: TurnDoc;
  breadcrumb: string[];
  pending: PendingDoc;
  menu: MenuDoc | null;
  units: UnitDoc[];
  weapons: WeaponDoc[];
  markers: MarkerDoc[];
  offboard: OffboardDoc[];
  victory: { clauses: VictoryClause[]; leads: string | null };
  result: { winner: string; text: string } | null;
  /** By side, once the game is over. */
  losses?: Record<string, { lost: string[]; reduced: string[]; replaced: string[]; cvp: number }>;
  last: { hex: string | null; units: string[] } | null;
}

/** Beside these a kind may name what the entry does: "give", "rally", "rout" and so on. */
export type EntryKind = "unit" | "weapon" | "hex" | "leader" | "option" | "toggle" | "pass" | "give" | "rally" | (string & {});

export interface Entry {
  key: string;
  label: string;
  kind: EntryKind;
  unit?: string | null;
  weapon?: string | null;
  hex?: string | null;
  /** The level of the Location it stands for, as in UnitDoc. */
  level?: string | null;
  leaf: boolean;
  on?: boolean | null;
  note?: string | null;
  rule?: string | null;
  hotkey?: string | null;
  primary?: boolean | null;
  confirm?: boolean | null;
  /** Of a step in Bypass: the vertices of its hex that it goes along. */
  vertices?: number[];
}

export interface MenuDoc {
  path: string[];
  title: string;
  entries: Entry[];
  total: number;
}

export interface PreviewLine {
  value: string;
  reason: string;
  rule: string;
  id: string;
  group: "fp" | "drm" | "other";
}

export interface Odds {
  label: string;
  p: number;
  class: "kia" | "k" | "break" | "pin" | "none" | "other";
}

export interface PreviewDoc {
  title: string;
  column: number | null;
  fp: string | null;
  drm: number | null;
  lines: PreviewLine[];
  odds: Odds[];
  per_target: { unit: string; odds: Odds[] }[];
  /** Where the sums differ from target to target: each with the units it holds for. */
  sums?: { column: number | null; drm: number; units: string[] }[];
  /** The second Location of Spraying Fire; of a step the Residual FP that waits there. */
  second?: PreviewDoc;
  text: string[];
}

export interface Die {
  name: string;
  face: number;
}

export type LogKind =
  | "phase" | "move" | "fire" | "roll" | "result" | "rally" | "rout" | "cc" | "setup" | "info";

export interface LogLine {
  id: number | string;
  text: string;
  rule: string | null;
  kind: LogKind;
  dice: Die[] | null;
  original: number | null;
  final: number | null;
  need: number | string | null;
  hexes: string[];
  units: string[];
  side: string | null;
  forced: boolean;
  depth: number;
  /** The modifiers that led to the Final value. */
  lines?: { value: string; reason: string; rule: string | null }[] | null;
}

export interface Step {
  seq: number;
  events: LogLine[];
  state: StateDoc;
  of?: number;
}

export interface Hello {
  game: string;
  scenario: ScenarioCard;
  players: Record<string, PlayerKind>;
  you: string;
  options: GameOptions;
  /** Why the game can only be looked at, else null. */
  view_only?: string | null;
  /** A side may hide something from the other, and the game is not over. */
  secret?: boolean;
  map: MapDoc;
}

export interface ErrorDoc {
  kind: string;
  rule: string | null;
  message: string;
}

export type ThreadState = "clear" | "hindered" | "blocked" | "beyond";

export interface LosDoc {
  from: string;
  to: string;
  blocked: boolean;
  hindrance: number;
  range: number;
  why: string;
  rule: string;
  hexes: string[];
  line: [number, number, number, number];
  at: [number, number] | null;
  /** What SMOKE on the way adds to the DRM. */
  smoke: number;
  /** The thread in its colours, with a dot at each Hindrance and a few words where it matters most. */
  thread: { state: ThreadState; line: [number, number, number, number] }[];
  dots: [number, number][];
  label: string;
  points: { hex: string; at: [number, number]; text: string; rule: string }[];
  /** The Locations of either end, from below. */
  levels: { key: string; name: string }[][];
}

export interface ReachHex {
  hex: string;
  level?: string;
  levels?: { level: string; mf: number; left: number }[];
  mf: number;
  left: number;
  via: string[];
}

export interface Threat {
  unit: string;
  hex: string;
  fp: string;
  drm: number;
  /** The chance that it hurts the mover it is likeliest to hurt, and that mover's fates. */
  p: number;
  odds: Odds[];
}

/** One step of a planned way: MF spent and left after it, who could fire there, and the hexes of "?" that see it. */
export interface WayStep {
  hex: string;
  mf: number;
  left: number;
  threats: Threat[];
  covered: string[];
}

export interface Orders {
  threshold: number | null;
  units: string[];
  hexes: string[];
  silent_until: "phase" | null;
  transfers: "ask" | "marked";
  givers: string[];
  walls: "ask" | "near" | "leave";
  /** Asked too where the computer would fire. */
  advised: boolean;
}

export interface Hint {
  path: string[];
  label: string;
  reasons: string[];
}

export interface RuleDoc {
  number: string;
  title: string;
  digest: string;
  functions?: string[];
  cases?: string[];
}
