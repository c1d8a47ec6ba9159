/** The rows of the two players above and below the board: names, captured pieces, clocks, and a mark for the side to move. */
import type { Color } from "../../../bindings/web/pkg/ferz.js";
import type { Board } from "../board/board";
import { clear, h } from "../dom";
import { minutes } from "../model/clock";
import { COLORS, NAMES, other, type Match } from "../model/match";

export class PlayerRows {
  private rows = {} as Record<Color, { row: HTMLElement; name: HTMLElement; taken: HTMLElement; clock: HTMLElement }>;

  constructor(
    private readonly match: Match,
    private readonly board: Board,
    /** False if captured pieces go to the hand. */
    private readonly showsCaptured: () => boolean,
  ) {
    for (const color of COLORS) {
      const [name, taken, clock] = [h("span", { class: "player-name" }), h("span", { class: "taken" }), h("span", { class: "clock" })];
      const row = h("div", { class: "player", "data-color": color, role: "group", "aria-label": NAMES[color] }, h("span", { class: `side-mark ${color}`, "aria-hidden": "true" }), name, taken, clock);
      this.rows[color] = { row, name, taken, clock };
    }
  }

  /** The rows of the far side and of the near side. */
  get elements(): [HTMLElement, HTMLElement] {
    const near: Color = this.board.flipped ? "black" : "white";
    return [this.rows[other(near)].row, this.rows[near].row];
  }

  paint(): void {
    const { match, board } = this;
    for (const color of COLORS) {
      const { row, name, taken } = this.rows[color];
      const player = match.players[color];
      const who = player !== "human" ? `computer, ${player}` : match.person === color ? "you" : "";
      clear(name, h("strong", {}, NAMES[color]), who && ` ${who}`);
      const isTurn = match.view?.turn === color && !match.isOver;
      row.classList.toggle("to-move", isTurn);
      if (isTurn) name.append(h("span", { class: "sr" }, ", to move"));
      const captured = this.showsCaptured() ? [...match.captured(other(color))] : [];
      clear(taken, captured.length ? h("span", { class: "sr" }, "has captured ") : null, ...captured.map(([token, count]) => h("span", { class: "taken-piece", title: `${count} × ${token}` }, board.image(token, other(color), 22), count > 1 ? String(count) : h("span", { class: "sr" }, token))));
    }
    this.paintClocks();
  }

  paintClocks(): void {
    for (const color of COLORS) {
      const left = this.match.left(color);
      const { clock } = this.rows[color];
      clock.textContent = left === undefined ? "" : minutes(left);
      clock.classList.toggle("low", left !== undefined && left < 20_000);
    }
  }
}
