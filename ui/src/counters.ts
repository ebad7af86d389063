/** Messages of the server and the client. Written by `python -m tools.protocol`; change the structs instead. */

import type {
  GunKind,
  WorkKind,
} from "./protocol";

/** What every counter has. */
export interface Counter {
  id: string;
  side: string;
  /** null off the map; of what a unit holds, where that unit is. */
  hex: string | null;
  /** The level in its hex: left out on the ground, "1", "2" .. above it, "B" on a bridge, "U" under it. */
  level?: string;
  /** The hexspine that its front points along, 0 to the upper left vertex and on clockwise; left out where it has none. Of a Roadblock the hexside, 0 at the top and on clockwise. */
  facing?: number | null;
  /** Markers on it: DM, PIN, CX, TI, PREP, FIRST, FINAL, MELEE, HTH, CC, WOUND, ENC, OPP, CREST, CLIMB, WA, DISR, WAVE, RANGE, MOL, BERS, HERO, FAN; of a vehicle besides MOTION, BOG, MIRED, IMMO, SHOCK, UK, STUN, +1, RECALL, ABAND, CAPT, SCR, CREW PIN, TEMP CREW, BLAZE. */
  badges: string[];
}

/** What the counter of a Gun has besides. */
export interface GunDoc {
  kind: GunKind;
  /** Its type in the catalogue. */
  type?: string;
  /** In mm, with the letters of its barrel: "75L". */
  caliber: string;
  /** Its M number. */
  manhandling: number;
}

/** What a Gun has acquired (C6.5). */
export interface AcquiredDoc {
  hex: string;
  /** -1 or -2. */
  drm: number;
  /** The whole hex, for shots on the Area Target Type. */
  area?: boolean;
}

/** Armor Factors of front, and of side and rear (D1.6). */
export interface ArmorDoc {
  hull: [number, number];
  /** Left out where it is as the hull. */
  turret?: [number, number] | null;
  open_topped?: boolean;
}

/** MP of a vehicle on its move. */
export interface PointsDoc {
  left: number;
  of: number;
}

/** One weapon of a vehicle, which is among `weapons` too (D1.3, D1.8). */
export interface ArmDoc {
  id: string;
  mount: "AAMG" | "BMG" | "CMG" | "MA" | "RMG";
  /** Its caliber, or its place and FP: "75L", "BMG 3". */
  name: string;
  rof?: number;
  breakdown?: number;
  /** The hexspine that it points along now; left out of one that fires all around. */
  facing?: number | null;
  /** Its fire counter: PREP, FIRST, FINAL. */
  mark?: string;
  malfunctioned?: boolean;
}

/** A vehicle with its Inherent crew. */
export interface VehicleDoc extends Counter {
  counter: "vehicle";
  name: string;
  /** Its type in the catalogue. */
  type?: string;
  /** The letter on the counter. */
  ident?: string;
  /** "" for one that no list has: of it nothing else is told. */
  kind?: "armored car" | "half-tracked" | "tracked" | "truck" | "";
  /** What it is in the lists: "medium tank", "assault gun", "halftrack" .. */
  category?: string;
  /** Its printed MP. */
  mp?: number;
  /** Left out of an unarmored one. */
  armor?: ArmorDoc | null;
  /** T, ST, RST, 1MT; left out of one without a turret. */
  turret?: string;
  /** The hexspine that its turret points along, as `facing`; left out where it points to the front. */
  tca?: number | null;
  /** Its Main Armament: a caliber, or MG. */
  gun?: string;
  rof?: number;
  /** FP of bow, coaxial and AA machine gun: "3/5", "-/-/2". */
  mg?: string;
  arms?: ArmDoc[];
  /** Its size as a target from -2, very small, to 2, very large. */
  size?: number;
  /** Of an AFV: Crew Exposed or Buttoned Up; left out without a crew. */
  crew?: "" | "BU" | "CE";
  /** Left out of a vehicle that is not on its move. */
  points?: PointsDoc | null;
  wreck?: boolean;
  burning?: boolean;
  /** In Bypass: the vertices of its hex that it has gone along; it points to the last one. */
  bypass?: number[];
  concealed?: boolean;
  hidden?: boolean;
}

/** A Fortification. */
export interface WorkDoc extends Counter {
  counter: "work";
  kind: WorkKind;
  name: string;
  concealed?: boolean;
  hidden?: boolean;
}
