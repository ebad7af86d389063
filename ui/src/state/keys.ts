/** The keyboard: everything that matters has a key. */

import { signal } from "@preact/signals";
import { atEnd, nextUnit } from "../board/act";
import { fanned } from "../board/Units";
import { hoverHit, inspected } from "../board/gestures";
import { listed } from "../panels/NowPanel";
import { undo } from "../panels/Menu";
import { aimed, armed, back, confirm, follow, fork, menu, onlyTransfers, selectedUnits, standard, takeWay, trail } from "./choose";
import { hello, mayAct, shown } from "./game";
import { climb, losMode, pressLos, releaseLos, toggleLos } from "./los";
import { marking } from "./orders";
import { announce, clearPlan, movers, plan } from "./plan";
import { paused, queued, skip, stepOne } from "./queue";
import { toast } from "./toast";
import { openRule, searching } from "./rules";
import { fit, panBy, zoomMiddle } from "./viewport";
import { helpOpen } from "./help";

/** Set while a screen lies over the game (hand-over, closing page). */
export const covered = signal(false);

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
}

function escape(): void {
  if (helpOpen.value) helpOpen.value = false;
  else if (openRule.value) openRule.value = null;
  else if (searching.value) searching.value = false;
  else if (inspected.value) inspected.value = null;
  else if (losMode.value) toggleLos(false);
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

function space(): void {
  if (queued.value > 0) return skip(hello.value?.you === "watch");
  if (fork.value) return void followFork(0);
  if (plan.value.length > 0) return announce();
  if (armed.value) return confirm();
  const entry = standard.value;
  if (entry?.kind === "pass" && cutsOff()) armed.value = entry;
  else if (entry) void follow(entry);
}

/**
 * True when a pass would cut off what may still be done: a phase in which units may act, a move that may go on. That
 * takes a second word. Letting a shot go by or keeping weapons where they are does not.
 */
function cutsOff(): boolean {
  const state = shown.value;
  const entries = menu.value?.entries ?? [];
  const window = state?.turn.phase === "MPh" && state.pending.side !== state.turn.attacker;
  if (window || state?.turn.phase === "setup" || trail.value.length > 0 || onlyTransfers.value) return false;
  if (entries.some((entry) => entry.leaf && aimed(entry))) return true;
  return movers.value.length === 0 && entries.some((entry) => entry.unit && (!entry.leaf || entry.confirm));
}

/** The hex of the units that are chosen. */
function chosenHex(): string | null {
  return shown.value?.units.find((unit) => selectedUnits.value.has(unit.id))?.hex ?? null;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80],
};

/** Keys that work wherever the game is on the screen; true when the key was taken. */
function plainKey(event: KeyboardEvent): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    panBy(...arrow);
    return true;
  }
  const own = event.key.length === 1 && mayAct.value
    ? listed().find((entry) => entry.hotkey?.toLowerCase() === event.key.toLowerCase())
    : undefined;
  if (own) {
    void follow(own);
    return true;
  }
  if (fork.value && /^[1-9]$/.test(event.key)) return followFork(Number(event.key) - 1);
  if (/^[1-9]$/.test(event.key) && mayAct.value) {
    const entries = listed().filter((entry) => entry.key !== armed.value?.key);
    const entry = entries[Number(event.key) - 1];
    if (entry) void follow(entry);
    return true;
  }
  switch (event.key) {
    case "n": case "N":
      // Tab goes on from there.
      document.querySelector<HTMLElement>(".board")?.focus({ preventScroll: true });
      void nextUnit(event.key === "n" ? 1 : -1);
      return true;
    case "l": case "L":
      if (event.repeat) return true;
      if (hello.value?.options.free_los !== false) pressLos(chosenHex() ?? hoverHit.value?.hex ?? null);
      else toast("This table plays without free LOS checks.", "A6.11", "why");
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

export function startKeys(): void {
  window.addEventListener("keydown", (event) => {
    if (!shown.value || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if ((event.target as HTMLElement).closest?.(".hex-by-name")) (event.target as HTMLElement).blur();
      else escape();
      return;
    }
    if (typing(event.target) || covered.value) return;
    const onButton = event.target instanceof HTMLElement && ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
    if (event.key === " ") {
      // Space is the game's key; buttons answer to Enter.
      event.preventDefault();
      space();
      return;
    }
    if (event.key === "Tab") {
      const onBoard = event.target instanceof HTMLElement && event.target.classList.contains("board");
      // Past the last unit the focus goes its usual way, so that nobody is caught on the board.
      if (onBoard && mayAct.value && !atEnd(event.shiftKey ? -1 : 1)) {
        event.preventDefault();
        void nextUnit(event.shiftKey ? -1 : 1);
      }
      return;
    }
    if (onButton && event.key === "Enter") return;
    if (plainKey(event)) event.preventDefault();
  });
  // Buttons fire on the release of Space too; the game has used it already.
  window.addEventListener("keyup", (event) => {
    if (event.key.toLowerCase() === "l") releaseLos();
    if (event.key === " " && shown.value && !typing(event.target) && !covered.value) event.preventDefault();
  });
}
