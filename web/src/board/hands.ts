/** The pieces that a side has in hand, beside the board. */
import type { Color, Held } from "../../../bindings/web/pkg/ferz.js";
import { h } from "../dom";

interface Shown {
  color: Color;
  held: Held[];
  image(token: string): SVGElement;
  /** Returns true if a piece can be chosen now. */
  may(token: string): boolean;
  /** The chosen token, if there is one. */
  chosen: string | undefined;
  choose(held: Held): void;
  drag(held: Held, event: PointerEvent): void;
}

export function paintHand(box: HTMLElement, { color, held, image, may, chosen, choose, drag }: Shown): void {
  const side = color === "white" ? "White" : "Black";
  const name = `${side}’s hand`;
  const focused = (box.querySelector(":focus") as HTMLElement | null)?.dataset.token;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", name);
  box.replaceChildren(h("span", { class: "hand-title", "aria-hidden": "true" }, `${side}, in hand`));
  if (held.length === 0) box.append(h("span", { class: "empty" }, "nothing"));
  for (const one of held) {
    const attributes = { type: "button", class: "held", "data-token": one.token, disabled: !may(one.token), "aria-pressed": String(chosen === one.token) };
    const button = h("button", { ...attributes, title: one.title, onclick: () => choose(one), onpointerdown: (event: PointerEvent) => event.button === 0 && may(one.token) && drag(one, event) }, image(one.token), h("span", { class: "sr" }, `${one.title}, in hand `), h("span", {}, `×${one.count}`));
    box.append(button);
    if (focused === one.token) button.focus();
  }
}
