/** The start page: scenarios, who plays which side, options; games under way; records to load. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { tint } from "../board/palette";
import { create, games, optionalRules, scenario, scenarios, upload } from "../net/api";
import { Rule } from "../parts/Rule";
import type { Options, OptionDoc, GameSummary, PlayerWord, ScenarioCard, ScenarioSummary } from "../protocol";
import { remembered } from "../state/prefs";
import { go, seat } from "../state/route";
import { HOST, keep } from "../state/seats";
import { report } from "../state/toast";
import { about, Finder, found } from "./Finder";

const options = remembered<Options>("options", { free_los: true, practice: true, assist: "full" });
const chosen = remembered<string>("scenario", "");
const list = signal<ScenarioSummary[]>([]);
const saved = signal<GameSummary[]>([]);
const optional = signal<OptionDoc[]>([]);

const PLAYERS: [PlayerWord, string][] = [
  ["human", "a person here"], ["standard", "the computer"], ["random", "the computer, at random"], ["idle", "nobody (idle)"],
];

function Chip({ nationality, people }: { nationality: string; people?: string }) {
  const look = tint(nationality);
  return <span class="side-chip" style={{ background: look.band }} title={people} aria-hidden="true">{look.letter}</span>;
}

function texts(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? one : String((one as { text?: string }).text ?? "")));
  return [String(value)];
}

function Setup({ card }: { card: ScenarioCard }) {
  const [players, setPlayers] = useState<Record<string, PlayerWord>>(() => Object.fromEntries(card.sides.map((side, n) => [side.id, n === 0 ? "human" : "standard"])));
  const [ready, setReady] = useState<Record<string, string>>({});
  const [balance, setBalance] = useState("");
  const [rules, setRules] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const all = Object.fromEntries(card.sides.map((side) => [side.id, players[side.id] ?? "standard"]));
      const setups = Object.fromEntries(Object.entries(ready).filter(([, name]) => name !== ""));
      const { game, host } = await create({ scenario: card.id, players: all, options: { ...options.value, balance, rules }, setups });
      keep(game, HOST, host);
      go(game, seat(all));
    } catch (error) {
      report(error);
      setBusy(false);
    }
  };
  const set = (change: Partial<Options>) => (options.value = { ...options.value, ...change });
  return (
    <div class="card setup">
      <h2>{card.title}</h2>
      {card.date && <p class="soft">{[card.date, `${card.turns} turns`, card.rules].filter(Boolean).join(" · ")}</p>}
      <p>{card.situation ?? card.summary}</p>
      {texts(card.victory).map((text, n) => <p key={text} class={n > 0 ? "clause" : ""}>{n === 0 && <b>Victory. </b>}{text}</p>)}
      {texts(card.special_rules).map((text) => <p key={text} class="soft">{text}</p>)}
      {(card.teaches?.length ?? 0) > 0 && <p class="soft">Teaches {card.teaches?.map((one, n) => <span key={one.name}>{n > 0 && ", "}{one.name} <Rule number={one.rule} /></span>)}</p>}
      <h3>Sides</h3>
      {card.sides.map((side) => (
        <div key={side.id} class="side-row">
          <Chip nationality={side.nationality} people={side.people} /> <span><b>{side.name}</b>{side.people && <span class="soft"> {side.people}</span>}{side.elr !== undefined && <span class="soft tab" title="Experience Level Rating (A19.1)"> ELR {side.elr}</span>}{side.san != null && <span class="soft tab" title="Sniper Activation Number (A14.1)"> SAN {side.san}</span>}</span>
          <div class="picks">
            <select value={players[side.id] ?? "standard"} aria-label={`Who plays ${side.name}`} onChange={(event) => setPlayers({ ...players, [side.id]: event.currentTarget.value as PlayerWord })}>
              {PLAYERS.map(([kind, name]) => <option key={kind} value={kind}>{name}</option>)}
            </select>
            {(card.setups?.[side.id]?.length ?? 0) > 0 && (
              <select value={ready[side.id] ?? ""} aria-label={`Set-up of ${side.name}`} onChange={(event) => setReady({ ...ready, [side.id]: event.currentTarget.value })}>
                <option value="">own set-up</option>
                {card.setups?.[side.id]?.map((one) => <option key={one.name} value={one.name} title={one.text}>{one.name}</option>)}
              </select>
            )}
          </div>
          {card.order_of_battle?.[side.id]?.map((line) => <span key={line} class="soft forces">{line}</span>)}
        </div>
      ))}
      {(card.sets_up_first || card.moves_first) && <p class="soft">{card.sets_up_first} sets up first, {card.moves_first} moves first.</p>}
      {Object.keys(card.balance ?? {}).length > 0 && (
        <label class="row">Balance
          <select value={balance} onChange={(event) => setBalance(event.currentTarget.value)}>
            <option value="">none</option>
            {card.sides.filter((side) => card.balance?.[side.id]).map((side) => <option key={side.id} value={side.id}>for {side.name}</option>)}
          </select>
          {balance && <span class="soft forces">{card.balance?.[balance]}</span>}
        </label>
      )}
      <h3>Help and table rules</h3>
      <label class="row">Assistance
        <select value={options.value.assist} onChange={(event) => set({ assist: event.currentTarget.value })}>
          <option value="off">off</option><option value="warn">warn me of dangers</option><option value="full">full, with advice</option>
        </select>
      </label>
      <label class="row check"><input type="checkbox" checked={options.value.free_los} onChange={(event) => set({ free_los: event.currentTarget.checked })} /> Free LOS checks</label>
      <label class="row check"><input type="checkbox" checked={options.value.practice} onChange={(event) => set({ practice: event.currentTarget.checked })} /> Practice: decisions may be taken back</label>
      {optional.value.length > 0 && <h3>Optional rules</h3>}
      {optional.value.map((one) => (
        <label key={one.id} class="row check">
          <input type="checkbox" checked={rules.includes(one.id)} onChange={(event) => setRules(event.currentTarget.checked ? [...rules, one.id] : rules.filter((id) => id !== one.id))} /> {one.text} <span class="soft tab">{one.rule}</span>
        </label>
      ))}
      <button class="go big" disabled={busy} onClick={() => void start()}>{busy ? "Setting up …" : "Play"}</button>
    </div>
  );
}

/** A record is played again from its start before it is taken: that takes its time, and is seen to. */
function Reading({ name }: { name: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <p class="reading" role="status">
      <progress aria-label={`Reading ${name}`} />
      <span>Playing {name} again, every decision and every roll, to check it … {seconds > 0 ? `${seconds} s` : ""}</span>
    </p>
  );
}

