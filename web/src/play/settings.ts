/** The settings of a game: the players, the clocks, and the style of the pieces. */
import type { Color } from "../../../bindings/web/pkg/ferz.js";
import { button, h } from "../dom";
import { LOOKS, type Look } from "../drawing/pieces";
import { COLORS, NAMES, type Match, type Player } from "../model/match";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

interface Options {
  match: Match;
  look: Look;
  /** Called when another player was chosen for a side. */
  player(color: Color): void;
  setLook(look: Look): void;
  /** Whether moves are heard, and whether pieces move visibly. */
  effects: Record<Effect, boolean>;
  setEffect(effect: Effect, on: boolean): void;
  startClock(total: number, more: number): void;
  stopClock(): void;
}

export type Effect = "sounds" | "motion";

const EFFECTS: Record<Effect, string> = { sounds: "Sounds", motion: "Pieces glide" };

export class Settings {
  readonly element: HTMLElement;
  private selects = {} as Record<Color, HTMLSelectElement>;

  constructor(private readonly options: Options) {
    const { look, setLook, effects, setEffect, startClock, stopClock } = options;
    const boxes = Object.entries(EFFECTS).map(([name, title]) => {
      const effect = name as Effect;
      const box = h("input", { type: "checkbox", id: effect, checked: effects[effect], onchange: () => setEffect(effect, box.checked) });
      return h("label", {}, box, ` ${title}`);
    });
    const looks = h("select", { id: "look", onchange: () => setLook(looks.value as Look) }, ...Object.entries(LOOKS).map(([name, title]) => h("option", { value: name, selected: look === name }, title)));
    const minutes = h("input", { type: "number", min: 1, max: 180, value: 10, size: 4, "aria-label": "Minutes for each side" });
    const more = h("input", { type: "number", min: 0, max: 60, value: 5, size: 4, "aria-label": "Seconds added for each move" });
    const start = button("Start clocks", () => startClock(Number(minutes.value) * 60_000, Number(more.value) * 1000));
    this.element = h("div", { class: "settings" },
      h("div", { class: "players" }, this.choice("white"), this.choice("black"), h("label", {}, "Pieces: ", looks), ...boxes),
      h("details", { class: "more" }, h("summary", {}, "Clock"), h("div", { class: "buttons" }, minutes, " min + ", more, " s ", start, button("Stop clocks", stopClock))));
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

  paint(): void {
    for (const color of COLORS) this.selects[color].value = this.options.match.players[color];
  }
}
