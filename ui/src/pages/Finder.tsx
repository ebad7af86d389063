/** What narrows down the list of scenarios: who fights, when, and what a scenario teaches. */

import { signal } from "@preact/signals";
import type { ScenarioSummary } from "../protocol";

export interface Wanted {
  people: string;
  year: string;
  lesson: string;
}

const ANY: Wanted = { people: "", year: "", lesson: "" };
const wanted = signal<Wanted>(ANY);

function peoples(one: ScenarioSummary): string[] {
  return one.sides.map((side) => side.people || side.name);
}

function lessons(one: ScenarioSummary): string[] {
  return (one.teaches ?? []).map((lesson) => lesson.name);
}

function fits(one: ScenarioSummary, { people, year, lesson }: Wanted): boolean {
  return (!people || peoples(one).includes(people)) && (!year || String(one.year) === year) && (!lesson || lessons(one).includes(lesson));
}

/** The scenarios that are asked for. */
export function found(all: ScenarioSummary[]): ScenarioSummary[] {
  return all.filter((one) => fits(one, wanted.value));
}

/** What a scenario's line says of who fights, when, and what it teaches. */
export function about(one: ScenarioSummary): { when: string; teaches: string } {
  return { when: [one.year, peoples(one).join(" against ")].filter(Boolean).join(" · "), teaches: lessons(one).join(", ") };
}

function Pick({ name, of, all, words, any }: { name: string; of: keyof Wanted; all: ScenarioSummary[]; words: (one: ScenarioSummary) => string[]; any: string }) {
  // How many there are with what the other two ask for.
  const rest = all.filter((one) => fits(one, { ...wanted.value, [of]: "" }));
  const count = (word: string) => rest.filter((one) => words(one).includes(word)).length;
  const known = [...new Set(all.flatMap(words))].sort((a, b) => a.localeCompare(b));
  return (
    <label>{name}
      <select value={wanted.value[of]} onChange={(event) => (wanted.value = { ...wanted.value, [of]: event.currentTarget.value })}>
        <option value="">{any}</option>
        {known.map((word) => <option key={word} value={word} disabled={count(word) === 0 && wanted.value[of] !== word}>{word} ({count(word)})</option>)}
      </select>
    </label>
  );
}

/** Three questions above the list, and how many scenarios answer them. */
export function Finder({ all }: { all: ScenarioSummary[] }) {
  const count = found(all).length;
  const narrowed = Object.values(wanted.value).some((word) => word !== "");
  return (
    <div class="finder" role="search" aria-label="Find a scenario">
      <Pick name="Nation" of="people" all={all} words={peoples} any="all nations" />
      <Pick name="Year" of="year" all={all} words={(one) => (one.year ? [String(one.year)] : [])} any="all years" />
      <Pick name="Teaches" of="lesson" all={all} words={lessons} any="everything" />
      <p class="soft tab" role="status">{narrowed ? `${count} of ${all.length} scenarios` : `${all.length} scenarios`}
        {narrowed && <button class="quiet" onClick={() => (wanted.value = ANY)}>Show all</button>}
      </p>
    </div>
  );
}
