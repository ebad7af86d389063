/** The victory conditions as they stand. */

import { Panel } from "../parts/Panel";
import { position, sideName } from "../state/game";
import { SideChip } from "./TopBar";

export function VictoryPanel() {
  const victory = position.value?.victory;
  if (!victory) return null;
  return (
    <Panel name="victory" title="Victory">
      <ul class="clauses">
        {victory.clauses.map((clause) => (
          <li key={clause.text} class={clause.met ? "met" : ""}>
            {clause.side && <SideChip side={clause.side} small />}
            <span>{clause.text}</span>
            <b class="tab">{String(clause.value)}{clause.met ? " ✓" : ""}</b>
          </li>
        ))}
      </ul>
      {victory.leads && <p class="soft">As it stands: <b>{sideName(victory.leads)}</b> wins.</p>}
    </Panel>
  );
}
