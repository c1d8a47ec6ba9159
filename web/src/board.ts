/**
 * A board on the screen, which shows the squares, also those off the grid, the pieces, the legal targets, the last move, and
 * check. It accepts mouse, touch, and keyboard, and tells screen readers what is under the cursor. It knows no rules: it offers
 * the legal moves of the position that it shows.
 */
import type { BoardInfo, Card, Color, Offer, PieceInfo, SquareInfo, Stands, View } from "../../bindings/web/pkg/ferz.js";
import { announce, h, s } from "./dom";
import { chosenLook, picture, type Look } from "./pieces";

const CELL = 100;
/** The number of boards created so far, which makes their ids unique. */
let boards = 0;

export interface Events {
  /** Called if the user chooses a legal move. */
  play(offer: Offer): void;
  /** Called with the text of a move if the user tries an illegal one. */
  refused(text: string): void;
  /** Called if the user chooses a square while setting up a position. */
  put?(square: string): void;
}

export class Board {
  readonly element: HTMLDivElement;
  private svg = s("svg", { class: "board-svg" });
  private hands = [h("div", { class: "hand" }), h("div", { class: "hand" })];
  private menu: HTMLDivElement | undefined;
  private groups = new Map<string, SVGGElement>();
  private places = new Map<string, SquareInfo>();
  private board: BoardInfo | undefined;
  private pieces: PieceInfo[] = [];
  private view: View | undefined;
  private selected: string | undefined;
  private held: string | undefined;
  private cursor: string | undefined;
  private dragged: { from: string; x: number; y: number; moved: boolean; ghost: SVGGElement | undefined } | undefined;
  private drawn: { from: string; to: string }[] = [];
  private arrows = s("g", { class: "arrows", "pointer-events": "none" });
  private flipped = false;
  private hint: string[] = [];
  /** The drawn pieces by square. */
  private shown = new Map<string, { key: string; element: SVGElement; title: SVGElement }>();
  /** A description of all pieces for screen readers. */
  private told = h("p", { class: "sr told", id: `pieces-${++boards}` });
  look: Look = chosenLook();
  /** The sides whose pieces the user may move. */
  movers: Record<Color, boolean> = { white: true, black: true };
  /** True while the user sets up a position. */
  setup = false;

  constructor(private readonly events: Events, interactive = true) {
    this.element = h("div", { class: "board" }, this.hands[1], this.svg, this.hands[0]);
    if (!interactive) return;
    const box = h("div", { class: "board-focus", tabindex: 0, role: "application", "aria-label": "Board. Arrow keys move the cursor, Enter selects and plays, Escape cancels.", "aria-describedby": this.told.id });
    this.svg.before(box);
    box.append(this.svg);
    box.after(this.told);
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focus", () => this.showCursor());
    box.addEventListener("blur", () => this.showCursor());
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.drop());
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Shows another game. */
  setGame(board: BoardInfo, pieces: PieceInfo[]): void {
    this.board = board;
    this.pieces = pieces;
    this.places = new Map(board.squares.map((square) => [square.name, square]));
    this.cursor = undefined;
    this.selected = undefined;
    this.drawn = [];
    this.layout();
  }

  /** Shows another position. */
  setView(view: View): void {
    this.view = view;
    this.told.textContent = told(view);
    this.selected = undefined;
    this.held = undefined;
    this.hint = [];
    this.drawn = [];
    this.close();
    this.paint();
  }

  get current(): View | undefined {
    return this.view;
  }

  flip(flipped = !this.flipped): void {
    this.flipped = flipped;
    this.layout();
    this.paint();
  }

  setLook(look: Look): void {
    this.look = look;
    this.paint();
  }

  /** Highlights the squares of a move. */
  setHint(squares: string[]): void {
    this.hint = squares;
    this.paint();
  }

  private piece(square: string): Stands | undefined {
    return this.view?.pieces.find((piece) => piece.square === square);
  }

  private info(piece: { token: string }): PieceInfo | undefined {
    return this.pieces.find((one) => one.token === piece.token);
  }

  private span(): { left: number; right: number; bottom: number; top: number } {
    const board = this.board!;
    const xs = board.squares.map((square) => square.x);
    const ys = board.squares.map((square) => square.y);
    return { left: Math.min(1, ...xs), right: Math.max(board.width, ...xs), bottom: Math.min(1, ...ys), top: Math.max(board.height, ...ys) };
  }

