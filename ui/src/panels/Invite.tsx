/** Inviting somebody to a seat: one link, which holds the seat's token, for who made the game. */

import { signal } from "@preact/signals";
import { inviteTo } from "../net/api";
import { hello, sideName } from "../state/game";
import { go, invitation } from "../state/route";
import { HOST, tokenOf } from "../state/seats";
import { report } from "../state/toast";

const link = signal<{ side: string; address: string } | null>(null);

async function invite(side: string): Promise<void> {
  const game = hello.value;
  if (!game) return;
  try {
    const { token } = await inviteTo(game.game, side);
    const address = invitation(game.game, side, token);
    link.value = { side, address };
    void navigator.clipboard?.writeText(address).catch(() => undefined);
    // Who sat here for both sides keeps the other one.
    const other = game.scenario.sides.find((one) => one.id !== side && game.players[one.id] === "human");
    if (game.you === "both" && other) go(game.game, other.id);
  } catch (error) {
    report(error);
  }
}

/** Entries of the game's menu; nothing for who did not make the game, or sits alone against the computer. */
export function Invite() {
  const game = hello.value;
  if (!game || !tokenOf(game.game, HOST)) return null;
  const people = game.scenario.sides.filter((side) => game.players[side.id] === "human" && side.id !== game.you);
  if (people.length === 0) return null;
  return (
    <>
      {people.map((side) => (
        <button key={side.id} role="menuitem" title="Makes a link to this seat; who had the seat before has to go" onClick={() => void invite(side.id)}>
          Invite somebody to play {sideName(side.id)}
        </button>
      ))}
      {link.value && (
        <label class="invitation">Link for {sideName(link.value.side)}: it lets in whoever opens it
          <input readOnly value={link.value.address} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      <hr />
    </>
  );
}
