/** A vehicle seen from above: hull by its kind, turret, barrel by caliber and length, machine guns, hatch. */

import type { VehicleDoc } from "../protocol";

/** Front to the top, about 0, 0: what rolls, what lies over it, and lines on that. */
interface Outline {
  rolls: string;
  body: string;
  lines: string;
  /** Where its turret turns, or its gun is mounted. */
  mount: number;
}

const WHEELS = "v5.4 h-2.6 v-5.4z";

const OUTLINES: Record<string, Outline> = {
  tankette: {
    rolls: "M-6.6 -8.6 h3.2 v17.2 h-3.2z M3.4 -8.6 h3.2 v17.2 h-3.2z",
    body: "M-3.4 -7 L-2.4 -9.4 H2.4 L3.4 -7 V8.6 H-3.4z",
    lines: "M-3 -5 H3 M-2 5.4 H2 M-2 7 H2",
    mount: 0,
  },
  "light tank": {
    rolls: "M-7.8 -11 h3.6 v22 h-3.6z M4.2 -11 h3.6 v22 h-3.6z",
    body: "M-4.2 -8.8 L-2.8 -12 H2.8 L4.2 -8.8 V11 H-4.2z",
    lines: "M-3.8 -7 H3.8 M-2.6 7 H2.6 M-2.6 9 H2.6",
    mount: -0.6,
  },
  tank: {
    rolls: "M-9 -12.6 h4.2 v25.2 h-4.2z M4.8 -12.6 h4.2 v25.2 h-4.2z",
    body: "M-4.8 -10.4 L-3.4 -13.8 H3.4 L4.8 -10.4 V12.8 H-4.8z",
    lines: "M-4.4 -8.4 H4.4 M-3.2 8 H3.2 M-3.2 10.2 H3.2",
    mount: -0.8,
  },
  "heavy tank": {
    rolls: "M-10.2 -14 h5 v28 h-5z M5.2 -14 h5 v28 h-5z",
    body: "M-5.2 -11.6 L-4.2 -15 H4.2 L5.2 -11.6 V14.2 H-5.2z",
    lines: "M-4.8 -9.4 H4.8 M-3.6 8.8 H3.6 M-3.6 11.2 H3.6",
    mount: -1,
  },
  "assault gun": {
    rolls: "M-9 -12.6 h4.2 v25.2 h-4.2z M4.8 -12.6 h4.2 v25.2 h-4.2z",
    body: "M-4.8 -9.4 L-3.4 -13.8 H3.4 L4.8 -9.4 V12.8 H-4.8z",
    lines: "M-7.4 -4.4 L-5 -7.4 H5 L7.4 -4.4 V5.6 H-7.4z M-3.2 8.4 H3.2 M-3.2 10.6 H3.2",
    mount: -6,
  },
  carrier: {
    rolls: "M-7.4 -9.4 h3 v18.8 h-3z M4.4 -9.4 h3 v18.8 h-3z",
    body: "M-4.4 -9.4 L-3.4 -10.8 H3.4 L4.4 -9.4 V9.4 H-4.4z",
    lines: "M-3 -7 H3 V-1.4 H-3z M-3 1.4 H3 V7.6 H-3z",
    mount: -4,
  },
  "half-tracked": {
    rolls: "M-8 -1 h3.6 v13 h-3.6z M4.4 -1 h3.6 v13 h-3.6z M-7 -11 h2.6 v5 h-2.6z M4.4 -11 h2.6 v5 h-2.6z",
    body: "M-3.4 -13.4 H3.4 L4.8 -4 V12.6 H-4.8 V-4z",
    lines: "M-2.2 -11.4 H2.2 M-4.4 -4 H4.4 M-3.4 -1 H3.4 V11 H-3.4z",
    mount: 2,
  },
  "armored car": {
    rolls: `M-5 -10.4 ${WHEELS} M7.6 -10.4 ${WHEELS} M-5 4.6 ${WHEELS} M7.6 4.6 ${WHEELS}`,
    body: "M-2.6 -13 H2.6 L5 -7 V9 L3.2 12.6 H-3.2 L-5 9 V-7z",
    lines: "M-4.2 -6.4 H4.2 M-2.6 9 H2.6",
    mount: 0,
  },
  truck: {
    rolls: `M-4.6 -10.4 ${WHEELS} M7.2 -10.4 ${WHEELS} M-4.6 5.4 ${WHEELS} M7.2 5.4 ${WHEELS}`,
    body: "M-3.4 -13.2 H3.4 L4 -8 H4.8 V12.6 H-4.8 V-8 H-4z",
    lines: "M-4 -8 H4 M-4.8 -3.6 H4.8 M-4.8 1.8 H4.8 M-4.8 7.2 H4.8",
    mount: 0,
  },
};

