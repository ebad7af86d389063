/** What the numbers and letters of a counter say, on a squad, a leader and a machine gun drawn large. */

import { signal } from "@preact/signals";
import type { UnitDoc, VehicleDoc, WeaponDoc } from "../protocol";
import { hello, position } from "../state/game";
import { Counter } from "./Counter";
import { PIECE_H, PIECE_W, STRIP_H, TILE_H, TILE_W } from "./layout";
import { isGun } from "./pieces";

export const legendOpen = signal(false);

function sample(side: string, more: Partial<UnitDoc>): UnitDoc {
  return {
    counter: "unit", id: "legend", side, hex: null, kind: "squad", name: "4-6-7", ident: "A", fp: 4, range: 6, morale: 7, broken_morale: 7, broken: false,
    assault_fire: true, spraying_fire: false, smoke: 1, boxed: false, class: "1", leadership: null, badges: [], stack: 0, mf: null, ...more,
  };
}

const SQUAD: [string, string][] = [
  ["4", "Firepower (FP); underlined: Assault Fire"], ["small 1", "SMOKE exponent: grenades on a dr of 1 or less"], ["6", "Normal Range in hexes; underlined: Spraying Fire"],
  ["7", "Morale Level: a Morale Check passes on a DR of 7 or less"], ["1 at the top", "class: E elite, 1 first line, 2 second line, G Green, C conscript"],
  ["A", "its name among its like"], ["?, H", "concealed, hidden"], ["L1, BR, UN", "its level; on, under a bridge"],
];
const LEADER: [string, string][] = [["9", "Morale Level"], ["-1", "leadership DRM for those he directs or rallies"]];
const BROKEN: [string, string][] = [["7", "Morale Level while broken; in a box: rallies itself"], ["DM", "Desperation Morale: +4 to rally"]];
const GUN: [string, string][] = [["3-8", "FP and Normal Range"], ["small 2", "Multiple ROF: fires again while the coloured die is 2 or less; none stands for 1"], ["X", "malfunctioned"]];

const ORDNANCE: [string, string][] = [
  ["75L", "caliber in mm and length of barrel"], ["2 in a box", "Multiple ROF"], ["figure", "manned; only its outline: nobody mans it"],
  ["arrow", "where its Covered Arc points"],
];
const VEHICLE: [string, string][] = [
  ["8/3", "Armor Factors of the front and of side and rear; below them those of the turret where they differ"], ["75L", "Main Armament"],
  ["13 at the right", "Movement Points"], ["CE, BU", "Crew Exposed, Buttoned Up"], ["arrows", "filled: where the front points; hollow: the turret, where it points elsewhere"],
];

function Row({ children, lines, h, w = TILE_W }: { children: preact.ComponentChildren; lines: [string, string][]; h: number; w?: number }) {
  return (
    <div class="legend-row">
      <svg class="mini" width={TILE_W * 2.2} height={h * 2.2} viewBox={w === TILE_W ? `-4 -8 ${w + 8} ${h + 10}` : `-16 -16 ${w + 32} ${h + 28}`} aria-hidden="true">{children}</svg>
      <dl>{lines.map(([sign, words]) => <div key={sign}><dt>{sign}</dt><dd>{words}</dd></div>)}</dl>
    </div>
  );
}

const PAK: Partial<WeaponDoc> = { facing: 2, holder: "legend", gun: { kind: "AT", caliber: "75L", manhandling: 9 } };
const TANK: Omit<VehicleDoc, "side"> = {
  counter: "vehicle", id: "legend", hex: null, badges: [], name: "tank", kind: "tracked", mp: 13, category: "medium tank", mg: "3/5", gun: "75L", turret: "T", crew: "CE", facing: 2, tca: 1,
  armor: { hull: [8, 3], turret: [6, 4] },
};

export function Legend() {
  const side = hello.value?.scenario.sides[0]?.id;
  if (!legendOpen.value || !side) return null;
  const gun: WeaponDoc = { counter: "weapon", id: "legend", side, name: "MG", fp: 3, range: 8, rof: 2, breakdown: 12, pp: 1, malfunctioned: false, holder: null, hex: null, badges: [] };
  return (
    <>
      <div class="catcher" onClick={() => (legendOpen.value = false)} />
      <div class="popover help legend-page" role="dialog" aria-label="What the counters say">
        <header><strong>What the counters say</strong><button class="quiet close" aria-label="Close" onClick={() => (legendOpen.value = false)}>×</button></header>
        <Row lines={SQUAD} h={TILE_H}><Counter counter={sample(side, {})} /></Row>
        <Row lines={LEADER} h={TILE_H}><Counter counter={sample(side, { kind: "leader", name: "9-1", smoke: 0, ident: "", leadership: -1 })} /></Row>
        <Row lines={BROKEN} h={TILE_H}><Counter counter={sample(side, { broken: true, boxed: true, badges: ["DM"] })} /></Row>
        <Row lines={GUN} h={STRIP_H}><Counter counter={gun} w={TILE_W} /></Row>
        {position.value?.weapons.some(isGun) && <Row lines={ORDNANCE} h={PIECE_H} w={PIECE_W}><Counter counter={{ ...gun, ...PAK }} /></Row>}
        {(position.value?.vehicles ?? []).length > 0 && <Row lines={VEHICLE} h={PIECE_H} w={PIECE_W}><Counter counter={{ ...TANK, side }} /></Row>}
      </div>
    </>
  );
}
