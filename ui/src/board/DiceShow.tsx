/** The last roll, shown over the board for a moment; it never blocks a click. */

import { useEffect, useState } from "preact/hooks";
import { Dice } from "../parts/Dice";
import { tight } from "../parts/tight";
import type { LogLineDoc } from "../protocol";
import { lastRoll } from "../state/game";
import { pace } from "../state/prefs";

/** The line's text without the numbers that stand beside it already. */
function words(line: LogLineDoc): string {
  return line.text.replace(new RegExp(`: ${line.original}(, Final -?\\d+)?(?=[,:]|$)`), "").replace(/: Final -?\d+(?=:)/, "");
}

export function DiceShow() {
  const line = lastRoll.value;
  const [gone, setGone] = useState<unknown>(null);
  useEffect(() => {
    if (!line) return;
    const timer = window.setTimeout(() => setGone(line.id), pace.value === "instant" ? 900 : 2400);
    return () => window.clearTimeout(timer);
  }, [line]);
  if (!line || gone === line.id) return null;
  return (
    <div class="dice-show" key={line.id} aria-hidden="true">
      <Dice dice={line.dice} size={34} />
      <span>
        {line.original !== null && line.final !== null && line.final !== line.original && <i>{line.original} →</i>}
        {(line.final ?? line.original) !== null && <b>{line.final ?? line.original}</b>}
        <em>{tight(words(line))}</em>
      </span>
    </div>
  );
}
