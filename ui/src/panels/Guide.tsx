/** The eight phases in ten lines. */

import { hello, position } from "../state/game";
import { guideOpen } from "../state/prefs";

const LINES: [string, string, string][] = [
  ["RPh", "Rally", "Both sides: broken units try to rally; jammed weapons are mended."],
  ["PFPh", "Prep Fire", "The ATTACKER shoots first. Who fires now stays where he is."],
  ["MPh", "Movement", "The ATTACKER moves; after each step the DEFENDER may shoot."],
  ["DFPh", "Defensive Fire", "The DEFENDER shoots with what he has left."],
  ["AFPh", "Advancing Fire", "The ATTACKER's others shoot, who moved at half strength."],
  ["RtPh", "Rout", "Broken units near the enemy run for cover."],
  ["APh", "Advance", "The ATTACKER shifts units one hex, even into the enemy."],
  ["CCPh", "Close Combat", "Sides that share a hex fight it out, both at once."],
];

export function Guide() {
  if (!guideOpen.value) return null;
  const now = position.value?.turn.phase;
  return (
    <aside class="guide" aria-label="The eight phases">
      <div>
        <ol>
          {LINES.map(([short, name, text]) => (
            <li key={short} class={short === now ? "now" : ""}><b>{name} <span class="soft">{short}</span></b> {text}</li>
          ))}
        </ol>
        <p>Each turn has two halves: each side is once the ATTACKER. Only what the rules allow can be clicked, and every number tells its rule. Low dice are good dice.{hello.value?.secret ? " Full rules: a “?” hides what lies under it, and a hex may hold units on several levels; click it to choose between them." : ""}</p>
      </div>
      <button class="quiet" aria-label="Close the guide" onClick={() => (guideOpen.value = false)}>×</button>
    </aside>
  );
}
