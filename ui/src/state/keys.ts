/** The keyboard: everything that matters has a key. */

import { effect, signal } from "@preact/signals";
import type { EntryDoc } from "../protocol";
import { atEnd, nextUnit } from "../board/act";
import { fanned } from "../board/Units";
import { hoverHit, inspected } from "../board/gestures";
import { listed } from "../panels/NowPanel";
import { undo } from "../panels/Menu";
import { aimed, armed, back, confirm, follow, fork, loading, menu, onlyTransfers, selectedUnits, standard, takeWay, trail } from "./choose";
import { asksToEnd } from "./ending";
import { answering, bodies, hello, mayAct, shown } from "./game";
import { climb, losMode, pressLos, releaseLos, toggleLos } from "./los";
import { marking } from "./orders";
import { announce, clearPlan, plan } from "./plan";
import { paused, queued, skip, stepOne } from "./queue";
import { goTo, leave, playing, replaying } from "./replay";
import { route } from "./route";
import { toast } from "./toast";
import { openRule, searching } from "./rules";
import { turn, type Hand } from "./turning";
import { fit, panBy, zoomMiddle } from "./viewport";
import { helpOpen } from "./help";

/** Set while a screen lies over the game (hand-over, closing page). */
export const covered = signal(false);

function typing(target: EventTarget | null): boolean {
  // A box that is ticked takes no letters: the keys are the game's again at once.
  if (target instanceof HTMLInputElement && ["checkbox", "radio", "range"].includes(target.type)) return false;
  return target instanceof HTMLElement && ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
}

function escape(): void {
  if (helpOpen.value) helpOpen.value = false;
  else if (openRule.value) openRule.value = null;
  else if (searching.value) searching.value = false;
  else if (inspected.value) inspected.value = null;
  else if (losMode.value) toggleLos(false);
  else if (replaying.value) leave();
  else if (marking.value) marking.value = null;
  else if (fork.value) fork.value = null;
  else if (fanned.value) fanned.value = null;
  else if (!clearPlan()) back();
}

/** Takes one of the ways that stand beside a hex. */
function followFork(at: number): boolean {
  const way = fork.value?.entries[at];
  if (way) void takeWay(way.entry, way.level);
  return way !== undefined;
}

function space(blind: boolean): void {
  if (queued.value > 0) return skip(hello.value?.you === "watch");
  if (replaying.value) {
    playing.value = !playing.value;
    return;
  }
  if (blind && (fork.value || plan.value.length > 0 || armed.value)) return;
  if (fork.value) return void followFork(0);
  if (plan.value.length > 0) return announce();
  if (asksToEnd.value) return;
  if (armed.value) return confirm();
  const entry = standard.value;
  if (entry) take(entry, blind || (entry.kind === "pass" && cutsOff()));
}

/** Follows an entry; one taken `unseen`, before its question was on the screen, is only laid out for a second word. */
function take(entry: EntryDoc, unseen: boolean): void {
  if (unseen && entry.leaf) armed.value = entry;
  else void follow(entry);
}

/** True when a pass would cut off a move that may go on. That takes a second word; a shot that goes by does not. */
function cutsOff(): boolean {
  const state = shown.value;
  const window = state?.turn.phase === "MPh" && state.pending.side !== state.turn.attacker;
  if (window || state?.turn.phase === "setup" || trail.value.length > 0 || onlyTransfers.value) return false;
  return (menu.value?.entries ?? []).some((entry) => entry.leaf && aimed(entry));
}

/** Where a thread begins: with the units that are chosen, else at what is pointed at, on its level. */
function threadStart(): [string | null, string | undefined] {
  const chosen = [...bodies.value.values()].find((one) => selectedUnits.value.has(one.id));
  const unit = chosen ?? bodies.value.get(hoverHit.value?.unit ?? "");
  return [unit?.hex ?? hoverHit.value?.hex ?? null, unit?.hex ? (unit.level ?? "") : undefined];
}

/** The next unit that may act is chosen, and has the focus: a screen reader says which it is. */
async function walkUnits(step: 1 | -1): Promise<void> {
  if (!(await nextUnit(step))) return;
  const unit = trail.value[0]?.unit;
  requestAnimationFrame(() => {
    // Who has begun to type in the meantime keeps the field.
    if (typing(document.activeElement)) return;
    document.querySelector<SVGElement>(`.board g.units [data-unit="${unit}"]`)?.focus({ preventScroll: true });
  });
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80],
};

/** To the left and to the right; with Shift the turret. */
const TURNS: Record<string, Hand> = { q: -1, e: 1 };

interface Key {
  key: string;
  shiftKey: boolean;
  repeat: boolean;
  timeStamp: number;
}

