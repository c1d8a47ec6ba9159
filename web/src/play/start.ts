/** The panel in which a game begins: who plays each side, how strong the computer is, and the clock. */
import type { Color } from "../../../bindings/web/pkg/ferz.js";
import { button, h } from "../dom";
import { COLORS, NAMES, type Match, type Player } from "../model/match";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The clocks to choose from: minutes for each side, and seconds added for each move. */
const CLOCKS: [number, number][] = [[3, 2], [10, 5], [30, 20]];

interface Options {
  match: Match;
  /** True if a new game opens the panel. */
  opens: boolean;
  /** Called when another player was chosen for a side. */
  player(color: Color): void;
  startClock(total: number, more: number): void;
  stopClock(): void;
}

export class StartPanel {
  readonly element: HTMLDetailsElement;
  private selects = {} as Record<Color, HTMLSelectElement>;
  private summary = h("summary", {});
  private clock = h("select", { id: "clock" }, h("option", { value: "" }, "no clock"), ...CLOCKS.map(([minutes, seconds]) => h("option", { value: `${minutes} ${seconds}` }, `${minutes} min + ${seconds} s`)), h("option", { value: "other" }, "another clock"));
  private clockTitle = "no clock";
  private hadMoves: boolean | undefined;

  constructor(private readonly options: Options) {
    const { startClock, stopClock } = options;
    const minutes = h("input", { type: "number", min: 1, max: 180, value: 10, "aria-label": "Minutes for each side" });
    const seconds = h("input", { type: "number", min: 0, max: 60, value: 5, "aria-label": "Seconds added for each move" });
    const begin = (time: number, more: number) => {
      this.clockTitle = `${time} min + ${more} s`;
      startClock(time * 60_000, more * 1000);
      this.paint();
    };
    const other = h("span", { class: "buttons", hidden: true }, minutes, " min + ", seconds, " s ", button("Start clocks", () => begin(Number(minutes.value), Number(seconds.value))));
    this.clock.addEventListener("change", () => {
      const [time, more] = this.clock.value.split(" ").map(Number);
      other.hidden = this.clock.value !== "other";
      if (more !== undefined) begin(time!, more);
      else if (!this.clock.value) {
        this.clockTitle = "no clock";
        stopClock();
        this.paint();
      }
    });
    this.element = h("details", { class: "more start" }, this.summary,
      h("div", { class: "players" }, this.choice("white"), this.choice("black"), h("label", {}, "Clock: ", this.clock), other));
    this.paint();
  }

  private choice(color: Color): HTMLElement {
    const { match, player } = this.options;
    const select = h("select", { id: `player-${color}`, onchange: () => {
      match.players[color] = select.value as Player;
      player(color);
    } });
    for (const one of ["human", ...LEVELS.map((level) => `level ${level}`)]) select.append(h("option", { value: one }, one === "human" ? "you" : `computer, ${one}`));
    this.selects[color] = select;
    return h("label", {}, `${NAMES[color]}: `, select);
  }

  /** Shows the players and the clock. The panel opens with a new game, and folds with its first move. */
  paint(): void {
    const { match } = this.options;
    for (const color of COLORS) this.selects[color].value = match.players[color];
    const { person } = match;
    const who = person ? `You play ${NAMES[person]} against the computer, ${match.players[person === "white" ? "black" : "white"]}` : match.isComputer("white") ? "The computer plays both sides" : "Two players at this board";
    this.summary.textContent = `${who}, ${match.clock ? this.clockTitle.replace("no clock", "with a clock") : "no clock"}`;
    const hasMoves = match.root.children.length > 0;
    if (hasMoves !== this.hadMoves) this.element.open = !hasMoves && this.options.opens;
    this.hadMoves = hasMoves;
  }
}
