/** The log: what happened, with both dice, its rule, and the hexes it happened in. */

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { hover } from "../board/gestures";
import { Dice } from "../parts/Dice";
import { Panel } from "../parts/Panel";
import { Rule } from "../parts/Rule";
import { tight } from "../parts/tight";
import type { LogKind, LogLineDoc } from "../protocol";
import { hello, log } from "../state/game";
import { logFilter } from "../state/prefs";
import { replaying } from "../state/replay";
import { reveal } from "../state/viewport";
import { SideChip } from "./TopBar";

const FILTERS: Record<string, { name: string; kinds: LogKind[] | null }> = {
  all: { name: "All", kinds: null },
  fire: { name: "Fire", kinds: ["phase", "fire", "roll", "result", "cc"] },
  moves: { name: "Moves", kinds: ["phase", "move", "rout"] },
  results: { name: "Results", kinds: ["phase", "result", "rally"] },
};

/** Lines shown at first; earlier ones on demand. */
const PAGE = 150;
const more = signal(0);

interface Block {
  head: LogLineDoc | null;
  lines: LogLineDoc[];
}

const shutBlocks = signal<Set<string>>(new Set());

const blocks = computed<Block[]>(() => {
  const kinds = FILTERS[logFilter.value]?.kinds ?? null;
  const now = replaying.value;
  // A line's number counts its step in thousands, so a look back shows the log as it stood then.
  const source = now ? log.value.filter((line) => Number(line.id) < (now.at + 1) * 1000) : log.value;
  const lines = (kinds ? source.filter((line) => kinds.includes(line.kind)) : source).slice(-(PAGE + more.value));
  const made: Block[] = [];
  for (const line of lines) {
    if (line.kind === "phase") made.push({ head: line, lines: [] });
    else {
      const last = made.at(-1);
      if (last) last.lines.push(line);
      else made.push({ head: null, lines: [line] });
    }
  }
  // A Player Turn's own heading (A3.9) stands above its first phase; phases without news are left out.
  return made.filter((block, n) => block.lines.length > 0 || n === made.length - 1 || block.head?.rule === "A3.9");
});

/** Lines whose modifiers are shown. */
const opened = signal<Set<string>>(new Set());

function open(key: string): void {
  const next = new Set(opened.value);
  if (!next.delete(key)) next.add(key);
  opened.value = next;
}

function Line({ line }: { line: LogLineDoc }) {
  const hex = line.hexes.at(-1);
  const sums = line.lines ?? [];
  const key = String(line.id);
  const shown = opened.value.has(key);
  return (
    <li class={`line ${line.kind} d${Math.min(3, line.depth)}${line.forced ? " forced" : ""}`}>
      {line.side && line.depth <= 1 && line.kind !== "roll" && <SideChip side={line.side} small />}
      <Dice dice={line.dice} />
      <span class="text">
        {hex ? (
          <button class="where" onClick={() => reveal(hex)} onPointerEnter={() => hover({ hex })} onPointerLeave={() => hover(null)}>
            {tight(line.text)}
          </button>
        ) : tight(line.text)}
        {shown && (
          <table class="sums">
            <tbody>
              {sums.map((one, n) => (
                <tr key={n}><td>{one.value}</td><td>{one.reason}</td><td>{one.rule && <Rule number={one.rule} />}</td></tr>
              ))}
            </tbody>
          </table>
        )}
      </span>
      <span class="cites">
        <Rule number={line.rule} />
        {sums.length > 0 && (
          <button class="why-sum" aria-expanded={shown} title={sums.map((one) => `${one.value} ${one.reason}`).join("\n")} onClick={() => open(key)}>
            {shown ? "less" : "why"}
          </button>
        )}
      </span>
    </li>
  );
}

function flip(key: string): void {
  const next = new Set(shutBlocks.value);
  if (!next.delete(key)) next.add(key);
  shutBlocks.value = next;
}

function Filters() {
  return (
    <div class="filters" role="group" aria-label="Show in the log">
      {Object.entries(FILTERS).map(([key, { name }]) => (
        <button key={key} class="quiet" aria-pressed={logFilter.value === key} onClick={() => (logFilter.value = key)}>{name}</button>
      ))}
    </div>
  );
}

export function LogPanel() {
  const list = useRef<HTMLDivElement>(null);
  const count = log.value.length;
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  useLayoutEffect(() => {
    const node = list.current;
    if (node && atEnd.current) node.scrollTop = node.scrollHeight;
  }, [count, logFilter.value, replaying.value]);
  useLayoutEffect(() => {
    const node = list.current;
    if (!node) return;
    // The panels above grow and shrink; the newest line stays in sight all the same.
    const watch = new ResizeObserver(() => {
      if (atEnd.current) node.scrollTop = node.scrollHeight;
    });
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  return (
    <Panel name="log" title="Log" grow extra={<Filters />}>
      <div
        ref={list}
        class="scroll"
        tabIndex={0}
        role="log"
        aria-label="What happened"
        onScroll={(event) => {
          const node = event.currentTarget;
          // A panel above that grows hides the end too: only who scrolls up has left it.
          if (node.scrollHeight - node.scrollTop - node.clientHeight < 30) atEnd.current = true;
          else if (node.scrollTop < lastTop.current) atEnd.current = false;
          lastTop.current = node.scrollTop;
        }}
      >
        {count > PAGE + more.value && <button class="quiet" onClick={() => (more.value += 300)}>Show earlier lines</button>}
        {count === 0 && hello.value?.view_only && <p class="soft empty">What happened can't be told again under these rules; the record, with every answer and die, can be downloaded from the game menu.</p>}
        {blocks.value.map((block, n) => {
          const key = String(block.head?.id ?? `start${n}`);
          const shut = shutBlocks.value.has(key);
          return (
            <div key={key} class="block">
              {block.head && (
                <button class="quiet phase-line" aria-expanded={!shut} onClick={() => flip(key)}>
                  <span class="chevron" aria-hidden="true" />{block.head.text}{shut ? ` (${block.lines.length})` : ""}
                </button>
              )}
              {!shut && <ul>{block.lines.map((line) => <Line key={line.id} line={line} />)}</ul>}
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