/** Keys that work wherever the game is on the screen; true when the key was taken. */
function plainKey(event: Key, blind: boolean): boolean {
  const arrow = ARROWS[event.key];
  if (arrow && replaying.value && arrow[0] !== 0) {
    void goTo(replaying.value.at + (event.key === "ArrowRight" ? 1 : -1));
    return true;
  }
  if (arrow) {
    panBy(...arrow);
    return true;
  }
  if (event.key === "Enter" && asksToEnd.value && !blind) {
    confirm();
    return true;
  }
  const own = event.key.length === 1 && mayAct.value
    ? listed().find((entry) => entry.hotkey?.toLowerCase() === event.key.toLowerCase())
    : undefined;
  if (own) {
    take(own, blind);
    return true;
  }
  const hand = TURNS[event.key.toLowerCase()];
  if (hand && turn(hand, event.shiftKey)) return true;
  if (fork.value && /^[1-9]$/.test(event.key)) return followFork(Number(event.key) - 1);
  if (/^[1-9]$/.test(event.key) && mayAct.value) {
    const entries = listed().filter((entry) => entry.key !== armed.value?.key);
    const entry = entries[Number(event.key) - 1];
    if (entry) take(entry, blind);
    return true;
  }
  switch (event.key) {
    case "n": case "N":
      // Tab goes on from there.
      document.querySelector<HTMLElement>(".board")?.focus({ preventScroll: true });
      void walkUnits(event.key === "n" ? 1 : -1);
      return true;
    case "l": case "L":
      if (event.repeat) return true;
      if (hello.value?.options.free_los !== false) pressLos(event.timeStamp, ...threadStart());
      else toast("This game is played without free LOS checks.", "A6.11", "why");
      return true;
    case "PageUp": case "PageDown":
      if (!losMode.value) return false;
      climb(event.shiftKey ? 0 : 1, event.key === "PageUp" ? 1 : -1);
      return true;
    case "u": case "U":
      // First what is not announced yet, then, in practice games, what is.
      if (!clearPlan() && !back()) void undo();
      return true;
    case "g": case "G": document.querySelector<HTMLElement>(".hex-by-name input")?.focus(); return true;
    case "p": case "P": paused.value = !paused.value; return true;
    case ".": stepOne(); return true;
    case ",": skip(hello.value?.you === "watch"); return true;
    case "?": helpOpen.value = !helpOpen.value; return true;
    case "/": searching.value = true; return true;
    case "0": fit(); return true;
    case "+": case "=": zoomMiddle(1.25); return true;
    case "-": zoomMiddle(0.8); return true;
    default: return false;
  }
}

/** A key that came before it could be obeyed: while the game opens, an answer is under way, or a menu. */
interface Early extends Key {
  up: boolean;
}

let early: Early[] = [];
/** So many are kept; who drums on the keyboard means none of them. */
const MOST_EARLY = 4;

/** Keys that speak of what is asked, and so wait for the question. */
function speaksOfChoice(key: string): boolean {
  return key === " " || key === "Enter" || /^[1-9nNqQeE]$/.test(key) || (key.length === 1 && listed().some((entry) => entry.hotkey?.toLowerCase() === key.toLowerCase()));
}

function mustWait(key: string): boolean {
  if (!shown.value) return key.length === 1;
  // A plan on the screen was drawn while the menu of its units is under way: it is announced when that has come.
  if (key === " " && plan.value.length > 0 && !answering.value) return false;
  return (loading.value || answering.value) && queued.value === 0 && speaksOfChoice(key);
}

function keep(event: KeyboardEvent, up: boolean): void {
  if (!event.repeat && early.length < MOST_EARLY) early.push({ key: event.key, shiftKey: event.shiftKey, repeat: false, timeStamp: event.timeStamp, up });
}

effect(() => {
  // Read first: the keys are looked at again whenever one of these changes.
  const ready = shown.value !== null && !loading.value && !answering.value;
  if (!ready || early.length === 0) return;
  const step = window.setTimeout(() => {
    const next = early[0];
    if (!next || mustWait(next.key)) return;
    const waited = early;
    early = [];
    let left = waited.length;
    for (const key of waited) {
      if (mustWait(key.key)) break;
      left--;
      if (key.up) releaseLos(key.timeStamp);
      else if (key.key === " ") space(true);
      else plainKey(key, true);
    }
    early = [...waited.slice(waited.length - left), ...early];
  }, 0);
  return () => window.clearTimeout(step);
});

// Keys meant for one game say nothing in another.
effect(() => {
  if (!hello.value) early = [];
});

export function startKeys(): void {
  window.addEventListener("keydown", (event) => {
    if (!route.value.game || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      early = [];
      if (!shown.value) return;
      if ((event.target as HTMLElement).closest?.(".hex-by-name")) (event.target as HTMLElement).blur();
      else escape();
      return;
    }
    if (typing(event.target) || covered.value) return;
    const onButton = event.target instanceof HTMLElement && ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
    if (onButton && event.key === "Enter") return;
    if (mustWait(event.key)) {
      if (event.key === " ") event.preventDefault();
      return keep(event, false);
    }
    if (!shown.value) return;
    if (event.key === " ") {
      // Space is the game's key; buttons answer to Enter.
      event.preventDefault();
      if (!event.repeat) space(false);
      return;
    }
    if (event.key === "Tab") {
      const onBoard = event.target instanceof Element && event.target.closest(".board") !== null;
      // Past the last unit the focus goes its usual way, so that nobody is caught on the board.
      if (onBoard && mayAct.value && !atEnd(event.shiftKey ? -1 : 1)) {
        event.preventDefault();
        void walkUnits(event.shiftKey ? -1 : 1);
      }
      return;
    }
    if (plainKey(event, false)) event.preventDefault();
  });
  // A list that was chosen from with the mouse lets go of the keys again.
  let pointed = false;
  window.addEventListener("pointerdown", () => (pointed = true), true);
  window.addEventListener("keydown", () => (pointed = false), true);
  window.addEventListener("change", (event) => {
    if (pointed && shown.value && event.target instanceof HTMLSelectElement) event.target.blur();
  });
  // Buttons fire on the release of Space too; the game has used it already.
  window.addEventListener("keyup", (event) => {
    if (event.key.toLowerCase() === "l") {
      if (early.some((one) => one.key.toLowerCase() === "l")) keep(event, true);
      else releaseLos(event.timeStamp);
    }
    if (event.key === " " && shown.value && !typing(event.target) && !covered.value) event.preventDefault();
  });
}
