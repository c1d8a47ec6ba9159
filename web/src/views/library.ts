/** The first page: the flagship, what to do, the user's projects and games, and all built-in games in families. */
import type { Card } from "../../../bindings/web/pkg/ferz.js";
import { still } from "../board/still";
import { announce, breathe, button, clear, h, released, toast } from "../dom";
import * as games from "../games";
import { tourButton } from "../help/help";
import type { Shown } from "../main";
import * as store from "../project/store";
import { ask } from "../rpc";
import { isOwn, ownId, parse } from "../spec";
import { familyOf, rank } from "./families";
import { gallery } from "./gallery";
import { isOf, projects } from "./projects";

/** The game with which the page introduces itself. */
const FLAGSHIP = "tamerlane";

let cards: Card[] | undefined;
/** The search text and the scroll position of the list, which the Back button restores. */
const left = { search: "", family: "", by: "family", top: 0 };

/** The groups of the list: a heading, a sentence, and the games below it. */
interface Group { title: string; about?: string; isLarge?: boolean; cards: Card[] }

/** The ways to group the games. Games without an origin come last. */
const GROUPINGS: Record<string, (cards: Card[]) => Group[]> = {
  family: (cards) => groupsOf(cards, (card) => familyOf(card.family), (family) => ({ title: family.title, about: family.about, isLarge: family.folders.includes(FLAGSHIP) })),
  region: (cards) => last(groupsOf([...cards].sort(byYear), (card) => card.origin?.region ?? NOT_STATED, (title) => ({ title }))),
  century: (cards) => last(groupsOf([...cards].sort(byYear), (card) => card.origin?.century ?? NOT_STATED, (title) => ({ title }))),
};
const NOT_STATED = "Not stated";

function groupsOf<Key>(cards: Card[], key: (card: Card) => Key, head: (key: Key) => Omit<Group, "cards">): Group[] {
  const groups = new Map<Key, Card[]>();
  for (const card of cards) groups.set(key(card), [...(groups.get(key(card)) ?? []), card]);
  return [...groups].map(([own, list]) => ({ ...head(own), cards: list }));
}

function last(groups: Group[]): Group[] {
  return [...groups.filter(({ title }) => title !== NOT_STATED), ...groups.filter(({ title }) => title === NOT_STATED)];
}

function byYear(a: Card, b: Card): number {
  return (a.origin?.year ?? 9999) - (b.origin?.year ?? 9999);
}

/** Returns the games from which a game descends: those of its origin, or the one that it extends if it has no origin. */
function ancestors(card: Card): string[] {
  return card.origin ? card.origin.from : card.extends ? [card.extends] : [];
}

/** Returns the family tree: each game below the first of those from which it descends. */
function tree(cards: Card[]): HTMLElement {
  const names = new Set(cards.map(({ name }) => name));
  const above = (card: Card) => ancestors(card).find((name) => names.has(name));
  const branch = (name: string | undefined, depth: number): HTMLElement | null => {
    const below = depth < 20 ? cards.filter((card) => above(card) === name).sort(byYear) : [];
    return below.length ? h("ul", {}, ...below.map((card) => h("li", {}, h("a", { href: `#/rules/${card.name}` }, card.title), card.origin ? h("span", { class: "facts" }, ` ${placeAndTime(card)}`) : null, branch(card.name, depth + 1)))) : null;
  };
  return h("div", { class: "descent" }, branch(undefined, 0));
}

function placeAndTime({ origin }: Card): string {
  return [origin?.region, origin?.century].filter(Boolean).join(", ");
}

