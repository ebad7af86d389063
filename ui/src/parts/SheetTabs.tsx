/** On a narrow screen the panels are one sheet under the board: tabs choose which of them it shows. */

import { signal } from "@preact/signals";
import { leftOpen } from "../state/prefs";

type Sheet = "now" | "preview" | "log" | "sides";

const TABS: [Sheet, string][] = [["now", "Now"], ["preview", "Preview"], ["log", "Log"], ["sides", "Sides"]];

export const sheet = signal<Sheet>("now");

export function SheetTabs() {
  return (
    <nav class="sheet-tabs" aria-label="Panels">
      {TABS.map(([name, words]) => (
        <button
          key={name}
          class="quiet"
          aria-pressed={sheet.value === name}
          onClick={() => {
            sheet.value = name;
            if (name === "sides") leftOpen.value = true;
          }}
        >
          {words}
        </button>
      ))}
    </nav>
  );
}
