/** The commands of a game: those of every move as buttons, and the others in a menu. */
import { announce, button, clear, h } from "../dom";
import { dropdown } from "../dropdown";
import { NAMES, other, type Match } from "../model/match";

interface Acts {
  takeBack(): void;
  /** Lets the computer move at once. */
  hurry(): void;
  begin(): void;
  flip(): void;
  hint(): void;
  /** Turns the drawing of arrows by touch and by the left mouse button on or off, and returns true if it is on now. */
  sketch(): boolean;
  /** Reviews the moves of the game. */
  review(): void;
  draw(): void;
  resign(): void;
  claim(text: string): void;
  play(text: string): void;
}

export class Commands {
  readonly element: HTMLElement;
  private actions = h("div", { class: "buttons" });
  private asking = h("div", { class: "asking", role: "group", "aria-label": "Resign?", hidden: true });
  private again: HTMLButtonElement;
  private review: HTMLButtonElement;
  private hurry: HTMLButtonElement;
  private resign: HTMLButtonElement;
  private draw: HTMLButtonElement;
  private menu: HTMLDetailsElement;

  /** `analysis` is the button that turns the analysis on and off. */
  constructor(
    private readonly match: Match,
    private readonly acts: Acts,
    analysis: HTMLElement,
  ) {
    this.again = button("New game", acts.begin);
    this.review = button("Review", acts.review, { hidden: true });
    this.hurry = button("Move now", acts.hurry, { class: "hurry" });
    this.resign = button("Resign", () => this.ask());
    this.draw = button("Offer a draw", acts.draw);
    const sketch: HTMLButtonElement = button("Draw arrows", () => sketch.setAttribute("aria-pressed", String(acts.sketch())), { "aria-pressed": "false", title: "Drag from square to square for an arrow, and tap a square for a mark." });
    this.menu = dropdown("More", button("Hint", acts.hint), button("Flip", acts.flip), sketch, button("Review the moves", acts.review), this.draw, this.resign);
    this.actions.append(button("Take back", acts.takeBack, { "data-act": "undo" }), analysis, this.review, this.again, this.hurry, this.menu);
    this.element = h("div", { class: "commands" }, this.actions, this.asking);
  }

  /** Asks before the game is resigned. */
  private ask(): void {
    const loser = this.match.person ?? this.match.view?.turn ?? "white";
    const close = () => {
      this.asking.hidden = true;
      this.menu.querySelector("summary")?.focus();
    };
    const yes = button("Yes, resign", () => {
      close();
      this.acts.resign();
    });
    const text = `${NAMES[loser]} resigns, and ${NAMES[other(loser)]} wins?`;
    clear(this.asking, h("span", {}, text), " ", yes, button("No", close));
    this.asking.hidden = false;
    yes.focus();
    announce(text);
  }

  /** Shows the commands of the position. At most one of them stands out. */
  paint(): void {
    const { match, actions, acts, hurry } = this;
    const view = match.view!;
    for (const one of actions.querySelectorAll(".pass")) one.remove();
    const add = (...buttons: HTMLButtonElement[]) => this.menu.before(...buttons);
    for (const { reason, text } of match.isOver ? [] : view.claims) add(button(`Claim: ${reason.replaceAll("-", " ")}`, () => acts.claim(text), { class: "pass", "data-act": "claim" }));
    const bare = match.mayMove(view.turn) ? view.moves.filter((offer) => !offer.to || (!offer.from && offer.verb !== "drop")) : [];
    const passes = bare.map((offer) => button(offer.verb === "pass" ? "Pass" : offer.text, () => acts.play(offer.text), { class: "pass" }));
    add(...passes);
    for (const end of [this.resign, this.draw]) end.disabled = match.isOver;
    if (match.isOver) this.asking.hidden = true;
    this.draw.textContent = match.person ? "Offer a draw" : "Agree on a draw";
    this.review.hidden = !match.isOver || !match.root.children.length;
    hurry.hidden = match.isOver || !match.isComputer(view.turn);
    const main = match.isOver ? this.again : match.waiting ? hurry : bare.length === view.moves.length ? passes[0] : undefined;
    for (const one of actions.querySelectorAll("button")) one.classList.toggle("main", one === main);
  }
}
