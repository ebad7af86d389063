/** The ledger of what is being built or pointed at, as arithmetic, and its odds. */

import { levelTag } from "../board/badges";
import { mfText } from "../parts/mf";
import type { LineDoc, OddsDoc, PreviewDoc, WaveWay } from "../protocol";
import { called } from "../state/game";
import { preview, settled, wanted } from "../state/preview";
import { OddsBar } from "../parts/OddsBar";
import { Panel } from "../parts/Panel";
import { Cited, Rule } from "../parts/Rule";
import { tight } from "../parts/tight";
import { way, waySteps } from "../state/way";
import { WayTable } from "./WayTable";

const GROUPS: [LineDoc["group"], string][] = [["fp", "Firepower"], ["drm", "Dice"], ["other", "Also"]];
/** A shot that must hit first reads in the order of its rolls: the number to roll, what changes the roll, what a hit does. */
const TO_HIT: [LineDoc["group"], string][] = [["other", "Check"], ["to_hit", "To Hit number"], ["drm", "To Hit DRM"], ["fp", "Firepower of a hit"]];

function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0";
}

function unitWords(id: string): string {
  return called(id) ?? id;
}

/** What becomes of each target in the end, all checks made: of one with its words, of several as a bar each. */
function Fates({ doc }: { doc: PreviewDoc }) {
  const [only, ...more] = doc.per_target;
  if (!only) return null;
  if (more.length === 0) {
    return (
      <div class="fates one">
        <h4>What becomes of {unitWords(only.unit)}</h4>
        <OddsBar odds={only.odds} />
      </div>
    );
  }
  return (
    <div class="fates per-target">
      <h4>What becomes of each</h4>
      {doc.per_target.map((target) => (
        <div key={target.unit}>
          <span class="soft">{unitWords(target.unit)}</span>
          <OddsBar odds={target.odds} small />
        </div>
      ))}
      <Legend of={doc.per_target.flatMap((target) => target.odds)} />
    </div>
  );
}

/** The words of the bars above, each once. */
function Legend({ of }: { of: OddsDoc[] }) {
  const words = new Map(of.filter((one) => one.p > 0).map((one) => [one.label, one.class]));
  return <div class="legend">{[...words].map(([label, kind]) => <span key={label}><i class={`dot ${kind}`} />{label}</span>)}</div>;
}

/** Of a shot at a vehicle: the To Kill number of each hit that it may make, line by line, and other ammunition. */
function Kills({ doc }: { doc: PreviewDoc }) {
  const kills = doc.kills ?? [];
  const others = doc.other_ammo ?? [];
  return (
    <>
      {kills.map((kill) => (
        <details key={`${kill.aspect}${kill.critical}`} class="kill" open={kills.length < 3 && !kill.critical}>
          <summary>
            {kill.critical ? "Critical Hit, " : ""}{kill.aspect} {kill.facing}: To Kill <b>{kill.number}</b> <span class="soft">{(kill.p * 100).toFixed(kill.p < 0.1 ? 1 : 0)} %</span>
          </summary>
          <table class="ledger">
            <tbody>
              {kill.lines.map((line, n) => (
                <tr key={line.id + n}><td class="value">{line.value}</td><td>{line.reason}</td><td><Rule number={line.rule} /></td></tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
      {others.length > 0 && (
        <p class="soft other-ammo">Destroyed by other ammunition: {others.map((one) => `${one.label} ${(one.p * 100).toFixed(one.p < 0.1 ? 1 : 0)} %`).join(", ")}</p>
      )}
    </>
  );
}

/** The arithmetic of one attack, check or cost, with the chances of its dice. */
function Sum({ doc }: { doc: PreviewDoc }) {
  return (
    <>
      <h3>{doc.title}</h3>
      {(doc.column !== null || doc.drm !== null) && (
        <p class="sum">
          {doc.fp !== null && <span><b>{tight(doc.fp)}</b> FP</span>}
          {doc.column !== null && <span><b>{doc.column}</b> column</span>}
          {doc.drm !== null && <span><b>{signed(doc.drm)}</b> DRM</span>}
        </p>
      )}
      {doc.sums?.map((one) => (
        <p key={one.units.join()} class="sum part">
          <span>{one.units.map(unitWords).join(", ")}:</span>
          <span><b>{one.column ?? "no"}</b> column</span>
          <span><b>{signed(one.drm)}</b> DRM</span>
        </p>
      ))}
      <Fates doc={doc} />
      {doc.odds.length > 0 && (
        <div class="first-roll">
          {doc.per_target.length > 0 && <h4>{doc.kills?.length ? "Whether and where it strikes" : "The attack's own dice"}</h4>}
          <OddsBar odds={doc.odds} />
        </div>
      )}
      <Kills doc={doc} />
      {(doc.kills?.length ?? 0) > 0 && <h4 class="part-head">To Hit</h4>}
      {(doc.lines.some((line) => line.group === "to_hit") ? TO_HIT : GROUPS).map(([group, name]) => {
        const lines = doc.lines.filter((line) => line.group === group);
        if (lines.length === 0) return null;
        return (
          <table key={group} class="ledger">
            {doc.lines.some((line) => line.group !== group) && <caption>{name}</caption>}
            <tbody>
              {lines.map((line, n) => (
                <tr key={line.id + n}>
                  <td class="value">{tight(line.value)}</td>
                  <td>{line.reason}</td>
                  <td><Rule number={line.rule} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </>
  );
}

/** An impulse of a Human Wave: who goes where, and what each act would cost by itself. */
function Impulse({ ways }: { ways: WaveWay[] }) {
  const shown = ways.filter((way) => way.kind === "go" || way.kind === "hold");
  if (shown.length === 0) return null;
  return (
    <table class="ledger impulse">
      <tbody>
        {shown.map((way) => (
          <tr key={`${way.from}${way.to}${way.units?.join() ?? ""}`} class={way.enemy ? "enemy" : ""}>
            <td>{way.kind === "hold" ? `${way.from} holds` : `${way.from} › ${way.to}${levelTag(way.level) ? ` ${levelTag(way.level)!.short}` : ""}`}{way.around?.length ? " around" : ""}</td>
            <td>{(way.units ?? []).map((id) => tight(unitWords(id))).join(", ")}</td>
            <td class="value">{way.mf == null ? "" : `${mfText(way.mf)} MF`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PreviewPanel() {
  const doc = preview.value === undefined && wanted.value ? settled.value : (preview.value ?? null);
  return (
    <Panel name="preview" title="Preview">
      {way.value.length > 1 && (waySteps.value.length > 0 || !doc) ? <WayTable /> : !doc ? <p class="soft empty">Point at a target or build an attack: its sum and its odds stand here.</p> : (
        <div class={preview.value === undefined ? "stale" : ""}>
          <Sum doc={doc} />
          {doc.second && <Sum doc={doc.second} />}
          {doc.wave && <Impulse ways={doc.wave.ways} />}
          {doc.text.map((text) => <p key={text} class="soft"><Cited text={text} /></p>)}
        </div>
      )}
    </Panel>
  );
}