  private spot(square: SquareInfo): [number, number] {
    const { left, right, bottom, top } = this.span();
    const x = this.flipped ? right - square.x : square.x - left;
    const y = this.flipped ? square.y - bottom : top - square.y;
    return [x * CELL + CELL / 2, y * CELL + CELL / 2];
  }

  private layout(): void {
    if (!this.board) return;
    const { left, right, bottom, top } = this.span();
    const [width, height] = [(right - left + 1) * CELL, (top - bottom + 1) * CELL];
    const edge = 34;
    this.svg.setAttribute("viewBox", `${-edge} -4 ${width + edge + 4} ${height + edge + 4}`);
    this.element.style.setProperty("--shape", String((width + edge) / (height + edge)));
    this.svg.replaceChildren();
    this.groups.clear();
    this.shown.clear();
    for (const square of this.board.squares) {
      const [x, y] = this.spot(square);
      const dark = this.board.checkered && (square.x + square.y) % 2 === 0;
      const kind = square.grid ? (dark ? "dark" : "light") : "beside";
      const group = s("g", { class: `square ${kind}`, transform: `translate(${x} ${y})`, "data-square": square.name });
      group.append(s("rect", { class: "ground", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL }));
      this.svg.append(group);
      this.groups.set(square.name, group);
      if (!square.grid) group.append(s("text", { class: "name", x: -CELL / 2 + 5, y: CELL / 2 - 6, "font-size": 20 }, square.name));
    }
    for (let rank = 1; rank <= this.board.height; rank += 1) {
      const [, y] = this.spot({ name: "", x: 1, y: rank, grid: true });
      this.svg.append(s("text", { class: "edge", x: -18, y: y + 9, "text-anchor": "middle", "font-size": 25 }, rank));
    }
    for (let file = 1; file <= this.board.width; file += 1) {
      const [x] = this.spot({ name: "", x: file, y: 1, grid: true });
      this.svg.append(s("text", { class: "edge", x, y: height + 24, "text-anchor": "middle", "font-size": 25 }, letter(file)));
    }
    this.svg.append(this.arrows);
    const [own, other] = this.flipped ? [1, 0] : [0, 1];
    this.element.append(this.hands[own]!);
    this.element.prepend(this.hands[other]!);
  }

  /** Returns the legal moves of the selected piece. */
  private offers(): Offer[] {
    const moves = this.mayMove() ? (this.view?.moves ?? []) : [];
    if (this.held) return moves.filter((offer) => offer.verb === "drop" && offer.token === this.held);
    const from = this.selected;
    if (!from) return [];
    return moves.filter((offer) => offer.from === from || (offer.verb === "exchange" && offer.to === from));
  }

  private end(offer: Offer): string | null {
    return offer.verb === "exchange" && offer.to === this.selected ? offer.from : offer.to;
  }

  private mayMove(): boolean {
    return Boolean(this.view && !this.view.outcome && this.movers[this.view.turn]);
  }

  private paint(): void {
    const view = this.view;
    if (!view || !this.board) return;
    const targets = new Map<string, Offer[]>();
    for (const offer of this.offers()) {
      const to = this.end(offer);
      if (to) targets.set(to, [...(targets.get(to) ?? []), offer]);
    }
    const by = new Map(view.pieces.map((piece) => [piece.square, piece]));
    for (const [name, group] of this.groups) {
      const piece = by.get(name);
      const before = this.shown.get(name);
      const key = piece && `${piece.token} ${piece.color} ${this.look} ${piece.title}`;
      // Most pieces stay in place from one position to the next.
      const stays = before?.key === key ? before : undefined;
      for (const child of [...group.children]) {
        if (!child.classList.contains("ground") && !child.classList.contains("name") && child !== stays?.element && child !== stays?.title) child.remove();
      }
      const offers = targets.get(name);
      group.classList.toggle("last", view.last.includes(name));
      group.classList.toggle("selected", name === this.selected);
      group.classList.toggle("check", Boolean(view.check && piece?.royal && piece.color === view.turn));
      group.classList.toggle("hinted", this.hint.includes(name));
      const under = (...signs: SVGElement[]) => (stays ? stays.element.before(...signs) : group.append(...signs));
      if (view.last.includes(name)) under(s("path", { class: "corner", d: "M-50 -50h22l-22 22z" }));
      if (name === this.selected) under(s("rect", { class: "ring", x: -46, y: -46, width: 92, height: 92 }));
      if (group.classList.contains("check")) under(s("path", { class: "alarm", d: "M-46 -46h92v92h-92z" }), s("text", { class: "alarm-text", x: 34, y: -24, "font-size": 34, "text-anchor": "middle" }, "!"));
      if (this.hint.includes(name)) under(s("rect", { class: "hint-ring", x: -44, y: -44, width: 88, height: 88, rx: 40 }));
      if (piece && key && !stays) {
        const element = picture(piece.token, piece.color, this.look, this.info(piece));
        const title = s("title", {}, `${colored(piece)}, ${name}`);
        group.append(element, title);
        this.shown.set(name, { key, element, title });
      } else if (!piece) this.shown.delete(name);
      if (offers) {
        const captures = offers.some((offer) => offer.captures.includes(name));
        if (captures) group.append(s("path", { class: "target capture", d: "M-46 -24V-46H-24M24 -46H46V-24M46 24V46H24M-24 46H-46V24" }));
        else if (piece) group.append(s("circle", { class: "target swap", r: 45 }));
        else group.append(s("circle", { class: "target quiet", r: 15 }));
      }
    }
    this.paintHands();
    this.paintArrows();
    this.showCursor();
    if (this.setup) return;
    this.svg.setAttribute("aria-hidden", "true");
  }

