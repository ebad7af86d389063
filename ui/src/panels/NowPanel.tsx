/** What is asked, of whom and why; the choices as buttons with their keys. */

import { computed, effect, signal } from "@preact/signals";
import { Fragment } from "preact";
import type { EntryDoc } from "../protocol";
import { planHex } from "../board/act";
import { levelTag } from "../board/badges";
import { armed, back, confirm, earlier, follow, fork, loading, menu, menus, cut, onlyTransfers, onlyWalls, selectedHex, selectedUnits, settled, standard, takeBack, trail, ways, why } from "../state/choose";
import { answering, bodies, called, hello, link, looking, mayAct, notice, onStep, position, shown, sideName, units, vehicles, weapons } from "../state/game";
import { able, asksToEnd } from "../state/ending";
import { askHint, hint, thinking } from "../state/hint";
import { acts, announce, busy, clearPlan, driving, LAID, movers, pathTo, plan, reach, running, wayInto } from "../state/plan";
import { give } from "../state/orders";
import { replaying } from "../state/replay";
import { queued } from "../state/queue";
import { byHand, pointed } from "../state/preview";
import { reveal } from "../state/viewport";
import { Rule } from "../parts/Rule";
import { Threshold } from "./OrdersPanel";
import { Summary } from "./Summary";
import { mfText } from "../parts/mf";
import { brief, tight } from "../parts/tight";
import { undo } from "./Menu";
import { PaceControls } from "./Pace";

/** Buttons listed at most; what lies on the board is clicked there. */
const MANY = 14;
/** Hexes beyond this many are not buttons: they are lit on the board, or named by hand. */
const MANY_HEXES = 8;

/** At the root what concerns everybody comes first; deeper down how and with whom, then what else. */
function sortKey(entry: EntryDoc): number {
  if (entry.kind === "pass") return 5;
  if (entry.kind === "hex") return 4;
  if (entry.primary) return 0;
  if (entry.kind === "toggle") return 1;
  if (entry.kind === "option") return trail.value.length === 0 ? 1 : 3;
  return 2;
}

/** What is declared now and then, by the rule that its entries name: folded together where the list is long. */
const RARE: Record<string, string> = {
  "A4.3": "Go around (Bypass)", "B20.91": "Crest status", "B9.322": "Wall Advantage", "A24.1": "SMOKE grenades",
  "A4.5": "Double Time", "A4.43": "Drop weapons", "A4.44": "Pick up weapons", "A9.8": "Work on weapons", "A9.73": "Work on weapons",
  "A12.153": "Mopping Up", "A12.152": "Search", "A1.31": "Deploy",
};
/** The rule of fire between two expenditures of MP. */
const BOUNDING = "D3.3";
/** Buttons beyond which rare ones fold. */
const SHORT = 7;

interface Fold {
  title: string;
  rule: string;
  entries: EntryDoc[];
}

/** The fold that is open, by its title. */
export const unfolded = signal("");
onStep(() => (unfolded.value = ""));

function foldOf(entry: EntryDoc): string | undefined {
  return entry.kind === "toggle" || entry.kind === "pass" || entry.confirm ? undefined : RARE[entry.rule ?? ""];
}

/** Of the "?" that are still to be placed only the first: one is like another. */
function oneMark(entries: EntryDoc[]): EntryDoc[] {
  const mark = (entry: EntryDoc) => {
    const unit = units.value.get(entry.unit ?? "");
    return entry.kind === "unit" && unit?.kind === "dummy" && unit.hex === null;
  };
  const first = entries.find(mark);
  const left = entries.filter(mark).length;
  return entries.filter((entry) => entry === first || !mark(entry)).map((entry) => (entry === first ? { ...entry, label: `a “?” (${left} left)` } : entry));
}

