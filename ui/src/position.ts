/** Messages of the server and the client. Written by `python -m tools.protocol`; change the structs instead. */

import type {
  AcquiredDoc,
  Counter,
  GunDoc,
  VehicleDoc,
  WorkDoc,
} from "./counters";

import type {
  OffboardStatus,
  ShownKind,
} from "./protocol";

/** Turn, phase and ATTACKER (A3). */
export interface TurnDoc {
  number: number;
  /** Turns of the game. */
  of: number;
  phase: string;
  attacker: string;
  /** All phases of a Player Turn in their order. */
  phases: string[];
}

/** Wind and Environmental Conditions (B25.5, B25.63); none where it is calm and stays so. */
export interface WeatherDoc {
  wind: "heavy" | "mild_breeze" | "none";
  /** The Wind Force in words. */
  name: string;
  /** Where it blows to: 1 up the map, then clockwise to 6; 0 without wind (B25.64). */
  direction: number;
  /** The Environmental Conditions in words. */
  conditions: string;
  /** Gusts blow in this Player Turn (B25.651). */
  gusts: boolean;
  /** All of it in one line. */
  told: string;
}

/** The Sniper of a side that has one (A14). */
export interface SniperDoc {
  side: string;
  /** Its Sniper Activation Number now (A14.1). */
  san: number;
  /** Where its counter lies. */
  hex: string | null;
  /** Does nothing until the Player Turn ends (A14.31). */
  pinned: boolean;
}

/** The Battlefield Integrity of a side (A16); none where the rule is not in force. */
export interface IntegrityDoc {
  side: string;
  /** Its ELR now (A16.2). */
  elr: number;
  base: number;
  tally: number;
  /** How often the Base has been lost. */
  losses: number;
  /** All of it in one line. */
  told: string;
}

/** What the game waits for. */
export interface PendingDoc {
  /** "choice": this seat decides; "waiting": somebody else does, or the game goes on by itself. */
  kind: "choice" | "over" | "waiting";
  /** Who decides, "" where nobody does. */
  side: string;
  prompt: string;
  /** The rule that grants the choice. */
  rule: string;
  /** What led to the choice, in words. */
  why: string;
}

/** MF of a unit on its move. */
export interface MfDoc {
  left: number;
  of: number;
}

/** A unit, or the stand-in of a stack under "?" of the other side, of which nothing else is told. */
export interface UnitDoc extends Counter {
  counter: "unit";
  kind: ShownKind;
  name: string;
  /** The letter on the counter. */
  ident: string;
  fp: number;
  range: number;
  morale: number;
  broken_morale: number;
  broken: boolean;
  assault_fire: boolean;
  spraying_fire: boolean;
  /** Smoke placement exponent, 0 for none. */
  smoke: number;
  /** The Morale Level stands in a box on the broken side: self-rally. */
  boxed: boolean;
  /** Elite "E", "1" and "2" line, Green "G", Conscript "C", "" for the rest. */
  class: string;
  /** Leadership DRM, null where it leads nobody. */
  leadership: number | null;
  /** Under a "?". */
  concealed?: boolean;
  /** Not on the map for the other side at all. */
  hidden?: boolean;
  /** Counters of its hex drawn below it. */
  stack: number;
  /** null for a unit that is not on its move. */
  mf: MfDoc | null;
  /** In Bypass: the vertices of its hex that it has gone along, 0 at the upper left and on clockwise. */
  bypass?: number[];
  /** Of a prisoner, the unit that guards it. */
  guard?: string | null;
  /** Of a Guard, the US# that it could guard besides its prisoners (A20.51). */
  room?: number | null;
  /** What its nation and formation make of it, each with its rule: "Stealthy (A25.44)". */
  national?: string[];
}

