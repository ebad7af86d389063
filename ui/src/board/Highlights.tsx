/** Hexes that light up: what may be entered with its MF, what may be fired at, where units may go. */

import { computed } from "@preact/signals";
import { mfOfNote, mfText } from "../parts/mf";
import { armed, offers, selectedHex, trail } from "../state/choose";
import { bodies, hello, hexes, mayAct, position, shown } from "../state/game";
import { losMode } from "../state/los";
import { marking, orders } from "../state/orders";
import { plan, reach } from "../state/plan";
import { windowOpen } from "../state/preview";
import { levelTag } from "./badges";
import { hoverHit } from "./gestures";
import { hexPoints } from "./Ground";

function short(note: string | null | undefined): string | null {
  if (!note) return null;
  const mf = mfOfNote(note);
  if (mf !== null) return mfText(mf);
  return note.length <= 10 ? note : null;
}

/** Hexes of who moves, while the DEFENDER is asked whether he fires at them: all that an impulse has touched. */
const underFire = computed(() => {
  if (!windowOpen.value || !mayAct.value || trail.value.length > 0) return new Set<string>();
  return new Set((shown.value?.units ?? []).flatMap((unit) => (unit.mf && unit.hex ? [unit.hex] : [])));
});

export function Highlights() {
  const shape = hello.value?.map.hex;
  if (!shape || losMode.value) return null;
  const known = hexes.value;
  const offered = offers.value.hexes;
  const moving = shown.value?.turn.phase === "MPh";
  const most = Math.max(1, ...[...reach.value.values()].map((hex) => hex.left + hex.mf));
  const enemies = new Set(
    [...bodies.value.values()].filter((unit) => unit.side !== shown.value?.pending.side && unit.hex).map((unit) => unit.hex),
  );
  const lit = [...offered.values()];
  const touched = [...underFire.value].flatMap((name) => known.get(name) ?? []);
  const target = (armed.value?.hex ?? selectedHex.value) || null;
  return (
    <g class="highlights">
      {mayAct.value && [...reach.value.values()].map((one) => {
        const hex = known.get(one.hex);
        if (!hex || offered.has(one.hex)) return null;
        return (
          <g key={one.hex}>
            <polygon class="reach" data-hex={one.hex} points={hexPoints(hex.x, hex.y, shape, 1.5)} style={{ fillOpacity: 0.1 + (0.22 * one.left) / most }} />
            <text class="mf" x={hex.x + 15} y={hex.y + 27}>{mfText(one.mf)}{one.level ? ` ${levelTag(one.level)?.short}` : ""}</text>
          </g>
        );
      })}
      {lit.map((entry) => {
        const hex = known.get(entry.hex ?? "");
        if (!hex) return null;
        const kind = moving ? "step" : enemies.has(hex.name) ? "target" : "place";
        const label = short(entry.note) ?? null;
        return (
          <g key={entry.key}>
            <polygon class={`offer ${kind}`} data-hex={hex.name} points={hexPoints(hex.x, hex.y, shape, 2)} />
            {label !== null && label !== undefined && (
              <text class={kind === "step" ? "mf strong" : "note"} x={kind === "step" ? hex.x + 15 : hex.x} y={hex.y + 27}>{label}</text>
            )}
          </g>
        );
      })}
      {touched.map((hex) => <polygon key={hex.name} class="touched" data-hex={hex.name} points={hexPoints(hex.x, hex.y, shape, 3)} />)}
      {target && known.has(target) && !plan.value.length && (
        <polygon class="chosen" points={hexPoints(known.get(target)!.x, known.get(target)!.y, shape, 2)} />
      )}
      {(marking.value !== null || orders.value.hexes.length > 0) && orders.value.hexes.map((name) => {
        const hex = known.get(name);
        return hex ? <polygon key={name} class="watched" points={hexPoints(hex.x, hex.y, shape, 5)} /> : null;
      })}
      {position.value?.last?.hex && known.has(position.value.last.hex) && (
        <polygon class="last" points={hexPoints(known.get(position.value.last.hex)!.x, known.get(position.value.last.hex)!.y, shape, 1.5)} />
      )}
    </g>
  );
}

/** The hex under the pointer. */
export function Hover() {
  const shape = hello.value?.map.hex;
  const hex = hexes.value.get(hoverHit.value?.hex ?? "");
  if (!shape || !hex || losMode.value) return null;
  return <polygon class="hover" points={hexPoints(hex.x, hex.y, shape, 0.8)} />;
}
