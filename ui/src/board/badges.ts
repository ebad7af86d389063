/** Badges on counters: their colour, what they say in words, and the rule they stand for. */

import type { UnitDoc } from "../protocol";

interface Badge {
  look: "danger" | "warm" | "cool" | "plain";
  words: string;
  rule: string;
  /** What stands on the counter, where that is not its name. */
  short?: string;
}

const BADGES: Record<string, Badge> = {
  DM: { look: "danger", words: "Desperation Morale: +4 to rally", rule: "A10.62" },
  PIN: { look: "danger", words: "pinned: stays where it is, fires at half strength", rule: "A7.8" },
  WOUND: { look: "danger", words: "wounded", rule: "A17" },
  ENC: { look: "danger", words: "encircled: morale one lower", rule: "A7.7" },
  WAVE: { look: "warm", words: "in a Human Wave: ignores pins, Morale Level one higher", rule: "A25.23", short: "HW" },
  RANGE: { look: "plain", words: "Range counter: has gone away from the grain of the Wave, and may go no farther", rule: "A25.2321", short: "RNG" },
  BERS: { look: "danger", words: "berserk: morale 10, charges the nearest enemy in sight", rule: "A15.4" },
  HERO: { look: "plain", words: "a hero: -1 to what he attacks with", rule: "A15.2" },
  FAN: { look: "plain", words: "Fanatic: morale one higher", rule: "A10.8" },
  DISR: { look: "danger", words: "Disrupted", rule: "A19.12" },
  CX: { look: "warm", words: "counter exhausted by Double Time", rule: "A4.51" },
  MELEE: { look: "warm", words: "held in Melee", rule: "A11.15" },
  HTH: { look: "danger", words: "fights Hand-to-Hand: Kill Numbers two higher", rule: "A25.43" },
  CC: { look: "warm", words: "Close Combat this CCPh", rule: "A11.1" },
  PREP: { look: "cool", words: "fired in the PFPh", rule: "A3.2" },
  OPP: { look: "cool", words: "Opportunity Fire: waits for the AFPh", rule: "A7.25" },
  FIRST: { look: "cool", words: "fired as Defensive First Fire", rule: "A8.1" },
  FINAL: { look: "cool", words: "has used all its Defensive Fire", rule: "A8.4" },
  TI: { look: "plain", words: "Temporarily Immobilized", rule: "A4.8" },
  WA: { look: "plain", words: "has Wall Advantage", rule: "B9.32" },
  BLAZE: { look: "danger", words: "burning", rule: "B25.14" },
  MOTION: { look: "cool", words: "in Motion", rule: "D2.4" },
  BOG: { look: "danger", words: "bogged: can't move until freed", rule: "D8.2" },
  MIRED: { look: "danger", words: "mired: bogged the worse", rule: "D8.3" },
  IMMO: { look: "danger", words: "immobilized for good", rule: "D8.1" },
  SHOCK: { look: "danger", words: "in Shock: neither moves nor fires", rule: "C7.42" },
  UK: { look: "danger", words: "Unconfirmed Kill: neither moves nor fires", rule: "C7.42" },
  STUN: { look: "danger", words: "crew stunned: neither moves nor fires", rule: "D5.34" },
  "+1": { look: "warm", words: "crew was stunned: +1 to what it does", rule: "D5.34" },
  "CREW PIN": { look: "danger", words: "a Pin hampers the crew: +2 To Hit, machine guns at half FP", rule: "A7.82" },
  RECALL: { look: "warm", words: "Recalled: leaves the map", rule: "D5.341" },
  SCR: { look: "plain", words: "searched for arms: none are left in it", rule: "D10.5" },
  ABAND: { look: "danger", words: "Abandoned: nobody is in it", rule: "D5.4" },
  PRIS: { look: "warm", words: "a prisoner: goes where his Guard goes", rule: "A20.5" },
  UNARM: { look: "warm", words: "free and Unarmed: moves as its owner likes, fires nothing, bars no way", rule: "A20.54" },
  GUARD: { look: "plain", words: "guards prisoners", rule: "A20.5" },
  CREST: { look: "plain", words: "in Crest status", rule: "B20.9" },
};

const LEVELS: Record<string, { short: string; words: string }> = {
  B: { short: "BR", words: "on the bridge" },
  U: { short: "UN", words: "under the bridge" },
};

export function badgeLook(name: string): Badge["look"] {
  return BADGES[name]?.look ?? "plain";
}

/** The letters of a badge on a counter. */
export function badgeShort(name: string): string {
  return BADGES[name]?.short ?? name;
}

/** What a badge means, with its rule; the badge itself where nothing more is known. */
export function badgeWords(name: string): { words: string; rule: string } {
  return BADGES[name] ?? { words: name, rule: "" };
}

/** The tag of a level and how it is said; none for the ground. */
export function levelTag(level: string | null | undefined): { short: string; words: string } | null {
  return level ? (LEVELS[level] ?? { short: `L${level}`, words: `level ${level}` }) : null;
}

/** How a unit is covered, in words with the rule. */
export function coverWords(unit: UnitDoc): { words: string; rule: string }[] {
  if (unit.kind === "unknown") return [{ words: "only its own side knows what is under it", rule: "A12.1" }];
  if (unit.hidden) return [{ words: "hidden: not on the map for the other side", rule: "A12.3" }];
  return unit.concealed ? [{ words: "concealed: the other side sees only a ?", rule: "A12.1" }] : [];
}
