/** The games of others: the projects in the folder `gallery`, each with its picture and its author's words. */
import type { Card } from "../../../bindings/web/pkg/ferz.js";
import { still } from "../board/still";
import { breathe, h } from "../dom";
import { ask } from "../rpc";
import type { Shared } from "../share";
import { parse, textSpec } from "../spec";

const RULES = import.meta.glob<string>("../../gallery/*/game.ferz", { query: "?raw", import: "default", eager: true });
const AUTHORS = import.meta.glob<string>("../../gallery/*/author.txt", { query: "?raw", import: "default", eager: true });
const READINGS = import.meta.glob<string>("../../gallery/*/readings.toml", { query: "?raw", import: "default", eager: true });

/** Returns the card of a game that is a text, with what a picture of its board needs. */
export async function pictured(rules: string, readings = ""): Promise<Card> {
  const spec = textSpec(rules, readings, parse("card"));
  const [page, view] = await Promise.all([ask("page", spec), ask("view", { spec, moves: [] })]);
  await breathe();
  const pictures = Object.fromEntries(page.pieces.filter(({ picture }) => picture).map(({ token, picture }) => [token, picture!]));
  return { name: page.name, title: page.title, family: "", about: page.about.join(" "), board: page.board, pieces: view.pieces.map(({ square, token, color }) => [square, token, color]), pictures, arrays: [], readings: [], switches: 0 };
}

/** Returns a project of the gallery as if it came from a link. */
export function shared(name: string): Shared | undefined {
  const rules = RULES[`../../gallery/${name}/game.ferz`];
  return rules === undefined ? undefined : { name: /"([^"]*)"/.exec(rules)?.[1] ?? name, rules, readings: READINGS[`../../gallery/${name}/readings.toml`] ?? "", cases: "" };
}

/** Shows the projects of the gallery. Each picture is drawn when it comes into view. */
export function gallery(): HTMLElement {
  const draw = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      draw.unobserve(target);
      const one = shared((target as HTMLElement).dataset.project ?? "");
      if (one) void pictured(one.rules, one.readings).then((card) => target.replaceChildren(still(card))).catch(() => undefined);
    }
  }, { rootMargin: "300px" });
  const items = Object.keys(RULES).map((path) => {
    const name = path.split("/").at(-2)!;
    const [author = "", ...words] = (AUTHORS[path.replace("game.ferz", "author.txt")] ?? "").trim().split("\n");
    const title = shared(name)!.name;
    const frame = h("div", { class: "frame", "data-project": name });
    draw.observe(frame);
    return h("li", { class: "card" }, frame, h("h4", {}, title), h("p", { class: "about" }, words.join(" ").trim()), h("p", { class: "facts" }, `by ${author}`),
      h("p", { class: "links" }, h("a", { href: `#/gallery/${name}`, "aria-label": `Play ${title}` }, "Play"), h("a", { href: `#/gallery/${name}/edit`, "aria-label": `Edit a copy of ${title}` }, "Edit a copy")));
  });
  return h("section", { class: "gallery" }, h("h3", {}, "Games of others"), h("p", { class: "facts" }, "Games that were made with this page. To add yours, send its folder to the project."), h("ul", { class: "cards" }, ...items));
}
