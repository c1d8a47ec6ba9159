/** The pieces that a side has in hand, beside the board. */
import type { Color, Held } from "../../../bindings/web/pkg/ferz.js";
import { arrange, h, Keyed, mark } from "../dom";

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

/** A hand, whose buttons stay while pieces come and go. */
export class Hand {
  readonly element = h("div", { class: "hand", role: "group" });
  private title = h("span", { class: "hand-title", "aria-hidden": "true" });
  private nothing = h("span", { class: "empty" }, "nothing");
  private buttons = new Keyed<HTMLButtonElement>();
  private shown: Shown | undefined;

  paint(shown: Shown): void {
    this.shown = shown;
    const { color, held, image, may, chosen } = shown;
    const side = color === "white" ? "White" : "Black";
    this.element.setAttribute("aria-label", `${side}’s hand`);
    this.title.textContent = `${side}, in hand`;
    const buttons = this.buttons.take(held.map(({ token }) => token), (token) => this.button(token));
    buttons.forEach((button, index) => {
      const one = held[index]!;
      mark(button, { title: one.title, disabled: !may(one.token), "aria-pressed": String(chosen === one.token) });
      button.replaceChildren(image(one.token), h("span", { class: "sr" }, `${one.title}, in hand `), h("span", {}, `×${one.count}`));
    });
    arrange(this.element, this.title, ...(held.length ? buttons : [this.nothing]));
  }

  private button(token: string): HTMLButtonElement {
    const act = (act: (shown: Shown, held: Held) => void) => {
      const held = this.shown?.held.find((one) => one.token === token);
      if (held) act(this.shown!, held);
    };
    return h("button", {
      type: "button", class: "held", "data-token": token,
      onclick: () => act((shown, held) => shown.choose(held)),
      onpointerdown: (event: PointerEvent) => act((shown, held) => event.button === 0 && shown.may(token) && shown.drag(held, event)),
    });
  }
}
