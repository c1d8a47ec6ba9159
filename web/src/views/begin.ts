/** The choice with which a new game begins: from scratch, from a game, from a file of another program, or from a template. */
import type { Card } from "../../../bindings/web/pkg/ferz.js";
import { still } from "../board/still";
import { button, h } from "../dom";
import { pictured } from "./gallery";

/** The texts of the templates by their names, from the smallest change to the largest. */
const TEXTS = import.meta.glob<string>("../../templates/*.ferz", { query: "?raw", import: "default", eager: true });
const ORDER = ["small-board", "new-pieces", "race", "drops", "blasts", "giveaway", "two-armies", "palace", "camps", "citadels"];

/** Returns the text of a template. */
export function template(name: string): string | undefined {
  return TEXTS[`../../templates/${name}.ferz`];
}

/** Shows the templates. Their pictures follow one after the other, because each game must be read first. */
function gallery(): HTMLElement {
  const items = ORDER.map((name) => {
    const text = template(name) ?? "";
    const [, title = name] = /^variant \S+ "([^"]*)"/.exec(text) ?? [];
    const frame = h("div", { class: "frame" });
    const about = h("p", { class: "about" });
    const draw = async () => {
      const card = await pictured(text);
      frame.replaceChildren(still(card));
      about.textContent = card.about;
    };
    return { draw, element: h("li", { class: "card" }, frame, h("h3", {}, title), about, h("p", { class: "links" }, h("a", { href: `#/edit/template:${name}`, "aria-label": `Begin with it: ${title}` }, "Begin with it"))) };
  });
  void (async () => {
    for (const { draw } of items) await draw().catch(() => undefined);
  })();
  return h("ul", { class: "cards templates" }, ...items.map(({ element }) => element));
}

/** Returns the parts of the page with which a new game begins. `open` reads a file. */
export function begin(open: HTMLElement): HTMLElement[] {
  const games = h("select", { id: "begin-game", "aria-label": "Game to copy" });
  void fetch("./library.json").then((answer) => answer.json() as Promise<Card[]>).then((cards) => games.append(...cards.toSorted((a, b) => a.title.localeCompare(b.title)).map(({ name, title }) => h("option", { value: name, selected: name === "chess" }, title)))).catch(() => undefined);
  return [
    h("p", { class: "lead" }, "Point at squares to say how pieces move, or write the rules. The board follows at once."),
    h("h2", {}, "A new game"),
    h("div", { class: "ways-to-begin" },
      h("section", {}, h("h3", {}, "From scratch"), h("p", {}, "A king, rooks, knights, and pawns on a board of 8 by 8."), h("a", { class: "button main", href: "#/edit/new" }, "New game")),
      h("section", {}, h("h3", {}, "From one of the games"), h("p", {}, games), button("Edit a copy", () => (location.hash = `#/edit/copy:${games.value || "chess"}`))),
      h("section", {}, h("h3", {}, "From a file"), open)),
    h("h2", {}, "Or from one of ten ideas"),
    gallery(),
  ];
}
