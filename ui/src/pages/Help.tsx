/** The page of keys, and the rule search. */

import { useEffect, useRef } from "preact/hooks";
import { helpOpen } from "../state/help";
import { found, lookUp, search, searching } from "../state/rules";

const KEYS: [string, string][] = [
  ["Space", "confirm what waits, announce the plan, or take the highlighted choice; skip what is being shown"],
  ["Esc", "take back what is not announced"],
  ["1 … 9", "the choices in the Now panel; letters where a choice shows one"],
  ["N, Shift N, Tab", "next and previous unit that may act (Tab with the board in focus)"],
  ["Q, E, Shift wheel", "turn the vehicle that is chosen or under way to the left, to the right; its turret with Shift Q and Shift E (with the wheel Shift and Alt)"],
  ["G", "a hex by its name, then Enter: a step, a target, or a way farther off; C4/2 is its level 2, C4/B on, C4/U under a bridge"],
  ["1 … 9, Space, Esc", "beside a hex with several ways (its levels, a road, around it): one of them, the first, none"],
  ["Enter", "choose the unit or button in focus"],
  ["L", "LOS thread: hold it and point at hexes, or tap it and click or drag from hex to hex"],
  ["Page Up, Page Down", "a level up or down at the far end of the thread; with Shift at the near end"],
  ["U", "take back the plan or the choice; in practice games go back further"],
  ["P  .  ,", "pause, show one step, skip to my decision"],
  ["Arrows, + and −, 0", "pan, zoom, fit"],
  ["/", "search the rules"],
  ["?", "this page"],
];

export function Help() {
  if (!helpOpen.value) return null;
  return (
    <>
      <div class="catcher" onClick={() => (helpOpen.value = false)} />
      <div class="popover help" role="dialog" aria-label="Keys">
        <header><strong>Keys</strong><button class="quiet close" aria-label="Close" onClick={() => (helpOpen.value = false)}>×</button></header>
        <dl>{KEYS.map(([key, text]) => <><dt><kbd>{key}</kbd></dt><dd>{text}</dd></>)}</dl>
        <p class="soft">Click a unit to choose it, again for its stack. A click on a lit hex plans, a second click on it (or Space) announces; in the Movement Phase click the ground beside a counter to go there, a hexside to go along it in Bypass. A drag over hexes plans a way for all who are chosen or under way; from a closed pile it takes the pile. Right-click a hex for its terrain.</p>
        <p class="soft">A dark tag on a counter is its level: L1, L2, BR on and UN under a bridge; no tag is the ground. A counter with “?” alone is a stack of the other side that you know nothing of; “?” or H on your own says that he doesn't know it, or doesn't see it at all. Point at a counter to read its badges.</p>
        <p class="soft">With fingers: a tap lays a stack out, the next one chooses; a tap on a lit hex plans the step, the next one announces it; a finger that rests tells what lies there.</p>
      </div>
    </>
  );
}

export function RuleSearch() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [searching.value]);
  if (!searching.value) return null;
  return (
    <>
      <div class="catcher" onClick={() => (searching.value = false)} />
      <div class="popover search" role="dialog" aria-label="Search the rules">
        <input
          ref={input}
          type="search"
          placeholder="A rule number or a word"
          aria-label="A rule number or a word"
          onInput={(event) => void search(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = found.value[0];
            if (event.key === "Enter" && first) {
              searching.value = false;
              void lookUp(first.number, window.innerWidth / 2 - 180, 140);
            }
          }}
        />
        <ul>
          {found.value.slice(0, 12).map((one) => (
            <li key={one.number}>
              <button class="quiet" onClick={(event) => {
                const box = event.currentTarget.getBoundingClientRect();
                searching.value = false;
                void lookUp(one.number, box.left, box.top);
              }}><b>{one.number}</b> {one.title}</button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
