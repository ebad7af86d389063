/** Odds as one stacked bar with the numbers beneath it. */

import type { OddsDoc } from "../protocol";

function percent(p: number): string {
  if (p > 0 && p < 0.01) return "<1";
  if (p < 1 && p > 0.99) return ">99";
  return String(Math.round(p * 100));
}

export function OddsBar({ odds, small }: { odds: OddsDoc[]; small?: boolean }) {
  const list = odds.filter((one) => one.p > 0);
  if (list.length === 0) return null;
  const words = list.map((one) => `${one.label} ${(one.p * 100).toFixed(1)} %`).join(", ");
  return (
    <div class={`odds${small ? " small" : ""}`} role="img" aria-label={words} title={words}>
      <div class="bar">
        {list.map((one) => (
          <span key={one.label} class={`part ${one.class}`} style={{ flexGrow: Math.max(one.p, 0.012) }}>
            {one.p >= 0.1 ? percent(one.p) : ""}
          </span>
        ))}
      </div>
      {!small && (
        <div class="legend">
          {list.map((one) => (
            <span key={one.label}><i class={`dot ${one.class}`} />{one.label} <b>{percent(one.p)} %</b></span>
          ))}
        </div>
      )}
    </div>
  );
}