  private paintHands(): void {
    const view = this.view!;
    (["white", "black"] as const).forEach((color, index) => {
      const box = this.hands[index]!;
      box.replaceChildren();
      box.hidden = !this.board!.hands;
      if (!this.board!.hands) return;
      box.append(h("span", { class: "hand-title" }, `${color === "white" ? "White" : "Black"}’s hand`));
      if (view.hands[index]!.length === 0) box.append(h("span", { class: "empty" }, "empty"));
      for (const held of view.hands[index]!) {
        const can = view.turn === color && this.mayMove() && view.moves.some((offer) => offer.verb === "drop" && offer.token === held.token);
        const choose = () => {
          this.selected = undefined;
          this.held = this.held === held.token ? undefined : held.token;
          this.paint();
          announce(this.held ? `${held.title} in hand, ${this.offers().length} squares` : "");
        };
        const picked = s("svg", { viewBox: "-50 -50 100 100", width: 40, height: 40, "aria-hidden": "true" }, picture(held.token, color, this.look, this.info(held)));
        const pressed = this.held === held.token && view.turn === color;
        box.append(h("button", { type: "button", class: "held", disabled: !can, "aria-pressed": pressed ? "true" : "false", onclick: choose }, picked, h("span", { class: "sr" }, `${held.title}, in hand `), h("span", {}, `×${held.count}`)));
      }
    });
  }

  private paintArrows(): void {
    this.arrows.replaceChildren();
    for (const { from, to } of this.drawn) {
      const [a, b] = [this.places.get(from), this.places.get(to)];
      if (!a || !b) continue;
      const [[x, y], [u, v]] = [this.spot(a), this.spot(b)];
      if (from === to) {
        this.arrows.append(s("circle", { cx: x, cy: y, r: 44, class: "user-mark" }));
        continue;
      }
      const angle = Math.atan2(v - y, u - x);
      const tip = (turn: number) => `${u - Math.cos(angle + turn) * 34} ${v - Math.sin(angle + turn) * 34}`;
      this.arrows.append(s("path", { d: `M${x} ${y}L${u} ${v}M${tip(0.5)}L${u} ${v}L${tip(-0.5)}`, class: "user-arrow" }));
    }
  }

  private under(event: PointerEvent): string | undefined {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    return target?.closest<SVGGElement>("[data-square]")?.dataset.square;
  }

  private down(event: PointerEvent): void {
    const square = this.under(event);
    if (!square) return;
    if (event.button === 2) {
      this.dragged = { from: square, x: event.clientX, y: event.clientY, moved: false, ghost: undefined };
      return;
    }
    if (event.button !== 0) return;
    this.cursor = square;
    if (this.setup) {
      this.events.put?.(square);
      return;
    }
    const before = this.selected;
    this.choose(square);
    if (event.pointerType === "mouse" && this.selected === square && before !== square) {
      this.dragged = { from: square, x: event.clientX, y: event.clientY, moved: false, ghost: undefined };
    }
  }

