/**
 * A board on the screen, which shows the squares, also those off the grid, the pieces, the legal targets, the last move, and
 * check. It accepts mouse, touch, and keyboard input, and announces the square under the cursor to screen readers. It contains no rules: it offers
 * the legal moves of the position that it shows.
 */
import type { BoardInfo, Color, Offer, PieceColor, PieceInfo, SquareInfo, Stands, View } from "../../../bindings/web/pkg/ferz.js";
import { announce, h, s } from "../dom";
import { loadSecond } from "../drawing/figures";
import { chosenLook, picture, type Look } from "../drawing/pieces";
import { PLAIN, type Style } from "../drawing/style";
import { About } from "./about";
import { arrow, type Arrow } from "./arrows";
import { follow } from "./drag";
import { CELL, Geometry } from "./geometry";
import { cell, ground, labels } from "./ground";
import { Hand } from "./hands";
import type { Marks } from "./marks";
import { menu, place } from "./menu";
import { slide, ways } from "./motion";
import { offersOf, standing, stepTo, targetsOf, type Selection } from "./selection";
import { paintSquare, type Drawn } from "./square";
import { colored, told } from "./words";

const EDGE = 34;
/** The largest number of columns that fit on a telephone with squares for fingers. */
const NARROW = 10;
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
  private readonly svg = s("svg", { class: "board-svg" });
  private hands: [Hand, Hand] = [new Hand(), new Hand()];
  private menu: HTMLDivElement | undefined;
  private groups = new Map<string, SVGGElement>();
  private places = new Map<string, SquareInfo>();
  private geometry: Geometry | undefined;
  private style: Style = PLAIN;
  private pieces: PieceInfo[] = [];
  private view: View | undefined;
  private selection: Selection = {};
  private premove: Selection | undefined;
  private cursor: string | undefined;
  private drawn: Arrow[] = [];
  private pointed: Arrow[] = [];
  private arrows = s("g", { class: "arrows", "pointer-events": "none" });
  private hint: string[] = [];
  private pressed: string | undefined;
  /** The square of the piece that the user drags. */
  private dragged: string | undefined;
  /** The drawn pieces by square. */
  private shown = new Map<string, Drawn>();
  /** A description of all pieces for screen readers. */
  private told = h("p", { class: "sr told", id: `pieces-${++boards}` });
  private about: About;
  look: Look = chosenLook();
  flipped = false;
  /** True if pieces move visibly from square to square. */
  motion = false;
  /** The sides whose pieces the user may move. */
  movers: Record<Color, boolean> = { white: true, black: true };
  /** The side that may choose a premove while the other side is to move. */
  premover: Color | undefined;
  /** True if pieces are put on the board instead of moved. */
  setup = false;
  private isSketching = false;

  constructor(private readonly events: Events, interactive = true) {
    this.element = h("div", { class: "board" }, this.hands[1].element, this.svg, this.hands[0].element);
    this.about = new About({
      element: this.element,
      at: (x, y) => this.at(x, y),
      piece: (square) => this.pieces.find((one) => one.token === this.piece(square)?.token),
      group: (square) => this.groups.get(square),
      busy: () => this.menu !== undefined || this.setup,
    });
    this.svg.setAttribute("aria-hidden", "true");
    if (this.look === "outlines") void loadSecond().then(() => this.setLook("outlines"));
    if (!interactive) return;
    this.element.classList.add("playable");
    const box = h("div", { class: "board-focus", tabindex: 0, role: "application", "aria-label": "Board. Arrow keys move the cursor, Enter selects and plays, Escape cancels, I tells about a piece.", "aria-describedby": this.told.id });
    this.svg.before(box);
    box.append(this.svg);
    box.after(this.told);
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focus", () => this.showCursor());
    box.addEventListener("blur", () => this.showCursor());
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("pointermove", (event) => this.about.move(event));
    this.svg.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.about.hide());
  }

  /** Shows another game. */
  setGame(board: BoardInfo, pieces: PieceInfo[], style: Style = PLAIN): void {
    this.geometry = new Geometry(board, this.flipped);
    this.style = style;
    this.pieces = pieces;
    this.places = new Map(board.squares.map((square) => [square.name, square]));
    this.cursor = undefined;
    this.selection = {};
    this.drawn = [];
    this.element.classList.toggle("has-hands", board.hands);
    this.layout();
  }

  /** Shows another position. */
  setView(view: View): void {
    const before = this.view;
    // A piece that the user drags, or has chosen for a premove, stays chosen if it still stands there.
    const chosen = this.dragged ?? (this.early && this.selection.from);
    const [was, is] = [before, view].map((one) => one?.pieces.find(({ square }) => square === chosen)?.color);
    this.view = view;
    this.told.textContent = told(view);
    this.selection = is && was === is ? { from: chosen } : {};
    this.hint = [];
    this.drawn = [];
    this.pointed = [];
    this.close();
    this.about.hide();
    this.playPremove();
    this.paint();
    if (before && this.motion) slide(this.svg, ways(before, view), (square) => this.spot(square), (square) => this.shown.get(square)?.element);
  }

  /** The middle of a square in the drawing. */
  private spot(square: string): [number, number] | undefined {
    const found = this.places.get(square);
    return found && this.geometry?.spot(found);
  }

  get drawing(): SVGSVGElement {
    return this.svg;
  }

  /** True if fingers and the left mouse button draw arrows and marks, as the right mouse button always does. */
  get sketching(): boolean {
    return this.isSketching;
  }

  set sketching(isOn: boolean) {
    this.isSketching = isOn;
    this.element.classList.toggle("sketching", isOn);
  }

  get current(): View | undefined {
    return this.view;
  }

  flip(flipped = !this.flipped): void {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    if (this.geometry) this.geometry = new Geometry(this.geometry.board, flipped);
    this.layout();
    this.paint();
  }

  setLook(look: Look): void {
    this.look = look;
    if (look === "outlines") void loadSecond().then(() => this.look === "outlines" && this.repaint());
    this.repaint();
  }

  private repaint(): void {
    this.layout();
    this.paint();
  }

  /** Highlights the squares of a move. */
  setHint(squares: string[]): void {
    this.hint = squares;
    this.paint();
  }

  /** Shows arrows of the engine. */
  setArrows(arrows: Arrow[]): void {
    this.pointed = arrows;
    this.paintArrows();
  }

  private piece(square: string): Stands | undefined {
    return this.view?.pieces.find((piece) => piece.square === square);
  }

  private picture(token: string, color: PieceColor): SVGGElement {
    const info = this.pieces.find((one) => one.token === token);
    return picture(token, color, this.look, info, { style: this.style, isTurned: color !== "neutral" && (color === "black") !== this.flipped });
  }

  /** The picture of a piece as a separate image. */
  image(token: string, color: PieceColor, size = 40): SVGSVGElement {
    return s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, "aria-hidden": "true" }, this.picture(token, color));
  }

  private layout(): void {
    const { geometry } = this;
    if (!geometry) return;
    const { width, height, board } = geometry;
    this.svg.setAttribute("viewBox", `${-EDGE} -4 ${width + EDGE + 4} ${height + EDGE + 4}`);
    this.element.style.setProperty("--shape", this.shape);
    this.element.style.setProperty("--columns", String((width + EDGE) / CELL));
    this.element.classList.toggle("crowded", width > NARROW * CELL);
    const { below, groups } = ground(board, this.style, geometry);
    this.groups = groups;
    this.shown.clear();
    this.svg.replaceChildren(...below, ...groups.values(), ...labels(geometry));
    this.svg.append(this.arrows);
    const [first, last] = this.flipped ? this.hands : [this.hands[1], this.hands[0]];
    if (this.element.firstChild !== first.element) this.element.prepend(first.element);
    if (this.element.lastChild !== last.element) this.element.append(last.element);
  }

  /** The width of the board in heights. */
  get shape(): string {
    const { width, height } = this.geometry ?? { width: 1, height: 1 };
    return String((width + EDGE + 4) / (height + EDGE + 4));
  }

  private get moves(): Offer[] {
    const { view } = this;
    return view && !view.outcome && this.movers[view.turn] ? view.moves : [];
  }

  private mayMove(): boolean {
    return Boolean(this.view && !this.view.outcome && this.movers[this.view.turn]);
  }

  /** The side that may choose a premove. */
  private get early(): Color | undefined {
    const { view, premover } = this;
    return view && !view.outcome && premover && view.turn !== premover && !this.movers[view.turn] ? premover : undefined;
  }

  private paint(): void {
    const { view } = this;
    if (!view || !this.geometry) return;
    const targets = targetsOf(this.moves, this.selection);
    const by = standing(view.pieces, this.selection);
    for (const [name, group] of this.groups) this.paintSquare(name, group, by.get(name), targets.get(name));
    (["white", "black"] as const).forEach((color, index) => {
      const hand = this.hands[index]!;
      hand.element.hidden = !this.geometry!.board.hands;
      if (hand.element.hidden) return;
      const may = (token: string) => this.early === color || (view.turn === color && this.moves.some((offer) => offer.verb === "drop" && offer.token === token));
      hand.paint({
        color, may, held: view.hands[index]!, image: (token) => this.image(token, color), chosen: view.turn === color || this.early === color ? this.selection.held : undefined,
        choose: ({ token, title }) => this.hold(this.selection.held === token ? undefined : token, title),
        drag: ({ token, title }, event) => follow(event, {
          picture: () => ({ image: this.image(token, color, this.size), size: this.size }),
          begun: () => this.hold(token, title),
          dropped: (x, y) => {
            const square = this.at(x, y);
            if (square) this.choose(square);
            else this.hold(undefined, title);
          },
        }),
      });
    });
    this.paintArrows();
    this.showCursor();
  }

  private paintSquare(name: string, group: SVGGElement, piece: Stands | undefined, offers: Offer[] | undefined): void {
    const view = this.view!;
    const shown: Marks = {
      last: view.last.includes(name),
      early: name === this.premove?.from || name === this.premove?.to,
      selected: name === (this.selection.to ?? this.selection.from),
      check: Boolean(view.check && piece?.royal && piece.color === view.turn),
      hinted: this.hint.includes(name),
    };
    const own = piece && { key: `${piece.token} ${piece.color} ${this.look} ${piece.title}`, title: `${colored(piece)}, ${name}`, picture: () => this.picture(piece.token, piece.color) };
    const square = this.places.get(name)!;
    const what = square.grid ? undefined : cell(this.geometry!.board, square);
    const drawn = paintSquare(group, this.shown.get(name), {
      marks: shown, piece: own,
      title: what && `${what.owner === "white" ? "White’s" : "Black’s"} ${what.kind}, ${name}`,
      target: offers && (offers.some((offer) => offer.captures.includes(name)) ? "capture" : piece && !this.selection.to ? "swap" : "quiet"),
    });
    if (drawn) this.shown.set(name, drawn);
    else this.shown.delete(name);
  }

  private paintArrows(): void {
    const { premove } = this;
    const early: Arrow[] = premove?.to ? [{ from: premove.from ?? premove.to, to: premove.to, kind: "premove" }] : [];
    this.arrows.replaceChildren(...[...this.pointed, ...this.drawn, ...early].map((one) => arrow(one, (square) => this.spot(square))).filter((one) => one !== undefined));
  }

  /** Selects a piece in hand, or cancels the selection. */
  private hold(token: string | undefined, title: string): void {
    this.selection = token ? { held: token } : {};
    this.paint();
    announce(token ? `${title} in hand, ${offersOf(this.moves, this.selection).length} squares` : "");
  }

  /** The document, or the shadow tree that contains the board. */
  private get tree(): Document | ShadowRoot {
    return this.element.getRootNode() instanceof ShadowRoot ? (this.element.getRootNode() as ShadowRoot) : document;
  }

  private get size(): number {
    const [group] = this.groups.values();
    return group?.querySelector(".ground")?.getBoundingClientRect().width ?? 40;
  }

  private at(x: number, y: number): string | undefined {
    const square = this.tree.elementFromPoint(x, y)?.closest<SVGGElement>("[data-square]");
    return square && this.svg.contains(square) ? square.dataset.square : undefined;
  }

  private down(event: PointerEvent): void {
    const square = this.at(event.clientX, event.clientY);
    if (event.button === 2 || this.isSketching) {
      this.pressed = square;
      return;
    }
    this.about.down(event);
    if (!square) return;
    if (event.button !== 0) return;
    this.cursor = square;
    if (this.setup) {
      this.events.put?.(square);
      return;
    }
    const before = this.selection.from;
    this.choose(square);
    if (this.selection.from !== square || before === square || this.selection.to) return;
    follow(event, {
      picture: () => {
        const piece = this.piece(square);
        return piece && { image: this.image(piece.token, piece.color, this.size), size: this.size };
      },
      begun: () => {
        this.dragged = square;
        this.shown.get(square)?.element.setAttribute("opacity", "0.35");
      },
      ended: () => (this.dragged = undefined),
      dropped: (x, y) => {
        this.shown.get(square)?.element.removeAttribute("opacity");
        const to = this.at(x, y);
        if (to && to !== square) this.choose(to);
      },
    });
  }

  private up(event: PointerEvent): void {
    this.about.up();
    const [from, to] = [this.pressed, this.at(event.clientX, event.clientY)];
    this.pressed = undefined;
    if (!from || !to) return;
    const same = this.drawn.findIndex((one) => one.from === from && one.to === to);
    if (same >= 0) this.drawn.splice(same, 1);
    else this.drawn.push({ from, to, kind: "user" });
    this.paintArrows();
  }

  /** Selects a square, or moves the selected piece to it. */
  private choose(square: string): void {
    this.close();
    const { view } = this;
    if (!view) return;
    if (this.early) {
      this.chooseEarly(square, this.early);
      return;
    }
    const step = stepTo(this.moves, this.selection, square);
    if (step?.kind === "play") {
      this.selection = {};
      this.events.play(step.offer);
      return;
    }
    if (step?.kind === "menu") {
      this.ask(square, step.offers);
      return;
    }
    const { from, held, to } = this.selection;
    const piece = this.piece(square);
    const isOwn = piece && (piece.color === view.turn || view.moves.some((offer) => offer.from === square));
    this.selection = {};
    if (step?.kind === "second") {
      this.selection = { from, held, to: step.to };
    } else if (from === square || to) {
      // A second click that has its own meaning, such as staying on the square, was handled above.
    } else if (held) {
      this.events.refused(`${held.length > 1 ? `{${held}}` : held}@${square}`);
    } else if (isOwn && this.mayMove()) {
      this.selection = { from: square };
    } else if (from) {
      this.events.refused(from + square);
    } else if (piece && this.mayMove()) {
      announce(`${colored(piece)} on ${square}: not yours to move`);
    }
    this.paint();
    if (this.selection.to) announce(`Choose the second square of the move, ${offersOf(this.moves, this.selection).length} squares`);
    else if (this.selection.from) announce(`${this.words(square)}, selected, ${offersOf(this.moves, this.selection).length} moves`);
  }

  /** Chooses a premove while the other side is to move. */
  private chooseEarly(square: string, color: Color): void {
    const { from, held } = this.selection;
    this.premove = undefined;
    this.selection = {};
    if ((from && from !== square) || held) {
      this.premove = { from, held, to: square };
      announce(`Next move: ${from ?? held} to ${square}. Escape takes it back.`);
    } else if (!from && this.piece(square)?.color === color) {
      this.selection = { from: square };
    }
    this.paint();
  }

  /** Plays the premove, if it is legal now. */
  private playPremove(): void {
    const { premove, view } = this;
    if (!premove?.to || !view || view.turn !== this.premover) return;
    this.premove = undefined;
    const [offer] = offersOf(this.moves, premove);
    if (offer) queueMicrotask(() => this.view === view && this.events.play(offer));
  }

  private ask(square: string, offers: Offer[]): void {
    const color = this.view!.turn;
    const after = (act: () => void) => {
      this.close();
      this.selection = {};
      act();
      this.focus();
    };
    this.menu = menu({
      square, offers,
      image: (offer) => (offer.token ? this.image(offer.token, color, 34) : null),
      chosen: (offer) => after(() => this.events.play(offer)),
      cancelled: () => after(() => this.paint()),
    });
    this.element.append(this.menu);
    place(this.menu, this.element, this.groups.get(square));
    this.menu.querySelector("button")?.focus();
  }

  private close(): void {
    this.menu?.remove();
    this.menu = undefined;
  }

  focus(): void {
    this.element.querySelector<HTMLElement>(".board-focus")?.focus({ preventScroll: true });
  }

  private words(square: string): string {
    const piece = this.piece(square);
    return piece ? `${square}, ${colored(piece)}` : `${square}, empty`;
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    if (step && this.geometry && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      const here = this.places.get(this.cursor ?? "") ?? this.geometry.board.squares[0]!;
      const next = this.cursor ? this.geometry.beyond(here, ...step) : here;
      this.cursor = (next ?? here).name;
      this.about.hide();
      this.showCursor();
      const isTarget = targetsOf(this.moves, this.selection).has(this.cursor);
      announce(this.words(this.cursor) + (isTarget ? ", legal target" : ""));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor && event.target instanceof HTMLElement && event.target.classList.contains("board-focus")) {
      event.preventDefault();
      if (this.setup) this.events.put?.(this.cursor);
      else this.choose(this.cursor);
    } else if (event.key === "i" && this.cursor && !event.altKey && !event.ctrlKey && !event.metaKey) {
      announce(this.about.show(this.cursor) ?? this.words(this.cursor));
    } else if (event.key === "Escape") {
      this.about.hide();
      this.selection = {};
      this.premove = undefined;
      this.close();
      this.paint();
    }
  }

  private showCursor(): void {
    const focused = this.element.contains(this.tree.activeElement);
    for (const [name, group] of this.groups) {
      group.querySelector(".cursor")?.remove();
      if (focused && name === this.cursor) group.append(s("rect", { class: "cursor", x: -48, y: -48, width: 96, height: 96 }));
    }
  }
}
