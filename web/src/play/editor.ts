/** The position editor: a palette of pieces, hands, the side to move, and rights. Unedited parts remain unchanged. */
import type { Color, RulePage, View } from "../../../bindings/web/pkg/ferz.js";
import type { Board } from "../board/board";
import { button, clear, h, toast } from "../dom";
import { COLORS, NAMES } from "../model/match";
import { join, split, withoutRights, withPieces, type Parts } from "../model/position";
import { ask, type Spec } from "../rpc";

interface Options {
  board: Board;
  page(): RulePage;
  spec(): Spec;
  view(): View | undefined;
  /** Starts to edit a position. */
  begin(fen: string): Promise<void>;
  /** Shows the unchanged game again. */
  back(): void;
}

export class PositionEditor {
  readonly palette = h("div", { class: "palette", hidden: true });
  readonly toggle = button("Set up by hand", () => (this.isOpen ? void this.finish() : this.open()));
  private setting: { pieces: View["pieces"]; parts: Parts; problem: HTMLElement; written(): Parts } | undefined;
  private painted: { token: string; color: Color } | undefined;
  private view: View | undefined;

  constructor(private readonly options: Options) {}

  get isOpen(): boolean {
    return this.setting !== undefined;
  }

  private open(): void {
    const { board, page } = this.options;
    this.view = this.options.view();
    if (!this.view) return;
    board.setup = true;
    this.palette.hidden = false;
    this.toggle.textContent = "Done";
    this.painted = undefined;
    const parts = split(this.view.fen);
    const pressed = (chosen: HTMLElement) => this.palette.querySelectorAll("[aria-pressed]").forEach((one) => one.setAttribute("aria-pressed", String(one === chosen)));
    const tool = (attributes: Record<string, unknown>, painted: { token: string; color: Color } | undefined, ...children: (Node | string)[]) => {
      const made: HTMLElement = h("button", { type: "button", "aria-pressed": "false", ...attributes, onclick: () => {
        this.painted = painted;
        pressed(made);
      } }, ...children);
      return made;
    };
    const field = (id: string, value: string) => h("input", { type: "text", id, value, spellcheck: "false", autocapitalize: "off", class: "field" });
    const [hands, rest] = [field("setup-hands", parts.hands), field("setup-rest", parts.rest)];
    const turn = h("select", { id: "setup-turn" }, ...COLORS.map((color) => h("option", { value: color, selected: color === parts.turn }, NAMES[color])));
    const problem = h("p", { class: "problem", role: "alert" });
    const cancel = button("Cancel", () => {
      this.close();
      this.options.back();
    });
    clear(this.palette, h("p", {}, "Choose a piece, then squares. “Remove” clears squares."), tool({ "aria-pressed": "true" }, undefined, "Remove"));
    for (const color of COLORS) {
      for (const piece of page().pieces) {
        if (piece.neutral && color === "black") continue;
        const side = piece.neutral ? "neutral" : color;
        this.palette.append(tool({ title: `${side} ${piece.title}` }, { token: piece.token, color }, board.image(piece.token, side, 32), h("span", { class: "sr" }, `${side} ${piece.title}`)));
      }
    }
    this.palette.append(h("p", {}, h("label", {}, "To move: ", turn), " ",
      page().board.hands ? h("label", {}, "In hand (White in capitals): ", hands) : null, " ",
      h("label", {}, "Castling, en passant, counters, rights: ", rest)), button("Clear the board", () => this.put(undefined)), cancel, problem);
    this.setting = { pieces: this.view.pieces, parts, problem, written: () => ({ ...parts, hands: hands.value, rest: rest.value, turn: turn.value as Color }) };
  }

  close(): void {
    this.options.board.setup = false;
    this.palette.hidden = true;
    this.setting = undefined;
    this.toggle.textContent = "Set up by hand";
  }

  /** Begins a game from the position that was set up. An invalid position stays on the board, and the reason is shown. */
  private async finish(): Promise<void> {
    const { setting, view } = this;
    const { page, spec, begin, back } = this.options;
    if (!setting || !view) return;
    let parts = setting.written();
    const isMoved = view.pieces !== setting.pieces;
    if (isMoved) parts = withPieces(parts, page().board, view.pieces);
    const fen = join(parts);
    if (!isMoved && fen === join(setting.parts)) {
      this.close();
      back();
      return;
    }
    // Rights that the user has not edited are removed if the pieces no longer allow them.
    const other = isMoved && setting.written().rest === setting.parts.rest ? [join(withoutRights(parts))] : [];
    for (const [index, text] of [fen, ...other].entries()) {
      try {
        await ask("view", { spec: spec(), fen: text, moves: [] });
        this.close();
        await begin(text);
        if (index) toast("The castling rights and en passant did not fit the pieces and were left out.");
        return;
      } catch (error) {
        if (!index) setting.problem.textContent = (error as Error).message;
      }
    }
  }

  /** Puts the chosen piece on a square, or clears the square. Without a square, clears the board. */
  put(square: string | undefined): void {
    if (!this.view) return;
    const pieces = square ? this.view.pieces.filter((piece) => piece.square !== square) : [];
    if (this.painted && square) {
      const { token, color } = this.painted;
      const info = this.options.page().pieces.find((piece) => piece.token === token);
      pieces.push({ square, token, color: info?.neutral ? "neutral" : color, title: info?.title ?? token, piece: info?.piece ?? "", royal: info?.royal ?? false });
    }
    this.view = { ...this.view, pieces, last: [], moves: [], check: false };
    this.options.board.setView(this.view);
  }
}
