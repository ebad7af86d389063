/** A pretended server: three little situations (move, fire, set-up) that answer every message. */

import { signal } from "@preact/signals";
import type { Backend } from "../src/net/api";
import { Refusal, type Channel, type LinkStatus, type ServerMessage } from "../src/net/channel";
import type { EntryDoc, LogLineDoc, MenuDoc, Orders, PreviewDoc, ReachHex, ScenarioCard, StateDoc, UnitDoc } from "../src/protocol";
import { forces, unit } from "./forces";
import { mockMap } from "./map";

/** "?mock=big" shows 1,320 hexes and 600 counters, to feel how the board moves. */
const big = new URLSearchParams(location.search).get("mock") === "big";
const map = big ? mockMap(66, 20) : mockMap();
const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"];

const card = (id: string, title: string): ScenarioCard => ({
  id, title, summary: "A small village, a crossroads, and two companies that both want it.", turns: 6, size: "half a board",
  situation: "Late October. The rain has stopped; so has everything on wheels.",
  victory: ["The Russian wins at once by controlling all three stone buildings."],
  sides: [{ id: "german", name: "German", nationality: "german" }, { id: "russian", name: "Russian", nationality: "russian" }],
});

const CARDS = [card("move", "The Crossroads (move)"), card("fire", "The Crossroads (fire)"), card("setup", "The Crossroads (set-up)"), card("cc", "The Crossroads (close combat)")];

const named = new Map(map.hexes.map((hex) => [hex.name, hex]));
const near = (a: string, b: string) => {
  const one = named.get(a);
  const two = named.get(b);
  return one && two ? Math.round(Math.hypot(one.x - two.x, one.y - two.y) / 64) : 99;
};

const entry = (key: string, label: string, more: Partial<EntryDoc> = {}): EntryDoc => ({ key, label, kind: "option", leaf: false, ...more });

class MockGame {
  readonly units: UnitDoc[];
  readonly weapons;
  seq = 1;
  lines = 1;
  mf = new Map<string, number>();

  constructor(readonly kind: string) {
    const made = forces(kind === "setup");
    this.units = made.units;
    if (big) {
      for (let n = 0; n < 580; n++) {
        this.units.push(unit(n % 2 ? "german" : "russian", map.hexes[(n * 2) % map.hexes.length]?.name ?? "A1", "4-4-7"));
      }
    }
    this.weapons = made.weapons;
  }

  unit(id: string): UnitDoc | undefined {
    return this.units.find((one) => one.id === id);
  }

  line(text: string, more: Partial<LogLineDoc> = {}): LogLineDoc {
    return { id: this.lines++, text, rule: null, kind: "info", dice: null, original: null, final: null, need: null, hexes: [], units: [], side: null, forced: false, depth: 0, lines: null, ...more };
  }

  menu(path: string[]): MenuDoc {
    const entries = this.entries(path);
    return { path, title: path.length ? "Go on" : "What next?", entries, total: entries.length };
  }

  own(): UnitDoc[] {
    return this.units.filter((one) => one.side === "german" && one.hex && !one.broken && !one.badges.includes("MELEE"));
  }

  entries(path: string[]): EntryDoc[] {
    if (this.kind === "setup") return this.setupEntries(path);
    if (this.kind === "cc") return this.fightEntries(path);
    const pass = entry("pass", this.kind === "move" ? "End the Movement Phase" : "No more fire", { kind: "pass", leaf: true, confirm: true });
    if (path.length === 0) {
      return [...this.own().map((one) => entry(one.id, `${one.ident} ${one.name}`, { kind: "unit", unit: one.id, note: one.hex ?? "" })), pass];
    }
    const first = this.unit(path[0] ?? "");
    const mates = this.own().filter((one) => one.hex === first?.hex && one.id !== first?.id);
    const toggles = mates.map((one) => entry(`+${one.id}`, `with ${one.ident} ${one.name}`, { kind: "toggle", unit: one.id }));
    if (this.kind === "move") {
      const left = this.mf.get(first?.id ?? "") ?? 4;
      return [
        ...toggles,
        entry("dt", "Double Time", { kind: "toggle", note: "+2 MF, CX", rule: "A4.5", hotkey: "d" }),
        ...map.hexes.filter((hex) => near(first?.hex ?? "", hex.name) === 1 && left > 0).map((hex) => entry(`h:${hex.name}`, `to ${hex.name}`, { kind: "hex", hex: hex.name, leaf: true, note: "1 MF · FFMO -1" })),
        entry("stop", "Stop here", { leaf: true, hotkey: "s" }),
      ];
    }
    if (path.at(-1)?.startsWith("h:")) return [entry("go", "Fire", { leaf: true, confirm: true, primary: true })];
    const targets = [...new Set(this.units.filter((one) => one.side === "russian" && one.hex).map((one) => one.hex ?? ""))];
    return [...toggles, ...targets.map((hex) => entry(`h:${hex}`, `at ${hex}`, { kind: "hex", hex, note: "8 (+1)" }))];
  }

