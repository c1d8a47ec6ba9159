/** A menu beside a square with the choices that the squares of a move leave open. */
import type { Offer } from "../../../bindings/web/pkg/ferz.js";
import { h } from "../dom";

const VERBS: Record<Offer["verb"], string> = { go: "move", castle: "castle", place: "put it there", exchange: "change places", drop: "drop", pass: "pass" };

interface Menu {
  square: string;
  offers: Offer[];
  image(offer: Offer): Element | null;
  chosen(offer: Offer): void;
  cancelled(): void;
}

/** A dialog that keeps the focus until the user chooses an item. */
export function menu({ square, offers, image, chosen, cancelled }: Menu): HTMLDivElement {
  const box = h("div", { class: "choices", role: "dialog", "aria-modal": "true", "aria-label": `Choices on ${square}` });
  const name = (offer: Offer) => offer.choice ?? (offer.verb === "go" && offer.captures.length ? "capture" : VERBS[offer.verb]);
  for (const offer of offers) box.append(h("button", { type: "button", onclick: () => chosen(offer) }, image(offer), h("span", {}, name(offer)), h("small", {}, offer.text)));
  box.append(h("button", { type: "button", class: "quiet", onclick: cancelled }, "Cancel"));
  box.addEventListener("keydown", (event) => {
    const buttons = [...box.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = event.key === "ArrowDown" || (event.key === "Tab" && !event.shiftKey) ? 1 : event.key === "ArrowUp" || event.key === "Tab" ? -1 : 0;
    if (event.key === "Escape") cancelled();
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return box;
}

/** Places the menu below a square, or above it if there is no room. */
export function place(box: HTMLElement, within: HTMLElement, square: Element | undefined): void {
  const outer = within.getBoundingClientRect();
  const at = square?.getBoundingClientRect() ?? outer;
  const left = Math.max(0, Math.min(at.left - outer.left + at.width / 2 - box.offsetWidth / 2, outer.width - box.offsetWidth));
  const below = at.bottom - outer.top + 4;
  const above = at.top - outer.top - box.offsetHeight - 4;
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(0, below + box.offsetHeight > outer.height ? above : below)}px`;
}
