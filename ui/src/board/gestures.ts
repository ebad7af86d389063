/** Pointer work on the board: pan, pinch, wheel, click, drag of units, drawing a path, pulling a thread. */

import { signal } from "@preact/signals";
import { find, follow, offers, selectedUnits, selectStack, settled, ways } from "../state/choose";
import { begin, losFrom, losMode, point, pull } from "../state/los";
import { drawing, drawOver, endDrawing, gather, movers, plan } from "../state/plan";
import { bodies, shown } from "../state/game";
import { turn } from "../state/turning";
import { hexAt, panBy, toMap, zoomAt } from "../state/viewport";
import { click } from "./act";
import type { Hit } from "./layout";
import { fanned } from "./Units";

export const hoverHit = signal<Hit | null>(null);

/** Points at something; who points at the same thing again tells nobody. */
export function hover(hit: Hit | null): void {
  const now = hoverHit.peek();
  if (now?.hex !== hit?.hex || now?.unit !== hit?.unit || now?.weapon !== hit?.weapon || now?.vehicle !== hit?.vehicle || now?.side !== hit?.side) hoverHit.value = hit;
}
/** A unit or a weapon carried by the pointer, with the pointer's place on the map. */
export const carried = signal<{ unit?: string; weapon?: string; x: number; y: number } | null>(null);
export const inspected = signal<{ hex: string; x: number; y: number } | null>(null);

/** The level of the counter that is meant, undefined where none is. */
function levelOf(hit: Hit | null): string | undefined {
  const unit = hit?.unit ? bodies.peek().get(hit.unit) : undefined;
  return unit ? (unit.level ?? "") : undefined;
}

type Mode = "idle" | "pan" | "carry" | "draw" | "thread" | "pinch";

/** Pixels a pointer may tremble before it drags; a finger trembles more. */
const SLACK = { mouse: 5, touch: 11 };
/** Milliseconds after which a resting finger asks what lies there. */
const LONG_PRESS = 450;

export class Gestures {
  private mode: Mode = "idle";
  private from = { x: 0, y: 0 };
  private last = { x: 0, y: 0 };
  private hit: Hit | null = null;
  private touches = new Map<number, { x: number; y: number }>();
  private spread = 0;
  private middle = { x: 0, y: 0 };
  private pressing = 0;
  private held = false;
  /** When the finger came down, by the clock of its events: a page that is busy hears of it late. */
  private came = 0;
  /** Where the mouse rests over the board. */
  private rest: { x: number; y: number } | null = null;

  /** `tap` is what a finger does instead of a click; it tells whether that was all. */
  constructor(
    private readonly frame: HTMLElement,
    private readonly test: (x: number, y: number) => Hit | null,
    private readonly tap: (hit: Hit) => boolean,
  ) {}