/** Entries that stand as buttons, in their order, and those that are folded away. */
const buttons = computed<{ plain: EntryDoc[]; folds: Fold[] }>(() => {
  const all = [...earlier.value.map((one) => one.entry), ...(menu.value?.entries ?? [])];
  const onBoard = (entry: EntryDoc) => entry.kind === "hex" || (entry.kind === "advance" && entry.leaf && Boolean(entry.hex) && !entry.unit);
  const tooMany = all.filter(onBoard).length > MANY_HEXES;
  const entries = tooMany ? all.filter((entry) => !onBoard(entry) || entry.primary) : all;
  const sorted = entries.map((entry, at) => ({ entry, at })).sort((a, b) => sortKey(a.entry) - sortKey(b.entry) || a.at - b.at);
  const list = oneMark(sorted.map((one) => one.entry));
  const folds = new Map<string, Fold>();
  if (list.length > SHORT) {
    for (const entry of list) {
      const title = foldOf(entry);
      if (!title) continue;
      const fold = folds.get(title) ?? { title, rule: entry.rule ?? "", entries: [] };
      fold.entries.push(entry);
      folds.set(title, fold);
    }
  }
  const choices = list.filter((entry) => entry.kind !== "pass").length;
  // What is all that is asked stands open.
  const kept = [...folds.values()].filter((fold) => fold.entries.length > 1 && fold.entries.length < choices);
  const away = new Set(kept.flatMap((fold) => fold.entries));
  return { plain: list.filter((entry) => !away.has(entry)), folds: kept };
});

/** Entries that have a button now, as keys count them: the plain ones, those of the open fold, the pass last. */
export function listed(): EntryDoc[] {
  const { plain, folds } = buttons.value;
  const pass = plain.filter((entry) => entry.kind === "pass");
  const rest = plain.filter((entry) => entry.kind !== "pass").slice(0, MANY);
  return [...rest, ...(folds.find((fold) => fold.title === unfolded.value)?.entries ?? []), ...pass];
}

/** What is chosen is where a vehicle drives, not one thing that it does on its way. */
function atTheWheel(): boolean {
  const first = trail.value[0];
  return driving.value && (!first || (trail.value.length === 1 && vehicles.value.has(first.unit ?? "")));
}

/** Hexes beyond those beside it can be named as well. */
function farther(): boolean {
  return reach.value.size > 0 && (!driving.value || atTheWheel());
}

/** What is asked inside a menu, in a sentence: who acts, and what is to be clicked next. */
function asked(): string {
  const state = shown.value;
  const told = menu.value?.title ?? "";
  const title = inWave() ? brief(told) : told;
  const entries = menu.value?.entries ?? [];
  if (!state || entries.length === 0) return title;
  if (entries.some((entry) => entry.leaf && entry.rule === "A25.232")) return state.pending.prompt;
  const { phase, attacker } = state.turn;
  const who = [...selectedUnits.value]
    .map((id) => called(id) ?? "")
    .filter(Boolean)
    .join(", ");
  const lit = entries.some((entry) => entry.kind === "hex");
  const mine = state.pending.side === attacker;
  const vehicle = phase === "setup" ? vehicles.value.get(trail.value[0]?.unit ?? "") : undefined;
  if (vehicle?.hex && trail.value.length === 1) {
    return vehicle.facing == null ? `Which way does ${title} point? Turn it with Q and E` : `${title}: turn it with Q and E, its turret with Shift, or click another hex`;
  }
  if (phase === "setup") return lit ? `Where to place ${title}? Click a lit hex` : title;
  const bounding = trail.value.some((one) => one.rule === BOUNDING);
  if (phase === "MPh" && mine && !bounding) {
    if (atTheWheel() && reach.value.size > 0) return `Drive ${who || title}: click a hex, or turn with Q and E`;
    if (driving.value) return lit ? `${title}: click a hex` : title;
    return lit && who && !LAID.includes(trail.value.at(-1)?.rule ?? "") && !title.includes("SMOKE") ? `Move ${who}: click or drag to a hex` : title;
  }
  // A weapon that is chosen by itself, an ATR say, stands for who has it.
  const firer = who || (trail.value[0]?.kind === "weapon" ? trail.value[0].label : "");
  if (["PFPh", "DFPh", "AFPh", "MPh"].includes(phase) && firer) {
    const only = entries.length === 1 && entries[0]?.leaf && place(entries[0]) ? entries[0] : undefined;
    const shot = armed.value?.key === "go" ? armed.value : (entries.find((entry) => entry.key === "go") ?? only);
    if (shot) return `Fire with ${firer} at ${placeName(shot) ?? selectedHex.value}?`;
    const aim = trail.value.find((one) => one.hex && !vehicles.value.has(one.unit ?? ""));
    const how = entries.length > 1 || !entries[0]?.leaf ? ": how" : "";
    if (aim && (!lit || entries.every((entry) => entry.leaf))) return `Fire with ${firer} at ${placeName(aim)}${how}?`;
    const more = (menus.value[0]?.entries ?? []).filter((entry) => entry.unit && entry.unit === trail.value[0]?.unit && vehicles.value.has(entry.unit)).length > 1;
    const group = entries.some((entry) => entry.key.startsWith("+"));
    if (!lit && entries.every((entry) => entry.kind === "option")) return `Fire with ${firer}${how || ": how"}?`;
    if (lit) return `Fire with ${firer}: click a target${group ? ", or add to the group" : more ? ", or the vehicle again for its other weapons" : ""}`;
  }
  if (phase === "CCPh" && entries.some((entry) => entry.unit)) {
    return entries.some((entry) => entry.leaf && entry.confirm) ? `${title}: attack?` : `${title}: click whom to attack`;
  }
  if (["RtPh", "APh"].includes(phase) && entries.some((entry) => entry.hex && entry.leaf)) return `${title}: click a hex`;
  return title;
}