  private move(event: PointerEvent): void {
    const dragged = this.dragged;
    if (!dragged || (event.buttons & 1) === 0) return;
    dragged.moved ||= Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > 6;
    if (!dragged.moved) return;
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return;
    if (!dragged.ghost) {
      const piece = this.piece(dragged.from);
      if (!piece) return;
      dragged.ghost = picture(piece.token, piece.color, this.look, this.info(piece));
      dragged.ghost.setAttribute("pointer-events", "none");
      dragged.ghost.setAttribute("opacity", "0.8");
      this.svg.append(dragged.ghost);
    }
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    dragged.ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
  }

  private up(event: PointerEvent): void {
    const dragged = this.dragged;
    this.drop();
    const square = this.under(event);
    if (!dragged || !square) return;
    if (event.button === 2) {
      const same = this.drawn.findIndex((one) => one.from === dragged.from && one.to === square);
      if (same >= 0) this.drawn.splice(same, 1);
      else this.drawn.push({ from: dragged.from, to: square });
      this.paintArrows();
      return;
    }
    if (dragged.moved && square !== dragged.from) this.choose(square);
  }

  private drop(): void {
    this.dragged?.ghost?.remove();
    this.dragged = undefined;
  }

  /** Selects a square, or moves the selected piece to it. */
  private choose(square: string): void {
    this.close();
    const view = this.view;
    if (!view) return;
    const fitting = this.offers().filter((offer) => this.end(offer) === square);
    if (fitting.length > 0) {
      this.decide(square, fitting);
      return;
    }
    const piece = this.piece(square);
    const again = this.selected === square;
    const own = piece && (piece.color === view.turn || view.moves.some((offer) => offer.from === square));
    if (again) {
      // A second click on a square with one more thing to do there, such as staying, was decided above.
      this.selected = undefined;
    } else if (own && this.mayMove() && !this.held) {
      this.selected = square;
    } else if (this.held) {
      this.events.refused(`${this.held.length > 1 ? `{${this.held}}` : this.held}@${square}`);
      this.held = undefined;
    } else if (this.selected) {
      this.events.refused(this.selected + square);
      this.selected = undefined;
    } else if (piece && this.mayMove()) {
      announce(`${colored(piece)} on ${square}: not yours to move`);
    }
    this.paint();
    if (this.selected) announce(`${this.words(square)}, selected, ${this.offers().length} moves`);
  }

  /** Plays the move, or asks the user if there are several. */
  private decide(square: string, offers: Offer[]): void {
    const [only] = offers;
    if (offers.length === 1 && only) {
      this.selected = undefined;
      this.held = undefined;
      this.events.play(only);
      return;
    }
    const group = this.groups.get(square);
    const menu = h("div", { class: "choices", role: "dialog", "aria-label": `Choices on ${square}` });
    const name = (offer: Offer): string => {
      const verb = { go: "move", castle: "castle", place: "put it there", exchange: "change places", drop: "drop", pass: "pass" }[offer.verb];
      return offer.choice ?? (offer.verb === "go" && offer.captures.length ? "capture" : verb);
    };
    for (const offer of offers) {
      const color = this.view!.turn;
      const image = offer.token ? s("svg", { viewBox: "-50 -50 100 100", width: 34, height: 34, "aria-hidden": "true" }, picture(offer.token, color, this.look, this.info({ token: offer.token }))) : null;
      const act = () => {
        this.close();
        this.selected = undefined;
        this.held = undefined;
        this.events.play(offer);
      };
      menu.append(h("button", { type: "button", onclick: act }, image, h("span", {}, name(offer)), h("small", {}, offer.text)));
    }
    const cancel = () => {
      this.close();
      this.selected = undefined;
      this.paint();
      this.focus();
    };
    menu.append(h("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel"));
    menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel();
    });
    this.menu = menu;
    this.element.append(menu);
    const box = this.element.getBoundingClientRect();
    const at = group?.getBoundingClientRect() ?? box;
    const left = Math.max(0, Math.min(at.left - box.left + at.width / 2 - menu.offsetWidth / 2, box.width - menu.offsetWidth));
    const below = at.bottom - box.top + 4;
    const above = at.top - box.top - menu.offsetHeight - 4;
    menu.style.left = `${left}px`;
    menu.style.top = `${Math.max(0, below + menu.offsetHeight > box.height ? above : below)}px`;
    menu.querySelector("button")?.focus();
  }

  private close(): void {
    this.menu?.remove();
    this.menu = undefined;
  }

  focus(): void {
    this.element.querySelector<HTMLElement>(".board-focus")?.focus();
  }

  private words(square: string): string {
    const piece = this.piece(square);
    return piece ? `${square}, ${colored(piece)}` : `${square}, empty`;
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    if (step && this.board) {
      event.preventDefault();
      const turn = this.flipped ? -1 : 1;
      const here = this.places.get(this.cursor ?? "") ?? this.board.squares[0]!;
      const next = this.cursor ? this.beyond(here, step[0] * turn, step[1] * turn) : here;
      this.cursor = (next ?? here).name;
      this.showCursor();
      const offers = this.offers().filter((offer) => this.end(offer) === this.cursor);
      announce(this.words(this.cursor) + (offers.length ? ", legal target" : ""));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor && event.target instanceof HTMLElement && event.target.classList.contains("board-focus")) {
      event.preventDefault();
      if (this.setup) this.events.put?.(this.cursor);
      else this.choose(this.cursor);
    } else if (event.key === "Escape") {
      this.selected = undefined;
      this.held = undefined;
      this.close();
      this.paint();
    }
  }

  /** Returns the nearest square in a direction, across holes and including cells off the grid. */
  private beyond(from: SquareInfo, dx: number, dy: number): SquareInfo | undefined {
    const ahead = this.board!.squares.filter((square) => (square.x - from.x) * dx + (square.y - from.y) * dy > 0);
    const straight = ahead.filter((square) => (square.x - from.x) * dy === 0 && (square.y - from.y) * dx === 0);
    const distance = (square: SquareInfo) => Math.abs(square.x - from.x) + Math.abs(square.y - from.y);
    const pool = straight.length ? straight : ahead.filter((square) => distance(square) <= 4);
    return pool.sort((a, b) => distance(a) - distance(b))[0];
  }

  private showCursor(): void {
    const focused = this.element.contains(document.activeElement);
    for (const [name, group] of this.groups) {
      group.querySelector(".cursor")?.remove();
      if (focused && name === this.cursor) group.append(s("rect", { class: "cursor", x: -48, y: -48, width: 96, height: 96 }));
    }
  }
}

