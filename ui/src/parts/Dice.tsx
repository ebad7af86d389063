/** Dice faces, drawn. */

import type { DieDoc } from "../protocol";

const PIPS: Record<number, [number, number][]> = {
  1: [[8, 8]],
  2: [[4.4, 4.4], [11.6, 11.6]],
  3: [[4.2, 4.2], [8, 8], [11.8, 11.8]],
  4: [[4.5, 4.5], [11.5, 4.5], [4.5, 11.5], [11.5, 11.5]],
  5: [[4.2, 4.2], [11.8, 4.2], [8, 8], [4.2, 11.8], [11.8, 11.8]],
  6: [[4.5, 3.9], [11.5, 3.9], [4.5, 8], [11.5, 8], [4.5, 12.1], [11.5, 12.1]],
};

export function DieFace({ die, size = 16 }: { die: DieDoc; size?: number }) {
  const colored = isColored(die);
  return (
    <svg class={`die${colored ? " colored" : ""}`} width={size} height={size} viewBox="0 0 16 16" role="img" aria-label={`${die.name} die ${die.face}`}>
      <rect x={0.6} y={0.6} width={14.8} height={14.8} rx={3.2} />
      {(PIPS[die.face] ?? []).map(([x, y]) => <circle key={`${x}${y}`} cx={x} cy={y} r={1.55} />)}
    </svg>
  );
}

const isColored = (die: DieDoc) => die.name.startsWith("color");

/** The dice of a roll, the coloured one first, as they are read aloud. */
export function Dice({ dice, size }: { dice: DieDoc[] | null; size?: number }) {
  if (!dice || dice.length === 0) return null;
  const read = [...dice].sort((one, other) => Number(isColored(other)) - Number(isColored(one)));
  return <span class="dice">{read.map((die, index) => <DieFace key={index} die={die} {...(size ? { size } : {})} />)}</span>;
}
