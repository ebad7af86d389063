/** Lines across the top that say when something is wrong with the connection. */

import { hello, link, notice, reopen } from "../state/game";
import { go } from "../state/route";

export function Banners() {
  if (link.value === "lost") {
    return (
      <div class="banner danger" role="alert">
        The server does not answer. Your game is safe on its disk; trying again by itself.
        <button onClick={reopen}>Try now</button>
      </div>
    );
  }
  if (link.value === "displaced") {
    return (
      <div class="banner warm" role="alert">
        {notice.value ?? "This game was opened in another tab."}
        {hello.value ? <button onClick={reopen}>Play here</button> : (
          <>
            <button onClick={reopen}>Try again</button>
            <button onClick={() => go("")}>All scenarios and games</button>
          </>
        )}
      </div>
    );
  }
  if (notice.value) {
    return (
      <div class="banner warm" role="status">
        {notice.value}
        <button onClick={() => (notice.value = null)}>Understood</button>
      </div>
    );
  }
  return null;
}