  fightEntries(path: string[]): EntryDoc[] {
    const here = (side: string) => this.units.filter((one) => one.hex === "J6" && one.side === side);
    const branch = (one: UnitDoc, words: string) => entry(one.id, `${words} ${one.ident} ${one.name}`, { kind: "unit", unit: one.id, note: "1-1, kill 5" });
    if (path.length === 0) return [...here("german").map((one) => branch(one, "")), entry("pass", "no more attacks", { kind: "pass", leaf: true })];
    if (path.length === 1) return here("russian").map((one) => branch(one, "against"));
    return [entry("go", "attack", { leaf: true, confirm: true, primary: true })];
  }

  setupEntries(path: string[]): EntryDoc[] {
    if (path.length === 0) {
      return [
        entry("ready1", "Ready-made: hold the houses", { leaf: true }), entry("ready2", "Ready-made: forward in the woods", { leaf: true }),
        ...this.units.filter((one) => one.side === "german").map((one) => entry(one.id, `${one.ident} ${one.name}`, { kind: "unit", unit: one.id })),
        entry("done", "The set-up stands", { kind: "pass", leaf: true, confirm: true }),
      ];
    }
    return map.hexes.filter((hex) => hex.x < 560).map((hex) => entry(`h:${hex.name}`, `in ${hex.name}`, { kind: "hex", hex: hex.name, leaf: true }));
  }

  reach(path: string[]): ReachHex[] {
    const first = this.unit(path[0] ?? "");
    const left = (this.mf.get(first?.id ?? "") ?? 4) + (path.includes("dt") ? 2 : 0);
    const seen = new Map<string, ReachHex>();
    let edge = [{ hex: first?.hex ?? "", mf: 0, via: [] as string[] }];
    while (edge.length) {
      const next: typeof edge = [];
      for (const at of edge) {
        for (const hex of map.hexes) {
          if (near(at.hex, hex.name) !== 1 || hex.name === first?.hex) continue;
          const mf = at.mf + (hex.terrain === "Open ground" ? 1 : 2);
          const known = seen.get(hex.name);
          if (mf > left || (known && known.mf <= mf)) continue;
          const via = [...at.via, hex.name];
          seen.set(hex.name, { hex: hex.name, mf, left: left - mf, via });
          next.push({ hex: hex.name, mf, via });
        }
      }
      edge = next;
    }
    return [...seen.values()];
  }

  state(events: LogLineDoc[], choice = true): ServerMessage {
    const phase = this.kind === "move" ? "MPh" : this.kind === "fire" ? "PFPh" : this.kind === "cc" ? "CCPh" : "RPh";
    const doc: StateDoc = {
      seq: this.seq, you: "german",
      turn: { number: this.kind === "setup" ? 0 : 3, of: 6, phase, attacker: "german", phases: PHASES },
      weather: { wind: "mild_breeze", name: "Mild Breeze", direction: 2, conditions: "Dry", gusts: false, told: "Mild Breeze blowing up and right (direction 2); Environmental Conditions: Dry" },
      breadcrumb: ["Turn 3", phase, choice ? "German to act" : "Russian window"],
      pending: {
        kind: choice ? "choice" : "waiting", side: choice ? "german" : "russian", rule: "A4.1",
        prompt: this.kind === "setup" ? "Set up your force" : this.kind === "move" ? "Move a unit, or end the phase" : "Fire with a unit, or end the phase",
        why: "You are the ATTACKER: each unit that has not fired may move once.",
      },
      menu: choice ? this.menu([]) : null, units: this.units, weapons: this.weapons,
      markers: [{ kind: "residual", hex: "I5", strength: 4, label: "Residual FP 4" }, { kind: "smoke", hex: "F5", strength: 3, label: "Smoke" }],
      offboard: [
        { side: "german", status: "unplaced", turn: 0, units: this.kind === "setup" ? this.units.filter((one) => one.side === "german" && !one.hex).map((one) => one.id) : [], weapons: [] },
        { side: "german", status: "reinforcement", turn: 4, units: this.units.slice(-2).map((one) => one.id), weapons: [] },
      ],
      victory: { clauses: [{ text: "Stone buildings in Russian hands: 3 needed", value: "1 of 3", side: "russian", met: false, hexes: [] }], leads: "german" },
      result: null, last: this.kind === "fire" ? { hex: "M7", units: ["u7"] } : null,
    };
    return { type: "step", seq: this.seq++, events, state: JSON.parse(JSON.stringify(doc)) as StateDoc };
  }

