/** Scenario, turn track, phase track, and who decides now. */

import { hello, looking, position, shown, sideName } from "../state/game";
import { guideOpen } from "../state/prefs";
import { nationality } from "../state/game";
import { tint } from "../board/palette";
import type { WeatherDoc } from "../protocol";
import { Menu } from "./Menu";

const PHASES: Record<string, string> = {
  RPh: "Rally Phase", PFPh: "Prep Fire Phase", MPh: "Movement Phase", DFPh: "Defensive Fire Phase",
  AFPh: "Advancing Fire Phase", RtPh: "Rout Phase", APh: "Advance Phase", CCPh: "Close Combat Phase",
};

export function phaseName(short: string): string {
  return PHASES[short] ?? short;
}

export function SideChip({ side, small }: { side: string; small?: boolean }) {
  const look = tint(nationality(side));
  return (
    <span class={`side-chip${small ? " small" : ""}`} style={{ background: look.band }} aria-hidden="true">{look.letter}</span>
  );
}

/** The wind beside the turn track: where it blows to, how hard, with Gusts; what else there is of weather on pointing. */
function Wind({ weather }: { weather: WeatherDoc }) {
  return (
    <span class={`wind${weather.gusts ? " gusts" : ""}`} role="img" title={weather.told} aria-label={weather.told}>
      {weather.direction > 0 && (
        <svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true" style={{ transform: `rotate(${(weather.direction - 1) * 60}deg)` }}>
          <path d="M0 -7 L5 0 H1.5 V7 H-1.5 V0 H-5 Z" />
        </svg>
      )}
      {weather.name}{weather.gusts && ", Gusts"}
    </span>
  );
}

export function TopBar() {
  const state = position.value;
  const game = hello.value;
  if (!state || !game) return <header class="top" />;
  const { turn, pending } = state;
  const mine = !looking.value && shown.value?.pending.kind === "choice" && shown.value.menu !== null;
  const whose = looking.value ? "Replay" : pending.kind === "over" ? "Game over" : !pending.side ? "…" : `${sideName(pending.side)} ${mine ? "to decide" : "decides"}`;
  const seen = turn.phases.indexOf(turn.phase);
  return (
    <header class="top">
      <Menu />
      <h1 title={game.scenario.title}>{game.scenario.title}</h1>
      <ol class="turns" aria-label={`Turn ${turn.number} of ${turn.of}`}>
        {Array.from({ length: turn.of }, (_, n) => n + 1).map((n) => (
          <li key={n} class={n === turn.number ? "now" : n < turn.number ? "past" : ""} aria-current={n === turn.number ? "step" : undefined}>{n}</li>
        ))}
      </ol>
      <span class="attacker" title={`${sideName(turn.attacker)} is the ATTACKER`}>
        {turn.attacker && <SideChip side={turn.attacker} small />}{sideName(turn.attacker)}
      </span>
      <ol class="phases" aria-label="Phases">
        {turn.phases.map((phase, n) => (
          <li key={phase} class={phase === turn.phase ? "now" : n < seen ? "past" : ""} title={phaseName(phase)} aria-current={phase === turn.phase ? "step" : undefined}>
            {phase}
          </li>
        ))}
      </ol>
      {state.weather && <Wind weather={state.weather} />}
      <button class="quiet guide-button" aria-pressed={guideOpen.value} title="What happens in the eight phases" onClick={() => (guideOpen.value = !guideOpen.value)}>i</button>
      <span class={`whose${mine ? " mine" : ""}`} aria-live="polite">
        {!looking.value && pending.kind !== "over" && pending.side && <SideChip side={pending.side} small />}
        {whose}
      </span>
    </header>
  );
}
