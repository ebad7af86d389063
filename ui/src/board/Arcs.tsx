/** Covered Arcs of a Gun or vehicle that is pointed at or chosen, and which way its armor faces. */

import { computed } from "@preact/signals";
import type { MapHex, VehicleDoc } from "../protocol";
import { selectedUnits, selectedWeapons } from "../state/choose";
import { hello, hexes, position, vehicles } from "../state/game";
import { losMode } from "../state/los";
import { preview } from "../state/preview";
import { movers } from "../state/plan";
import { hoverHit } from "./gestures";
import { spine, vertex, type Shape } from "./hexside";
import { isGun } from "./pieces";

interface Arc {
  hex: MapHex;
  facing: number;
  kind: "hull" | "turret" | "gun";
}

/** Half the angle of a Covered Arc, in degrees: its edges run along the hex grains on either hand of the hexspine. */
const HALF = 30;

function arcsOf(one: VehicleDoc, hex: MapHex): Arc[] {
  if (one.facing == null || one.wreck) return [];
  const hull: Arc = { hex, facing: one.facing, kind: "hull" };
  return one.tca == null || one.tca === one.facing ? [hull] : [hull, { hex, facing: one.tca, kind: "turret" }];
}

/** The vehicle that is pointed at, else the one that is chosen or under way; of one that aims its own arcs stay. */
const vehicleShown = computed<VehicleDoc | undefined>(() => {
  const pointed = vehicles.value.get(hoverHit.value?.vehicle ?? "");
  const own = vehicles.value.get([...selectedUnits.value].find((id) => vehicles.value.has(id)) ?? movers.value[0] ?? "");
  return own && pointed && own.side !== pointed.side ? own : (pointed ?? own);
});

const shownArcs = computed<Arc[]>(() => {
  const place = (name: string | null | undefined) => hexes.value.get(name ?? "");
  const guns = position.value?.weapons.filter(isGun) ?? [];
  const pointed = guns.find((one) => one.id === hoverHit.value?.weapon) ?? guns.find((one) => selectedWeapons.value.has(one.id));
  const gun = pointed?.facing == null ? undefined : place(pointed.hex);
  if (gun && pointed?.facing != null && (!hoverHit.value?.vehicle || selectedWeapons.value.has(pointed.id))) return [{ hex: gun, facing: pointed.facing, kind: "gun" }];
  const one = vehicleShown.value;
  const hex = place(one?.hex);
  return one && hex ? arcsOf(one, hex) : [];
});

function ray(hex: MapHex, degrees: number, length: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${(hex.x + Math.sin(angle) * length).toFixed(1)} ${(hex.y - Math.cos(angle) * length).toFixed(1)}`;
}

/** The facing of armor behind a hexside of what points along a hexspine. */
const BEHIND = ["front", "side", "rear", "rear", "side", "front"] as const;

interface RingProps {
  hex: MapHex;
  shape: Shape;
  facing: number;
  inset: number;
  kind: "hull" | "turret";
}

/** The six hexsides of a vehicle by the armor that lies behind them; each facing has its letter and its stroke. */
function Ring({ hex, shape, facing, inset, kind }: RingProps) {
  const at = (n: number): [number, number] => {
    const [x, y] = vertex(hex, shape, n);
    return [x + (hex.x - x) * inset, y + (hex.y - y) * inset];
  };
  return (
    <g class={`facings ${kind}`}>
      {BEHIND.map((name, n) => {
        const side = (facing + n + 6) % 6;
        const [[ax, ay], [bx, by]] = [at(side), at(side + 1)];
        return (
          <g key={n} class={name}>
            <line x1={ax} y1={ay} x2={bx} y2={by} />
            {kind === "hull" && <text x={(ax + bx) / 2} y={(ay + by) / 2 + 2.6}>{name.charAt(0).toUpperCase()}</text>}
          </g>
        );
      })}
    </g>
  );
}

/** The armor of a vehicle that is aimed at, or pointed at by somebody who is aiming. */
export function Facings() {
  const map = hello.value?.map;
  const target = preview.value?.kills?.length ? preview.value.per_target[0]?.unit : undefined;
  const one = vehicles.value.get(target ?? hoverHit.value?.vehicle ?? "");
  const hex = hexes.value.get(one?.hex ?? "");
  if (!map || losMode.value || !one?.armor || one.facing == null || one.wreck || !hex) return null;
  const turned = one.tca != null && one.tca !== one.facing;
  return (
    <g class="armor-facings" aria-hidden="true">
      <Ring hex={hex} shape={map.hex} facing={one.facing} inset={0.02} kind="hull" />
      {turned && <Ring hex={hex} shape={map.hex} facing={one.tca!} inset={0.13} kind="turret" />}
    </g>
  );
}

export function Arcs() {
  const map = hello.value?.map;
  if (!map || losMode.value || shownArcs.value.length === 0) return null;
  const far = map.width + map.height;
  return (
    <g class="arcs" aria-hidden="true">
      <clipPath id="on-map"><rect width={map.width} height={map.height} /></clipPath>
      <g clip-path="url(#on-map)">
        {shownArcs.value.map(({ hex, facing, kind }) => {
          const middle = spine(facing);
          return <path key={kind} class={`covered ${kind}`} d={`M${ray(hex, middle - HALF, far)} L${hex.x} ${hex.y} L${ray(hex, middle + HALF, far)}`} />;
        })}
      </g>
    </g>
  );
}