export async function library(): Promise<Shown> {
  cards ??= await fetch("./library.json").then((answer) => (answer.ok ? (answer.json() as Promise<Card[]>) : ask("cards")));
  const all: Card[] = cards ?? [];
  all.sort((a, b) => rank(a.family) - rank(b.family));
  const families = (list: Card[]) => [...new Set(list.map((card) => familyOf(card.family)))];
  const search = h("input", { type: "search", id: "search", placeholder: "Search games and pieces", "aria-label": "Search games and pieces" });
  const family = h("select", { "aria-label": "Family" }, h("option", { value: "" }, "all families"), ...families(all).map(({ title }) => h("option", { value: title }, title)));
  const by = h("select", { "aria-label": "Group by" }, ...[["family", "by family"], ["region", "by region"], ["century", "by century"], ["tree", "as a family tree"]].map(([value, said]) => h("option", { value }, said)));
  const list = h("div", { class: "families" });
  const count = h("p", { class: "count" });
  const others = gallery();
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
      const text = `${card.name} ${card.title} ${card.family} ${card.about} ${card.board.width}x${card.board.height} ${card.readings.join(" ")} ${placeAndTime(card)} ${Object.values(card.pictures ?? {}).map((figure) => figure?.name.replace("-", " ") ?? "").join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word)) && (!family.value || familyOf(card.family).title === family.value);
    };
    const found = all.filter(fits);
    const grouping = GROUPINGS[by.value];
    others.hidden = words.length > 0 || family.value !== "";
    clear(list, ...(grouping ? grouping(found).map((one) => section(one, seen)) : [tree(found)]));
    count.textContent = `${found.length} of ${all.length} games`;
    announce(count.textContent);
  };
  [search.value, family.value, by.value] = [left.search, left.family, left.by];
  search.addEventListener("input", show);
  family.addEventListener("change", show);
  by.addEventListener("change", show);
  show();
  const mine = h("div", {});
  const showMine = () => clear(mine, ...projects(showMine), playedGames(all));
  showMine();
  // Another tab has changed them. What the user has folded stays so.
  const follow = async () => {
    await released();
    const folds = () => [...mine.querySelectorAll("details")].map((part) => [part, part.querySelector("summary")?.textContent?.replace(/ \(.*/, "")] as const);
    const before = new Map(folds().map(([{ open }, name]) => [name, open]));
    showMine();
    for (const [part, name] of folds()) part.open = before.get(name) ?? part.open;
  };
  window.addEventListener("projects", follow);
  const element = h("div", { class: "page" },
    front(all.find((card) => card.name === FLAGSHIP)),
    mine,
    h("h2", { id: "games" }, "Games"),
    h("div", { class: "filters" }, search, family, by, count),
    list, others);
  return { element, title: "Library", top: left.top, leave: () => {
    Object.assign(left, { search: search.value, family: family.value, by: by.value, top: window.scrollY });
    seen.disconnect();
    window.removeEventListener("projects", follow);
  } };
}

/** The board of the flagship with three things to do. */
function front(card: Card | undefined): HTMLElement {
  const words = h("div", {}, h("h1", {}, "Chess variants to play, read, and invent"),
    h("p", { class: "lead" }, "Rules that say why a move is not legal, and that you can change. Everything happens in this page; nothing is sent anywhere."));
  if (card) {
    words.append(h("p", { class: "things" }, h("a", { class: "button first", href: `#/play/${card.name}` }, `Play ${card.title}`),
      h("a", { class: "button", href: `#/rules/${card.name}` }, "Read its rules"), h("a", { class: "button", href: "#/edit" }, "Write a game of your own")), h("p", {}, tourButton()));
  }
  return h("section", { class: "front" }, words, card ? h("a", { class: "front-board", href: `#/play/${card.name}`, "aria-hidden": "true", tabindex: -1 }, still(card)) : null);
}

function section({ title, about, isLarge, cards: found }: Group, seen: IntersectionObserver): HTMLElement {
  return h("section", { class: `family ${isLarge ? "large" : ""}` }, h("h3", {}, title), about ? h("p", { class: "facts" }, about) : null, h("ul", { class: "cards" }, ...found.map((card) => item(card, seen))));
}

function item(card: Card, seen: IntersectionObserver): HTMLElement {
  const frame = h("a", { class: "frame", href: `#/rules/${card.name}`, "data-game": card.name, "aria-hidden": "true", tabindex: -1 });
  seen.observe(frame);
  const size = `${card.board.width} × ${card.board.height}`;
  const readings = card.readings.length ? `, ${card.readings.length + 1} readings` : "";
  const arrays = card.arrays.length > 1 ? `, ${card.arrays.length} arrays` : "";
  return h("li", { class: "card" }, frame,
    h("h4", {}, h("a", { href: `#/rules/${card.name}` }, card.title)),
    h("p", { class: "about" }, card.about.replaceAll("`", "")),
    card.origin ? h("p", { class: "facts" }, placeAndTime(card)) : null,
    h("p", { class: "facts" }, `${size}${arrays}${readings}`),
    h("p", { class: "links" }, h("a", { href: `#/rules/${card.name}`, "aria-label": `Open ${card.title}` }, "Open"), h("a", { href: `#/play/${card.name}`, "aria-label": `Play ${card.title}` }, "Play"), h("a", { href: `#/edit/copy:${card.name}`, "aria-label": `Edit a copy of ${card.title}` }, "Edit a copy")));
}

/** Lists the saved games, except those of projects in the trash and of pages of one game. */
function playedGames(cards: Card[]): HTMLElement | null {
  const trash = store.trash();
  const played = games.all().filter((one) => one.root.children.length && !one.game.startsWith("page:") && !trash.some(({ id }) => isOf(one, id)));
  const title = (name: string) => (isOwn(name) ? store.read(ownId(name))?.name : cards.find((card) => card.name === name)?.title) ?? name;
  return played.length ? h("details", { class: "more", open: true }, h("summary", {}, "Your games"), h("ul", { class: "files" }, ...played.map((one) => kept(one, title)))) : null;
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
