/** Both sides: what is on the board, broken, lost, off the board, still to come. */

import { Fragment } from "preact";
import { Counter } from "../board/Counter";
import { TILE_H, TILE_W } from "../board/layout";
import { Panel } from "../parts/Panel";
import type { OffboardDoc, SideDoc, StateDoc, UnitDoc } from "../protocol";
import { bodies, hello, position, sideName, units, weapons } from "../state/game";
import { SideChip } from "./TopBar";
import { tight } from "../parts/tight";

export function MiniCounter({ unit, scale = 0.72 }: { unit: UnitDoc; scale?: number }) {
  return (
    <svg class="mini" width={(TILE_W + 4) * scale} height={(TILE_H + 8) * scale} viewBox={`-2 -6 ${TILE_W + 4} ${TILE_H + 8}`}>
      <Counter counter={unit} />
    </svg>
  );
}

/** "3 × 4-6-7, 1 × 9-1" of a list of unit names. */
function tally(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${n}\u00a0×\u00a0${tight(name)}` : tight(name))).join(", ");
}

const WORDS: Record<OffboardDoc["status"], string> = {
  eliminated: "Lost", exited: "Exited", reinforcement: "To come", unplaced: "To set up",
};

const PLAYED: Record<string, string> = { standard: "computer", random: "computer, at random", idle: "nobody" };

function OneSide({ side, state }: { side: SideDoc; state: StateDoc }) {
  const all = state.units.filter((unit) => unit.side === side.id && unit.hex);
  const own = all.filter((unit) => unit.kind !== "unknown" && unit.kind !== "dummy");
  const stacks = all.filter((unit) => unit.kind === "unknown").length;
  const dummies = all.filter((unit) => unit.kind === "dummy").length;
  const taken = own.filter((unit) => unit.badges.includes("PRIS"));
  const unarmed = own.filter((unit) => unit.badges.includes("UNARM"));
  const good = own.filter((unit) => !unit.broken && !taken.includes(unit) && !unarmed.includes(unit));
  const broken = own.filter((unit) => unit.broken);
  const guns = state.weapons.filter((weapon) => weapon.side === side.id && !weapon.mount && (weapon.hex || (weapon.holder && units.value.get(weapon.holder)?.hex)));
  const vehicles = (state.vehicles ?? []).filter((one) => one.side === side.id && one.hex && !one.wreck);
  const wrecks = (state.vehicles ?? []).filter((one) => one.side === side.id && one.hex && one.wreck);
  const off = state.offboard.filter((group) => group.side === side.id && group.units.length + group.weapons.length + (group.vehicles?.length ?? 0) > 0);
  const kind = hello.value?.players[side.id];
  // In a game with concealment nobody sees what the other side has yet to place.
  const integrity = (state.integrity ?? []).find((one) => one.side === side.id);
  const elr = integrity?.elr ?? side.elr;
  const sniper = (state.snipers ?? []).find((one) => one.side === side.id);
  const unseen = state.turn.phase === "setup" && all.length === 0 && !off.some((group) => group.units.length > 0);
  return (
    <div class="one-side">
      <h3><SideChip side={side.id} /> {sideName(side.id)} <span class="soft small">{elr != null && <span title="Experience Level Rating (A19.1)">ELR {elr} </span>}{sniper && <span title="Sniper Activation Number: on this Original DR of the enemy his men may be struck (A14.1)">SAN {sniper.san} </span>}{PLAYED[kind ?? "human"] ?? ""}</span></h3>
      {side.name !== sideName(side.id) && <p class="soft side-full">{side.name}</p>}
      {integrity && <p class="soft integrity" title={`Battlefield Integrity (A16.1): ${integrity.told}`}>Casualty Tally {integrity.tally} of {integrity.base}{integrity.losses > 0 && `, ${integrity.losses} Base${integrity.losses > 1 ? "s" : ""} lost`}</p>}
      {unseen ? <p class="soft">sets up out of sight</p> : <dl>
        <dt>{stacks > 0 ? "Seen" : "Good Order"}</dt><dd>{tally(good.map((unit) => unit.name)) || "none"}</dd>
        {stacks > 0 && <><dt>Under “?”</dt><dd>{stacks === 1 ? "1 stack" : `${stacks} stacks`}</dd></>}
        {dummies > 0 && <><dt>Dummies</dt><dd>{dummies}</dd></>}
        {broken.length > 0 && <><dt>Broken</dt><dd>{tally(broken.map((unit) => unit.name))}</dd></>}
        {taken.length > 0 && <><dt>Prisoners of the enemy</dt><dd>{tally(taken.map((unit) => unit.name))}</dd></>}
        {unarmed.length > 0 && <><dt>Unarmed</dt><dd>{tally(unarmed.map((unit) => unit.name))}</dd></>}
        {vehicles.length > 0 && <><dt>Vehicles</dt><dd>{tally(vehicles.map((one) => one.name + (one.badges.includes("ABAND") ? " (Abandoned)" : one.badges.includes("IMMO") ? " (immobile)" : "")))}</dd></>}
        {wrecks.length > 0 && <><dt>Wrecks</dt><dd>{tally(wrecks.map((one) => one.name))}</dd></>}
        {guns.length > 0 && <><dt>Weapons</dt><dd>{tally(guns.map((gun) => gun.name + (gun.malfunctioned ? " (jammed)" : "")))}</dd></>}
        {off.map((group) => {
          const names = [
            ...group.units.map((id) => units.value.get(id)?.name ?? id).map((name) => (name === "?" ? "“?”" : name)),
            ...(group.vehicles ?? []).map((id) => bodies.value.get(id)?.name ?? id),
            ...group.weapons.map((id) => weapons.value.get(id)?.name ?? id),
          ];
          return (
            <Fragment key={`${group.status}${group.turn}`}>
              <dt class={group.status}>{WORDS[group.status]}{group.status === "reinforcement" && group.turn > 0 ? ` turn ${group.turn}` : ""}</dt>
              <dd>{tally(names)}</dd>
            </Fragment>
          );
        })}
      </dl>}
    </div>
  );
}

export function SidesPanel() {
  const state = position.value;
  const game = hello.value;
  if (!state || !game) return null;
  return (
    <Panel name="sides" title="Sides">
      {game.scenario.sides.map((side) => <OneSide key={side.id} side={side} state={state} />)}
    </Panel>
  );
}
