/** Movement Factors as text and back: halves are halves. */

export function mfText(mf: number): string {
  const whole = Math.floor(mf);
  return mf === whole ? String(mf) : `${whole || ""}½`;
}

/** The MF, or MP, that a note such as "2 1/2 MF" begins with, or null. */
export function mfOfNote(note: string | null | undefined): number | null {
  const found = /^(\d+)?(\.5|\s?1\/2|½)? M[FP]\b/.exec(note ?? "");
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  return Number(found[1] ?? 0) + (found[2] ? 0.5 : 0);
}
