/** The engine's analysis of a position: a bar, its best lines, and arrows, while analysis is on. */
import type { View } from "../../../bindings/web/pkg/ferz.js";
import type { Board } from "../board/board";
import { button, clear, h } from "../dom";
import { Analyst, type EngineLine, type Line } from "../rpc";

const LINES = 3;

/** Formats a score for White: in pawns, or as the number of moves to a forced end. */
export function valueText({ score, mate }: Pick<EngineLine, "score" | "mate">): string {
  if (mate !== null) return `${mate > 0 ? "+" : "−"}#${Math.abs(mate)}`;
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** Returns White's share of the bar, from 0 to 1. */
export function share({ score, mate }: Pick<EngineLine, "score" | "mate">): number {
  if (mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / 250));
}

export class Analysis {
  readonly bar: HTMLElement;
  readonly element: HTMLElement;
  private analyst = new Analyst();
  private white = h("div", { class: "bar-white" });
  private value = h("span", { class: "bar-value" });
  private list = h("ol", { class: "engine-lines" });
  private toggle: HTMLButtonElement;
  private isOn = false;

  constructor(
    private readonly board: Board,
    private readonly position: () => { line: Line; view: View | undefined },
    /** Plays the moves of a line. */
    private readonly enter: (moves: string[]) => void,
  ) {
    this.bar = h("div", { class: "bar", hidden: true, role: "img", "aria-label": "Evaluation" }, this.white, this.value);
    this.toggle = button("Analysis", () => this.set(!this.isOn), { "aria-pressed": "false", "data-act": "analysis" });
    this.element = h("div", { class: "analysis" }, this.toggle, this.list);
  }

  set(isOn: boolean): void {
    this.isOn = isOn;
    this.toggle.setAttribute("aria-pressed", String(isOn));
    this.bar.hidden = !isOn;
    clear(this.list);
    this.board.setArrows([]);
    if (isOn) this.update();
    else this.analyst.stop();
  }

  /** Analyzes the shown position. */
  update(): void {
    if (!this.isOn) return;
    const { line, view } = this.position();
    if (!view || view.outcome) {
      this.analyst.stop();
      const winner = view?.outcome?.winner;
      if (view) this.show({ score: 0, mate: winner ? (winner === "white" ? 1 : -1) : null }, view.outcome ? "" : undefined);
      clear(this.list);
      return;
    }
    this.bar.classList.toggle("turned", this.board.flipped);
    void this.analyst.look(line, LINES, (found) => this.paint(found, view));
  }

  private show(value: Pick<EngineLine, "score" | "mate">, text = valueText(value)): void {
    this.white.style.height = `${(100 * share(value)).toFixed(1)}%`;
    this.value.textContent = text;
    this.bar.setAttribute("aria-label", `Evaluation: ${text || "the game is over"}`);
  }

  private paint(found: EngineLine[], view: View): void {
    const [best] = found;
    if (!best) return;
    this.show(best);
    const offers = found.map((one) => view.moves.find((offer) => offer.text === one.moves[0]));
    this.board.setArrows(offers.flatMap((offer, index) => (offer?.to ? [{ from: offer.from ?? offer.to, to: offer.to, kind: index ? "second" as const : "engine" as const }] : [])));
    clear(this.list, ...found.map((one) =>
      h("li", {}, h("strong", {}, valueText(one)), " ", button(one.text.join(" "), () => this.enter(one.moves.slice(0, one.text.length)), { class: "link", title: "Play this line" }), h("small", {}, ` depth ${one.depth}`))));
  }

  close(): void {
    this.analyst.stop();
  }
}
