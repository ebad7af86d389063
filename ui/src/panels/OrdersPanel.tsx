/** Standing orders: when the player wants to be asked about defensive fire. */

import { computed } from "@preact/signals";
import { Panel } from "../parts/Panel";
import type { FirerOrders } from "../requests";
import { bodies, hello, shown, vehicles } from "../state/game";
import { ALWAYS, give, marking, orderFirer, orders, ordersOf, plain, usual } from "../state/orders";

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

const RANGES = [3, 6, 9, 12, 16, 24] as const;
const SHOWN: [string, string, NonNullable<FirerOrders["facings"]>][] = [["", "any facing", []], ["side rear", "at side or rear", ["side", "rear"]], ["rear", "at the rear", ["rear"]]];

/** One's own Guns that somebody mans, and one's vehicles that can fire. */
const firers = computed(() => {
  const mine = (side: string) => hello.value?.you === "both" || side === hello.value?.you;
  const guns = (shown.value?.weapons ?? []).filter((one) => one.gun && one.holder && mine(one.side));
  const driven = [...vehicles.value.values()].filter((one) => mine(one.side) && !one.wreck);
  return [...guns, ...driven].map((one) => ({ id: one.id, name: one.name, hex: one.hex }));
});

/** Whether units surrender in this game. */
const surrendering = computed(() => hello.value?.scenario.rules === "full rules");

/** When one Gun or vehicle asks to fire: never, from a chance on, only so far, only at a facing. */
function FirerRow({ id, name, hex }: { id: string; name: string; hex: string | null }) {
  const own = ordersOf(id);
  const chance = own.hold ? "hold" : String(own.threshold ?? "");
  return (
    <div class="row firer">
      <b>{name}{hex ? `, ${hex}` : ""}</b>
      <select
        aria-label={`When ${name} asks`}
        value={chance}
        onChange={(event) => {
          const text = event.currentTarget.value;
          void orderFirer(id, { hold: text === "hold", threshold: text === "hold" || text === "" ? null : Number(text) });
        }}
      >
        <option value="">as for all</option>
        <option value="hold">holds its fire</option>
        {STEPS.map((one) => one !== null && <option key={one} value={String(one)}>from {one * 100} %</option>)}
      </select>
      <select aria-label={`How far ${name} fires`} value={String(own.within ?? "")} onChange={(event) => void orderFirer(id, { within: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}>
        <option value="">any range</option>
        {RANGES.map((one) => <option key={one} value={String(one)}>to {one} hexes</option>)}
      </select>
      <select
        aria-label={`At which facing of a vehicle ${name} fires`}
        value={(own.facings ?? []).join(" ")}
        onChange={(event) => void orderFirer(id, { facings: SHOWN.find(([key]) => key === event.currentTarget.value)?.[2] ?? [] })}
      >
        {SHOWN.map(([key, words]) => <option key={key} value={key}>{words}</option>)}
      </select>
    </div>
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
      {surrendering.value && (
        <label class="row">When enemies surrender
          <select value={now.surrenders} onChange={(event) => void give({ surrenders: event.currentTarget.value as typeof now.surrenders })}>
            <option value="ask">ask me</option>
            <option value="accept">accept it</option>
            <option value="never">give No Quarter (A20.3)</option>
          </select>
        </label>
      )}
      {surrendering.value && now.surrenders === "never" && (
        <p class="soft price">They are eliminated. From the first one on nobody surrenders to you in the RtPh any more, and you Mop Up no more (A20.3).</p>
      )}
      {firers.value.length > 0 && (
        <>
          <label class="row">Where Guns or vehicles may be turned as a fire phase ends
            <select value={now.turns} onChange={(event) => void give({ turns: event.currentTarget.value as typeof now.turns })}>
              <option value="ask">ask me</option>
              <option value="seen">ask me when one sees enemies, none of them in its arc</option>
              <option value="leave">leave them as they are</option>
            </select>
          </label>
          <details open={now.firers.length > 0}>
            <summary>Single Guns and vehicles{now.firers.length > 0 ? `: ${now.firers.length} with orders` : ""}</summary>
            {firers.value.map((one) => <FirerRow key={one.id} {...one} />)}
          </details>
        </>
      )}
      {!none && <button class="quiet" onClick={() => void give(usual())}>As usual</button>}
      {JSON.stringify(now) !== JSON.stringify(ALWAYS) && <button class="quiet" onClick={() => void give(ALWAYS)}>Ask me always</button>}
    </Panel>
  );
}
