/** Badges along the upper edge of a tile; they stay upright however its counter is turned. */

import { badgeLook, badgeShort } from "./badges";
import { TILE_W } from "./layout";

/** Letters that are wider or narrower than the others. */
const WIDE: Record<string, number> = { M: 6.7, W: 7, O: 5.7, G: 5.7, I: 3 };

function widthOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum + (WIDE[letter] ?? 5), 5);
}

/** `w` is the width of the tile. */
export function BadgeRow({ names, w: tile = TILE_W }: { names: string[]; w?: number }) {
  let x = tile + 2;
  const shown = names.slice(0, 3);
  return (
    <g class="badges">
      {shown.map((name) => {
        const letters = badgeShort(name);
        const w = widthOf(letters);
        x -= w + 1;
        return (
          <g key={name} class={`badge ${badgeLook(name)}`}>
            <rect x={x} y={-6} width={w} height={10} rx={3} />
            <text x={x + w / 2} y={1.6} textLength={w - 4.5} lengthAdjust="spacingAndGlyphs">{letters}</text>
          </g>
        );
      })}
      {names.length > shown.length && <text class="more-badges" x={x - 5} y={2}>+{names.length - shown.length}</text>}
    </g>
  );
}