  private local(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down = (event: PointerEvent): void => {
    if (event.button === 2) return;
    const at = this.local(event);
    // The first finger of a touch: one whose end was never heard of would make every later tap a pinch.
    if (event.isPrimary) this.touches.clear();
    this.touches.set(event.pointerId, at);
    this.held = false;
    this.came = event.timeStamp;
    window.clearTimeout(this.pressing);
    if (this.touches.size === 2) {
      this.drop();
      if (drawing.value) plan.value = [];
      drawing.value = false;
      this.mode = "pinch";
      this.spread = this.distance();
      this.middle = this.centre();
      return;
    }
    this.frame.setPointerCapture(event.pointerId);
    this.from = at;
    this.last = at;
    this.mode = "idle";
    const map = toMap(at.x, at.y);
    this.hit = this.test(map.x, map.y);
    if (event.pointerType === "touch") {
      const { clientX: x, clientY: y } = event;
      this.pressing = window.setTimeout(() => this.press(x, y), LONG_PRESS);
    }
    if (losMode.value && this.hit?.hex) {
      if (losFrom.value === null) begin(this.hit.hex, levelOf(this.hit));
      this.mode = "thread";
    }
  };

  /** A finger that rests tells what a mouse learns by pointing. */
  private press(x: number, y: number): void {
    if (this.mode !== "idle" || !this.hit?.hex) return;
    this.held = true;
    hover(this.hit);
    inspected.value = { hex: this.hit.hex, x, y };
  }

  private drop(): void {
    carried.value = null;
    window.clearTimeout(this.pressing);
  }

  private centre(): { x: number; y: number } {
    const [one, two] = [...this.touches.values()];
    return one && two ? { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 } : { x: 0, y: 0 };
  }

  private distance(): number {
    const [one, two] = [...this.touches.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
  }

  move = (event: PointerEvent): void => {
    const at = this.local(event);
    if (this.touches.has(event.pointerId)) this.touches.set(event.pointerId, at);
    if (this.mode === "pinch") return this.pinch();
    if (this.touches.size === 0) {
      this.rest = at;
      this.point();
      return;
    }
    const map = toMap(at.x, at.y);
    const slack = event.pointerType === "touch" ? SLACK.touch : SLACK.mouse;
    if (this.mode === "idle" && !this.held && Math.hypot(at.x - this.from.x, at.y - this.from.y) > slack) {
      window.clearTimeout(this.pressing);
      this.begin();
    }
    const hex = hexAt(map.x, map.y);
    if (this.mode === "pan") panBy(at.x - this.last.x, at.y - this.last.y);
    if (this.mode === "thread" && hex) void pull(hex, levelOf(this.test(map.x, map.y)));
    if (this.mode === "draw" && hex) drawOver(hex);
    if (this.mode === "carry" && carried.value) {
      carried.value = { ...carried.value, x: map.x, y: map.y };
      hover(this.test(map.x, map.y));
    }
    this.last = at;
  };

  /** What lies under the mouse: also after the board has moved beneath it. */
  point = (): void => {
    if (!this.rest || this.touches.size > 0) return;
    const map = toMap(this.rest.x, this.rest.y);
    hover(this.test(map.x, map.y));
    if (losMode.value && hoverHit.value?.hex) point(hoverHit.value.hex, levelOf(hoverHit.value));
  };

  private pinch(): void {
    const now = this.distance();
    const middle = this.centre();
    if (this.touches.size === 2) {
      panBy(middle.x - this.middle.x, middle.y - this.middle.y);
      if (this.spread > 0) zoomAt(middle.x, middle.y, now / this.spread);
    }
    this.middle = middle;
    this.spread = now;
  }

  /** What the drag is, now that the pointer has moved: a path, a unit, or the map. */
  private begin(): void {
    const unit = this.hit?.unit;
    this.mode = "pan";
    if (!unit) return;
    // Who is chosen, or under way, is dragged with all that moves beside him.
    const chosen = selectedUnits.value.has(unit) || (selectedUnits.value.size === 0 && movers.value.includes(unit));
    const found = find({ unit });
    if (!chosen && !(found && offers.value.units.has(unit))) return;
    const moving = shown.value?.turn.phase === "MPh" && bodies.value.get(unit)?.hex;
    this.mode = moving ? "draw" : "carry";
    if (moving) {
      drawing.value = true;
      plan.value = [];
    } else carried.value = { unit, ...toMap(this.last.x, this.last.y) };
    const taken = !chosen && found && !found.entry.leaf;
    gather(taken ? this.take(unit, Boolean(moving) && fanned.peek() !== this.hit?.hex) : settled());
  }

  /** Chooses the dragged unit; from a closed pile the whole of it comes along. */
  private async take(unit: string, pile: boolean): Promise<void> {
    const found = find({ unit });
    if (found && (await follow(found.entry, found.level)) && pile) await selectStack(unit);
  }

  up = (event: PointerEvent): void => {
    this.touches.delete(event.pointerId);
    window.clearTimeout(this.pressing);
    if (this.mode === "pinch") {
      if (this.touches.size === 0) this.mode = "idle";
      return;
    }
    if (this.held && event.timeStamp - this.came < LONG_PRESS) {
      this.held = false;
      inspected.value = null;
    }
    const mode = this.mode;
    this.mode = "idle";
    const at = this.local(event);
    const map = toMap(at.x, at.y);
    if (mode === "draw") {
      void this.drawn();
    } else if (mode === "carry") {
      carried.value = null;
      const target = this.test(map.x, map.y);
      if (target?.hex) void click(target.unit && offers.value.units.has(target.unit) ? target : { hex: target.hex });
    } else if (mode === "thread") {
      const hex = hexAt(map.x, map.y);
      // A plain click starts the thread, the next one ends it and starts anew.
      if (hex && hex !== losFrom.value) void pull(hex, levelOf(this.test(map.x, map.y))).then(() => (losFrom.value = null));
    } else if (mode === "idle" && this.hit && event.button === 0 && !this.held) {
      if (event.pointerType === "touch" && this.tap(this.hit)) return;
      void click(this.hit);
    }
  };

  /** A way that was drawn is planned; a step that can be made in several ways is asked about, once they are known. */
  private async drawn(): Promise<void> {
    await endDrawing();
    const only = plan.value.length === 1 ? plan.value[0]! : null;
    if (!only || ways(only).length < 2) return;
    plan.value = [];
    await click({ hex: only });
  }

  cancel = (event: PointerEvent): void => {
    this.touches.delete(event.pointerId);
    this.mode = "idle";
    this.drop();
    drawing.value = false;
  };

  leave = (event: PointerEvent): void => {
    // What a finger pointed at stays told after it is lifted.
    if (this.touches.size > 0 || event.pointerType === "touch") return;
    this.rest = null;
    hover(null);
  };

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const at = this.local(event);
    // With Shift the wheel turns what is chosen; browsers make that a movement sideways.
    const sideways = event.deltaY || event.deltaX;
    if (event.shiftKey && sideways) return void turn(sideways > 0 ? 1 : -1, event.altKey);
    const amount = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    zoomAt(at.x, at.y, Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.0016)));
  };

  menu = (event: MouseEvent): void => {
    event.preventDefault();
    const at = this.local(event);
    const map = toMap(at.x, at.y);
    const hex = hexAt(map.x, map.y);
    inspected.value = hex ? { hex, x: event.clientX, y: event.clientY } : null;
  };
}