function place(entry: EntryDoc): string | null {
  return entry.hex ?? (entry.unit ? bodies.value.get(entry.unit)?.hex ?? null : null);
}

/** The same with its level, for a note. */
function placeName(entry: EntryDoc): string | null {
  const tag = levelTag(entry.hex ? entry.level : bodies.value.get(entry.unit ?? "")?.level);
  const hex = place(entry);
  return hex && tag ? `${hex} ${tag.short}` : hex;
}

/** Who has the weapon that an entry is about, and where: of two machine guns it says which is meant. */
function holderOf(entry: EntryDoc): string | null {
  const holder = entry.unit ? undefined : bodies.value.get(weapons.value.get(entry.weapon ?? "")?.holder ?? "");
  return holder?.hex ? `${holder.ident ? `${holder.ident}, ` : ""}${holder.hex}` : null;
}

/** A Human Wave is being declared. */
function inWave(): boolean {
  return trail.value[0]?.key === "wave";
}

/** The words of a button; of what the arrows of a Human Wave show on the board only the beginning. */
function labelOf(entry: EntryDoc): string {
  return inWave() || entry.rule === "A25.232" ? brief(entry.label) : entry.label;
}

/** Takes a choice; of one that was clicked while another menu was on its way the same one there. */
async function choose(entry: EntryDoc): Promise<void> {
  if (!loading.value) return void follow(entry);
  await settled();
  const same = listed().find((one) => one.key === entry.key && one.label === entry.label);
  if (same) void follow(same);
}

function Choice({ entry, digit }: { entry: EntryDoc; digit: number }) {
  const level = menus.value.length - 1;
  const note = entry.note ?? (["unit", "leader", "turn"].includes(entry.kind) ? placeName(entry) : entry.kind === "weapon" ? placeName(entry) ?? holderOf(entry) : holderOf(entry));
  const isArmed = armed.value?.key === entry.key;
  const isStandard = standard.value?.key === entry.key;
  const letter = entry.hotkey?.length === 1 && entry.hotkey !== " " ? entry.hotkey.toUpperCase() : null;
  const key = letter ?? (digit <= 9 ? String(digit) : null);
  const point = (event: PointerEvent) => {
    if (pointed.peek()?.entry === entry || !byHand(event)) return;
    pointed.value = entry.kind === "toggle" || earlier.value.some((one) => one.entry === entry) ? null : { entry, level };
  };
  return (
    <li>
      <button
        class={`choice ${entry.kind}${(entry.note?.length ?? 0) > (entry.label.length > 28 ? 6 : 24) ? " long" : ""}${isArmed ? " armed" : ""}${isStandard ? " standard" : ""}`}
        data-key={entry.key}
        aria-pressed={entry.kind === "toggle" ? false : undefined}
        onClick={() => void choose(entry)}
        onPointerEnter={point}
        onPointerMove={point}
        onPointerLeave={() => (pointed.value = null)}
        onFocus={(event) => {
          // For the keyboard alone: a finger or mouse chooses what it has focused, and that is looked for then.
          const hex = event.currentTarget.matches(":focus-visible") ? place(entry) : null;
          if (hex) reveal(hex);
        }}
      >
        {entry.kind === "toggle" && <span class="box" aria-hidden="true"></span>}
        <span class="label">{tight(labelOf(entry))}{entry.leaf || entry.kind === "toggle" ? "" : "\u00a0…"}</span>
        {note && <span class="note">{tight(note)}</span>}
        {isStandard ? <kbd>Space</kbd> : key && <kbd>{key}</kbd>}
      </button>
      {entry.rule && <Rule number={entry.rule} />}
    </li>
  );
}

