/** The view that shows all built-in games as cards. */
import type { Card } from "../../../bindings/web/pkg/ferz.js";
import { still } from "../board/still";
import { announce, breathe, button, clear, h, toast } from "../dom";
import * as games from "../games";
import type { Shown } from "../main";
import { ask } from "../rpc";
import { isOwn, own, ownId, parse } from "../spec";
import * as store from "../store";

let cards: Card[] | undefined;
/** The search text and the scroll position of the list, which the Back button restores. */
const left = { search: "", family: "", top: 0 };

export async function library(): Promise<Shown> {
  cards ??= await fetch("./library.json").then((answer) => (answer.ok ? (answer.json() as Promise<Card[]>) : ask("cards")));
  const all: Card[] = cards ?? [];
  // The families of Tamerlane Chess and chess come first.
  const rank = (card: Card) => ["tamerlane", "chess"].indexOf(card.family) >>> 0;
  all.sort((a, b) => rank(a) - rank(b));
  const families = [...new Set(all.map((card) => card.family))];
  const search = h("input", { type: "search", id: "search", placeholder: "Search games and pieces", "aria-label": "Search games and pieces" });
  const family = h("select", { "aria-label": "Family" }, h("option", { value: "" }, "all families"), ...families.map((name) => h("option", { value: name }, name)));
  const list = h("ul", { class: "cards" });
  const count = h("p", { class: "count" });
  const seen = new IntersectionObserver(async (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      await breathe();
      const card = all.find((one) => one.name === (entry.target as HTMLElement).dataset.game);
      if (card) entry.target.replaceChildren(still(card));
    }
  }, { rootMargin: "300px" });
  const show = () => {
    seen.disconnect();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (card: Card) => {
      const text = `${card.name} ${card.title} ${card.family} ${card.about} ${card.board.width}x${card.board.height} ${card.readings.join(" ")} ${Object.values(card.pictures ?? {}).map((figure) => figure?.name.replace("-", " ") ?? "").join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word)) && (!family.value || card.family === family.value);
    };
    const found = all.filter(fits);
    clear(list, ...found.map((card) => item(card, seen)));
    count.textContent = `${found.length} of ${all.length} games`;
    announce(count.textContent);
  };
  [search.value, family.value] = [left.search, left.family];
  search.addEventListener("input", show);
  family.addEventListener("change", show);
  show();
  const mine = store.all();
  const played = games.all().filter((one) => one.root.children.length);
  const title = (name: string) => (isOwn(name) ? store.read(ownId(name))?.name : all.find((card) => card.name === name)?.title) ?? name;
  const element = h("div", { class: "page" },
    h("h1", {}, "Games"),
    h("p", { class: "lead" }, "Read the rules, play, change them, and share what you made. Everything happens in this page; nothing is sent anywhere."),
    mine.length ? h("section", {}, h("h2", {}, "Your files"), h("ul", { class: "files" }, ...mine.map(file))) : null,
    played.length ? h("details", { class: "more", open: true }, h("summary", {}, "Your games"), h("ul", { class: "files" }, ...played.map((one) => kept(one, title)))) : null,
    h("div", { class: "filters" }, search, family, count),
    list);
  return { element, title: "Library", top: left.top, leave: () => {
    Object.assign(left, { search: search.value, family: family.value, top: window.scrollY });
    seen.disconnect();
  } };
}

function item(card: Card, seen: IntersectionObserver): HTMLElement {
  const frame = h("a", { class: "frame", href: `#/rules/${card.name}`, "data-game": card.name, "aria-hidden": "true", tabindex: -1 });
  seen.observe(frame);
  const size = `${card.board.width} × ${card.board.height}`;
  const readings = card.readings.length ? `, ${card.readings.length + 1} readings` : "";
  const arrays = card.arrays.length > 1 ? `, ${card.arrays.length} arrays` : "";
  return h("li", { class: "card" }, frame,
    h("h2", {}, h("a", { href: `#/rules/${card.name}` }, card.title)),
    h("p", { class: "facts" }, `${card.family}, ${size}${arrays}${readings}`),
    h("p", { class: "links" }, h("a", { href: `#/rules/${card.name}`, "aria-label": `Open ${card.title}` }, "Open"), h("a", { href: `#/play/${card.name}`, "aria-label": `Play ${card.title}` }, "Play"), h("a", { href: `#/edit/copy:${card.name}`, "aria-label": `Edit a copy of ${card.title}` }, "Edit a copy")));
}

function file(one: store.OwnFile): HTMLElement {
  const row = h("li", {}, h("a", { href: `#/edit/${one.id}` }, one.name), " ", h("a", { href: `#/rules/${own(one.id)}` }, "rules"), " ", h("a", { href: `#/play/${own(one.id)}` }, "play"), " ");
  row.append(button("delete", () => {
    if (!confirm(`Delete “${one.name}”?`)) return;
    store.remove(one.id);
    row.remove();
  }, { class: "link", "aria-label": `Delete ${one.name}` }));
  return row;
}

/** Creates the entry of a saved game: a link to its last position, and its status. */
function kept(one: games.KeptGame, title: (name: string) => string): HTMLElement {
  const shown = games.shownOf(one);
  const count = shown.moves.length;
  const status = one.ended ?? (one.over ? "over" : `${count} move${count === 1 ? "" : "s"}`);
  const players = (["white", "black"] as const).map((color) => (one.players[color] === "human" ? "you" : `computer, ${one.players[color]}`)).join(" – ");
  const row = h("li", {}, h("a", { href: `#/play/${one.game}${games.writeShown(shown)}` }, title(parse(one.game).name)), ` ${players}, ${status} `, h("small", {}, new Date(one.saved).toLocaleString("en")), " ");
  row.append(button("delete", () => {
    const place = document.createComment("");
    games.remove(one.id);
    row.replaceWith(place);
    toast("The game is deleted.", () => {
      games.restore(one);
      place.replaceWith(row);
    });
  }, { class: "link", "aria-label": `Delete the game of ${new Date(one.saved).toLocaleString("en")}` }));
  return row;
}
