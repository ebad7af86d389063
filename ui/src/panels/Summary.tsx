/** The enemy's turn in a few lines: what it cost. */

import { hover } from "../board/gestures";
import { Rule } from "../parts/Rule";
import { tight } from "../parts/tight";
import { read, summary } from "../state/summary";
import { reveal } from "../state/viewport";

export function Summary() {
  const told = summary.value;
  if (!told) return null;
  return (
    <section class="hint-box summary" aria-label="Summary of the enemy's turn" aria-live="polite">
      <b>{told.title}</b>
      <ul>
        {told.lines.map((line) => (
          <li key={line.id}>
            <button class="quiet" onClick={() => {
              const hex = line.hexes[0];
              if (!hex) return;
              reveal(hex);
              hover({ hex });
            }}>{tight(line.text)}</button> <Rule number={line.rule} />
          </li>
        ))}
      </ul>
      <button class="quiet" onClick={read}>Understood</button>
    </section>
  );
}
