/** A vehicle as a tile: seen from above, hull and turret turned to their Covered Arcs, with armament, MP and armor. */

import { memo } from "preact/compat";
import type { VehicleDoc } from "../protocol";
import { nationality, sideName } from "../state/game";
import { BadgeRow } from "./BadgeRow";
import { Cover } from "./Cover";
import { PIECE_H, PIECE_W } from "./layout";
import { squeeze } from "./measure";
import { tint } from "./palette";
import { pointing } from "./pieces";
import { Arrow, BAND, MIDDLE, Plate } from "./Plate";

/** Armor Factors of front and sides, of the turret too where they are others. */
function armorText(one: readonly number[] | undefined): string {
  return one ? one.join("/") : "";
}

/** What a screen reader says of a vehicle. */
export function vehicleName(one: VehicleDoc): string {
  const armor = one.armor ? `armor ${armorText(one.armor.hull)}${one.armor.turret ? `, turret ${armorText(one.armor.turret)}` : ""}` : "unarmored";
  const said = [
    one.kind || "vehicle",
    one.gun ? `armed with ${one.gun}` : "",
    one.mg ? `MG ${one.mg}` : "",
    one.mp ? `${one.mp} MP` : "",
    one.kind ? armor : "",
    one.armor?.open_topped ? "open-topped" : "",
    one.crew === "CE" ? "crew exposed" : one.crew === "BU" ? "buttoned up" : "",
    one.facing == null ? "" : `front to the ${pointing(one.facing)}`,
    one.tca == null || one.tca === one.facing ? "" : `turret to the ${pointing(one.tca)}`,
    one.bypass ? "in Bypass" : "",
    one.wreck ? "wreck" : "",
    one.hidden ? "hidden" : one.concealed ? "concealed" : "",
    ...one.badges,
  ];
  return `${sideName(one.side)} ${one.name}${one.hex ? ` in ${one.hex}` : ""}, ${said.filter(Boolean).join(", ")}`;
}

/** Outlines from above, front to the top, about 0, 0: what rolls, and what lies over it. */
const HULLS: Record<string, { rolls: string; body: string }> = {
  tracked: {
    rolls: "M-8.6 -12 h4 v24 h-4z M4.6 -12 h4 v24 h-4z",
    body: "M-4.6 -9.6 L-3 -13 H3 L4.6 -9.6 V12 H-4.6z",
  },
  "half-tracked": {
    rolls: "M-8 -1 h3.6 v13 h-3.6z M4.4 -1 h3.6 v13 h-3.6z M-7 -11 h2.6 v5 h-2.6z M4.4 -11 h2.6 v5 h-2.6z",
    body: "M-3.4 -13 H3.4 L4.4 -3 V12.6 H-4.4 V-3z",
  },
  "armored car": {
    rolls: "M-7.8 -10 h3 v6 h-3z M4.8 -10 h3 v6 h-3z M-7.8 4.6 h3 v6 h-3z M4.8 4.6 h3 v6 h-3z",
    body: "M-2.4 -13 H2.4 L5 -7 V9 L3 12.6 H-3 L-5 9 V-7z",
  },
  truck: {
    rolls: "M-7 -10 h2.4 v5 h-2.4z M4.6 -10 h2.4 v5 h-2.4z M-7 5 h2.4 v6.4 h-2.4z M4.6 5 h2.4 v6.4 h-2.4z",
    body: "M-3.6 -13 H3.6 V-5.4 H-3.6z M-5 -4.4 H5 V12.6 H-5z",
  },
};

const TURRET = "M-4.4 -1.6 L-2.8 -4.4 H2.8 L4.4 -1.6 V3.2 L2.6 5.2 H-2.6 L-4.4 3.2z";
const TURRET_BARREL = "M-1 -16 h2 v12 h-2z";
const HULL_BARREL = "M-1 -17 h2 v12 h-2z";

interface ViewProps {
  one: VehicleDoc;
  turn: number;
  /** Of the turret, from the top. */
  aim: number;
  ink: string;
  tile: string;
}

function TopView({ one, turn, aim, ink, tile }: ViewProps) {
  const hull = HULLS[one.kind || "tracked"]!;
  return (
    <g class="top-view" transform={`translate(${MIDDLE.x} ${MIDDLE.y})`}>
      <g class="hull" transform={`rotate(${turn})`}>
        <path d={hull.rolls} fill={ink} />
        <path d={hull.body} fill={tile} stroke={ink} />
        {one.gun && !one.turret && <path d={HULL_BARREL} fill={ink} />}
      </g>
      {one.turret && (
        <g class="turret" transform={`rotate(${aim})`}>
          {one.gun && <path d={TURRET_BARREL} fill={ink} />}
          <path d={TURRET} fill={one.armor?.open_topped ? tile : ink} stroke={ink} />
        </g>
      )}
    </g>
  );
}

/** `turn` is where its front points, in degrees from the top. */
export const VehicleFace = memo(function VehicleFace({ one, turn }: { one: VehicleDoc; turn: number | null }) {
  const look = tint(nationality(one.side));
  const ink = one.wreck ? "#3b3a37" : look.ink;
  const aim = (turn ?? 0) + 60 * ((one.tca ?? one.facing ?? 0) - (one.facing ?? 0));
  const turned = turn !== null && Boolean(one.turret) && aim !== turn;
  return (
    <g class={`counter vehicle${one.wreck ? " broken" : ""}`}>
      {turned && <Arrow turn={aim} kind="turret" look={look} />}
      {turn !== null && <Arrow turn={turn} kind="front" look={look} />}
      <Plate side={one.side} grey={one.wreck === true}>
        <TopView one={one} turn={turn ?? 0} aim={aim} ink={ink} tile={one.wreck ? "#c9c8c4" : look.tile} />
        {one.wreck ? (
          <text class="armament" x={BAND + 2} y={PIECE_H - 3.4} fill={ink}>wreck</text>
        ) : (
          <>
            {one.armor && <text class="armor" x={BAND + 2} y={9.4} fill={ink} {...squeeze(armorText(one.armor.hull), 8.4, 800, 19)}>{armorText(one.armor.hull)}</text>}
            {one.armor?.turret && <text class="armor" x={BAND + 2} y={18.4} fill={ink} {...squeeze(armorText(one.armor.turret), 8.4, 800, 19)}>{armorText(one.armor.turret)}</text>}
            <text class="armament" x={BAND + 2} y={PIECE_H - 3.4} fill={ink} {...squeeze(one.gun || one.name, 11.5, 800, one.kind ? 26 : 43)}>{one.gun || (one.kind ? "" : one.name)}</text>
            {one.mp && (
              <g class="mp">
                <rect x={PIECE_W - 18} y={PIECE_H - 13.2} width={16} height={11} rx={5.5} fill={look.edge} />
                <text x={PIECE_W - 10} y={PIECE_H - 4.4}>{one.mp}</text>
              </g>
            )}
          </>
        )}
        {one.crew && !one.wreck && (
          <g class={`crew-tag ${one.crew}`}>
            <rect x={-5} y={PIECE_H / 2 - 5.5} width={16} height={12} rx={3} />
            <text x={3} y={PIECE_H / 2 + 3.6}>{one.crew}</text>
          </g>
        )}
        {(one.concealed || one.hidden) && <Cover hidden={one.hidden === true} w={PIECE_W} h={PIECE_H} />}
        <BadgeRow names={one.badges} w={PIECE_W} />
      </Plate>
    </g>
  );
});