let told = "";
// Where the whole panel scrolls, on a narrow screen, a new question and what waits for a second word come into sight.
effect(() => {
  if (loading.value || answering.value) return;
  const now = `${shown.value?.seq}|${trail.value.length > 0}|${armed.value?.key ?? ""}|${plan.value.length > 0}`;
  if (now === told) return;
  told = now;
  document.querySelector("section.now")?.scrollTo(0, 0);
});

/** Opens or closes a fold of rare choices. */
function FoldButton({ fold }: { fold: Fold }) {
  const open = unfolded.value === fold.title;
  return (
    <li>
      <button class="choice fold" aria-expanded={open} onClick={() => (unfolded.value = open ? "" : fold.title)}>
        <span class="label">{open ? "▾" : "▸"} {fold.title}</span>
        <span class="note">{fold.entries.length}</span>
      </button>
      <Rule number={fold.rule} />
    </li>
  );
}

function Crumbs() {
  const state = position.value;
  return (
    <nav class="crumbs" aria-label="Where the game stands">
      <div class="deep" title={state?.breadcrumb.join(" › ")}>{state?.breadcrumb.map((text, n) => <span key={n}>{text}</span>)}</div>
      {!looking.value && trail.value.map((entry, n) => (
        <button key={entry.key + n} class="own" title="Take this back" onClick={() => void takeBack(entry.key)}>{entry.key.startsWith("at:") ? brief(entry.label) : labelOf(entry)}</button>
      ))}
    </nav>
  );
}

function Waiting() {
  const state = shown.value;
  if (looking.value) {
    return (
      <div class="waiting">
        <p class="prompt">Replay</p>
        <p class="soft">{replaying.value?.events.at(-1)?.text ?? "A look back; nothing here changes the game."}</p>
      </div>
    );
  }
  const watching = hello.value?.you === "watch";
  const why = hello.value?.view_only;
  if (why) {
    return (
      <div class="waiting">
        <p class="prompt">View only</p>
        <p class="soft">{why}. Nobody can play on; the board is as it was left.</p>
      </div>
    );
  }
  const showing = queued.value > 0;
  return (
    <div class="waiting">
      <p class="prompt">
        <span class="pulse" aria-hidden="true" /> {watching ? "Looking on" : showing ? "Showing what happened" : state?.pending.side ? `${sideName(state.pending.side)} decides` : "The game goes on"}
      </p>
      <p class="soft">{showing && !watching ? "Your next decision follows." : ""}</p>
    </div>
  );
}

const ACTS: Record<string, string> = { start: "start", left: "turn left", right: "turn right" };

/** An act of a drive in words: its hex where it enters one. */
function actWords(key: string): string {
  return ACTS[key] ?? key.replace(/^h:/, "").replace(/:r$/, " by road").replace(/:s$/, "");
}

/** What a planned drive costs, and what it risks. */
function driveNote(): string {
  const goal = acts.value ? reach.value.get(plan.value.at(-1) ?? "") : undefined;
  return goal ? `: ${mfText(goal.mf)} MP, ${mfText(goal.left)} left${goal.bog ? ", a Bog Check" : ""}` : "";
}

