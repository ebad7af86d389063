/** The small choice beside a hex that can be answered in several ways: which level, by road or not, around it. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { fork, takeWay } from "../state/choose";
import { hexes } from "../state/game";
import { pointed } from "../state/preview";
import { size, view } from "../state/viewport";
import { levelTag } from "./badges";

export function Fork() {
  const list = useRef<HTMLUListElement>(null);
  const open = fork.value;
  const hex = hexes.value.get(open?.hex ?? "");
  useLayoutEffect(() => {
    const node = list.current;
    if (!node || !hex) return;
    // Beside the hex, on the side where there is room.
    const { x, y, k } = view.value;
    const left = x + (hex.x + 34) * k;
    const room = size.value.width - node.offsetWidth - 4;
    node.style.left = `${Math.max(4, left <= room ? left : x + (hex.x - 34) * k - node.offsetWidth)}px`;
    node.style.top = `${Math.min(Math.max(4, y + (hex.y - 20) * k), Math.max(4, size.value.height - node.offsetHeight - 4))}px`;
  });
  if (!open || !hex) return null;
  return (
    <ul ref={list} class="fork" role="menu" aria-label={`Ways to ${hex.name}`}>
      {open.entries.map(({ entry, level }, n) => {
        const tag = levelTag(entry.level);
        return (
          <li key={`${level}${entry.key}`}>
            <button
              role="menuitem"
              data-key={entry.key}
              onClick={() => void takeWay(entry, level)}
              onPointerEnter={() => (pointed.value = { entry, level })}
              onPointerLeave={() => (pointed.value = null)}
            >
              {tag && <b class="tag">{tag.short}</b>}
              <span class="label">{entry.label}{entry.leaf ? "" : " …"}</span>
              {entry.note && <span class="note">{entry.note}</span>}
              {n < 9 && <kbd>{n + 1}</kbd>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
