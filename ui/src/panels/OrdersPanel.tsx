/** Standing orders: when the player wants to be asked about defensive fire. */

import { Panel } from "../parts/Panel";
import { bodies } from "../state/game";
import { ALWAYS, give, marking, orders, plain, usual } from "../state/orders";

const STEPS = [null, 0.05, 0.1, 0.2, 0.3, 0.5] as const;

/** The threshold of the defender's windows: set beside the orders, and in every window itself. */
export function Threshold() {
  return (
    <select
      class="threshold"
      aria-label="Least chance of an effect at which a shot is asked about"
      value={String(orders.value.threshold)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        void give({ threshold: text === "null" ? null : Number(text) });
      }}
    >
      {STEPS.map((one) => <option key={String(one)} value={String(one)}>{one === null ? "any chance" : `${one * 100} %`}</option>)}
    </select>
  );
}

export function OrdersPanel() {
  const now = orders.value;
  const none = plain(now);
  return (
    <Panel name="orders" title={none ? "Standing orders" : "Standing orders: set"}>
      <label class="row">Ask me to fire where the best shot breaks, pins, reduces or eliminates somebody with at least <Threshold /></label>
      {now.threshold !== null && (
        <label class="row check">
          <input type="checkbox" checked={now.advised} onChange={(event) => void give({ advised: event.currentTarget.checked })} />
          and wherever the computer would fire
        </label>
      )}
      <div class="row">
        <button aria-pressed={marking.value === "units"} onClick={() => (marking.value = marking.value === "units" ? null : "units")}>
          {marking.value === "units" ? "Click units, then here" : "Only for these units"}
        </button>
        <span class="soft">{now.units.map((id) => bodies.value.get(id)?.ident ?? id).join(", ") || "all"}</span>
      </div>
      <div class="row">
        <button aria-pressed={marking.value === "hexes"} onClick={() => (marking.value = marking.value === "hexes" ? null : "hexes")}>
          {marking.value === "hexes" ? "Click hexes, then here" : "Only into these hexes"}
        </button>
        <span class="soft">{now.hexes.join(", ") || "all"}</span>
      </div>
      <label class="row check">
        <input type="checkbox" checked={now.silent_until === "phase"} onChange={(event) => void give({ silent_until: event.currentTarget.checked ? "phase" : null })} />
        Don't ask again this phase
      </label>
      <label class="row check">
        <input type="checkbox" checked={now.transfers === "marked"} onChange={(event) => void give({ transfers: event.currentTarget.checked ? "marked" : "ask" })} />
        Ask about handing weapons over (RPh) only where I mark units
      </label>
      {now.transfers === "marked" && (
        <div class="row">
          <button aria-pressed={marking.value === "givers"} onClick={() => (marking.value = marking.value === "givers" ? null : "givers")}>
            {marking.value === "givers" ? "Click units, then here" : "Mark units"}
          </button>
          <span class="soft">{now.givers.map((id) => bodies.value.get(id)?.ident ?? id).join(", ") || "none"}</span>
        </div>
      )}
      <label class="row">Where only Wall Advantage can be claimed or given up
        <select value={now.walls} onChange={(event) => void give({ walls: event.currentTarget.value as typeof now.walls })}>
          <option value="ask">ask me</option>
          <option value="near">ask me when an enemy is at the wall, or can come there</option>
          <option value="leave">leave it as it is</option>
        </select>
      </label>
      {!none && <button class="quiet" onClick={() => void give(usual())}>As usual</button>}
      {JSON.stringify(now) !== JSON.stringify(ALWAYS) && <button class="quiet" onClick={() => void give(ALWAYS)}>Ask me always</button>}
    </Panel>
  );
}
