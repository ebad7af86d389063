/** Flags on the ground that the victory terms count, in the tint of the side that controls it. */

import { nationality, hexes, position, sideName } from "../state/game";
import { tint } from "./palette";

export function Goals() {
  const wanted = new Map<string, string | null>();
  for (const clause of position.value?.victory.clauses ?? []) {
    for (const one of clause.hexes ?? []) wanted.set(one.hex, one.side);
  }
  return (
    <g class="goals">
      {[...wanted].map(([name, side]) => {
        const hex = hexes.value.get(name);
        if (!hex) return null;
        const look = side === null ? null : tint(nationality(side));
        return (
          <g
            key={name}
            class="goal"
            role="img"
            aria-label={`Victory hex ${name}, ${side === null ? "nobody's" : sideName(side)}`}
            transform={`translate(${hex.x - 24} ${hex.y - 31})`}
          >
            <path class="staff" d="M0 0v15" />
            <path d="M0 0.5h13.5l-3 4.7l3 4.7h-13.5z" fill={look?.band ?? "#f6f3e6"} />
            {look && <text x={5.2} y={8}>{look.letter}</text>}
          </g>
        );
      })}
    </g>
  );
}
