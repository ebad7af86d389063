/** The eight phases in ten lines. */

import { position } from "../state/game";
import { guideOpen } from "../state/prefs";

const LINES: [string, string, string][] = [
  ["RPh", "Rally", "Both sides: broken units try to rally with a leader; mend weapons, pass them on."],
  ["PFPh", "Prep Fire", "The ATTACKER shoots first. Who fires now neither moves nor fires again this turn."],
  ["MPh", "Movement", "The ATTACKER moves his units hex by hex; after each step the DEFENDER may shoot at it."],
  ["DFPh", "Defensive Fire", "The DEFENDER shoots with what he has left."],
  ["AFPh", "Advancing Fire", "The ATTACKER's moved units shoot at half strength; the others as usual."],
  ["RtPh", "Rout", "Broken units near the enemy run for cover, the ATTACKER's first."],
  ["APh", "Advance", "The ATTACKER shifts units one hex without being shot at, even into the enemy."],
  ["CCPh", "Close Combat", "Where both sides share a hex they fight it out, both at once."],
];

export function Guide() {
  if (!guideOpen.value) return null;
  const now = position.value?.turn.phase;
  return (
    <aside class="guide" aria-label="The eight phases">
      <p>A turn has two halves: each side is once the ATTACKER.</p>
      <ol>
        {LINES.map(([short, name, text]) => (
          <li key={short} class={short === now ? "now" : ""}><b>{short}</b> <i>{name}.</i> {text}</li>
        ))}
      </ol>
      <p>Only what the rules allow can be clicked; every number tells its rule. Low dice are good dice.</p>
      <button class="quiet" onClick={() => (guideOpen.value = false)}>Close the guide</button>
    </aside>
  );
}
