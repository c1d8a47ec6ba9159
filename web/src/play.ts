/** A game on a board: moves with variations, reasons for refusals, opponents, clocks, and setting up a position. */
import type { Color, Explanation, Offer, RulePage, SearchLimits, Thought, View } from "../../bindings/web/pkg/ferz.js";
import { Board } from "./board";
import { Clock, minutes as written } from "./clock";
import { announce, button, clear, download, h, rich, toast } from "./dom";
import * as games from "./games";
import { LOOKS, picture, type Look } from "./pieces";
import { ask, Refusal, Thinker, type Line, type Spec } from "./rpc";
import { join, split, withoutRights, withPieces, type Parts } from "./setup";
import { newId, set } from "./store";
import { s } from "./dom";

interface Node {
  text: string;
  /** The side to move after this move, if it is known. */
  turn: Color | undefined;
  parent: Node | undefined;
  children: Node[];
  /** The clocks at the time of the move. */
  clock?: Clock;
}

function begun(turn?: Color): Node {
  return { text: "", turn, parent: undefined, children: [] };
}

const COLORS = ["white", "black"] as const;
const NAMES: Record<Color, string> = { white: "White", black: "Black" };

type Player = "human" | `level ${number}`;

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The maximum time for a move at any level, in milliseconds, so that the high levels stay playable. */
const MOVE_TIME = 15_000;

export interface PlayOptions {
  /** Called after every change of the position. */
  changed?(line: Line, view: View): void;
  /** Opens the line of the rule file that a reason cites. */
  openLine?(file: string, line: number): void;
  /** True to show only the board and the moves. */
  small?: boolean;
  /** If set, the game is saved in the browser, and the address contains its moves. */
  kept?: {
    /** The game, with its array, reading, and switches, as in the address. */
    game: string;
    /** The initial position. */
    shown: games.Shown;
    /** Called with the address of the position. `isNew` is true if a new game has begun. */
    address(position: string, isNew: boolean): void;
  };
}

export class Play {
  readonly element = h("div", { class: "play" });
  readonly board: Board;
  private root: Node = begun();
  private node = this.root;
  private fen: string | undefined;
  private view: View | undefined;
  private ended: string | undefined;
  private players: Record<Color, Player> = { white: "human", black: "human" };
  private minds: Record<Color, Thinker> = { white: new Thinker(), black: new Thinker() };
  private helper = new Thinker();
  private run = 0;
  private status = h("p", { class: "status" });
  private refusal = h("div", { class: "refusal", role: "status" });
  private list = h("div", { class: "moves", role: "group", "aria-label": "Moves played" });
  private thinking = h("p", { class: "thinking" });
  private more = h("ul", { class: "state" });
  private actions = h("div", { class: "buttons" });
  private clockBoxes: Record<Color, HTMLElement> = { white: h("span", { class: "clock" }), black: h("span", { class: "clock" }) };
  private clock: Clock | undefined;
  private timer = 0;
  private selects: Partial<Record<Color, HTMLSelectElement>> = {};
  /** True if the computer is to move but waits, because the user went back to this position. */
  private waiting = false;
  private hasLeft = false;
  private record = { id: newId(), version: 0, isNew: false };
  private fenField = h("input", { type: "text", class: "fen", id: "fen", spellcheck: "false", "aria-label": "Position as FEN" });
  private palette = h("div", { class: "palette", hidden: true });
  /** The position that is being set up: its original state, and its fields as currently edited. */
  private setting: { fen: string; pieces: View["pieces"]; parts: Parts; problem: HTMLElement; written(): Parts } | undefined;
  private painted: { token: string; color: "white" | "black" } | undefined;

  constructor(
    private spec: Spec,
    private page: RulePage,
    private readonly options: PlayOptions = {},
  ) {
    this.board = new Board({
      play: (offer) => void this.play(offer.text),
      refused: (text) => void this.refuse(text),
      put: (square) => void this.put(square),
    });
    this.board.setGame(page.board, page.pieces);
    this.build();
    const { kept } = options;
    void (kept ? this.open(kept.game, kept.shown) : this.show());
  }

