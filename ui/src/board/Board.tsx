/** The board: SVG layers in one sheet that pans and zooms by a CSS transform. */

import { computed, effect, untracked, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { MapDrawing } from "../protocol";
import { fork, loading, menus, offers, selectedUnits, targets } from "../state/choose";
import { bodies, hello, hexes, looking, shown } from "../state/game";
import { losMode } from "../state/los";
import { drawing, plan } from "../state/plan";
import { pointed } from "../state/preview";
import { gesturing, hexAt, lookFor, size, view } from "../state/viewport";
import { Arcs, Facings } from "./Arcs";
import { carried, Gestures, hover, hoverHit } from "./gestures";
import { Goals } from "./Goals";
import { Ground } from "./Ground";
import { Highlights, Hover } from "./Highlights";
import { hexsideAt } from "./hexside";
import { hitFan, hitStack, type Hit, type Stack } from "./layout";
import { PlannedPath, Shot, Skirt, Thread } from "./Lines";
import { Markers } from "./Markers";
import { Snipers } from "./Snipers";
import { byHex, Carried, FanOut, fanned, openFan, Units } from "./Units";
import { Grain, WavePlan } from "./Wave";
import { Works } from "./Works";

function hitTest(x: number, y: number): Hit | null {
  const open = openFan.peek();
  if (open) {
    const hit = hitFan(open, x, y);
    if (hit) return hit;
  }
  const hex = hexAt(x, y);
  if (!hex) return null;
  const stack = byHex.peek().get(hex);
  const hit: Hit = stack ? hitStack(stack, x, y) : { hex };
  const shape = hello.peek()?.map.hex;
  const place = hexes.peek().get(hex);
  const side = shape && place && !hit.unit && !hit.weapon && !hit.vehicle ? hexsideAt(place, shape, x, y) : null;
  return side === null ? hit : { ...hit, side };
}

/** Worth laying out: more than one thing lies there. */
function crowded(stack: Stack | undefined): boolean {
  return stack !== undefined && (stack.units.length > 1 || stack.weapons.length > 1 || stack.piles > 1);
}

/** What a finger does before it chooses: the first tap on a stack lays it out. True where that was all. */
function tapped(hit: Hit): boolean {
  const hex = hit.hex ?? "";
  hover(hit);
  // A finger does not rest on what it has tapped: no fan may open under its next tap.
  window.clearTimeout(fanTimer);
  const way = hit.unit && offers.peek().units.has(hit.unit) ? undefined : offers.peek().hexes.get(hex);
  if (losMode.peek()) return false;
  const open = fanned.peek() === hex;
  if (hit.unit && !way && !open && plan.peek().at(-1) !== hex && crowded(byHex.peek().get(hex))) {
    fanned.value = hex;
    return true;
  }
  if (!open) fanned.value = null;
  return false;
}

/** Opens the fan of the hex under the pointer after a moment, later where the hex is itself on offer. */
let fanTimer = 0;
effect(() => {
  const hex = hoverHit.value?.hex ?? null;
  const open = fanned.peek();
  window.clearTimeout(fanTimer);
  if (hex === open) return;
  const stack = hex ? byHex.peek().get(hex) : undefined;
  if (losMode.peek() || !crowded(stack)) {
    fanned.value = null;
    return;
  }
  if (open) fanned.value = null;
  const aiming = offers.peek().hexes.size > 0;
  const rest = aiming ? (offers.peek().hexes.has(hex ?? "") ? 650 : 1100) : 260;
  fanTimer = window.setTimeout(() => (fanned.value = hex), rest);
});

/** Once the board itself is on offer the fan makes way: it would cover the hexes beside it. */
effect(() => {
  if (offers.value.hexes.size > 0) {
    window.clearTimeout(fanTimer);
    fanned.value = null;
  }
});

/** The unit whose surroundings were looked at last. */
let looked: string | null = null;

/** Who is chosen and what he may aim at come into sight, in one movement once his menu is there. */
effect(() => {
  // A vehicle that may be aimed at is offered as itself, not as its hex.
  const units = [...offers.value.units.values()];
  const vehicles = untracked(() => units.filter(targets).flatMap((entry) => entry.hex ?? []));
  const aims = [...offers.value.hexes.keys(), ...vehicles];
  const chosen = [...selectedUnits.value][0] ?? null;
  if (loading.value || looking.peek() || drawing.peek() || carried.peek()) return;
  const fresh = chosen !== looked;
  looked = chosen;
  if (chosen) untracked(() => lookFor(bodies.peek().get(chosen)?.hex ?? null, aims, fresh));
});

/** The entry under the pointer is what the preview panel speaks of. */
effect(() => {
  const hit = hoverHit.value;
  const level = menus.value.length - 1;
  const entry =
    (hit?.unit && offers.value.units.get(hit.unit)) || (hit?.hex && offers.value.hexes.get(hit.hex)) || null;
  const now = pointed.peek();
  // While ways are chosen between the preview speaks of those.
  if (fork.peek()) return;
  if (entry && entry.kind !== "toggle") {
    if (now?.entry !== entry) pointed.value = { entry, level };
  } else if (now) pointed.value = null;
});

/** One of the sheets that lie on each other: what changes in one is not painted again in the others. */
function Layer({ map, children }: { map: MapDrawing; children: ComponentChildren }) {
  return (
    <svg width={map.width} height={map.height} viewBox={`0 0 ${map.width} ${map.height}`}>
      {children}
    </svg>
  );
}

/** The map, once there is a position to show on it: without one it would lie elsewhere, and know no key. */
const laid = computed(() => (shown.value ? hello.value?.map : undefined));

export function Board() {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const drawnAt = useRef(0);
  const map = laid.value;

  // Moved at once, not in the next frame: what lights up on the board is never seen where a finger would miss it.
  useLayoutEffect(() => effect(() => {
    const { x, y, k } = view.value;
    const node = sheet.current;
    if (!node) return;
    node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${k})`;
    // The sheet keeps its own layer, so that panning only moves it; after a change of scale the layer is let go
    // for a moment and drawn again, crisp.
    if (gesturing.value || drawnAt.current === k) return;
    drawnAt.current = k;
    node.classList.remove("layer");
    requestAnimationFrame(() => requestAnimationFrame(() => node.classList.add("layer")));
  }), [map]);

  useSignalEffect(() => {
    frame.current?.classList.toggle("over-unit", hoverHit.value?.unit !== undefined || hoverHit.value?.weapon !== undefined);
  });

  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    const gestures = new Gestures(node, hitTest, tapped);
    const measure = () => {
      size.value = { width: node.clientWidth, height: node.clientHeight };
    };
    // Measured before it is painted, so that the map never stands anywhere but in its place.
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    const still = effect(() => {
      void view.value;
      untracked(gestures.point);
    });
    const off = new AbortController();
    const { signal } = off;
    node.addEventListener("pointerdown", gestures.down, { signal });
    node.addEventListener("pointermove", gestures.move, { signal });
    node.addEventListener("pointerup", gestures.up, { signal });
    node.addEventListener("pointercancel", gestures.cancel, { signal });
    node.addEventListener("pointerleave", gestures.leave, { signal });
    node.addEventListener("wheel", gestures.wheel, { passive: false, signal });
    node.addEventListener("contextmenu", gestures.menu, { signal });
    return () => {
      watch.disconnect();
      still();
      off.abort();
      size.value = { width: 0, height: 0 };
      hover(null);
    };
  }, [map]);

  if (!map) return null;
  return (
    <div
      ref={frame}
      class={`board${losMode.value ? " los-mode" : ""}`}
      tabIndex={0}
      role="application"
      aria-label="Board. Arrow keys pan, plus and minus zoom, N walks the units that may act."
      onFocusIn={(event: FocusEvent) => {
        const unit = (event.target as Element).getAttribute?.("data-unit");
        if (unit) focusStack(unit);
      }}
    >
      <div ref={sheet} class="sheet layer">
        <Layer map={map}>
          <defs>
            <pattern id="hatch" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <line x1={0} y1={0} x2={0} y2={5} stroke="#8d8b85" stroke-width={1.6} stroke-opacity={0.55} />
            </pattern>
          </defs>
          <Ground map={map} />
        </Layer>
        <Layer map={map}>
          <Arcs />
          <Highlights />
          <Works />
          <Goals />
          <Grain />
          <Shot />
          <Markers />
          <Snipers />
        </Layer>
        <Layer map={map}><Units /></Layer>
        <Layer map={map}>
          <Hover />
          <Facings />
          <PlannedPath />
          <WavePlan />
          <Skirt />
          <FanOut />
          <Thread />
          <Carried />
        </Layer>
      </div>
      <div class="glass" />
    </div>
  );
}

function focusStack(unit: string): void {
  for (const stack of byHex.peek().values()) {
    if (stack.units.length > 1 && stack.units.some((one) => one.id === unit)) {
      fanned.value = stack.hex.name;
      return;
    }
  }
}