/** A step that Infantry and its AFV take together, who goes, and what it costs both (D9.31). */
function together(): string | null {
  const step = plan.value.length === 1 ? wayInto(menus.value[0]?.entries, plan.value[0] ?? "") : undefined;
  if (step?.rule !== "D9.31") return null;
  const who = movers.value.map((id) => called(id)).join(", ");
  return `${who} ${step.label}${step.note ? `: ${tight(step.note)}` : ""}`;
}

function PlanBox() {
  if (running.value) {
    return (
      <div class="confirm-box">
        <span>Moving: {(running.value.acts ?? running.value.steps).length} more to announce</span>
        <button onClick={() => clearPlan()}>Stop <kbd>Esc</kbd></button>
      </div>
    );
  }
  if (plan.value.length === 0) return null;
  const count = (acts.value ?? plan.value).length;
  return (
    <div class="confirm-box">
      <span>Planned: {together() ?? `${(acts.value?.map(actWords) ?? plan.value).join(" › ")}${driveNote()}`}</span>
      <button class="go" onClick={announce}>Announce {count === 1 ? "the step" : `${count} steps`} <kbd>Space</kbd></button>
      <button onClick={() => clearPlan()}>Clear <kbd>Esc</kbd></button>
    </div>
  );
}

function Confirm() {
  const entry = armed.value;
  if (!entry) return null;
  if (asksToEnd.value) {
    const many = able.value.length;
    return (
      <div class="confirm-box ending" role="alert">
        <span>{many === 1 ? "1 unit can still act." : `${many} units can still act.`}</span>
        <button class="go" onClick={confirm}>{entry.label} all the same <kbd>Enter</kbd></button>
        <button onClick={() => back()}>Back <kbd>Esc</kbd></button>
      </div>
    );
  }
  return (
    <div class="confirm-box">
      <button class="go" onClick={confirm}>{entry.label} <kbd>Space</kbd></button>
      <button onClick={() => back() || cut(trail.value.length - 1)}>Back <kbd>Esc</kbd></button>
    </div>
  );
}

function HintBox() {
  const told = hint.value;
  if (!told) return null;
  return (
    <div class="hint-box">
      <b>The computer would: {told.label}</b>
      <ul>{told.reasons.map((reason) => <li key={reason}>{reason}</li>)}</ul>
    </div>
  );
}

export function NowPanel() {
  const state = position.value;
  if (!state) return <section class="panel now" aria-label="Now" aria-busy="true"><div class="now-head"><p class="soft">{link.value === "displaced" ? notice.value ?? "This seat is not to be had." : "Opening the game …"}</p></div></section>;
  const choosing = !looking.value && shown.value?.pending.kind === "choice" && shown.value.menu !== null && queued.value === 0;
  const entries = choosing ? listed().filter((entry) => entry.key !== armed.value?.key) : [];
  const passes = entries.filter((entry) => entry.kind === "pass");
  const others = entries.filter((entry) => entry.kind !== "pass");
  const folds = choosing ? buttons.value.folds : [];
  const folded = folds.filter((fold) => fold.title !== unfolded.value).reduce((sum, fold) => sum + fold.entries.length, 0);
  const setup = state.turn.phase === "setup" && !trail.value.length;
  const hidden = setup ? 0 : (menu.value?.total ?? 0) + earlier.value.length - entries.length - folded - (armed.value ? 1 : 0);
  const inFold = new Set(folds.find((fold) => fold.title === unfolded.value)?.entries ?? []);
  const deep = trail.value.length > 0;
  return (
    <section class={`panel now${choosing ? " mine" : ""}`} aria-label="Now" aria-busy={busy.value}>
      <div class="now-head">
        <Crumbs />
        {state.pending.kind === "over" ? <p class="prompt">{state.result?.text ?? "The game is over."}</p> : !choosing ? <Waiting /> : (
          <>
            <p class="prompt" aria-live="polite">
              {deep && menu.value ? asked() : state.pending.prompt} <Rule number={deep ? null : state.pending.rule} />
            </p>
            {!deep && state.pending.why && <p class="soft why">{state.pending.why}</p>}
            <PlanBox />
            <Confirm />
          </>
        )}
      </div>
      <div class="now-list">
        <Summary />
        <HintBox />
        <ul class={`choices${loading.value || answering.value ? " stale" : ""}`}>
          {others.map((entry, n) => !inFold.has(entry) && <Choice key={entry.key} entry={entry} digit={n + 1} />)}
          {folds.map((fold) => (
            <Fragment key={fold.title}>
              <FoldButton fold={fold} />
              {fold.title === unfolded.value && others.map((entry, n) => inFold.has(entry) && <Choice key={entry.key} entry={entry} digit={n + 1} />)}
            </Fragment>
          ))}
        </ul>
        {choosing && (hidden > 0 || farther() || entries.some((entry) => entry.kind === "hex")) && <HexByName hidden={hidden} beside={others.length > 0} />}
      </div>
      <div class="now-foot">
        {choosing && !deep && passes.some((entry) => entry.label === "Hold fire") && (
          <label class="quiet silent window-from" title="A standing order: windows in which no shot is as good go by without a question">Ask me at a chance of <Threshold /></label>
        )}
        {choosing && !deep && passes.some((entry) => entry.label === "Hold fire") && (
          <button class="quiet silent" title="A standing order: hold fire for the rest of this phase" onClick={() => void give({ silent_until: "phase" })}>
            Hold fire for the rest of the phase
          </button>
        )}
        {choosing && onlyWalls.value && (
          <button class="quiet silent" title="A standing order: never ask where only Wall Advantage could be claimed or given up" onClick={() => void give({ walls: "leave" })}>
            Don't ask about Wall Advantage again
          </button>
        )}
        {choosing && onlyTransfers.value && state.turn.phase === "RPh" && (
          <button class="quiet silent" title="A standing order: ask about handing weapons over only where you mark units" onClick={() => void give({ transfers: "marked" })}>
            Don't ask again, except for units I mark
          </button>
        )}
        {passes.length > 0 && (
          <ul class="choices">{passes.map((entry, n) => <Choice key={entry.key} entry={entry} digit={others.length + n + 1} />)}</ul>
        )}
        <FootRow choosing={choosing} />
      </div>
    </section>
  );
}

