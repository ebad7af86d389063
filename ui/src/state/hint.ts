/** "What would the computer do?" */

import { signal } from "@preact/signals";
import type { AdviceDoc } from "../protocol";
import { show } from "./choose";
import { onStep, request } from "./game";
import { report } from "./toast";

export const hint = signal<AdviceDoc | null>(null);
export const thinking = signal(false);

onStep(() => {
  hint.value = null;
});

export async function askHint(): Promise<void> {
  thinking.value = true;
  try {
    const answer = await request("hint", {});
    hint.value = answer;
    if (answer) await show(answer.path);
  } catch (error) {
    report(error);
  } finally {
    thinking.value = false;
  }
}
