/** Compares two readings, arrays, or files: rules, diagrams, positions, and the shortest game that distinguishes them. */
import type { Card, Comparison, Reason, RulePage } from "../../../bindings/web/pkg/ferz.js";
import { breathe, button, choices, clear, h, rich } from "../dom";
import { overlay } from "../drawing/diagram";
import * as faults from "../faults";
import type { SetAddress, Shown } from "../main";
import { Play } from "../play/play";
import { ask, stopStudy, study, type Spec } from "../rpc";
import { described, own, parse, spec, write, type Reference } from "../spec";
import * as store from "../project/store";
import { head, plain } from "../words";

interface Side {
  reference: Reference;
  page: RulePage;
}

/** Names the two sides by what distinguishes them. */
function titles(sides: Side[]): [string, string] {
  const [one = "", other = ""] = sides.map(({ page, reference }) => {
    const changed = page.switches.filter(({ name }) => name in reference.switches).map(({ values, chosen }) => values.find(({ name }) => name === chosen)?.text || plain(chosen));
    return [described(page), ...changed].join("; ");
  });
  return one === other ? [`${one} (left)`, `${other} (right)`] : [one, other];
}

export async function compare(about: string, setAddress: SetAddress): Promise<Shown> {
  const [one = "", other = ""] = about.split("/").map(decodeURIComponent);
  const cards = await fetch("./library.json").then((answer) => answer.json() as Promise<Card[]>);
  const list: [string, string][] = [...store.all().map((project): [string, string] => [own(project.id), project.name]), ...cards.map((card): [string, string] => [card.name, card.title])];
  const references = [parse(one || "tamerlane"), parse(other || "tamerlane@wikibooks")];
  const result = h("div", { class: "result" });
  const pickers = ["left", "right"].map((side, index) => new Picker(side, list, (next) => {
    references[index] = next;
    begin();
  }));
  let plays: Play[] = [];
  let newest = 0;
  const leave = () => {
    newest += 1;
    stopStudy();
    plays.forEach((play) => play.close());
    plays = [];
  };
  const begin = () => void show().catch((error: Error) => clear(result, h("p", { class: "problem" }, faults.described(error))));
  const show = async () => {
    leave();
    // A later choice makes what is still being prepared needless.
    const round = (newest += 1);
    const late = async () => {
      await breathe();
      return round !== newest;
    };
    setAddress(`compare/${references.map((reference) => encodeURIComponent(write(reference))).join("/")}`);
    clear(result, h("p", { class: "loading" }, "Comparing…"));
    const sides: Side[] = [];
    for (const [index, reference] of references.entries()) {
      try {
        const side = { reference, page: await ask("page", spec(reference)) };
        if (await late()) return;
        sides.push(side);
        pickers[index]!.show(side);
      } catch (error) {
        if (round !== newest) return;
        clear(result, h("p", { class: "problem" }, `${index ? "The second game" : "The first game"}: ${faults.described(error)}`));
        return;
      }
    }
    const [a, b] = sides as [Side, Side];
    const found = await ask("compare", spec(a.reference), spec(b.reference));
    if (await late()) return;
    const names = titles(sides);
    clear(result, differences(found.rules, a, b, names));
    if (await late()) return;
    result.append(...pieces(found.pieces, names), telling(spec(a.reference), spec(b.reference), names, (moves) => {
      for (const play of plays) void play.follow(moves);
      document.getElementById("boards")?.scrollIntoView();
    }));
    const boards = h("div", { class: "two" });
    let leader: Play | undefined;
    const linked = h("input", { type: "checkbox", checked: true });
    result.append(h("h2", { id: "boards" }, "Boards"), h("p", {}, h("label", {}, linked, " Moves on one board are played on the other.")), boards);
    for (const side of sides) {
      if (await late()) return;
      const differs = h("p", { class: "differs", role: "status" });
      const play: Play = new Play(spec(side.reference), side.page, { small: true, changed: ({ moves }) => {
        // The second board follows the first, and not the reverse.
        if (leader && leader !== play) return;
        differs.textContent = "";
        const twin = plays.find((one) => one !== play);
        if (!linked.checked || !twin) return;
        leader = play;
        void twin.follow(moves).finally(() => (leader = undefined));
      }, stopped: (text) => (differs.textContent = `${text} is not legal under these rules: the board stays at the last position that both share.`) });
      plays.push(play);
      boards.append(h("section", {}, h("h3", {}, names[side === a ? 0 : 1]), differs, play.element));
    }
  };
  // The parts of the comparison appear one after the other, so that no task of the page is long.
  begin();
  return { element: h("div", { class: "page wide" }, h("h1", {}, "Compare"), h("div", { class: "two pickers" }, ...pickers.map(({ element }) => element)), result), title: "Compare", leave };
}

/** The choices of one side, which stay while the comparison changes. */
class Picker {
  readonly element = h("div", { class: "picker" });
  private reference: Reference = { name: "", switches: {} };
  private game: HTMLSelectElement;
  private array: HTMLSelectElement;
  private reading: HTMLSelectElement;
  private rules = h("a", {}, "rules");