/** For the keyboard: a lit hex chosen by its name. */
function HexByName({ hidden, beside }: { hidden: number; beside: boolean }) {
  const hexes = menu.value?.entries.filter((entry) => entry.hex) ?? [];
  return (
    <form
      class="hex-by-name"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("hex") as HTMLInputElement;
        const wanted = field.value.trim().toUpperCase();
        const [name, level] = wanted.split("/");
        const fitting = ways(name ?? "").filter(({ entry }) => level === undefined || (entry.level ?? "") === level);
        if (fitting.length > 1) fork.value = { hex: name ?? "", entries: fitting };
        else if (fitting[0]) void planHex(fitting[0].entry, fitting[0].level);
        else if (reach.value.has(wanted)) plan.value = pathTo(wanted);
        else if (wanted) void why({ hex: wanted });
        field.value = "";
        // The keys are the game's again: Space announces what was planned.
        field.blur();
      }}
    >
      <span class="soft">{hidden > 0 ? `${hidden}${beside ? " more" : ""} lit on the board` : farther() ? "Or a hex farther away" : "Or a hex by its name"}</span>
      {(hexes.length > 0 || farther()) && <input name="hex" size={6} placeholder="G" aria-label="Hex by its name" title="A hex by its name (G)" autocomplete="off" />}
    </form>
  );
}

function FootRow({ choosing }: { choosing: boolean }) {
  const assist = hello.value?.options.assist;
  return (
    <div class="foot-row">
      <PaceControls />
      {hello.value?.options.practice && hello.value.you !== "watch" && !looking.value && (
        <button class="quiet undo" title="Take back: first what is not announced, then the last decision (U)" onClick={() => void (clearPlan() || back() || undo())}>Undo</button>
      )}
      {choosing && trail.value.length > 0 && !armed.value ? (
        <button class="quiet" onClick={() => back()}>Back <kbd>Esc</kbd></button>
      ) : choosing && assist === "full" ? (
        <button class="quiet" title="What would the computer do?" aria-label="What would the computer do?" disabled={!mayAct.value || thinking.value} onClick={() => void askHint()}>
          {thinking.value ? "Thinking …" : "Advice"}
        </button>
      ) : <span />}
    </div>
  );
}
