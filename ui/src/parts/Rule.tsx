/** A rule number that opens our digest of it, and the popover with the digest. */

import { useEffect, useRef } from "preact/hooks";
import type { TableDoc } from "../protocol";
import { lookUp, openRule } from "../state/rules";
import { tight } from "./tight";

export function Rule({ number }: { number: string | null | undefined }) {
  if (!number) return null;
  return (
    <button
      class="rule"
      title={`Rule ${number}`}
      onClick={(event) => {
        event.stopPropagation();
        const box = event.currentTarget.getBoundingClientRect();
        void lookUp(number, box.left, box.bottom + 4);
      }}
    >
      {number}
    </button>
  );
}

/** Words in which each rule number opens its digest. */
export function Cited({ text }: { text: string }) {
  const parts = text.split(/\b([A-D]\d+\.\d+[a-z]?)\b/);
  return <>{parts.map((part, n) => (n % 2 ? <Rule key={n} number={part} /> : tight(part)))}</>;
}

function Table({ table }: { table: TableDoc }) {
  return (
    <table class="ledger chart">
      <caption>{tight(table.title)}</caption>
      <thead><tr>{table.heads.map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
      <tbody>{table.rows.map((row, n) => <tr key={n}>{row.map((cell, at) => <td key={at}>{tight(cell)}</td>)}</tr>)}</tbody>
    </table>
  );
}

export function RulePopover() {
  const open = openRule.value;
  const node = useRef<HTMLDivElement>(null);
  useEffect(() => {
    node.current?.focus();
  }, [open?.number]);
  useEffect(() => {
    if (!open) return;
    const away = (event: PointerEvent) => {
      if (!node.current?.contains(event.target as Node)) openRule.value = null;
    };
    window.addEventListener("pointerdown", away, true);
    return () => window.removeEventListener("pointerdown", away, true);
  }, [open !== null]);
  if (!open) return null;
  const left = Math.max(8, Math.min(open.x, window.innerWidth - 368));
  const low = open.y > window.innerHeight - 240;
  const place = low ? { left, bottom: window.innerHeight - open.y + 26 } : { left, top: open.y };
  return (
    <div ref={node} class="popover" role="dialog" aria-label={`Rule ${open.number}`} tabIndex={-1} style={place}>
      <header>
        <strong>{open.number}</strong> {open.doc?.title ?? ""}
        <button class="quiet close" aria-label="Close" onClick={() => (openRule.value = null)}>×</button>
      </header>
      {open.fault && <p class="danger-text">{open.fault}</p>}
      {!open.doc && !open.fault && <p class="soft">…</p>}
      {open.doc && <p>{open.doc.digest}</p>}
      {open.doc?.tables?.map((table) => <Table key={table.title} table={table} />)}
      {open.doc && ((open.doc.functions?.length ?? 0) > 0 || (open.doc.cases?.length ?? 0) > 0) && (
        <details>
          <summary>In the program</summary>
          <ul>
            {open.doc.functions?.map((one) => <li key={one}><code>{one}</code></li>)}
            {open.doc.cases?.map((one) => <li key={one}>{one}</li>)}
          </ul>
        </details>
      )}
    </div>
  );
}