/** A support weapon or a Gun. */
export interface WeaponDoc extends Counter {
  counter: "weapon";
  name: string;
  fp: number;
  range: number;
  rof: number;
  breakdown: number;
  pp: number;
  malfunctioned: boolean;
  /** The unit that possesses it, or mans the Gun. */
  holder: string | null;
  /** Of a vehicle's weapon, which its holder bears: where it is. */
  mount?: "AAMG" | "BMG" | "CMG" | "MA" | "RMG" | "";
  /** Of a Gun, which has a place of its own. */
  gun?: GunDoc | null;
  /** Under a "?" of its own. */
  concealed?: boolean;
  /** Not on the map for the other side at all. */
  hidden?: boolean;
  /** The kinds of ammunition that it has run out of. */
  depleted?: string[];
  /** A Gun that is dug in since the set-up (C11.2). */
  emplaced?: boolean;
  /** A Gun that is ready to be pushed, not to be fired (C10.2). */
  limbered?: boolean;
  /** A weapon of the enemy in the hands of `side` (A21.1, A26.222). */
  captured?: boolean;
  acquired?: AcquiredDoc | null;
}

/** A marker on a Location. */
export interface MarkerDoc {
  kind: string;
  hex: string;
  /** As of a unit. */
  level?: string;
  /** FP of Residual FP and of a Fire Lane, DRM of SMOKE. */
  strength: number;
  label: string;
}

/** Counters of a side that are not on the map, by what became of them. */
export interface OffboardDoc {
  side: string;
  status: OffboardStatus;
  /** In which reinforcements enter, else 0. */
  turn: number;
  units: string[];
  weapons: string[];
  vehicles?: string[];
}

/** A hex that a clause about Control counts, and who has it. */
export interface GroundDoc {
  hex: string;
  side: string | null;
}

/** A clause of the Victory Conditions as it stands. */
export interface ClauseDoc {
  text: string;
  /** The number it counts, "3 of 5" where so many are needed. */
  value: string;
  side: string;
  met: boolean;
  hexes: GroundDoc[];
}

/** The Victory Conditions as they stand. */
export interface VictoryDoc {
  clauses: ClauseDoc[];
  /** The side that would win now, null where nobody would. */
  leads: string | null;
}

/** How the game ended. */
export interface ResultDoc {
  /** "" for a draw. */
  winner: string;
  text: string;
}

/** What a side lost in a game that is over, by the names of the units. */
export interface LossesDoc {
  /** Eliminated or captured. */
  lost: string[];
  /** Squads that became half-squads. */
  reduced: string[];
  /** Units that ELR Replacement changed. */
  replaced: string[];
  /** Casualty VP that the other side has of it (A26.221). */
  cvp: number;
}

/** What the newest line of the log is about. */
export interface LastDoc {
  hex: string | null;
  units: string[];
}

/** One line of a menu, and the counter or Location on the board that stands for it. */
export interface EntryDoc {
  /** What a path names it by. */
  key: string;
  label: string;
  /** "unit", "weapon", "hex", "leader", "option", "toggle", "pass", or what it does: "give", "rally", "rout" .. */
  kind: string;
  /** Whether it answers; else it leads to a further menu. */
  leaf: boolean;
  unit?: string;
  weapon?: string;
  hex?: string;
  /** As of a unit. */
  level?: string;
  /** A short figure: MF, a chance. */
  note?: string;
  rule?: string;
  hotkey?: string;
  /** The usual choice. */
  primary?: boolean;
  /** The preview is shown before it is committed. */
  confirm?: boolean;
  /** Of a step in Bypass: the vertices of its hex that it goes along. */
  vertices?: number[];
}

/** The menu below a path. */
export interface MenuDoc {
  path: string[];
  title: string;
  entries: EntryDoc[];
  total: number;
}

/** A position as a seat sees it. */
export interface PositionDoc {
  /** The seat. */
  you: string;
  turn: TurnDoc;
  weather: WeatherDoc | null;
  /** What is under way, from the outermost in. */
  breadcrumb: string[];
  pending: PendingDoc;
  /** The top of the menu where this seat decides. */
  menu: MenuDoc | null;
  units: UnitDoc[];
  weapons: WeaponDoc[];
  vehicles?: VehicleDoc[];
  works?: WorkDoc[];
  markers: MarkerDoc[];
  offboard: OffboardDoc[];
  victory: VictoryDoc;
  result: ResultDoc | null;
  /** What the newest line of the log is about. */
  last: LastDoc | null;
  integrity?: IntegrityDoc[];
  snipers?: SniperDoc[];
}

/** A position with the number of its step. */
export interface StateDoc extends PositionDoc {
  seq: number;
  /** By side, once the game is over. */
  losses?: Record<string, LossesDoc>;
}
