/** A diagram of moves that is an editor: each square is a button, which takes or loses the chosen kind of move. */
import type { Mark, MarkName, PieceInfo } from "../../../bindings/web/pkg/ferz.js";
import { arrange, h, Keyed, mark, s } from "../dom";
import { MEANING, place, sign } from "../drawing/diagram";
import { icon } from "../drawing/pieces";
import type { Moves } from "../model/steps";
import { stepAt } from "../model/steps";

/** The least and the largest distance of a square from the piece. */
const [NEAR, FAR] = [3, 6];

/** What a diagram shows. */
export interface Shown {
  piece: PieceInfo;
  moves: Moves;
  /** The marks of the whole notation, with those that a click does not change. */
  marks: Mark[];
  /** The squares that the piece reaches only since the editor was opened, and those that it no longer reaches. */
  gained: Set<string>;
  lost: Set<string>;
}

export class MovesDiagram {
  readonly element = h("div", { class: "moves-editor", role: "group" });
  private squares = new Keyed<HTMLElement>();
  private focus: [number, number] = [0, 1];

  constructor(private readonly act: (x: number, y: number) => void) {
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show({ piece, moves, marks, gained, lost }: Shown): void {
    const leaps = moves.steps.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)));
    const others = moves.rest ? marks.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))) : [];
    const radius = Math.min(FAR, Math.max(NEAR, ...leaps, ...others.filter((far) => far <= 4)));
    this.element.setAttribute("aria-label", `Moves of the ${piece.title.toLowerCase()}: each square is a button`);
    this.element.style.setProperty("--size", String(2 * radius + 1));
    if (Math.max(...this.focus.map(Math.abs)) > radius) this.focus = [0, 1];
    const by = new Map(marks.map(([x, y, mark]) => [`${x},${y}`, mark]));
    const places = Array.from({ length: (2 * radius + 1) ** 2 }, (_, index): [number, number] => [(index % (2 * radius + 1)) - radius, radius - Math.floor(index / (2 * radius + 1))]);
    const squares = this.squares.take(places.map(String), (_, index) => this.square(...places[index]!));
    squares.forEach((square, index) => {
      const [x, y] = places[index]!;
      if (x || y) this.paint(square, x, y, by.get(`${x},${y}`), moves, gained, lost);
      else square.replaceChildren(icon(piece.token, "white", "pictures", piece, 34));
    });
    arrange(this.element, ...squares);
  }

  private get focused(): HTMLElement | null {
    return this.element.querySelector(`[data-step="${this.focus.join()}"]`);
  }

  private square(x: number, y: number): HTMLElement {
    if (!x && !y) return h("div", { class: "middle" });
    return h("button", { type: "button", "data-step": `${x},${y}`, onclick: () => {
      this.focus = [x, y];
      this.act(x, y);
    } });
  }

  private paint(square: HTMLElement, x: number, y: number, other: MarkName | undefined, moves: Moves, gained: Set<string>, lost: Set<string>): void {
    const key = `${x},${y}`;
    const step = stepAt(moves, x, y);
    const sort = step?.mode ?? other;
    const slides = step && step.reach !== 1 && Math.max(Math.abs(x), Math.abs(y)) >= 1;
    const change = gained.has(key) ? "gained" : lost.has(key) ? "lost" : "";
    const words = [step ? (slides ? "slides, " : "") + MEANING[step.mode] + (step.first ? ", only as its first move" : "") : other ? `${MEANING[other]}, from the text` : "not reached", change].filter(Boolean).join(", ");
    mark(square, {
      class: `${(x + y) % 2 ? "dark" : "light"} ${step ? "set" : ""} ${step?.first ? "first" : ""} ${change}`,
      tabindex: x === this.focus[0] && y === this.focus[1] ? 0 : -1,
      "aria-label": `${place(x, y)}: ${words}`, title: `${place(x, y)}: ${words}`,
    });
    square.replaceChildren(...(sort ? [s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, slides ? s("path", { d: "M0 -28V28", class: `slide ${step.mode}`, transform: `rotate(${(Math.atan2(x, y) * 180) / Math.PI})` }) : null, sign(sort))] : []));
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const from = this.focus;
    let next: [number, number] = [from[0] + step[0]!, from[1] + step[1]!];
    // The piece itself is no button.
    if (!next[0] && !next[1]) next = [next[0] + step[0]!, next[1] + step[1]!];
    this.focus = next;
    const button = this.focused;
    if (!button) {
      this.focus = from;
      return;
    }
    this.element.querySelectorAll("[tabindex='0']").forEach((one) => one.setAttribute("tabindex", "-1"));
    button.setAttribute("tabindex", "0");
    button.focus();
  }
}
