/** What a piece is and how it moves, beside it: while the mouse rests on it, after a long press, or by a key. */
import type { PieceInfo } from "../../../bindings/web/pkg/ferz.js";
import { h } from "../dom";
import { diagram } from "../drawing/diagram";
import { place } from "./menu";

const REST = 700;
const PRESS = 500;
/** A finger that moves further drags. */
const FAR = 8;

interface Around {
  element: HTMLElement;
  at(x: number, y: number): string | undefined;
  piece(square: string): PieceInfo | undefined;
  group(square: string): Element | undefined;
  /** True while something else stands beside the pieces. */
  busy(): boolean;
}

export class About {
  private box: HTMLElement | undefined;
  private square: string | undefined;
  private timer = 0;
  private start: [number, number] = [0, 0];

  constructor(private readonly around: Around) {}

  /** The pointer has moved. */
  move({ clientX, clientY, pointerType, buttons }: PointerEvent): void {
    if (pointerType === "touch") {
      if (Math.hypot(clientX - this.start[0], clientY - this.start[1]) > FAR) this.hide();
      return;
    }
    const square = this.around.at(clientX, clientY);
    if (square === this.square && !buttons) return;
    this.hide();
    this.square = square;
    if (square && !buttons) this.timer = window.setTimeout(() => this.show(square), REST);
  }

  /** The pointer was pressed. */
  down({ clientX, clientY, pointerType }: PointerEvent): void {
    this.hide();
    this.start = [clientX, clientY];
    const square = this.around.at(clientX, clientY);
    this.square = square;
    if (pointerType === "touch" && square) this.timer = window.setTimeout(() => this.show(square), PRESS);
  }

  /** The pointer was released. What a long press shows stays until the next press. */
  up(): void {
    clearTimeout(this.timer);
  }

  /** Shows the piece on a square, and returns what is said of it. */
  show(square: string): string | undefined {
    this.hide();
    const piece = this.around.piece(square);
    if (!piece || this.around.busy()) return undefined;
    this.square = square;
    const ways = piece.ways.slice(0, 2);
    const more = piece.traits.slice(0, 3);
    this.box = h("div", { class: "about-piece", role: "tooltip" }, h("strong", {}, piece.title),
      h("div", { class: "about-moves" }, ...ways.map((way) => h("div", {}, diagram(piece.token, way.marks, { title: `${piece.title} ${way.notation}` }, piece), h("p", {}, way.text)))),
      ...more.map((text) => h("p", {}, text)));
    this.around.element.append(this.box);
    place(this.box, this.around.element, this.around.group(square));
    return [piece.title, ...piece.ways.map((way) => way.text), ...more].join(". ");
  }

  hide(): void {
    clearTimeout(this.timer);
    this.box?.remove();
    this.box = undefined;
    this.square = undefined;
  }
}
