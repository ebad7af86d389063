/** Lines over the board: the planned path with its MF, the LOS thread, the shot just fired. */

import { mfOfNote, mfText } from "../parts/mf";
import { armed } from "../state/choose";
import { bodies, hello, hexes, position } from "../state/game";
import { losFrom, losMode, losTo, verdict } from "../state/los";
import { costs, plan, startHex } from "../state/plan";
import { percent, risk, way, waySteps } from "../state/way";
import { wave } from "../state/preview";
import type { WayStep } from "../protocol";
import { hoverHit } from "./gestures";
import { between, vertex } from "./hexside";

/** Whoever could fire at the step under the pointer, else at the last of the way. */
function Threats({ steps }: { steps: WayStep[] }) {
  const pointed = steps.find((step) => step.hex === hoverHit.value?.hex) ?? steps.at(-1);
  const target = pointed ? hexes.value.get(pointed.hex) : undefined;
  if (!pointed || !target) return null;
  return (
    <>
      {[...new Set(pointed.threats.map((one) => one.hex))].map((name) => {
        const from = hexes.value.get(name);
        return from ? <line key={name} class="threat" x1={from.x} y1={from.y} x2={target.x} y2={target.y} /> : null;
      })}
    </>
  );
}

/** The planned way: MF in each hex and, where known enemies can fire, the chance of a Morale Check or worse. */
export function PlannedPath() {
  const start = startHex.value ? hexes.value.get(startHex.value) : undefined;
  const names = way.value;
  if (names.length === 0) return null;
  const points = names.flatMap((name) => hexes.value.get(name) ?? []);
  const mf = costs(names);
  const steps = waySteps.value;
  const line = [...(start ? [start] : []), ...points].map((hex, index) => `${index ? "L" : "M"}${hex.x} ${hex.y}`).join("");
  const firm = plan.value.length > 0;
  return (
    <g class={`plan${firm ? " firm" : ""}`} aria-hidden="true">
      <Threats steps={steps} />
      <path class="plan-edge" d={line} />
      <path class="plan-line" d={line} />
      {points.map((hex, index) => {
        const step = steps[index];
        const spent = step?.mf ?? mf[index];
        const danger = step !== undefined && step.threats.length > 0;
        return (
          <g key={`${hex.name}${index}`} class={danger ? "danger" : ""}>
            <circle cx={hex.x} cy={hex.y} r={9} />
            <text x={hex.x} y={hex.y + 3.8}>{spent === null || spent === undefined ? "·" : mfText(spent)}</text>
            {danger && <text class="chance" x={hex.x} y={hex.y + 20}>{percent(risk(step))}</text>}
          </g>
        );
      })}
    </g>
  );
}

/** The way along hexsides that waits to be announced: from the mover to the vertices, ending at the hexside. */
export function Skirt() {
  const entry = armed.value;
  const shape = hello.value?.map.hex;
  const hex = hexes.value.get(entry?.hex ?? "");
  const vertices = entry?.vertices ?? [];
  if (!shape || !hex || vertices.length < 2) return null;
  const start = startHex.value && startHex.value !== hex.name ? hexes.value.get(startHex.value) : undefined;
  const spots = vertices.map((at) => vertex(hex, shape, at));
  const [ex, ey] = between(hex, shape, vertices.at(-2)!, vertices.at(-1)!, 0.12);
  const line = [...(start ? [[start.x, start.y]] : []), ...spots].map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join("");
  return (
    <g class="plan firm bypass" aria-hidden="true">
      <path class="plan-edge" d={line} />
      <path class="plan-line" d={line} />
      <circle cx={ex} cy={ey} r={9} />
      <text x={ex} y={ey + 3.8}>{mfText(mfOfNote(entry?.note) ?? 0)}</text>
    </g>
  );
}

export function Thread() {
  if (!losMode.value) return null;
  const from = hexes.value.get(losFrom.value ?? "");
  const to = hexes.value.get(losTo.value ?? "");
  const told = verdict.value;
  if (told) {
    const [x1, y1, x2, y2] = told.line;
    const [bx, by] = told.at ?? told.dots[0] ?? [x2, y2];
    return (
      <g class={`thread ${told.blocked ? "blocked" : told.hindrance > 0 ? "hindered" : "clear"}`}>
        <line class="thread-edge" x1={x1} y1={y1} x2={x2} y2={y2} />
        {told.thread.map(({ state, line: [ax, ay, zx, zy] }, n) => <line key={n} class={state} x1={ax} y1={ay} x2={zx} y2={zy} />)}
        {told.dots.map(([x, y]) => <circle key={`${x},${y}`} class="point" cx={x} cy={y} r={4} />)}
        <circle cx={x1} cy={y1} r={4} />
        <circle cx={x2} cy={y2} r={4} />
        {told.at && <path class="stop" d={`M${bx - 6} ${by - 6}l12 12m0 -12l-12 12`} />}
        <text x={x1 <= x2 ? bx + 10 : bx - 10} y={by - 10} text-anchor={x1 <= x2 ? "start" : "end"}>{told.label}</text>
      </g>
    );
  }
  if (!from) return null;
  return (
    <g class="thread pending">
      <circle cx={from.x} cy={from.y} r={5} />
      {to && <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
    </g>
  );
}

/** A thin line from the firers to what they last fired at. */
export function Shot() {
  const last = position.value?.last;
  const target = last?.hex ? hexes.value.get(last.hex) : undefined;
  // The arrows of a Human Wave say where it goes.
  if (!target || !last || wave.value) return null;
  const from = new Set(last.units.flatMap((id) => bodies.value.get(id)?.hex ?? []));
  from.delete(target.name);
  return (
    <g class="shot" aria-hidden="true">
      {[...from].map((name) => {
        const hex = hexes.value.get(name);
        return hex ? <line key={name} x1={hex.x} y1={hex.y} x2={target.x} y2={target.y} /> : null;
      })}
    </g>
  );
}