  answer(path: string[]): ServerMessage[] {
    const leaf = path.at(-1) ?? "";
    const hex = leaf.startsWith("h:") ? leaf.slice(2) : null;
    if (hex) {
      const movers = path.slice(0, -1).map((key) => this.unit(key.replace("+", ""))).filter((one) => one !== undefined);
      for (const one of movers) {
        one.hex = hex;
        this.mf.set(one.id, (this.mf.get(one.id) ?? 4) - 1);
        one.mf = { left: this.mf.get(one.id) ?? 0, of: 4 };
      }
      const text = `${movers.map((one) => one.ident).join(", ")} to ${hex}`;
      return [this.state([this.line(text, { kind: "move", hexes: [hex], side: "german", rule: "A4.2" })], this.kind === "setup"), this.state([])];
    }
    if (leaf === "go") {
      const target = path.find((key) => key.startsWith("h:"))?.slice(2) ?? "";
      const faces = [1 + Math.floor(Math.random() * 6), 1 + Math.floor(Math.random() * 6)];
      const sum = (faces[0] ?? 0) + (faces[1] ?? 0);
      return [this.state([
        this.line(`H4 fires at ${target} on the 8 column`, { kind: "fire", hexes: ["H4", target], side: "german", rule: "A7.3" }),
        this.line(`Attack: ${sum <= 6 ? "1MC" : "no effect"}`, { kind: "roll", depth: 1, dice: [{ name: "colored", face: faces[0] ?? 1 }, { name: "white", face: faces[1] ?? 1 }], original: sum, final: sum + 1, rule: "A7.3" }),
      ], false), this.state([this.line("Russian shoots back at H4", { kind: "fire", side: "russian" }), this.line("no effect", { depth: 1, kind: "result" })], false), this.state([])];
    }
    return [this.state([this.line(`Chosen: ${path.join(" ")}`)])];
  }
}

const preview = (path: string[]): PreviewDoc | null => path.some((key) => key.startsWith("h:")) ? {
  title: `Attack on ${path.find((key) => key.startsWith("h:"))?.slice(2)}`, column: 8, fp: "11", drm: 2,
  lines: [
    { value: "4+4", reason: "two squads", rule: "A7.5", id: "fp", group: "fp" }, { value: "+3", reason: "LMG", rule: "A9.1", id: "mg", group: "fp" },
    { value: "+3", reason: "stone building", rule: "B23.3", id: "tem", group: "drm" }, { value: "−1", reason: "leader directs", rule: "A7.53", id: "ldr", group: "drm" },
  ],
  odds: [{ label: "KIA", p: 0.0278, class: "kia" }, { label: "K", p: 0.055, class: "k" }, { label: "break", p: 0.31, class: "break" }, { label: "pin", p: 0.11, class: "pin" }, { label: "nothing", p: 0.4972, class: "none" }],
  per_target: [{ unit: "u12", odds: [{ label: "break", p: 0.4, class: "break" }, { label: "nothing", p: 0.6, class: "none" }] }, { unit: "u13", odds: [{ label: "break", p: 0.3, class: "break" }, { label: "nothing", p: 0.7, class: "none" }] }],
  text: ["Cowering shifts one column left on doubles."],
} : null;