  /** Opens a saved game, or the game in the address. */
  private async open(game: string, shown: games.Shown): Promise<void> {
    const kept = games.find(game, shown);
    if (kept) {
      this.take(kept);
      try {
        await this.show(this.node.children.length > 0);
        return;
      } catch {
        // The rules have changed since the game was saved, so the legal part of its main line is played.
        shown = this.shown;
        this.reset();
        this.record.isNew = false;
      }
    }
    try {
      const turns = await ask("turns", { spec: this.spec, fen: shown.fen, moves: shown.moves });
      this.fen = shown.fen;
      this.root.turn = turns[0];
      const line = [this.root];
      for (const [index, turn] of turns.slice(1).entries()) {
        const node: Node = { text: shown.moves[index]!, turn, parent: line.at(-1)!, children: [] };
        line.at(-1)!.children.push(node);
        line.push(node);
      }
      this.node = line[Math.min(shown.at, line.length - 1)]!;
      if (turns.length <= shown.moves.length) toast(`The move ${shown.moves[turns.length - 1]} is not legal under these rules; the game is shown up to there.`);
    } catch {
      toast("The position in the address does not fit this game. The game begins at its start.");
      this.reset();
      this.record.isNew = false;
    }
    await this.show(this.node.children.length > 0);
  }

  private take(kept: games.KeptGame): void {
    const node = ({ text, turn, children }: games.Tree, parent: Node | undefined): Node => {
      const own: Node = { text, turn, parent, children: [] };
      own.children = children.map((child) => node(child, own));
      return own;
    };
    this.root = node(kept.root, undefined);
    this.node = kept.path.reduce((at, index) => at.children[index] ?? at, this.root);
    this.fen = kept.fen;
    this.ended = kept.ended;
    this.record = { id: kept.id, version: kept.version, isNew: false };
    for (const color of COLORS) {
      const player = kept.players[color] as Player;
      if (player !== "human" && !/^level \d+$/.test(player)) continue;
      this.players[color] = player;
      if (this.selects[color]) this.selects[color]!.value = player;
    }
  }

  /** Returns the main line through the shown position. */
  private get shown(): games.Shown {
    const { moves } = this.line;
    const all = [...moves];
    for (let next = this.node.children[0]; next; next = next.children[0]) all.push(next.text);
    return { fen: this.fen, moves: all, at: moves.length };
  }

  /** Saves the game in the browser and in the address. */
  private keep(): void {
    const { kept } = this.options;
    if (!kept) return;
    kept.address(games.writeShown(this.shown), this.record.isNew);
    if (!this.root.children.length && !this.record.isNew && this.record.version === 0) return;
    const tree = ({ text, turn, children }: Node): games.Tree => ({ text, turn: turn ?? "white", children: children.map(tree) });
    const path: number[] = [];
    for (let { node } = this; node.parent; node = node.parent) path.unshift(node.parent.children.indexOf(node));
    const over = Boolean(this.ended ?? this.view?.outcome);
    const game: games.KeptGame = { id: this.record.id, game: kept.game, fen: this.fen, root: tree(this.root), path, players: this.players, ended: this.ended, over, version: this.record.version, saved: 0 };
    games.save(game);
    this.record = { id: game.id, version: game.version, isNew: false };
  }

  /** Returns the position in the form that the worker expects. */
  get line(): Line {
    const moves: string[] = [];
    for (let node = this.node; node.parent; node = node.parent) moves.unshift(node.text);
    return { spec: this.spec, fen: this.fen, moves };
  }

  /** Cancels all running requests. */
  close(): void {
    this.run += 1;
    for (const mind of [this.minds.white, this.minds.black, this.helper]) mind.stop();
    clearInterval(this.timer);
  }

  /** Leaves the view for good. Requests that are still running do not start the computer again. */
  leave(): void {
    this.hasLeft = true;
    this.close();
  }

