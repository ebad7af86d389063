/** The "?" that lies on a counter of one's own, or the word that it is hidden; `w` and `h` are those of its tile. */
export function Cover({ hidden, w, h }: { hidden: boolean; w: number; h: number }) {
  return (
    <g class="cover-mark">
      {hidden && <rect class="unseen" x={-1.5} y={-1.5} width={w + 3} height={h + 3} rx={7} />}
      <circle cx={w - 2} cy={h - 2} r={6.4} />
      <text x={w - 2} y={h + 1.3}>{hidden ? "H" : "?"}</text>
    </g>
  );
}
