/** A planned move hex by hex: MF spent and left, and who could fire there. */

import { mfText } from "../parts/mf";
import { called, hello } from "../state/game";
import { driving } from "../state/plan";
import { percent, way, waySteps } from "../state/way";
import type { ThreatDoc } from "../protocol";

function Firer({ one }: { one: ThreatDoc }) {
  const drm = one.drm > 0 ? `+${one.drm}` : String(one.drm);
  const harms = one.odds.filter((fate) => fate.class !== "none" && fate.p >= 0.005).map((fate) => `${fate.label} ${percent(fate.p)}`.replace(" %", "\u00a0%")).join(", ");
  return (
    <li title={one.unit === "" ? `DRM ${drm}` : driving.value ? `${one.fp}, To Hit DRM ${drm}` : `${one.fp} FP, DRM ${drm}`}>
      {one.unit === "" ? one.fp : `${called(one.unit)} in ${one.hex}`}: <b>{percent(one.p)}</b>
      {harms && <span class="soft small"> ({harms})</span>}
    </li>
  );
}

export function WayTable() {
  const steps = waySteps.value;
  const points = driving.value ? "MP" : "MF";
  const danger = hello.value?.options.assist !== "off";
  return (
    <div class="way">
      <h3>Way to {way.value.at(-1)}</h3>
      {!danger ? <p class="soft">Assistance is off: who could fire there is for you to judge.</p> : (
        <>
          <table>
            <thead><tr><th>Hex</th><th title={`${points} spent`}>{points}</th><th title={`${points} left`}>left</th><th>{driving.value ? "ordnance that could fire or FP there, with the chance of harm" : "could fire or lies there, with the chance to hurt"}</th></tr></thead>
            <tbody>
              {steps.map((step, n) => (
                <tr key={step.hex + n} class={step.threats.length > 0 ? "danger" : ""}>
                  <th scope="row">{step.hex}</th>
                  <td class="tab">{mfText(step.mf)}</td>
                  <td class="tab">{mfText(step.left)}</td>
                  <td>
                    {step.threats.length + step.covered.length === 0 ? (hello.value?.secret ? "nobody seen" : driving.value ? "none" : "nobody") : (
                      <ul>
                        {step.threats.slice(0, 3).map((one) => <Firer key={one.unit + one.fp} one={one} />)}
                        {step.threats.length > 3 && <li>and {step.threats.length - 3} more</li>}
                        {step.covered.length > 0 && <li title="Only their own side knows what is under them (A12.1)">perhaps the ? in {step.covered.join(", ")}</li>}
                      </ul>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="soft">Each enemy by itself, as he stands now.{driving.value && " Not counted: small arms at exposed crews and at vehicles without armor (A7.308, D5.31)."}</p>
        </>
      )}
    </div>
  );
}
