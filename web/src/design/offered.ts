/** Offers only what leaves a game without errors: what a control can do is tried when the user comes to the control. */
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

/** Disables a button that would leave an error, with the reason, when the user comes to it. It is tried again later. */
export function offerButton(button: HTMLButtonElement, around: Around, gesture: () => Gesture): void {
  const look = async () => {
    const refusal = await around.refusal(gesture());
    mark(button, { "aria-disabled": refusal !== undefined, title: refusal });
  };
  for (const event of ["focus", "pointerenter"]) button.addEventListener(event, () => void look());
}
