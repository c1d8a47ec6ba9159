/** The position editor: a palette of pieces, hands, the side to move, and rights. Unedited parts remain unchanged. */
import type { Color, PositionParts, RulePage, View } from "../../../bindings/web/pkg/ferz.js";
import type { Board } from "../board/board";
import { button, clear, h, toast } from "../dom";
import type { Drafts } from "../drafts";
import * as faults from "../faults";
import { COLORS, NAMES } from "../model/match";
import { ask, type Line, type Spec } from "../rpc";

interface Options {
  board: Board;
  page(): RulePage;
  spec(): Spec;
  line(): Line;
  view(): View | undefined;
  /** Starts to edit a position. */
  begin(fen: string): Promise<void>;
  /** Stops the computer, because it would move on a board that is being set up. */
  pause(): void;
  /** Shows the unchanged game again. */
  back(): void;
  drafts: Drafts | undefined;
}

/** A position that is being set up, as it is kept over a reload. */
interface Draft {
  /** The position with which the set-up began. */
  fen: string;
  pieces: View["pieces"];
  hands: string;
  rest: string;
  turn: Color;
}

/** The part of the drafts that holds the set-up. */
const PART = "position";

export class PositionEditor {
  readonly palette = h("div", { class: "palette", hidden: true });
  readonly toggle = button("Set up by hand", () => void this.open());
  private setting: { pieces: View["pieces"]; parts: PositionParts; problem: HTMLElement; written(): PositionParts } | undefined;
  private painted: { token: string; color: Color } | undefined;
  private view: View | undefined;

  constructor(private readonly options: Options) {}

  get isOpen(): boolean {
    return this.setting !== undefined;
  }

  private async open(): Promise<void> {
    const { board, page } = this.options;
    const view = this.options.view();
    if (!view) return;
    this.options.pause();
    const parts = await ask("parts", this.options.line());
    if (this.isOpen || this.options.view() !== view) return;
    this.view = view;
    board.setup = true;
    this.palette.hidden = false;
    this.toggle.hidden = true;
    this.painted = undefined;
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
    const done = button("Done", () => void this.finish(), { class: "main" });
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
      h("label", {}, "Castling, en passant, counters, rights: ", rest)), done, cancel, button("Clear the board", () => this.put(undefined)), problem);
    for (const part of [hands, rest, turn]) part.addEventListener("input", () => this.keep());
    this.setting = { pieces: this.view.pieces, parts, problem, written: () => ({ ...parts, hands: hands.value, rest: rest.value, turn: turn.value as Color }) };
  }

  close(): void {
    this.options.board.setup = false;
    this.palette.hidden = true;
    this.setting = undefined;
    this.toggle.hidden = false;
    this.options.drafts?.write(PART, undefined);
  }

  /** Keeps the set-up over a reload. */
  private keep(): void {
    const { setting, view } = this;
    if (!setting || !view) return;
    const { hands, rest, turn } = setting.written();
    const draft: Draft = { fen: view.fen, pieces: view.pieces, hands, rest, turn };
    this.options.drafts?.write(PART, JSON.stringify(draft));
  }

  /** Continues the set-up that a reload has interrupted, if the board shows the same game. */
  async resume(): Promise<void> {
    const kept = this.options.drafts?.read(PART);
    const draft = kept && (JSON.parse(kept) as Draft);
    if (!draft || draft.fen !== this.options.view()?.fen || !Array.isArray(draft.pieces)) return;
    await this.open();
    if (!this.view) return;
    for (const part of ["hands", "rest", "turn"] as const) {
      const field = this.palette.querySelector<HTMLInputElement | HTMLSelectElement>(`#setup-${part}`);
      if (field) field.value = draft[part];
    }
    this.view = { ...this.view, pieces: draft.pieces };
    this.paint();
  }

  /** Begins a game from the position that was set up. An invalid position stays on the board, and the reason is shown. */
  private async finish(): Promise<void> {
    const { setting, view } = this;
    const { spec, begin, back } = this.options;
    if (!setting || !view) return;
    const parts = { ...setting.written(), pieces: view.pieces };
    const isEdited = (["hands", "rest", "turn"] as const).some((part) => parts[part].trim() !== setting.parts[part]);
    if (view.pieces === setting.pieces && !isEdited) {
      this.close();
      back();
      return;
    }
    try {
      // Rights that the user has not edited are dropped if the pieces no longer allow them.
      const { fen, isDropped } = await ask("arranged", spec(), parts, parts.rest === setting.parts.rest);
      this.close();
      await begin(fen);
      if (isDropped) toast("The castling rights and en passant did not fit the pieces and were left out.");
    } catch (error) {
      setting.problem.textContent = faults.described(error);
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
    this.view = { ...this.view, pieces };
    this.paint();
    this.keep();
  }

  private paint(): void {
    if (!this.view) return;
    this.view = { ...this.view, last: [], moves: [], check: false };
    this.options.board.setView(this.view);
  }
}
