/** Some twenty counters in all their states. */

import type { UnitDoc, WeaponDoc } from "../src/protocol";

let next = 1;

export function unit(side: string, hex: string | null, name: string, more: Partial<UnitDoc> = {}): UnitDoc {
  const [fp = 0, range = 0, morale = 0] = name.split("-").map(Number);
  const leader = name.split("-").length === 2;
  return {
    counter: "unit", id: `u${next}`, side, hex, kind: leader ? "leader" : "squad", name, ident: String.fromCharCode(64 + (next++ % 26)),
    fp: leader ? 0 : fp, range: leader ? 0 : range, morale: leader ? fp : morale, broken_morale: 7, broken: false,
    assault_fire: false, spraying_fire: false, smoke: 0, boxed: false, class: leader ? "" : "1",
    leadership: leader ? -range : null, badges: [], stack: 0, mf: null, ...more,
  };
}

export function weapon(holder: UnitDoc | null, name: string, fp: number, range: number, rof: number, more: Partial<WeaponDoc> = {}): WeaponDoc {
  return {
    counter: "weapon", id: `w${next++}`, side: holder?.side ?? "german", name, fp, range, rof, breakdown: 12, pp: 1,
    malfunctioned: false, holder: holder?.id ?? null, hex: holder?.hex ?? null, badges: [], ...more,
  };
}

export function forces(setup: boolean): { units: UnitDoc[]; weapons: WeaponDoc[] } {
  const at = (hex: string) => (setup ? null : hex);
  const units = [
    unit("german", at("H4"), "4-6-7", { smoke: 1, badges: ["PREP"] }),
    unit("german", at("H4"), "4-6-7", { smoke: 1, stack: 1 }),
    unit("german", at("H4"), "8-1", { stack: 2 }),
    unit("german", at("J3"), "4-4-7", { class: "2", badges: ["PIN"] }),
    unit("german", at("G6"), "5-4-8", { class: "E", assault_fire: true, smoke: 1 }),
    unit("german", at("E4"), "2-4-7", { kind: "half_squad" }),
    unit("german", at("K4"), "9-2"),
    unit("german", at("K4"), "4-6-7", { stack: 1, badges: ["CX"] }),
    unit("german", at("F6"), "4-6-7", { broken: true, badges: ["DM"], boxed: true }),
    unit("german", at("I2"), "4-3-6", { class: "C" }),
    unit("german", at("I2"), "2-2-8", { kind: "crew", stack: 1 }),
    unit("russian", "M7", "4-4-7"),
    unit("russian", "M7", "4-4-7", { stack: 1 }),
    unit("russian", "M7", "6-2-8", { stack: 2, class: "E", assault_fire: true }),
    unit("russian", "M7", "8-0", { stack: 3 }),
    unit("russian", "L6", "4-4-7", { badges: ["FIRST"] }),
    unit("russian", "N5", "4-2-6", { class: "C", badges: ["FINAL"] }),
    unit("russian", "N5", "7-0", { stack: 1, broken: true, badges: ["DM", "WOUND"] }),
    unit("russian", "J6", "5-2-7", { spraying_fire: true, badges: ["MELEE"] }),
    unit("german", at("J6"), "4-6-7", { badges: ["MELEE"] }),
    unit("russian", "O8", "4-4-7", { broken: true }),
    unit("german", null, "4-6-7"),
    unit("german", null, "6-5-8", { class: "E" }),
  ];
  const weapons = [
    weapon(units[1] ?? null, "LMG", 3, 8, 1),
    weapon(units[7] ?? null, "HMG", 7, 16, 3, { pp: 5 }),
    weapon(units[11] ?? null, "LMG", 2, 6, 1),
    weapon(units[12] ?? null, "MMG", 4, 10, 2, { malfunctioned: true }),
    weapon(null, "LMG", 3, 8, 1, { hex: "K7" }),
  ];
  return { units, weapons };
}
