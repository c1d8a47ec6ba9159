/** Reads and writes positions and games as FEN and PGN, also in the formats of other programs. */
import type { RulePage } from "../../../bindings/web/pkg/ferz.js";
import { button, clear, download, h, toast } from "../dom";
import type { Drafts } from "../drafts";
import * as faults from "../faults";
import { result, type Match } from "../model/match";
import { writePgn, type Part, type PgnMove } from "../model/pgn";
import { all, child, written, type MoveNode } from "../model/tree";
import { ask, type Line, type Spec } from "../rpc";
import { writeShown } from "../games";

/** Returns the game as PGN. */
export function pgn(match: Match, page: RulePage, date = new Date()): string {
  const name = (color: "white" | "black") => (match.players[color] === "human" ? "?" : `ferz, ${match.players[color]}`);
  const end = result(match.ended, match.node.children.length ? undefined : match.view);
  const tags: [string, string][] = [
    ["Event", "?"], ["Site", "?"], ["Date", date.toISOString().slice(0, 10).replaceAll("-", ".")], ["Round", "?"],
    ["White", name("white")], ["Black", name("black")], ["Result", end],
  ];
  if (page.name !== "chess" || page.family !== "chess") tags.push(["Variant", page.name]);
  if (match.fen) tags.push(["SetUp", "1"], ["FEN", match.fen]);
  const parts = written(match.root).flatMap((part): Part[] => {
    if (part.kind === "open") return [{ open: true }];
    if (part.kind === "close") return [{ close: true }];
    const number = part.label.replace("…", "...");
    return number ? [number, part.node.san ?? part.node.text] : [part.node.san ?? part.node.text];
  });
  return writePgn(tags, parts, end);
}

interface Options {
  spec(): Spec;
  page(): RulePage;
  line(): Line;
  match: Match;
  begin(fen?: string): Promise<void>;
  /** Shows the position after moves were entered. */
  entered(): Promise<void>;
  /** Returns the board as an SVG file. */
  picture(): string;
  drafts: Drafts | undefined;
}

async function copy(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(() => toast(`${what} is copied.`), () => toast(`The browser does not let the page copy. ${what} stands in the field.`));
}

/** The part of the panel with positions and files. `edit` opens the position editor. */
export class Records {
  readonly element: HTMLElement;
  private field = h("input", { type: "text", class: "fen", id: "fen", spellcheck: "false", "aria-label": "Position as FEN" });
  private box = h("textarea", { class: "readings pgn", rows: 5, spellcheck: "false", "aria-label": "Game as PGN" });
  /** True while the field has a text from before a reload, which the first position does not replace. */
  private isResumed = false;

  constructor(
    private readonly options: Options,
    edit: HTMLButtonElement,
  ) {
    const { spec, page, line, begin, drafts } = options;
    const { field, box } = this;
    const problem = h("p", { class: "problem", role: "alert" });
    const guarded = (act: () => Promise<void>) => () => {
      problem.textContent = "";
      void act().catch((error: Error) => (problem.textContent = faults.described(error)));
    };
    const load = guarded(async () => {
      const text = field.value.trim();
      await begin(text ? await ask("position", spec(), text) : undefined);
    });
    const take = guarded(() => this.take());
    const dialect = h("select", { "aria-label": "Notation of a program", class: "dialect" });
    void ask("dialects").then((names) => clear(dialect, ...names.map((name) => h("option", { value: name }, name))));
    const abroad = guarded(async () => {
      const found = await ask("exported", line(), dialect.value);
      this.write(`${found.fen}\n${found.moves.join(" ")}\n`);
      await copy(found.fen, "The position");
    });
    const picture = () => download(`${page().name}.svg`, options.picture(), "image/svg+xml");
    const own = () => this.write(pgn(options.match, page()));
    field.addEventListener("input", () => drafts?.write("fen", field.value));
    box.addEventListener("input", () => drafts?.write("pgn", box.value));
    box.value = drafts?.read("pgn") ?? "";
    field.value = drafts?.read("fen") ?? "";
    this.isResumed = field.value !== "";
    this.element = h("details", { class: "more", open: this.isResumed || box.value !== "" }, h("summary", {}, "Position and files"),
      h("div", { class: "buttons" }, field, button("Load", load), edit), problem,
      h("div", { class: "buttons" }, button("Copy PGN", () => void copy(own(), "The game")), button("Load PGN", take), button("Save PGN", () => download(`${page().name}.pgn`, own(), "application/x-chess-pgn")), button("Picture (SVG)", picture)), box,
      h("div", { class: "buttons" }, h("label", {}, "As "), dialect, button("Copy FEN and moves", abroad)));
  }

  /** Shows the position. A text that the user is typing is not overwritten. */
  show(fen: string): void {
    if (!this.isResumed && document.activeElement !== this.field) {
      this.field.value = fen;
      this.options.drafts?.write("fen", undefined);
    }
    this.isResumed = false;
  }

  private write(text: string): string {
    this.box.value = text;
    this.options.drafts?.write("pgn", undefined);
    return text;
  }

  /** Plays the game in the field. */
  private async take(): Promise<void> {
    const { spec, match, begin, entered, drafts } = this.options;
    const found = await ask("imported", spec(), this.box.value);
    drafts?.write("pgn", undefined);
    if (found.game) {
      location.hash = `#/play/${found.game}${writeShown({ fen: found.fen, moves: found.moves.map((move) => move.text), at: found.moves.length })}`;
      return;
    }
    await begin(found.fen);
    enter(match.root, found.moves);
    const moves = all(match.root);
    let last: MoveNode = match.root;
    while (last.children[0]) last = last.children[0];
    match.node = last;
    await entered();
    toast(`${moves.length} moves were read.`);
  }
}

function enter(from: MoveNode, moves: PgnMove[]): void {
  let node = from;
  for (const { text, variations } of moves) {
    const next = child(node, text);
    for (const variation of variations) enter(node, variation);
    node = next;
  }
}