  /** Continues the game under other rules. The moves are played up to the first that is illegal there. */
  async setRules(spec: Spec, page: RulePage): Promise<void> {
    this.spec = spec;
    const same = JSON.stringify(page.board) === JSON.stringify(this.page.board);
    this.page = page;
    this.board.setGame(page.board, page.pieces);
    if (!same) this.reset();
    try {
      await this.show();
    } catch {
      this.reset();
      await this.show();
    }
  }

  private reset(fen?: string): void {
    this.close();
    this.root = begun();
    this.node = this.root;
    this.fen = fen;
    this.ended = undefined;
    this.record = { id: newId(), version: 0, isNew: true };
    this.stopClock();
  }

  /** Begins a game from a position, or from the starting position. */
  async begin(fen?: string): Promise<void> {
    const before = [this.root, this.node, this.fen, this.ended, this.record] as const;
    this.reset(fen);
    try {
      await this.show();
    } catch (error) {
      [this.root, this.node, this.fen, this.ended, this.record] = before;
      throw error;
    }
  }

  private build(): void {
    const undo = button("Undo", () => this.back(), { "data-act": "undo" });
    const redo = button("Redo", () => this.forward());
    const flip = button("Flip", () => this.board.flip());
    const fresh = button("New game", () => void this.begin());
    const hint = button("Hint", () => void this.hint());
    const hurry = button("Move now", () => {
      if (this.waiting) void this.turn();
      else this.minds[this.view?.turn ?? "white"].hurry();
    });
    this.actions.append(undo, redo, flip, fresh, hint, hurry);
    const side = h("div", { class: "side" }, this.status, this.refusal, this.thinking, this.actions);
    if (!this.options.small) {
      side.append(this.chooser(), this.clocks());
    }
    side.append(h("h2", { class: "minor" }, "Moves"), this.list, this.more);
    if (!this.options.small) side.append(this.position());
    this.element.append(h("div", { class: "board-side" }, this.board.element, this.palette), side);
    this.element.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement) return;
      if (event.key === "u") this.back();
      if (event.key === "r") this.forward();
      if (event.key === "f") this.board.flip();
    });
  }

  private chooser(): HTMLElement {
    const choose = (color: Color) => {
      const select = h("select", { id: `player-${color}`, onchange: () => {
        this.players[color] = select.value as Player;
        this.setMovers();
        this.minds[color].stop();
        this.keep();
        void this.turn();
      } });
      this.selects[color] = select;
      for (const player of ["human", ...LEVELS.map((level) => `level ${level}`)]) {
        select.append(h("option", { value: player }, player === "human" ? "you" : `computer, ${player}`));
      }
      return h("label", {}, color === "white" ? "White: " : "Black: ", select);
    };
    const look = h("select", { onchange: () => {
      set("look", look.value);
      this.board.setLook(look.value as Look);
    } }, ...Object.entries(LOOKS).map(([name, title]) => h("option", { value: name, selected: this.board.look === name }, title)));
    look.id = "look";
    return h("div", { class: "players" }, choose("white"), choose("black"), h("label", {}, "Pieces: ", look));
  }

  private clocks(): HTMLElement {
    const minutes = h("input", { type: "number", min: 1, max: 180, value: 10, size: 4, "aria-label": "Minutes for each side" });
    const more = h("input", { type: "number", min: 0, max: 60, value: 5, size: 4, "aria-label": "Seconds added for each move" });
    const start = button("Start clocks", () => {
      this.stopClock();
      this.clock = new Clock(Number(minutes.value) * 60_000, Number(more.value) * 1000);
      this.timer = window.setInterval(() => this.tick(), 250);
      this.tick();
    });
    const end = (text: string) => this.end(text);
    // Against the computer, the human player resigns, even while the computer is thinking.
    const loser = (): Color => {
      const people = COLORS.filter((color) => this.players[color] === "human");
      return people.length === 1 ? people[0]! : (this.view?.turn ?? "white");
    };
    return h("details", { class: "more" }, h("summary", {}, "Clock, resign, draw"),
      h("div", { class: "buttons" }, minutes, " min + ", more, " s ", start, button("Stop clocks", () => this.stopClock()), this.clockBoxes.white, this.clockBoxes.black),
      h("div", { class: "buttons" }, button("Resign", () => end(`${NAMES[other(loser())]} wins: ${NAMES[loser()]} resigned.`)), button("Agree on a draw", () => end("The game is drawn: agreed."))));
  }

  /** Ends the game for a reason outside the rules, such as resignation. */
  private end(text: string): void {
    if (!this.view || this.view.outcome || this.ended) return;
    this.ended = text;
    this.stopClock();
    this.close();
    this.describe();
    this.keep();
  }

  private stopClock(): void {
    clearInterval(this.timer);
    this.clock = undefined;
    for (const box of Object.values(this.clockBoxes)) box.textContent = "";
  }

  private tick(): void {
    const { clock, view } = this;
    if (!clock || !view || view.outcome || this.ended) return;
    clock.charge(view.turn);
    for (const color of COLORS) this.clockBoxes[color].textContent = `${NAMES[color]} ${written(this.left(clock, color))}`;
    if (this.left(clock, view.turn) <= 0) this.end(`${NAMES[other(view.turn)]} wins: time is up.`);
  }

  /** Returns the time that a side has left in the shown position. */
  private left(clock: Clock, color: Color): number {
    let moves = 0;
    for (let { node } = this; node.parent; node = node.parent) {
      if (node.clock === clock && node.parent.turn === color) moves += 1;
    }
    return clock.left(color, moves);
  }

  /** Creates the controls for entering and setting up a position. */
  private position(): HTMLElement {
    const field = this.fenField;
    const problem = h("p", { class: "problem", role: "alert" });
    const load = async () => {
      problem.textContent = "";
      try {
        await this.begin(field.value.trim() || undefined);
      } catch (error) {
        problem.textContent = (error as Error).message;
      }
    };
    const edit = button("Set up by hand", () => this.setUp(edit));
    const picture = async () => download(`${this.page.name}.svg`, await ask("svg", this.line), "image/svg+xml");
    const moves = () => download(`${this.page.name}.txt`, `${this.line.moves.join(" ")}\n`, "text/plain");
    return h("details", { class: "more" }, h("summary", {}, "Position and files"),
      h("div", { class: "buttons" }, field, button("Load", () => void load()), edit), problem,
      h("div", { class: "buttons" }, button("Picture (SVG)", () => void picture()), button("Moves", moves)));
  }

  private setUp(toggle: HTMLButtonElement): void {
    if (this.board.setup) {
      void this.finish(toggle);
      return;
    }
    if (!this.view) return;
    this.board.setup = true;
    this.palette.hidden = false;
    toggle.textContent = "Done";
    this.close();
    this.painted = undefined;
    const parts = split(this.view.fen);
    const before = { fen: this.view.fen, pieces: this.view.pieces, parts };
    const empty = button("Remove", () => (this.painted = undefined));
    const bare = button("Clear the board", () => this.put(undefined));
    const cancel = button("Cancel", () => {
      this.closeSetUp(toggle);
      void this.show(true);
    });
    const field = (id: string, value: string) => h("input", { type: "text", id, value, spellcheck: "false", autocapitalize: "off", class: "field" });
    const [hands, rest] = [field("setup-hands", parts.hands), field("setup-rest", parts.rest)];
    const turn = h("select", { id: "setup-turn" }, ...COLORS.map((color) => h("option", { value: color, selected: color === parts.turn }, NAMES[color])));
    const problem = h("p", { class: "problem", role: "alert" });
    clear(this.palette, h("p", {}, "Choose a piece, then squares. “Remove” clears squares."), empty);
    for (const color of COLORS) {
      for (const piece of this.page.pieces) {
        if (piece.neutral && color === "black") continue;
        const side = piece.neutral ? "neutral" : color;
        const drawn = s("svg", { viewBox: "-50 -50 100 100", width: 32, height: 32, "aria-hidden": "true" }, picture(piece.token, side, this.board.look, piece));
        this.palette.append(h("button", { type: "button", title: `${side} ${piece.title}`, onclick: () => (this.painted = { token: piece.token, color }) }, drawn, h("span", { class: "sr" }, `${side} ${piece.title}`)));
      }
    }
    this.palette.append(h("p", {}, h("label", {}, "To move: ", turn), " ",
      this.page.board.hands ? h("label", {}, "In hand (White in capitals): ", hands) : null, " ",
      h("label", {}, "Castling, en passant, counters, rights: ", rest)), bare, cancel, problem);
    this.setting = { ...before, problem, written: () => ({ ...parts, hands: hands.value, rest: rest.value, turn: turn.value as Color }) };
  }

  private closeSetUp(toggle: HTMLButtonElement): void {
    this.board.setup = false;
    this.palette.hidden = true;
    this.setting = undefined;
    toggle.textContent = "Set up by hand";
  }

  /** Begins a game from the position that was set up. An invalid position stays on the board, and the reason is shown. */
  private async finish(toggle: HTMLButtonElement): Promise<void> {
    const { setting, view } = this;
    if (!setting || !view) return;
    let parts = setting.written();
    const isMoved = view.pieces !== setting.pieces;
    if (isMoved) parts = withPieces(parts, this.page.board, view.pieces);
    const fen = join(parts);
    if (!isMoved && fen === join(setting.parts)) {
      this.closeSetUp(toggle);
      await this.show(true);
      return;
    }
    // Rights that the user has not edited are removed if the pieces no longer allow them.
    const other = isMoved && setting.written().rest === setting.parts.rest ? [join(withoutRights(parts))] : [];
    for (const [index, text] of [fen, ...other].entries()) {
      try {
        await ask("view", { spec: this.spec, fen: text, moves: [] });
        this.closeSetUp(toggle);
        await this.begin(text);
        if (index) toast("The castling rights and en passant did not fit the pieces and were removed.");
        return;
      } catch (error) {
        if (!index) setting.problem.textContent = (error as Error).message;
      }
    }
  }

  /** Puts the chosen piece on a square, or clears the square; without a square, clears the board. */
  private put(square: string | undefined): void {
    if (!this.view) return;
    const pieces = square ? this.view.pieces.filter((piece) => piece.square !== square) : [];
    if (this.painted && square) {
      const { token, color } = this.painted;
      const info = this.page.pieces.find((piece) => piece.token === token);
      pieces.push({ square, token, color: info?.neutral ? "neutral" : color, title: info?.title ?? token, piece: info?.piece ?? "", royal: info?.royal ?? false });
    }
    this.view = { ...this.view, pieces, last: [], moves: [], check: false };
    this.board.setView(this.view);
  }

  private setMovers(): void {
    const may = (color: Color) => this.players[color] === "human" || (this.waiting && this.view?.turn === color);
    this.board.movers = { white: may("white"), black: may("black") };
  }

  /** Plays a move in the shown position, or follows it if the variation already exists. */
  async play(text: string): Promise<void> {
    if (this.ended) return;
    const from = this.node;
    const known = from.children.find((child) => child.text === text);
    this.tick();
    if (this.ended) return;
    let view: View;
    try {
      ({ view } = await ask("play", this.line, text));
    } catch (error) {
      clear(this.refusal, h("p", {}, (error as Error).message));
      return;
    }
    // Another move may have been played or taken back in the meantime.
    if (this.node !== from) return;
    const child = known ?? { text, turn: view.turn, parent: from, children: [], clock: this.clock };
    if (!known) from.children.push(child);
    this.node = child;
    this.accept(view);
    announce(`${text}. ${this.status.textContent}`);
  }

  private back(): void {
    if (!this.node.parent) return;
    this.ended = undefined;
    // Against the computer, go back to the last position in which the human player moves. If there is none, the computer begins again.
    do this.node = this.node.parent!;
    while (this.node.parent && !this.both() && this.isComputer(this.node.turn));
    void this.show(this.both() || !this.isComputer(this.node.turn));
  }

  private isComputer(color: Color | undefined): boolean {
    return color !== undefined && this.players[color] !== "human";
  }

  private both(): boolean {
    return this.players.white !== "human" && this.players.black !== "human";
  }

  private forward(): void {
    const next = this.node.children[0];
    if (!next) return;
    this.node = next;
    void this.show(true);
  }

  /** Requests the position from the worker, and shows it. */
  async show(waiting = false): Promise<void> {
    this.run += 1;
    this.accept(await ask("view", this.line), waiting);
  }

  private accept(view: View, waiting = false): void {
    this.view = view;
    this.node.turn = view.turn;
    this.waiting = waiting && this.isComputer(view.turn) && !view.outcome && !this.ended;
    this.setMovers();
    clear(this.refusal);
    this.thinking.textContent = "";
    this.board.setView(view);
    this.clock?.restart();
    // A text that the user is typing is not overwritten.
    if (document.activeElement !== this.fenField) this.fenField.value = view.fen;
    this.describe();
    this.keep();
    this.options.changed?.(this.line, view);
    if (!waiting) void this.turn();
  }

  private describe(): void {
    const view = this.view!;
    const turn = `${NAMES[view.turn]} to move${view.check ? ", in check" : ""}${this.waiting ? ". The computer waits" : ""}`;
    this.status.textContent = this.ended ?? view.outcome?.text ?? turn;
    this.status.classList.toggle("over", Boolean(this.ended ?? view.outcome));
    if (this.ended) this.board.movers = { white: false, black: false };
    clear(this.more, ...view.status.map((text) => h("li", {}, text)));
    for (const pass of this.actions.querySelectorAll(".pass")) pass.remove();
    // The buttons for claims are placed with those for passes, and are removed together with them.
    const claims = this.ended || view.outcome ? [] : (view.claims ?? []);
    for (const reason of claims) {
      const text = reason.replaceAll("-", " ");
      this.actions.append(button(`Claim: ${text}`, () => this.end(`The game is drawn: ${text}.`), { class: "pass", "data-act": "claim" }));
    }
    const bare = view.moves.filter((offer) => !offer.to || (!offer.from && offer.verb !== "drop"));
    for (const offer of bare) this.actions.append(button(offer.verb === "pass" ? "Pass" : offer.text, () => void this.play(offer.text), { class: "pass" }));
    this.listMoves();
  }

  private listMoves(): void {
    clear(this.list);
    let number = 0;
    const entry = (node: Node, label: string): HTMLElement => {
      const go = () => {
        this.node = node;
        this.ended = undefined;
        void this.show(true);
      };
      number += 1;
      return h("button", { type: "button", class: "move", "aria-current": node === this.node ? "true" : null, "data-number": number, onclick: go }, label ? h("span", { class: "number" }, label) : null, node.text);
    };
    // A turn number is written before White's first move of a turn, and before Black's if the number would not be clear otherwise.
    const first = "white";
    const label = (node: Node, turn: number, begins: boolean): string => {
      const mover = node.parent!.turn;
      const before = node.parent!.parent?.turn;
      if (mover === before && !begins) return "";
      if (mover === first) return `${turn}.`;
      const several = node.parent!.parent?.parent?.turn === before || node.turn === mover;
      return begins || several ? `${turn}…` : "";
    };
    const write = (from: Node, number: number, into: HTMLElement, begins: boolean) => {
      let [node, turn, isFirst] = [from, number, begins];
      for (let next = node.children[0]; next; next = node.children[0]) {
        if (node.parent && node.turn === first && node.parent.turn !== first) turn += 1;
        into.append(entry(next, label(next, turn, isFirst)));
        isFirst = false;
        for (const variation of node.children.slice(1)) {
          const box = h("span", { class: "variation" }, "(");
          box.append(entry(variation, label(variation, turn, true)));
          write(variation, turn, box, false);
          box.append(")");
          into.append(box);
          isFirst = true;
        }
        node = next;
      }
    };
    write(this.root, 1, this.list, true);
    if (!this.list.firstChild) this.list.append(h("p", { class: "empty" }, "No moves yet."));
    const current = this.list.querySelector<HTMLElement>("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** Explains why a move is illegal, with the rules that forbid it. */
  private async refuse(text: string): Promise<void> {
    let explained: Explanation;
    try {
      explained = await ask("explain", this.line, text);
    } catch (error) {
      clear(this.refusal, h("p", {}, (error as Refusal).message));
      return;
    }
    const reasons = explained.reasons.map((reason) => {
      const item = h("li", {}, rich(reason.text));
      if (reason.file && reason.line) {
        const [file, line] = [reason.file, reason.line];
        const place = `${file.split("/").at(-1)}:${line}`;
        item.append(" ", this.options.openLine ? button(place, () => this.options.openLine?.(file, line), { class: "link" }) : h("small", {}, place));
      }
      if (reason.cites?.length) item.append(" ", h("small", {}, `[${reason.cites.join(", ")}]`));
      return item;
    });
    clear(this.refusal, h("strong", {}, `${explained.mv} is ${explained.legal ? "legal" : "not legal"}:`), h("ul", {}, ...reasons));
    announce(`${explained.mv} is not legal: ${explained.reasons.map((reason) => reason.text).join("; ")}`);
  }

  private tell(thought: Thought): void {
    const worth = thought.mate !== null ? `${thought.mate > 0 ? "wins" : "loses"} in ${Math.abs(thought.mate)}` : `${((thought.score ?? 0) / 100).toFixed(2)}`;
    this.thinking.textContent = `depth ${thought.depth}, ${worth}, ${thought.nodes.toLocaleString("en")} positions: ${thought.line.slice(0, 6).join(" ")}`;
  }

  /** Lets the computer move if it is its turn. */
  private async turn(): Promise<void> {
    const view = this.view;
    const run = ++this.run;
    if (!view || view.outcome || this.ended || this.board.setup || this.hasLeft) return;
    if (this.waiting) {
      this.waiting = false;
      this.setMovers();
      this.describe();
    }
    const player = this.players[view.turn];
    if (player === "human") return;
    const level = Number(player.split(" ")[1]);
    const left = this.clock ? this.left(this.clock, view.turn) / 30 : MOVE_TIME;
    const limits: SearchLimits = { level, time: Math.max(50, Math.min(MOVE_TIME, left)), seed: Math.floor(Math.random() * 1e6) };
    let expects = 0;
    const found = await this.minds[view.turn].think(this.line, limits, (thought) => {
      if (run !== this.run) return;
      expects = thought.mate ?? thought.score ?? 0;
      this.tell(thought);
    });
    if (!found || run !== this.run) return;
    // A computer player that expects a draw at most claims it.
    const claim = expects <= 0 ? view.claims?.[0] : undefined;
    if (claim) this.end(`The game is drawn: ${claim.replaceAll("-", " ")}.`);
    else await this.play(found);
  }

  private async hint(): Promise<void> {
    if (!this.view || this.view.outcome) return;
    const view = this.view;
    const best = await this.helper.think(this.line, { nodes: 60_000, time: 2000 }, (thought) => this.tell(thought));
    if (this.view !== view || !best) return;
    const offer: Offer | undefined = view.moves.find((one) => one.text === best);
    this.board.setHint([offer?.from, offer?.to].filter((square) => typeof square === "string"));
    announce(`Hint: ${best}`);
  }
}

function other(color: Color): Color {
  return color === "white" ? "black" : "white";
}
