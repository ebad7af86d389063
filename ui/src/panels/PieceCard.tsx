/** A Gun or vehicle drawn large, what has become of it, and all that the catalogue knows of it. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { badgeWords } from "../board/badges";
import { Counter } from "../board/Counter";
import { PIECE_H, PIECE_W } from "../board/layout";
import { pointing, type Piece } from "../board/pieces";
import { Rule } from "../parts/Rule";
import type { CardDoc, VehicleDoc } from "../protocol";
import { request } from "../state/game";
import { mfText } from "../parts/mf";

/** Cards by the type of their counter: they never change in a game. */
const known = signal<Map<string, CardDoc>>(new Map());

function typeOf(one: Piece): string {
  return (one.counter === "weapon" ? one.gun.type : one.type) ?? "";
}

/** Which way it points, its crew, its MP and its weapons, as they are now. */
function stands(one: Piece): { words: string; rule: string }[] {
  const found = [one.facing == null ? null : { words: `points to the ${pointing(one.facing)}`, rule: "C3.2" }];
  if (one.counter === "vehicle") found.push(...vehicleStands(one));
  return [...found.flatMap((line) => line ?? []), ...one.badges.map(badgeWords)];
}

function vehicleStands(one: VehicleDoc): { words: string; rule: string }[] {
  const crew = { CE: { words: "crew exposed (CE)", rule: "D5.3" }, BU: { words: "buttoned up (BU)", rule: "D5.2" } };
  return [
    ...(one.tca == null ? [] : [{ words: `turret to the ${pointing(one.tca)}`, rule: "D3.12" }]),
    ...(one.crew ? [crew[one.crew]] : []),
    ...(one.points ? [{ words: `${mfText(one.points.left)} of ${mfText(one.points.of)} MP left`, rule: "D2.1" }] : []),
    ...(one.arms ?? []).flatMap((arm) => {
      const state = [arm.malfunctioned ? "malfunctioned" : "", arm.mark ? badgeWords(arm.mark).words : ""].filter(Boolean);
      return state.length > 0 ? [{ words: `${arm.name}: ${state.join(", ")}`, rule: "D3.7" }] : [];
    }),
  ];
}

export function PieceCard({ one }: { one: Piece }) {
  const type = typeOf(one);
  useEffect(() => {
    if (!type || known.peek().has(type)) return;
    void request("card", { of: type }).then((card) => (known.value = new Map(known.peek()).set(type, card))).catch(() => undefined);
  }, [type]);
  const card = known.value.get(type);
  return (
    <section class="piece-card">
      <svg class="mini" width={PIECE_W * 1.7} height={PIECE_H * 1.7} viewBox={`-14 -14 ${PIECE_W + 28} ${PIECE_H + 28}`} aria-hidden="true"><Counter counter={one} /></svg>
      <div>
        <strong>{one.name}{one.counter === "vehicle" && one.ident ? ` ${one.ident}` : ""}</strong>
        <ul>{stands(one).map((line) => <li key={line.words}>{line.words} {line.rule && <Rule number={line.rule} />}</li>)}</ul>
      </div>
      <table>
        <tbody>
          {card?.lines.map((line) => (
            <tr key={line.label + line.value}><th scope="row">{line.label}</th><td>{line.value}</td><td>{line.rule && <Rule number={line.rule} />}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
