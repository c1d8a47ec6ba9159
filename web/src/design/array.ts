/** The part of the design panel for the array: pieces are dragged from a box to the board, over the board, and off it. */
import type { Color, RulePage, SquareInfo, Stands, View } from "../../../bindings/web/pkg/ferz.js";
import { Board } from "../board/board";
import { follow } from "../board/drag";
import { arrange, h, Keyed, mark } from "../dom";
import { styleOf } from "../drawing/style";
import type { Around } from "./design";
import { standOtherwise, type Put } from "./drawings";

type Held = Pick<Stands, "token" | "color">;

export class ArrayTab {
  readonly element = h("div", { class: "tab-array" });
  private board = new Board({ play: () => {}, refused: () => {}, put: (square) => void this.put([[square, this.held]]) });
  private box = h("div", { class: "palette", role: "group", "aria-label": "Box of pieces" });
  private tools = new Keyed<HTMLButtonElement>();
  private held: Held | undefined;
  private page: RulePage | undefined;
  private view: View | undefined;
  private places = new Map<string, SquareInfo>();
  private busy: Promise<void> = Promise.resolve();

  constructor(private readonly around: Around) {
    this.board.setup = true;
    this.element.append(h("p", {}, "Drag pieces from the box to the board, over the board, and off it. Or choose a piece, and then its squares."), this.box, h("div", { class: "board-row" }, this.board.element));
    // A piece on the board is dragged. Without a drag, the board puts the chosen piece on the square.
    this.board.element.addEventListener("pointerdown", (event) => this.lift(event), true);
  }

  show(page: RulePage, view: View): void {
    [this.page, this.view] = [page, view];
    this.places = new Map(page.board.squares.map((square) => [square.name, square]));
    this.board.setGame(page.board, page.pieces, styleOf(page));
    this.board.setView({ ...view, moves: [], last: [], check: false });
    this.fill();
  }

  private fill(): void {
    const pieces = this.page!.pieces.filter(({ stage }) => !stage);
    const colors: Color[] = ["white", "black"];
    const tools: { held: Held | undefined; name: string }[] = [{ held: undefined, name: "Remove pieces" }, ...colors.flatMap((color) => pieces.filter(({ neutral }) => !neutral || color === "white").map((piece) => {
      const side: Held["color"] = piece.neutral ? "neutral" : color;
      return { held: { token: piece.token, color: side }, name: `${side} ${piece.title}` };
    }))];
    const buttons = this.tools.take(tools.map(({ held, name }) => JSON.stringify([held, name])), (_, index) => this.tool(tools[index]!.held, tools[index]!.name));
    buttons.forEach((button, index) => {
      const { held, name } = tools[index]!;
      mark(button, { "aria-pressed": String(JSON.stringify(held) === JSON.stringify(this.held)) });
      if (held) button.replaceChildren(this.board.image(held.token, held.color, 32), h("span", { class: "sr" }, name));
    });
    arrange(this.box, ...buttons);
  }

  private tool(held: Held | undefined, name: string): HTMLButtonElement {
    return h("button", {
      type: "button", title: name,
      onclick: () => {
        this.held = held;
        this.fill();
      },
      onpointerdown: (event: PointerEvent) => held && this.drag(event, held, (square) => square && this.put([[square, held]])),
    }, held ? null : "Remove");
  }

  private drag(event: PointerEvent, held: Held, dropped: (square: string | undefined) => void): void {
    event.preventDefault();
    follow(event, {
      picture: () => ({ image: this.board.image(held.token, held.color), size: 44 }),
      dropped: (x, y) => dropped(this.at(x, y)),
    });
  }

  private at(x: number, y: number): string | undefined {
    const square = document.elementFromPoint(x, y)?.closest<SVGGElement>("[data-square]");
    return square && this.board.drawing.contains(square) ? square.dataset.square : undefined;
  }

  private lift(event: PointerEvent): void {
    const square = this.at(event.clientX, event.clientY);
    const piece = this.view?.pieces.find((one) => one.square === square);
    // On a telephone, an empty square scrolls the board.
    if (!square || event.button !== 0) return;
    event.stopPropagation();
    if (!piece) {
      void this.put([[square, this.held]]);
      return;
    }
    let isDragged = false;
    const { token, color } = piece;
    follow(event, {
      picture: () => ({ image: this.board.image(token, color), size: 44 }),
      begun: () => (isDragged = true),
      dropped: (x, y) => {
        const to = this.at(x, y);
        if (to !== square) void this.put(to ? [[square, undefined], [to, { token, color }]] : [[square, undefined]]);
      },
    });
    window.addEventListener("pointerup", () => !isDragged && void this.put([[square, this.held]]), { once: true });
  }

  /** Puts pieces on squares, one change after the other. */
  private put(puts: [string, Held | undefined][]): Promise<void> {
    this.busy = this.busy.then(async () => {
      const { page, view, places } = this;
      if (!page || !view) return;
      const squares = puts.map(([square, piece]): Put | undefined => {
        const found = places.get(square);
        return found?.grid ? { x: found.x, y: found.y, piece } : undefined;
      });
      const isSame = puts.every(([square, piece]) => view.pieces.find((one) => one.square === square)?.token === piece?.token && view.pieces.find((one) => one.square === square)?.color === piece?.color);
      if (isSame) return;
      await this.around.apply(async (source) => {
        if (squares.some((one) => !one)) return undefined;
        return standOtherwise(source, page.array, { board: page.board, pieces: view.pieces, trees: await this.around.trees() }, squares as Put[]);
      });
    });
    return this.busy;
  }
}
