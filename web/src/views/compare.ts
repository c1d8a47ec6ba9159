/** Compares two readings, arrays, or files: rules, diagrams, positions, and the shortest game that distinguishes them. */
import type { Card, Comparison, Reason, RulePage } from "../../../bindings/web/pkg/ferz.js";
import { breathe, button, clear, h, rich } from "../dom";
import { overlay } from "../drawing/diagram";
import * as faults from "../faults";
import type { SetAddress, Shown } from "../main";
import { Play } from "../play/play";
import { ask, stopStudy, study, type Spec } from "../rpc";
import { described, own, parse, spec, write, type Reference } from "../spec";
import * as store from "../store";

interface Side {
  reference: Reference;
  page: RulePage;
}

export async function compare(about: string, setAddress: SetAddress): Promise<Shown> {
  const [one = "", other = ""] = about.split("/").map(decodeURIComponent);
  const cards = await fetch("./library.json").then((answer) => answer.json() as Promise<Card[]>);
  const names: [string, string][] = [...store.all().map((file): [string, string] => [own(file.id), file.name]), ...cards.map((card): [string, string] => [card.name, card.title])];
  const references = [parse(one || "tamerlane"), parse(other || "tamerlane@wikibooks")];
  const result = h("div", { class: "result" });
  const pickers = [h("div", { class: "picker" }), h("div", { class: "picker" })];
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
        picker(pickers[index]!, index, side, names, (next) => {
          references[index] = next;
          begin();
        });
      } catch (error) {
        if (round !== newest) return;
        clear(result, h("p", { class: "problem" }, `${index ? "B" : "A"}: ${faults.described(error)}`));
        return;
      }
    }
    const [a, b] = sides as [Side, Side];
    const found = await ask("compare", spec(a.reference), spec(b.reference));
    if (await late()) return;
    clear(result, differences(found.rules, a, b));
    if (await late()) return;
    result.append(...pieces(found.pieces), telling(spec(a.reference), spec(b.reference), (moves) => {
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
      boards.append(h("section", {}, h("h3", {}, `${side === a ? "A" : "B"}: ${described(side.page)}`), differs, play.element));
    }
  };
  // The parts of the comparison appear one after the other, so that no task of the page is long.
  begin();
  return { element: h("div", { class: "page wide" }, h("h1", {}, "Compare"), h("div", { class: "two pickers" }, ...pickers), result), title: "Compare", leave };
}

function picker(box: HTMLElement, index: number, { reference, page }: Side, names: [string, string][], change: (next: Reference) => void): void {
  const label = index ? "B" : "A";
  const game = h("select", { "aria-label": `Game ${label}`, onchange: () => change({ name: game.value, switches: {} }) }, ...names.map(([name, title]) => h("option", { value: name, selected: name === reference.name }, title)));
  const array = h("select", { "aria-label": `Array ${label}`, onchange: () => change({ ...reference, array: array.value }) }, ...page.arrays.map((one) => h("option", { value: one.name, selected: one.name === page.array }, one.name)));
  const readings = ["default", ...page.readings.map((one) => one.name).filter((name) => name !== "default")];
  const reading = h("select", { "aria-label": `Reading ${label}`, onchange: () => change({ ...reference, reading: reading.value === "default" ? undefined : reading.value, switches: {} }) }, ...readings.map((name) => h("option", { value: name, selected: name === page.reading }, name)));
  clear(box, h("strong", {}, label), " ", game, array, reading, h("a", { href: `#/rules/${write(reference)}` }, "rules"));
}

function differences(rules: Comparison["rules"], a: Side, b: Side): HTMLElement {
  const section = h("section", {}, h("h2", {}, "Rules that differ"));
  const switches = a.page.switches.filter((one) => b.page.switches.some((twin) => twin.name === one.name && twin.chosen !== one.chosen));
  if (switches.length) {
    section.append(h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Question"), h("th", {}, "A"), h("th", {}, "B"))), h("tbody", {}, ...switches.map((one) => {
      const text = (side: Side) => {
        const twin = side.page.switches.find((other) => other.name === one.name)!;
        return `${twin.chosen}: ${twin.values.find((value) => value.name === twin.chosen)?.text ?? ""}`;
      };
      return h("tr", {}, h("th", { scope: "row" }, one.question), h("td", { "data-label": "A" }, rich(text(a))), h("td", { "data-label": "B" }, rich(text(b))));
    }))));
  }
  if (!rules.length) {
    section.append(h("p", {}, "No rule differs."));
    return section;
  }
  const side = (label: string, rule: Reason | null) => h("td", { "data-label": label }, rich(rule?.text ?? "no such rule"), rule?.cites?.length ? h("small", { class: "cites" }, ` [${rule.cites.join(", ")}]`) : null);
  section.append(h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Rule"), h("th", {}, "A"), h("th", {}, "B"))), h("tbody", {}, ...rules.map((rule) =>
    h("tr", {}, h("th", { scope: "row" }, `${rule.what} ${rule.name}`), side("A", rule.a), side("B", rule.b))))));
  return section;
}

export function pieces(found: { piece: string; a: string; b: string; only_a: [number, number][]; only_b: [number, number][]; both: [number, number][] }[], sides = ""): HTMLElement[] {
  if (!found.length) return [];
  const blocks = found.map((one) => h("article", { class: "piece-block" }, overlay(one.piece, one.only_a, one.only_b, one.both), h("div", {}, h("h3", {}, one.piece), h("p", {}, "A ", h("code", {}, one.a)), h("p", {}, "B ", h("code", {}, one.b)))));
  return [h("h2", {}, "Moves that differ"), h("p", {}, `${sides}A: squares reached only under A; B: only under B; a gray dot: both.`), ...blocks];
}

/** Creates a button that searches for the shortest game that shows a difference. */
export function telling(a: Spec, b: Spec, show?: (moves: string[]) => void): HTMLElement {
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
      clear(box, h("p", {}, found.shortest ? "The shortest game: " : "A game: ", h("code", {}, found.moves.join(" ") || "(from the start)"), " ", show ? button("Show it on the boards", () => show(found.moves)) : null), only("A", found.only_a, found.standing_a), only("B", found.only_b, found.standing_b));
    } catch (error) {
      clear(box, faults.described(error));
    }
  }, { class: "telling" });
  return h("section", {}, search, box);
}
