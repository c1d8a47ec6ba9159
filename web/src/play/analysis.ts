/** The engine's analysis of a position: a bar, its best lines, and arrows, while analysis is on. */
import type { View } from "../../../bindings/web/pkg/ferz.js";
import type { Board } from "../board/board";
import { arrange, button, clear, h, Keyed } from "../dom";
import { share, valueText, type Score } from "../model/review";
import { Analyst, type EngineLine, type Line } from "../rpc";

const LINES = 3;

/** The parts of a line in the list. */
interface Row {
  element: HTMLElement;
  value: HTMLElement;
  line: HTMLElement;
  depth: HTMLElement;
}

export class Analysis {
  readonly bar: HTMLElement;
  readonly element: HTMLElement;
  private analyst = new Analyst();
  private white = h("div", { class: "bar-white" });
  private value = h("span", { class: "bar-value" });
  private list = h("ol", { class: "engine-lines" });
  private rows = new Keyed<Row>();
  private found: EngineLine[] = [];
  readonly toggle: HTMLButtonElement;
  private isOn = false;

  constructor(
    private readonly board: Board,
    private readonly position: () => { line: Line; view: View | undefined },
    /** Plays the moves of a line. */
    private readonly enter: (moves: string[]) => void,
  ) {
    this.bar = h("div", { class: "bar", hidden: true, role: "img", "aria-label": "Evaluation" }, this.white, this.value);
    this.toggle = button("Analysis", () => this.set(!this.isOn), { "aria-pressed": "false", "data-act": "analysis" });
    this.element = h("div", { class: "analysis" }, this.list);
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

  private show(value: Score, text = valueText(value)): void {
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
    this.found = found;
    // A deeper search changes the lines many times a second, so a click must not depend on the text at its end.
    const rows = this.rows.take(found.map((_, index) => String(index)), (_, index) => {
      const [value, line, depth] = [h("strong"), button("", () => this.play(index), { class: "link", title: "Play this line" }), h("small")];
      return { element: h("li", {}, value, " ", line, depth), value, line, depth };
    });
    rows.forEach(({ value, line, depth }, index) => {
      const one = found[index]!;
      [value.textContent, line.textContent, depth.textContent] = [valueText(one), one.text.join(" "), ` depth ${one.depth}`];
    });
    arrange(this.list, ...rows.map(({ element }) => element));
  }

  private play(index: number): void {
    const line = this.found[index];
    if (line) this.enter(line.moves.slice(0, line.text.length));
  }

  close(): void {
    this.analyst.stop();
  }
}
