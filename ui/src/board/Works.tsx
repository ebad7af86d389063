/** Fortifications: rings on the ground beneath the units of a hex, a bar on the hexside of a Roadblock. */

import { memo } from "preact/compat";
import type { MapHex, WorkDoc } from "../protocol";
import { hello, hexes, nationality, position, sideName } from "../state/game";
import { levelTag } from "./badges";
import { between, spine, type Shape } from "./hexside";
import { tint } from "./palette";
import { pointing } from "./pieces";

const LETTERS: Record<WorkDoc["kind"], string> = {
  foxhole: "FOX", trench: "TRN", sangar: "SAN", wire: "WIRE", mines: "MINE", pillbox: "PBX", roadblock: "RBK", other: "FORT",
};

const SIDES = ["upper", "upper right", "lower right", "lower", "lower left", "upper left"];

/** What a screen reader says of a work. */
export function workName(work: WorkDoc): string {
  const level = levelTag(work.level)?.words;
  const front = work.facing == null ? "" : work.kind === "roadblock" ? `at the ${SIDES[work.facing]} hexside` : `points to the ${pointing(work.facing)}`;
  const said = [level ?? "", front, work.hidden ? "hidden" : work.concealed ? "concealed" : "", ...work.badges].filter(Boolean);
  return `${sideName(work.side)} ${work.name}${work.hex ? ` in ${work.hex}` : ""}${said.length > 0 ? `, ${said.join(", ")}` : ""}`;
}

/** A ring of short strokes across an ellipse, as of wire. */
function barbs(count: number, rx: number, ry: number): string {
  let path = "";
  for (let n = 0; n < count; n++) {
    const angle = (2 * Math.PI * n) / count;
    const [x, y] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    path += `M${(x - 3).toFixed(1)} ${(y - 3).toFixed(1)}l6 6m0 -6l-6 6`;
  }
  return path;
}

/** Six points about the centre. */
function hexagon(r: number): string {
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 180) * spine(n);
    return `${(r * 1.12 * Math.sin(angle)).toFixed(1)},${(-r * Math.cos(angle)).toFixed(1)}`;
  }).join(" ");
}

const BARBS = barbs(16, 31, 27);

function Ring({ kind }: { kind: WorkDoc["kind"] }) {
  switch (kind) {
    case "wire":
      return <><ellipse class="wire" rx={31} ry={27} /><path class="barbs" d={BARBS} /></>;
    case "mines":
      return <ellipse class="mines" rx={30} ry={26.5} />;
    case "pillbox":
      return <polygon class="concrete" points={hexagon(29)} />;
    case "trench":
      return <><polygon class="earth" points={hexagon(28)} /><polygon class="cut" points={hexagon(28)} /></>;
    case "sangar":
      return <ellipse class="stones" rx={30} ry={26.5} />;
    default:
      return <><ellipse class="earth" rx={30} ry={26.5} /><ellipse class="cut" rx={30} ry={26.5} /></>;
  }
}

function Roadblock({ work, hex, shape }: { work: WorkDoc; hex: MapHex; shape: Shape }) {
  const side = work.facing ?? 0;
  const [x, y] = between(hex, shape, side, side + 1, 0.06);
  return (
    <g data-turn={60 * side} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${60 * side})`}>
      <rect class="bar" x={-17} y={-4} width={34} height={8} rx={1.5} />
      <path class="beams" d="M-14 -4 l6 8 m2 -8 l6 8 m2 -8 l6 8 m0 -8" />
    </g>
  );
}

/** Where the letters lie: at the upper left beside what stands there, those of a Roadblock inside its hexside. */
function tagAt(work: WorkDoc, hex: MapHex, shape: Shape, w: number, place: number): [number, number] {
  if (work.kind !== "roadblock") return [hex.x - 15 - w, hex.y - 32 + place * 10];
  const [x, y] = between(hex, shape, work.facing ?? 0, (work.facing ?? 0) + 1, 0.42);
  return [x - w / 2, y - 5];
}

const Work = memo(function Work({ work, hex, shape, place }: { work: WorkDoc; hex: MapHex; shape: Shape; place: number }) {
  const letters = LETTERS[work.kind];
  const look = tint(nationality(work.side));
  const w = 7 + letters.length * 4.6;
  const turn = work.facing == null ? null : spine(work.facing);
  const tag = tagAt(work, hex, shape, w, place);
  return (
    <g class={`work ${work.kind}${work.hidden || work.concealed ? " hidden" : ""}`} data-work={work.id} role="img" aria-label={workName(work)}>
      {work.kind === "roadblock" ? <Roadblock work={work} hex={hex} shape={shape} /> : (
        <g transform={`translate(${hex.x} ${hex.y})`}>
          <Ring kind={work.kind} />
          {turn !== null && <path class="arc" data-turn={turn} transform={`rotate(${turn})`} d="M0 -38 L6.5 -28 H-6.5 z" fill={look.edge} />}
        </g>
      )}
      <g class="work-tag" transform={`translate(${tag[0].toFixed(1)} ${tag[1].toFixed(1)})`}>
        <rect width={w} height={9.5} rx={2.5} fill={look.band} />
        <text x={w / 2} y={7.4}>{letters}</text>
      </g>
    </g>
  );
});

export function Works() {
  const shape = hello.value?.map.hex;
  if (!shape) return null;
  const seen = new Map<string, number>();
  return (
    <g class="works">
      {(position.value?.works ?? []).map((work) => {
        const hex = hexes.value.get(work.hex ?? "");
        if (!hex) return null;
        const place = seen.get(hex.name) ?? 0;
        seen.set(hex.name, place + 1);
        return <Work key={work.id} work={work} hex={hex} shape={shape} place={place} />;
      })}
    </g>
  );
}
