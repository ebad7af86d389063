/** The closing page: the result, what it cost, the rolls that made it, and the way back through it. */

import { signal } from "@preact/signals";
import { Dice } from "../parts/Dice";
import { Rule } from "../parts/Rule";
import type { LogLineDoc, StateDoc } from "../protocol";
import { SideChip } from "../panels/TopBar";
import { hello, log, shown, sideName } from "../state/game";
import { goTo, replaying } from "../state/replay";
import { go } from "../state/route";

const dismissed = signal<string | null>(null);

/** The rolls farthest from what was to be expected, in the order they fell. */
export function keyRolls(lines: LogLineDoc[], many = 6): LogLineDoc[] {
  const weight = (line: LogLineDoc): number => {
    const sum = line.original ?? line.dice?.reduce((total, die) => total + die.face, 0) ?? 7;
    const strong = /eliminat|KIA|broke|breaks|destroy|K\//i.test(line.text) ? 3 : 0;
    return Math.abs(sum - 7) + strong;
  };
  const rolls = lines.filter((line) => (line.dice?.length ?? 0) === 2);
  const best = new Set([...rolls].sort((a, b) => weight(b) - weight(a)).slice(0, many));
  return rolls.filter((line) => best.has(line));
}

/** "2 × 4-6-7, 9-1" of a list of names. */
function tally(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(", ");
}

/** Every loss of a side: who is gone, who is half, who was replaced, and what the enemy has of it. */
function Losses({ state, side }: { state: StateDoc; side: string }) {
  const found = state.losses?.[side];
  if (!found) return null;
  const parts = [
    found.lost.length > 0 && `lost ${tally(found.lost)}`,
    found.reduced.length > 0 && `reduced to half-squads ${tally(found.reduced)}`,
    found.replaced.length > 0 && `replaced by worse ${tally(found.replaced)}`,
  ].filter(Boolean);
  return <>{parts.join("; ") || "no losses"} · <b class="tab">{found.cvp} CVP</b></>;
}

export function Closing() {
  const state = shown.value;
  const game = hello.value;
  if (!state?.result || !game || replaying.value || dismissed.value === game.game) return null;
  const rolls = keyRolls(log.value);
  return (
    <div class="cover soft-cover" role="dialog" aria-modal="true" aria-label="The game is over">
      <div class="card closing">
        <SideChip side={state.result.winner} />
        <h2>{state.result.winner ? `${sideName(state.result.winner)} victory` : "A draw"}</h2>
        <p>{state.result.text}</p>
        <ul class="clauses">
          {state.victory.clauses.map((clause) => (
            <li key={clause.text} class={clause.met ? "met" : ""}><span>{clause.text}</span><b class="tab">{String(clause.value)}{clause.met ? " ✓" : ""}</b></li>
          ))}
        </ul>
        <h3>Losses</h3>
        <ul class="plain">
          {game.scenario.sides.map((side) => <li key={side.id}><SideChip side={side.id} small /> {sideName(side.id)}: <Losses state={state} side={side.id} /></li>)}
        </ul>
        {rolls.length > 0 && <h3>Rolls to remember</h3>}
        <ul class="plain">
          {rolls.map((line) => <li key={line.id}><Dice dice={line.dice} /> {line.text} <Rule number={line.rule} /></li>)}
        </ul>
        <div class="buttons">
          {!game.view_only && <button class="go" ref={(node) => node?.focus()} onClick={() => void goTo(0)}>Watch it again</button>}
          <button onClick={() => (dismissed.value = game.game)}>Look at the board</button>
          <button onClick={() => go("")}>Another game</button>
        </div>
      </div>
    </div>
  );
}
