/** Tints of the sides: hue families that players expect, each with a letter, all our own. */

export interface Tint {
  band: string;
  tile: string;
  edge: string;
  ink: string;
  /** Of vehicles and Guns seen from above. */
  paint: string;
  letter: string;
}

const TINTS: Record<string, Tint> = {
  german: { band: "#47697f", tile: "#d5e1e8", edge: "#2f4756", ink: "#14222b", paint: "#7d97a7", letter: "G" },
  russian: { band: "#8a5a33", tile: "#ecdcc6", edge: "#5d3a1e", ink: "#2c1a0c", paint: "#af8b6b", letter: "R" },
  american: { band: "#57733c", tile: "#dde6cb", edge: "#394d26", ink: "#19230f", paint: "#8a9f72", letter: "A" },
  british: { band: "#a58a3f", tile: "#f2e8c9", edge: "#6d5a22", ink: "#2b230b", paint: "#c2ae73", letter: "B" },
  french: { band: "#3f66b4", tile: "#d5dff5", edge: "#274480", ink: "#101d3a", paint: "#7894cd", letter: "F" },
  italian: { band: "#767b80", tile: "#e3e5e6", edge: "#4c5054", ink: "#1d1f21", paint: "#9fa3a7", letter: "I" },
  finnish: { band: "#7fa3b0", tile: "#f1f6f7", edge: "#4c6b76", ink: "#17262c", paint: "#aac3cb", letter: "N" },
  japanese: { band: "#b07a2c", tile: "#f6e7c8", edge: "#744d17", ink: "#2d1d07", paint: "#cba367", letter: "J" },
};

const OTHER: Tint = { band: "#6d6787", tile: "#e2e0ec", edge: "#454060", ink: "#1c1a2a", paint: "#9995ad", letter: "?" };

export function tint(nationality: string): Tint {
  const known = TINTS[nationality.toLowerCase()];
  if (known) return known;
  return { ...OTHER, letter: nationality.charAt(0).toUpperCase() || "?" };
}
