/** Offers only what leaves a game without errors: each value of a choice is tried when the user comes to the choice. */
import { mark } from "../dom";
import type { Around, Gesture } from "./design";

/** Disables the values of a choice that would leave an error, with the reason, each time the user comes to it. */
export function offerValues(select: HTMLSelectElement, around: Around, gesture: (value: string) => Gesture): void {
  let run = 0;
  select.addEventListener("focus", async () => {
    const mine = ++run;
    for (const option of [...select.options]) {
      const refusal = option.value === select.value ? undefined : await around.refusal(gesture(option.value));
      // Another text or another visit has its own values.
      if (mine !== run) return;
      option.disabled = refusal !== undefined;
      mark(option, { title: refusal });
    }
  });
  select.addEventListener("blur", () => (run += 1));
}
