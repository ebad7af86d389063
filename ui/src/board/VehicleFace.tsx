/** A vehicle as a tile: seen from above, hull and turret turned to their Covered Arcs, with armament, MP and armor. */

import { memo } from "preact/compat";
import type { VehicleDoc } from "../protocol";
import { mfText } from "../parts/mf";
import { nationality, sideName } from "../state/game";
import { BadgeRow } from "./BadgeRow";
import { badgeWords } from "./badges";
import { Cover } from "./Cover";
import { PIECE_H, PIECE_W } from "./layout";
import { squeeze, textWidth } from "./measure";
import { tint } from "./palette";
import { pointing } from "./pieces";
import { Arrow, BAND, MIDDLE, NAME_H, NameRow, Plate } from "./Plate";
import { TopView } from "./TopView";

/** Armor Factors of front and sides, of the turret too where they are others. */
function armorText(one: readonly number[] | undefined): string {
  return one ? one.join("/") : "";
}

/** What a screen reader says of a vehicle. */
export function vehicleName(one: VehicleDoc): string {
  const armor = one.armor ? `armor ${armorText(one.armor.hull)}${one.armor.turret ? `, turret ${armorText(one.armor.turret)}` : ""}` : "unarmored";
  const said = [
    one.category || one.kind || "vehicle",
    one.gun ? `armed with ${one.gun}` : "",
    one.mg ? `MG ${one.mg}` : "",
    one.points ? `${mfText(one.points.left)} of ${mfText(one.points.of)} MP left` : one.mp ? `${one.mp} MP` : "",
    one.kind ? armor : "",
    one.armor?.open_topped ? "open-topped" : "",
    one.crew === "CE" ? "crew exposed" : one.crew === "BU" ? "buttoned up" : "",
    one.facing == null ? "" : `front to the ${pointing(one.facing)}`,
    one.tca == null || one.tca === one.facing ? "" : `turret to the ${pointing(one.tca)}`,
    one.bypass ? "in Bypass" : "",
    one.size ? `target size ${one.size > 0 ? "+" : ""}${one.size}` : "",
    one.wreck ? (one.burning ? "burning wreck" : "wreck") : "",
    one.hidden ? "hidden" : one.concealed ? "concealed" : "",
    ...one.badges.filter((badge) => badge !== "BLAZE").map((badge) => badgeWords(badge).words),
  ];
  return `${sideName(one.side)} ${one.name}${one.ident ? ` ${one.ident}` : ""}${one.hex ? ` in ${one.hex}` : ""}, ${said.filter(Boolean).join(", ")}`;
}

/** `turn` is where its front points, in degrees from the top. */
export const VehicleFace = memo(function VehicleFace({ one, turn }: { one: VehicleDoc; turn: number | null }) {
  const look = tint(nationality(one.side));
  const ink = one.wreck ? "#3b3a37" : look.ink;
  const aim = (turn ?? 0) + 60 * ((one.tca ?? one.facing ?? 0) - (one.facing ?? 0));
  const turned = turn !== null && Boolean(one.turret) && aim !== turn;
  const low = PIECE_H - NAME_H;
  return (
    <g class={`counter vehicle${one.wreck ? " broken" : ""}`}>
      {turned && !one.wreck && <Arrow turn={aim} kind="turret" look={look} />}
      {turn !== null && <Arrow turn={turn} kind="front" look={look} />}
      <Plate side={one.side} grey={one.wreck === true}>
        <g transform={`translate(${MIDDLE.x} ${MIDDLE.y}) scale(1.22)`}>
          <TopView one={one} turn={turn ?? 0} aim={aim} ink={ink} paint={one.wreck ? "#8d8b86" : look.paint} light={one.wreck ? "#c9c8c4" : look.tile} />
        </g>
        {one.burning && <path class="flame" d={`M${MIDDLE.x} ${MIDDLE.y - 15} q7 8 3.4 13 q-0.4 -4 -3 -5.4 q0.6 6 -4.6 8.4 q-5.6 -6 4.2 -16z`} />}
        {!one.wreck && (
          <>
            {one.armor && <text class="armor" x={BAND + 2} y={9.6} fill={ink} {...squeeze(armorText(one.armor.hull), 9, 800, 21)}>{armorText(one.armor.hull)}</text>}
            {one.armor?.turret && <text class="armor" x={BAND + 2} y={18.6} fill={ink} {...squeeze(armorText(one.armor.turret), 9, 800, 21)}>{armorText(one.armor.turret)}</text>}
            {one.size ? <text class="size" x={PIECE_W - 3} y={14} fill={ink}>{one.size > 0 ? `+${one.size}` : `−${-one.size}`}</text> : null}
            <text class="armament" x={BAND + 2} y={low - 2} fill={ink} {...squeeze(one.gun || "", 11.5, 800, 27)}>{one.gun}</text>
            {one.rof ? one.rof > 1 && <text class="rof" x={BAND + 5 + Math.min(27, textWidth(one.gun ?? "", 11.5, 800))} y={low - 6} fill={ink}>{one.rof}</text> : null}
            {one.mp ? (
              <g class={`mp${one.points ? " left" : ""}`}>
                <rect x={PIECE_W - 18} y={low - 12.4} width={16} height={11} rx={5.5} fill={look.edge} />
                <text x={PIECE_W - 10} y={low - 3.6}>{one.points ? mfText(one.points.left) : one.mp}</text>
              </g>
            ) : null}
          </>
        )}
        <NameRow name={one.wreck ? `${one.name} wreck` : one.name} ink={ink} />
        {one.ident && <text class="ident" x={BAND / 2 + 0.4} y={PIECE_H - 5}>{one.ident}</text>}
        {one.crew && !one.wreck && (
          <g class={`crew-tag ${one.crew}`}>
            <rect x={-5} y={PIECE_H / 2 - 7.5} width={16} height={12} rx={3} />
            <text x={3} y={PIECE_H / 2 + 1.6}>{one.crew}</text>
          </g>
        )}
        {(one.concealed || one.hidden) && <Cover hidden={one.hidden === true} w={PIECE_W} h={PIECE_H} />}
        <BadgeRow names={one.badges} w={PIECE_W} />
      </Plate>
    </g>
  );
});