function channel(name: string): Channel {
  const game = new MockGame(name);
  const status = signal<LinkStatus>("connecting");
  const line: Channel = { status, onMessage: () => undefined, reopen: () => (status.value = "open"), close: () => undefined, request: ask };
  async function ask<T>(type: string, body: Record<string, unknown> = {}): Promise<T> {
    await new Promise((done) => setTimeout(done, 15));
    const path = (body.path as string[] | undefined) ?? [];
    const answers: Record<string, () => unknown> = {
      menu: () => game.menu(path),
      answer: () => void game.answer(path).forEach((message, n) => setTimeout(() => line.onMessage(message), 10 + n * 5)),
      preview: () => preview(path),
      why: () => ({ rule: "A7.2", message: "Its LOS to there is blocked by the stone building in I5." }),
      reach: () => ({ hexes: game.reach(path) }),
      los: () => {
        const at = (name: unknown) => map.hexes.find((hex) => hex.name === name) ?? map.hexes[0]!;
        const [a, b] = [at(body.from), at(body.to)];
        const blocked = (a.x + b.y) % 3 > 1;
        const line = [a.x, a.y, b.x, b.y];
        const more = {
          from: a.name, to: b.name, thread: [{ state: blocked ? "blocked" : "clear", line }], dots: [], points: [], smoke: 0,
          label: blocked ? "woods" : "clear", levels: [a, b].map((hex) => [{ key: "", name: `${hex.name} ground level` }]),
        };
        return { ...more, blocked, hindrance: 1, range: near(a.name, b.name), why: blocked ? "woods in L7, one level high" : "", rule: "A6.2", hexes: [], line, at: blocked ? [(a.x + b.x) / 2, (a.y + b.y) / 2] : null };
      },
      hint: () => ({ path: ["u2"], label: "move B to I4", reasons: ["It reaches the crossroads under cover.", "Nobody can shoot at it there."] }),
      standing: () => ({ orders: body.orders as Orders }),
      concede: () => {
        const step = game.state([game.line("German gives up", { kind: "phase" })], false);
        const state = step.state as StateDoc;
        state.pending.kind = "over";
        state.result = { winner: "russian", text: "The German conceded in turn 3." };
        setTimeout(() => line.onMessage(step), 10);
      },
      save: () => ({ file: "mock.json" }),
    };
    const found = answers[type];
    if (!found) throw new Refusal({ kind: "not_built", rule: null, message: `The mock does not know "${type}".` });
    return found() as T;
  }
  setTimeout(() => {
    status.value = "open";
    line.onMessage({ type: "hello", game: name, scenario: CARDS.find((one) => one.id === name) ?? CARDS[0]!, players: { german: "human", russian: "standard" }, you: "german", options: { free_los: true, practice: true, assist: "full" }, map: "mock" });
    line.onMessage(game.state([
      game.line("Turn 3, German Movement Phase", { kind: "phase" }),
      game.line("M7 rallies", { kind: "rally", side: "russian", dice: [{ name: "colored", face: 2 }, { name: "white", face: 3 }], original: 5, final: 4, need: "7", rule: "A10.6", hexes: ["M7"] }),
    ]));
  }, 10);
  return line;
}

export const mock: Backend = {
  async get<T>(path: string): Promise<T> {
    if (path === "api/scenarios") return CARDS as T;
    if (path.startsWith("api/scenarios/")) return CARDS.find((one) => path.endsWith(one.id)) as T;
    if (path === "api/games") return [{ game: "fire", scenario: "fire", title: "The Crossroads", turn: 3, phase: "PFPh", over: false, saved_at: 1 }] as T;
    if (path.includes("/replay")) {
      const step = new MockGame("fire").state([]) as unknown as T & { of: number };
      return { ...step, of: 12 };
    }
    if (path.startsWith("api/maps/")) return map as T;
    if (path.startsWith("api/rules?")) return [{ number: "A4.5", title: "Double Time" }] as T;
    if (path.startsWith("api/rules/")) return { number: path.slice(10), title: "A mock rule", digest: "What the rule does, in two or three plain sentences of our own.", functions: [], cases: [] } as T;
    throw new Refusal({ kind: "not_built", rule: null, message: `The mock has no ${path}.` });
  },
  async post<T>(_path: string, body: unknown): Promise<T> {
    return { game: (body as { scenario?: string }).scenario ?? "move" } as T;
  },
  channel,
};