/** The outline that the catalogue's kind of vehicle has. */
export function outlineOf(one: VehicleDoc): string {
  const kind = one.category ?? "";
  if (one.kind !== "tracked" && one.kind) return one.kind;
  if (kind.includes("carrier")) return "carrier";
  if (kind.includes("tankette")) return "tankette";
  if (!one.turret && one.gun && one.kind) return "assault gun";
  if (kind.includes("light")) return "light tank";
  return kind.includes("heavy") ? "heavy tank" : "tank";
}

const TURRETS: Record<string, string> = {
  small: "M-3 -1.6 L-2 -3.6 H2 L3 -1.6 V2.6 L1.8 3.8 H-1.8 L-3 2.6z",
  usual: "M-4.4 -2 L-2.8 -4.8 H2.8 L4.4 -2 V3.4 L2.8 5.6 H-2.8 L-4.4 3.4z",
  large: "M-5.2 -2.2 L-3.4 -5.4 H3.4 L5.2 -2.2 V4.6 L3.4 7 H-3.4 L-5.2 4.6z",
};
const TURRET_OF: Record<string, string> = { tankette: "small", "armored car": "small", "half-tracked": "small", "light tank": "usual", "heavy tank": "large" };

/** Width and length of a barrel by its caliber in mm and its letters: * short, L and LL long. */
function barrel(gun: string): { w: number; l: number } | null {
  const found = /^([\d.]+)(\*|L*)/.exec(gun);
  if (!found) return gun ? { w: 1, l: 5 } : null;
  const mm = Number(found[1]);
  const length = { "*": 5.5, "": 8, L: 11, LL: 14 }[found[2] ?? ""] ?? 14;
  return { w: Math.min(3.4, 1.1 + mm / 60), l: length * (mm < 30 ? 0.7 : 1) };
}

/** The barrel ahead of where it is mounted, with a muzzle; `from` is its root. */
function Barrel({ gun, from, ink }: { gun: string; from: number; ink: string }) {
  const size = barrel(gun);
  if (!size) return null;
  const { w, l } = size;
  return (
    <>
      <rect x={-w / 2} y={from - l} width={w} height={l} fill={ink} />
      {l >= 11 && <rect x={-w / 2 - 0.7} y={from - l - 1.2} width={w + 1.4} height={2.2} rx={0.5} fill={ink} />}
    </>
  );
}

interface Props {
  one: VehicleDoc;
  /** Of the hull, in degrees from the top. */
  turn: number;
  /** Of the turret. */
  aim: number;
  ink: string;
  paint: string;
  light: string;
}

/** The hatch: shut, or with a head in it. */
function Hatch({ one, y, ink, light }: { one: VehicleDoc; y: number; ink: string; light: string }) {
  if (!one.crew || one.wreck) return null;
  return one.crew === "CE"
    ? <g class="hatch open"><circle cx={0} cy={y} r={2.5} fill={ink} /><circle cx={0} cy={y} r={1.5} fill={light} /></g>
    : <circle class="hatch" cx={0} cy={y} r={1.5} fill="none" stroke={ink} stroke-width={0.8} />;
}

export function TopView({ one, turn, aim, ink, paint, light }: Props) {
  const kind = outlineOf(one);
  const look = OUTLINES[kind] ?? OUTLINES.tank!;
  const turret = Boolean(one.turret);
  const open = one.armor?.open_topped === true;
  const [bow, coaxial, aa] = (one.mg ?? "").split("/").map((fp) => /\d/.test(fp));
  const size = TURRETS[TURRET_OF[kind] ?? "usual"]!;
  const front = kind === "assault gun" ? -7 : -4;
  return (
    <g class="top-view">
      <g class="hull" transform={`rotate(${turn})`}>
        <path d={look.rolls} fill={ink} />
        <path d={look.body} fill={paint} stroke={ink} />
        <path class="lines" d={look.lines} fill={open && !turret ? light : "none"} stroke={ink} />
        {bow && <path class="mg" d="M2.6 -10 V-15.4" stroke={ink} />}
        {!turret && one.gun && <Barrel gun={one.gun} from={kind === "half-tracked" || kind === "carrier" || kind === "truck" ? -3 : front} ink={ink} />}
        {!turret && aa && <path class="mg" d={`M0 ${look.mount + 3} V${look.mount - 4}`} stroke={ink} />}
        {!turret && <Hatch one={one} y={look.mount + 7} ink={ink} light={light} />}
      </g>
      {turret && (
        <g class="turret" transform={`rotate(${turn}) translate(0 ${look.mount}) rotate(${aim - turn}) ${one.wreck ? "translate(2 1) rotate(24)" : ""}`}>
          {coaxial && <path class="mg" d="M2.4 -3 V-8.4" stroke={ink} />}
          <Barrel gun={one.gun ?? ""} from={-3.6} ink={ink} />
          <path d={size} fill={open ? light : paint} stroke={ink} />
          {aa && <path class="mg" d="M-2.6 2.6 V-2.8" stroke={ink} />}
          <Hatch one={one} y={1.6} ink={ink} light={light} />
        </g>
      )}
    </g>
  );
}