  constructor(side: string, private readonly games: [name: string, title: string][], change: (next: Reference) => void) {
    const select = (what: string, next: (value: string) => Reference): HTMLSelectElement => {
      const field: HTMLSelectElement = h("select", { "aria-label": `${what} on the ${side}`, onchange: () => change(next(field.value)) });
      return field;
    };
    this.game = select("Game", (name) => ({ name, switches: {} }));
    this.array = select("Array", (array) => ({ ...this.reference, array }));
    this.reading = select("Reading", (reading) => ({ ...this.reference, reading: reading === "default" ? undefined : reading, switches: {} }));
    this.element.append(this.game, this.array, this.reading, this.rules);
  }

  show({ reference, page }: Side): void {
    this.reference = reference;
    choices(this.game, this.games, reference.name);
    choices(this.array, page.arrays.map(({ name }) => [name, plain(name)]), page.array);
    const readings = page.readings.filter(({ name }) => name !== "default");
    choices(this.reading, [["default", "as in its file"], ...readings.map(({ name, title }): [string, string] => [name, title || plain(name)])], page.reading || "default");
    this.array.hidden = page.arrays.length < 2;
    this.reading.hidden = !readings.length;
    this.rules.href = `#/rules/${write(reference)}`;
  }
}

function differences(rules: Comparison["rules"], a: Side, b: Side, names: [string, string]): HTMLElement {
  const section = h("section", {}, h("h2", {}, "Rules that differ"));
  const switches = a.page.switches.filter((one) => b.page.switches.some((twin) => twin.name === one.name && twin.chosen !== one.chosen));
  if (switches.length) {
    section.append(table("Question", names, switches.map((one) => {
      const value = (side: Side) => {
        const twin = side.page.switches.find((other) => other.name === one.name)!;
        const found = twin.values.find(({ name }) => name === twin.chosen);
        return [rich(found?.text || plain(twin.chosen)), cited(found?.cites)];
      };
      return [one.question || plain(one.name), value(a), value(b)];
    })));
  }
  if (!rules.length) {
    section.append(h("p", {}, "No rule differs."));
    return section;
  }
  const side = (rule: Reason | null) => [rich(rule?.text ?? "no such rule"), cited(rule?.cites)];
  section.append(table("Rule", names, rules.map((rule) => [head(rule), side(rule.a), side(rule.b)])));
  return section;
}

type Cell = (HTMLElement | null)[];

function cited(cites: string[] | undefined): HTMLElement | null {
  return cites?.length ? h("small", { class: "cites" }, ` [${cites.join(", ")}]`) : null;
}

/** A table whose rows compare two sides. On a narrow screen, each cell has the name of its side. */
export function table(title: string, names: [string, string], rows: [string, Cell, Cell][]): HTMLElement {
  return h("table", { class: "sides" }, h("thead", {}, h("tr", {}, ...[title, ...names].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, ...rows.map(([title, ...cells]) => h("tr", {}, h("th", { scope: "row" }, title), ...cells.map((cell, index) => h("td", { "data-label": names[index] }, ...cell))))));
}

export function pieces(found: { piece: string; a: string; b: string; only_a: [number, number][]; only_b: [number, number][]; both: [number, number][] }[], [one, other]: [string, string]): HTMLElement[] {
  if (!found.length) return [];
  const blocks = found.map((piece) => h("article", { class: "piece-block" }, overlay(piece.piece, piece.only_a, piece.only_b, piece.both, [one, other]), h("div", {}, h("h3", {}, piece.piece), h("p", {}, `${one}: `, h("code", {}, piece.a)), h("p", {}, `${other}: `, h("code", {}, piece.b)))));
  return [h("h2", {}, "Moves that differ"), h("p", {}, `◀ is reached only under ${one}, ▶ only under ${other}, and a gray dot under both.`), ...blocks];
}

/** Creates a button that searches for the shortest game that shows a difference. */
export function telling(a: Spec, b: Spec, names: [string, string], show?: (moves: string[]) => void): HTMLElement {
  const box = h("div", { role: "status" });
  const search = button("Find the shortest game that tells them apart", async () => {
    const stop = button("Stop", () => stopStudy());
    clear(box, "Searching… ", stop);
    try {
      const found = await study("telling", a, b, 15_000);
      if (!found) {
        clear(box, "No such game was found in 15 seconds.");
        return;
      }
      const only = (name: string, moves: string[], standing?: string) => h("p", {}, `${name}: `, standing ? `${standing} ` : "", moves.length ? `only here: ${moves.slice(0, 12).join(" ")}` : standing ? "" : "none of its own");
      clear(box, h("p", {}, found.shortest ? "The shortest game: " : "A game: ", h("code", {}, found.moves.join(" ") || "(from the start)"), " ", show ? button("Show it on the boards", () => show(found.moves)) : null), only(names[0], found.only_a, found.standing_a), only(names[1], found.only_b, found.standing_b));
    } catch (error) {
      clear(box, faults.described(error));
    }
  }, { class: "telling" });
  return h("section", {}, search, box);
}
