/** Refusals and short news, at the foot of the board. */

import { dismiss, toasts } from "../state/toast";
import { Rule } from "./Rule";

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <div key={one.id} class={`toast ${one.kind}`}>
          <span>{one.text}</span>
          <Rule number={one.rule} />
          <button class="quiet close" aria-label="Dismiss" onClick={() => dismiss(one.id)}>×</button>
        </div>
      ))}
    </div>
  );
}