export function letter(file: number): string {
  let [name, rest] = ["", file];
  while (rest > 0) {
    rest -= 1;
    name = String.fromCharCode(97 + (rest % 26)) + name;
    rest = Math.floor(rest / 26);
  }
  return name;
}

/** Returns a text that lists all pieces of a position with their squares. */
function told(view: View): string {
  const names = { white: "White", black: "Black", neutral: "Of neither side" };
  const of = (color: keyof typeof names) => view.pieces.filter((piece) => piece.color === color).map((piece) => `${piece.title.toLowerCase()} ${piece.square}`);
  const parts = (Object.keys(names) as (keyof typeof names)[]).map((color) => [names[color], of(color)] as const);
  return parts.filter(([, list]) => list.length).map(([name, list]) => `${name}: ${list.join(", ")}.`).join(" ");
}

export function colored(piece: Stands): string {
  const owner = { white: "White’s", black: "Black’s", neutral: "neutral" }[piece.color];
  return `${owner} ${piece.title.toLowerCase()}`;
}

/** Draws a small board that does not react to the user. */
export function still({ board, pieces, pictures, title }: Card): SVGSVGElement {
  const xs = board.squares.map((square) => square.x);
  const ys = board.squares.map((square) => square.y);
  const [left, right, bottom, top] = [Math.min(1, ...xs), Math.max(board.width, ...xs), Math.min(1, ...ys), Math.max(board.height, ...ys)];
  const svg = s("svg", { viewBox: `-2 -2 ${(right - left + 1) * CELL + 4} ${(top - bottom + 1) * CELL + 4}`, class: "still", role: "img", "aria-label": `${title}: the board at the start` });
  const by = new Map(pieces.map(([square, token, color]) => [square, { token, color }]));
  // A card has no moves, so the look with strokes is not available.
  const look = chosenLook() === "pictures" ? "pictures" : "letters";
  for (const square of board.squares) {
    const [x, y] = [(square.x - left) * CELL + CELL / 2, (top - square.y) * CELL + CELL / 2];
    const dark = board.checkered && (square.x + square.y) % 2 === 0;
    const kind = square.grid ? (dark ? "dark" : "light") : "beside";
    const group = s("g", { class: `square ${kind}`, transform: `translate(${x} ${y})` }, s("rect", { class: "ground", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL }));
    const piece = by.get(square.name);
    if (piece) group.append(picture(piece.token, piece.color, look, { ways: [], royal: false, picture: pictures[piece.token] }));
    svg.append(group);
  }
  return svg;
}
