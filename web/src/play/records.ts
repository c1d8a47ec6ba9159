/** Reads and writes positions and games as FEN and PGN, also in the formats of other programs. */
import type { RulePage } from "../../../bindings/web/pkg/ferz.js";
import { button, clear, download, h, toast } from "../dom";
import type { Drafts } from "../drafts";
import * as faults from "../faults";
import * as games from "../games";
import { recordOf } from "../model/export";
import type { Match } from "../model/match";
import { chooseRecord, readRecord } from "../reading";
import { ask, type Line, type Spec } from "../rpc";

interface Options {
  spec(): Spec;
  page(): RulePage;
  line(): Line;
  match: Match;
  /** The current game, as in an address. */
  game(): string;
  begin(fen?: string): Promise<void>;
  /** Shows a game that was read. */
  take(kept: games.KeptGame): Promise<void>;
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
  private problem = h("p", { class: "problem", role: "alert" });
  private list = h("div", { role: "status" });
  private box = h("textarea", { class: "readings pgn", rows: 5, spellcheck: "false", "aria-label": "Game as PGN" });
  /** True while the field has a text from before a reload, which the first position does not replace. */
  private isResumed = false;

  constructor(
    private readonly options: Options,
    edit: HTMLButtonElement,
  ) {
    const { spec, page, line, begin, drafts } = options;
    const { field, box, problem } = this;
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
    const own = async () => {
      const { pgn, problems } = await ask("recorded", spec(), recordOf(options.match));
      problem.textContent = faults.ofRecord(problems) ?? "";
      return this.write(pgn);
    };
    const save = guarded(async () => download(`${page().name}.pgn`, await own(), "application/x-chess-pgn"));
    field.addEventListener("input", () => drafts?.write("fen", field.value));
    box.addEventListener("input", () => drafts?.write("pgn", box.value));
    box.value = drafts?.read("pgn") ?? "";
    field.value = drafts?.read("fen") ?? "";
    this.isResumed = field.value !== "";
    this.element = h("details", { class: "more", open: this.isResumed || box.value !== "" }, h("summary", {}, "Position and files"),
      h("div", { class: "buttons" }, field, button("Load", load), edit), problem,
      h("div", { class: "buttons" }, button("Copy PGN", guarded(async () => copy(await own(), "The game"))), button("Load PGN", take), button("Save PGN", save), button("Picture (SVG)", picture)), box, this.list,
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

  /** Plays the game in the field, or offers the games of a file with several. */
  private async take(): Promise<void> {
    await chooseRecord(this.box.value, this.list, async (text) => {
      this.problem.textContent = "";
      try {
        await this.read(text);
      } catch (error) {
        this.problem.textContent = faults.described(error);
      }
    });
  }

  private async read(text: string): Promise<void> {
    const { spec, game, take, drafts } = this.options;
    const { kept, isOther, problem } = await readRecord(spec(), game(), text);
    drafts?.write("pgn", undefined);
    if (isOther) {
      games.restore(kept);
      location.hash = `#/play/${kept.game}${games.writeShown(games.shownOf(kept))}`;
      if (problem) toast(problem);
      return;
    }
    await take(kept);
    if (problem) this.problem.textContent = problem;
    else toast(`${kept.path.length} moves were read.`);
  }
}