function when(at: string | number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

export function Start() {
  const [card, setCard] = useState<ScenarioCard | null>(null);
  const [showAll, setShowAll] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    document.title = "goodorder";
    scenarios().then((all) => {
      list.value = all;
      if (!all.some((one) => one.id === chosen.value)) chosen.value = all[0]?.id ?? "";
    }).catch((error: Error) => setFault(error.message));
    games().then((all) => (saved.value = all)).catch(() => undefined);
    optionalRules().then((all) => (optional.value = all)).catch(() => undefined);
  }, []);
  const id = chosen.value;
  useEffect(() => {
    const summary = list.value.find((one) => one.id === id);
    if (!summary) return;
    setCard(summary);
    scenario(id).then((full) => setCard({ ...summary, ...full })).catch(() => undefined);
  }, [id, list.value]);
  const [reading, setReading] = useState<string | null>(null);
  const load = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    setReading(file.name);
    try {
      const { game, host } = await upload(await file.text());
      keep(game, HOST, host);
      go(game);
    } catch (error) {
      report(error);
    } finally {
      // The same file may be chosen again.
      input.value = "";
      setReading(null);
    }
  };
  return (
    <main class="start">
      <header><h1>goodorder</h1><p>Squad-level battles of the Second World War, played by the rules.</p></header>
      {fault && <p class="banner danger">{fault}</p>}
      <div class="columns">
        <section aria-label="Scenarios">
          <Finder all={list.value} />
          <ul class="scenario-list">
            {found(list.value).map((one) => (
              <li key={one.id}>
                <button aria-pressed={one.id === id} onClick={() => (chosen.value = one.id)}>
                  <b>{one.title}</b>
                  <span class="chips">{one.sides.map((side) => <Chip key={side.id} nationality={side.nationality} people={side.people} />)}</span>
                  <span class="soft">{one.summary}</span>
                  <span class="soft tab">{[about(one).when, `${one.turns} turns`, one.size, one.rules].filter(Boolean).join(" · ")}</span>
                  {about(one).teaches && <span class="soft">Teaches {about(one).teaches}</span>}
                </button>
              </li>
            ))}
          </ul>
          {saved.value.length > 0 && <h2>Your games</h2>}
          <ul class="game-list">
            {saved.value.slice(0, showAll ? 200 : 5).map((game) => (
              <li key={game.game}>
                <button onClick={() => go(game.game, game.players ? seat(game.players) : "")}>
                  <b>{game.title}</b> <span class="soft tab">{game.over ? "finished" : game.turn === 0 ? "set-up" : `turn ${game.turn}, ${game.phase}`} · {when(game.saved_at)}</span>
                </button>
              </li>
            ))}
          </ul>
          {saved.value.length > 5 && !showAll && <button class="quiet" onClick={() => setShowAll(true)}>All {saved.value.length} games</button>}
          <label class="row upload">Open a saved record
            <input type="file" disabled={reading !== null} onChange={(event) => void load(event.currentTarget)} />
          </label>
          {reading !== null && <Reading name={reading} />}
        </section>
        {/* What was chosen for one scenario says nothing of another. */}
        {card && <Setup key={card.id} card={card} />}
      </div>
      <footer class="soft">An unofficial project; not made or endorsed by the owner of Advanced Squad Leader.</footer>
    </main>
  );
}
