/** A game on a board with its panel: the model of the game, the computer players, and the views that draw them. */
import type { Color, Explanation, Offer, RulePage, SearchLimits, Thought, View } from "../../../bindings/web/pkg/ferz.js";
import { Board } from "../board/board";
import { written } from "../board/picture";
import { told } from "../board/status";
import { saidMove } from "../board/words";
import { announce, arrange, clear, h, showMiddle, toast } from "../dom";
import { drafts, type Drafts } from "../drafts";
import * as faults from "../faults";
import { styleOf } from "../drawing/style";
import * as games from "../games";
import { Match, NAMES, type Moves, type Player } from "../model/match";
import type { MoveNode } from "../model/tree";
import { ask, Thinker, type Line, type Spec } from "../rpc";
import { set, setting } from "../setting";
import { Analysis } from "./analysis";
import { appearance, type Effect } from "./appearance";
import { Commands } from "./commands";
import { PositionEditor } from "./editor";
import { Keeper, type Kept } from "./keeper";
import { MoveList } from "./moves";
import { PlayerRows } from "./players";
import { reasons } from "./reasons";
import { Records } from "./records";
import { Review } from "./review";
import { sound } from "./sounds";
import { StartPanel } from "./start";

/** The maximum time for a move at any level, in milliseconds, so that the high levels stay playable. */
const MOVE_TIME = 15_000;
const CALM = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "on";
/** The maximum score at which the computer accepts a draw, in hundredths of a pawn. */
const CONTENT = 0;

export interface PlayOptions {
  /** Called after every change of the position. */
  changed?(line: Line, view: View): void;
  /** Opens the line of the rule file that a reason cites. */
  openLine?(file: string, line: number): void;
  /** Called with an illegal move that was copied from another board. */
  stopped?(text: string): void;
  /** True to show only the board and the moves. */
  small?: boolean;
  /** The player of Black in a new game. */
  opponent?: Player;
  /** The position, the moves up to the first illegal one, the players, and the near side of a game that is not saved. */
  fen?: string;
  moves?: string[];
  players?: Record<Color, Player>;
  flipped?: boolean;
  /** True on a foreign page: the panel has no files and no choice of piece styles. */
  embedded?: boolean;
  /** If set, the game is saved in the browser, and the address contains its moves. */
  kept?: Kept;
}

export class Play {
  readonly element = h("div", { class: "play" });
  readonly board: Board;
  readonly match: Match;
  private minds: Record<Color, Thinker> = { white: new Thinker(), black: new Thinker() };
  private helper = new Thinker();
  private run = 0;
  private timer = 0;
  private hasLeft = false;
  /** The effects that accompany moves. They are off at first if the user prefers little motion. */
  private effects: Record<Effect, boolean> = { sounds: setting("sounds", CALM) === "on", motion: setting("motion", CALM) === "on" };
  private expects = Infinity;
  private status = h("p", { class: "status" });
  private refusal = h("div", { class: "refusal", role: "status" });
  private thinking = h("p", { class: "thinking" });
  private more = h("ul", { class: "state" });
  private editor: PositionEditor;
  private records: Records | undefined;
  private drafts: Drafts | undefined;
  private keeper: Keeper | undefined;
  private moves: MoveList;
  private rows: PlayerRows;
  private analysis: Analysis;
  private review: Review;
  private start: StartPanel;
  private commands: Commands;
  private boardSide = h("div", { class: "board-side" });
  private row = h("div", { class: "board-row" });
  private keys = (event: KeyboardEvent) => this.key(event);
  private away = () => this.keep();

  constructor(
    private spec: Spec,
    private page: RulePage,
    private readonly options: PlayOptions = {},
  ) {
    if (options.kept) this.drafts = drafts(options.kept.game);
    const at = (moves: Moves): Line => ({ spec: this.spec, ...moves });
    this.match = new Match({
      view: (moves) => ask("view", at(moves)),
      play: (moves, text) => ask("play", at(moves), text),
      replay: (moves) => ask("replay", at(moves)),
    }, (waiting) => this.changed(waiting));
    this.board = new Board({
      play: (offer) => void this.play(offer.text),
      refused: (text) => void this.refuse(text),
      put: (square) => this.editor.put(square),
    });
    this.board.setGame(page.board, page.pieces, styleOf(page));
    const { match, board } = this;
    board.motion = this.effects.motion;
    this.editor = new PositionEditor({ board, page: () => this.page, spec: () => this.spec, line: () => this.line, view: () => match.view, begin: (fen) => this.begin(fen), pause: () => this.pause(), back: () => void match.show(true), drafts: this.drafts });
    const go = (node: MoveNode) => this.step(() => match.goTo(node));
    this.review = new Review(match, (moves) => at({ fen: match.fen, moves }), (node) => this.step(() => match.goTo(node, match.ended)), () => this.moves.paint());
    this.moves = new MoveList(match, go, (count) => this.step(() => match.step(count)), (node) => this.review.fault(node));
    this.rows = new PlayerRows(match, board, () => !this.page.board.hands);
    this.analysis = new Analysis(board, () => ({ line: this.line, view: match.view }), (moves) => void this.enter(moves));
    this.start = new StartPanel({
      match,
      opens: options.opponent !== undefined,
      player: (color) => this.setPlayer(color),
      startClock: (total, more) => {
        match.startClock(total, more);
        this.startTimer();
      },
      stopClock: () => {
        match.clock = undefined;
        this.rows.paintClocks();
      },
    });
    this.commands = new Commands(match, {
      takeBack: () => void match.takeBack(),
      hurry: () => {
        if (match.waiting) void this.turn();
        else this.minds[match.view?.turn ?? "white"].hurry();
      },
      begin: () => void this.begin(),
      flip: () => this.flip(),
      sketch: () => (board.sketching = !board.sketching),
      hint: () => void this.hint(),
      review: () => void this.review.begin(),
      draw: () => this.draw(),
      resign: () => match.resign() && this.finish(),
      claim: (text) => match.end(text) && this.finish(),
      play: (text) => void this.play(text),
    }, this.analysis.toggle);
    this.build();
    this.keeper = options.kept && new Keeper(match, options.kept);
    const opened = this.keeper ? this.open(this.keeper) : this.first();
    opened.then(() => this.editor.resume()).catch((error: Error) => clear(this.refusal, h("p", { class: "problem" }, faults.described(error))));
  }

  private async first(): Promise<void> {
    const { fen, moves = [], players, flipped } = this.options;
    if (players) this.match.players = players;
    if (fen ?? moves.length) await this.match.enter({ fen, moves, at: moves.length });
    if (flipped) this.flip(true);
    else this.turnBoard();
    await this.match.show();
  }

  /** Opens a saved game, or the game in the address. */
  private async open(keeper: Keeper): Promise<void> {
    const { match } = this;
    if (!(await keeper.open(this.options.opponent, () => this.turnBoard()))) return;
    if (match.clock) this.startTimer();
    if (await match.complete()) this.describe();
  }

  private keep(): void {
    if (!this.hasLeft) this.keeper?.save();
  }

  /** Shows a saved game, such as one that was read from a record, as a new one. */
  async take(kept: games.KeptGame): Promise<void> {
    const { match } = this;
    this.pause();
    this.review.clear();
    match.take(kept);
    match.record = { id: "", version: 0, isNew: true };
    this.turnBoard();
    await match.complete();
    await match.show(true);
  }

  /** Returns the position in the form that the worker expects. */
  get line(): Line {
    return { spec: this.spec, ...this.match.line };
  }

  /** Cancels all running requests. */
  private pause(): void {
    this.run += 1;
    for (const mind of [this.minds.white, this.minds.black, this.helper]) mind.stop();
  }

  /** Ends the view. No pending request starts the computer again. */
  close(): void {
    this.away();
    this.hasLeft = true;
    this.pause();
    this.analysis.close();
    this.review.close();
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.keys);
    window.removeEventListener("pagehide", this.away);
  }

  /** Continues the game under other rules, at the last position that is legal under them. Its later moves are kept. */
  async setRules(spec: Spec, page: RulePage): Promise<void> {
    this.spec = spec;
    this.page = page;
    this.board.setGame(page.board, page.pieces, styleOf(page));
    this.arrange();
    try {
      await this.match.settle();
    } catch {
      this.match.reset(); // The starting position is not legal under these rules.
      await this.match.show();
    }
  }

  /** Begins a game from a position, or from the starting position. */
  async begin(fen?: string): Promise<void> {
    this.pause();
    this.expects = Infinity;
    this.review.clear();
    await this.match.begin(fen);
  }

  private build(): void {
    const { match } = this;
    const typed = h("input", { type: "text", id: "typed", class: "typed", placeholder: "Type a move", "aria-label": "Type a move, such as Nf3 or g1f3", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const form = h("form", { class: "typing", onsubmit: (event: Event) => {
      event.preventDefault();
      void this.type(typed);
    } }, typed);
    const { embedded, small } = this.options;
    const side = h("div", { class: "side" }, this.status, this.refusal, small || embedded ? null : this.start.element, this.moves.element, form, this.commands.element, this.review.element, this.analysis.element, this.thinking, small || embedded ? null : this.appearance(), this.more);
    if (!small && !embedded) {
      this.records = new Records({ spec: () => this.spec, page: () => this.page, line: () => this.line, match, game: () => this.options.kept?.game ?? this.page.name, begin: (fen) => this.begin(fen), take: (kept) => this.take(kept), drafts: this.drafts, picture: () => written(this.board.drawing, `${this.page.title}: ${this.match.view?.fen ?? ""}`) }, this.editor.toggle);
      side.append(this.records.element);
    }
    this.element.append(this.boardSide, side);
    this.arrange();
    document.addEventListener("keydown", this.keys);
    window.addEventListener("pagehide", this.away);
  }

  private appearance(): HTMLElement {
    const { board, effects } = this;
    return appearance({
      look: board.look,
      setLook: (look) => {
        set("look", look);
        board.setLook(look);
        this.rows.paint();
      },
      effects,
      setEffect: (effect, isOn) => {
        set(effect, isOn ? "on" : "off");
        effects[effect] = isOn;
        board.motion = effects.motion;
      },
    });
  }

  private arrange(): void {
    const [far, near] = this.rows.elements;
    const { row, board: { shape, element } } = this;
    this.boardSide.style.setProperty("--shape", shape);
    arrange(row, this.analysis.bar, element);
    arrange(this.boardSide, far, row, near, this.editor.palette);
    showMiddle(row, shape);
  }

  private flip(flipped?: boolean): void {
    this.board.flip(flipped);
    const focused = document.activeElement as HTMLElement | null;
    this.arrange();
    this.analysis.bar.classList.toggle("turned", this.board.flipped);
    if (focused && this.element.contains(focused)) focused.focus();
  }

  /** Turns the board to the user's side. */
  private turnBoard(): void {
    const { person } = this.match;
    if (person) this.flip(person === "black");
  }

  private setPlayer(color: Color): void {
    const { match } = this;
    if (match.person) set("opponent", match.players[match.person === "white" ? "black" : "white"]);
    else if (!match.isComputer("white")) set("opponent", "human");
    this.turnBoard();
    this.minds[color].stop();
    this.setMovers();
    if (match.view) this.describe();
    this.keep();
    void this.turn();
  }

  private setMovers(): void {
    const { board, match } = this;
    board.movers = { white: match.mayMove("white"), black: match.mayMove("black") };
    board.premover = match.isOver ? undefined : match.person;
  }

  private key(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as HTMLElement;
    const isHere = target.contains(this.element) || this.element.contains(target);
    if (!isHere || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea, .cm-editor, .choices")) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step && (target.contains(this.element) || target.closest(".record"))) {
      event.preventDefault();
      this.step(() => this.match.step(step));
    } else if (event.key === "u") void this.match.takeBack();
    else if (event.key === "r") this.step(() => this.match.step(1));
    else if (event.key === "f") this.flip();
  }

  /** Goes to another position. Rules that were edited may no longer allow it. */
  private step(act: () => Promise<void>): void {
    act().catch((error: Error) => toast(`This position is not legal under the rules as they are now. ${faults.described(error)}`));
  }

  private startTimer(): void {
    clearInterval(this.timer);
    this.timer = window.setInterval(() => this.tick(), 250);
    this.tick();
  }

  private tick(): void {
    const wasOver = this.match.isOver;
    this.match.tick();
    this.rows.paintClocks();
    if (!wasOver && this.match.isOver) this.finish();
  }

  /** Shows that the game has ended for a reason outside the rules. */
  private finish(): void {
    this.pause();
    this.setMovers();
    this.describe();
    this.keep();
    announce(this.status.textContent ?? "");
  }

  /** Agrees on a draw. The computer accepts one if it expects nothing better. */
  private draw(): void {
    const { match } = this;
    if (match.isOver) return;
    const claim = match.view?.claims.find((one) => !one.winner);
    if (!match.person || this.expects <= CONTENT) {
      if (match.end(claim && !match.person ? claim.text : "The game is drawn: agreed.")) this.finish();
    } else {
      clear(this.refusal, h("p", {}, "The computer declines the draw."));
      announce("The computer declines the draw.");
    }
  }

  private async type(field: HTMLInputElement): Promise<void> {
    const text = field.value.trim();
    const { view } = this.match;
    if (!text || !view) return;
    if (!this.match.mayMove(view.turn)) {
      announce("It is not your turn.");
      return;
    }
    try {
      const found = await ask("understood", this.line, text);
      field.value = "";
      await this.play(found);
    } catch {
      await this.refuse(text);
    }
  }

  /** Plays the moves of a line, without the computer's answers. */
  private async enter(moves: string[]): Promise<void> {
    const [first] = moves;
    if (first && !this.match.isOver) await this.play(first);
  }

  async play(text: string, by: Player = "human"): Promise<void> {
    const before = this.match.view;
    try {
      const node = await this.match.play(text, by);
      if (node && before && this.match.view && this.effects.sounds) sound(before, this.match.view, node.text);
      if (node && before && this.match.view) announce(`${saidMove(before, node.text, this.match.view)}. ${this.status.textContent}`);
    } catch (error) {
      clear(this.refusal, h("p", {}, faults.described(error)));
    }
    if (this.match.ended) this.finish();
  }

  private changed(waiting: boolean): void {
    const view = this.match.view!;
    this.setMovers();
    clear(this.refusal);
    this.thinking.textContent = "";
    this.board.setView(view);
    this.records?.show(view.fen);
    this.describe();
    this.keep();
    this.analysis.update();
    this.options.changed?.(this.line, view);
    if (!waiting) void this.turn();
  }

  private describe(): void {
    const { match } = this;
    const view = match.view!;
    const turn = `${NAMES[view.turn]} to move${view.check ? ", in check" : ""}${match.waiting ? ". The computer waits" : ""}`;
    this.status.textContent = match.ended ?? view.outcome?.text ?? turn;
    this.status.classList.toggle("over", match.isOver);
    clear(this.more, ...view.status.map((line) => told(line, this.page.board)).filter((text) => text !== undefined).map((text) => h("li", {}, text)));
    this.commands.paint();
    this.start.paint();
    this.rows.paint();
    this.moves.paint();
    this.review.paint();
  }

  /** Explains why a move is illegal, with the rules that forbid it. */
  private async refuse(text: string): Promise<void> {
    let explained: Explanation;
    try {
      explained = await ask("explain", this.line, text);
    } catch (error) {
      clear(this.refusal, h("p", {}, faults.described(error)));
      return;
    }
    clear(this.refusal, h("strong", {}, `${explained.mv} is ${explained.legal ? "legal" : "not legal"}:`), reasons(explained, this.options.openLine));
    announce(`${explained.mv} is not legal: ${explained.reasons.map((reason) => reason.text).join("; ")}`);
  }

  private tell(thought: Thought): void {
    const worth = thought.mate !== null ? `${thought.mate > 0 ? "wins" : "loses"} in ${Math.abs(thought.mate)}` : `${((thought.score ?? 0) / 100).toFixed(2)}`;
    this.thinking.textContent = `depth ${thought.depth}, ${worth}, ${thought.nodes.toLocaleString("en")} positions: ${thought.line.slice(0, 6).join(" ")}`;
  }

  /** Lets the computer move if it is its turn. */
  private async turn(): Promise<void> {
    const { match } = this;
    const { view } = match;
    const run = ++this.run;
    if (!view || match.isOver || this.editor.isOpen || this.hasLeft) return;
    if (match.waiting) {
      match.waiting = false;
      this.setMovers();
      this.describe();
    }
    const player = match.players[view.turn];
    if (player === "human") return;
    const level = Number(player.split(" ")[1]);
    const left = match.left(view.turn);
    const time = left === undefined ? MOVE_TIME : left / 30;
    const limits: SearchLimits = { level, time: Math.max(50, Math.min(MOVE_TIME, time)), seed: Math.floor(Math.random() * 1e6) };
    this.thinking.textContent = `${NAMES[view.turn]} is thinking…`;
    let expects = 0;
    const found = await this.minds[view.turn].think(this.line, limits, (thought) => {
      if (run === this.run) expects = thought.mate !== null ? Math.sign(thought.mate) * 100_000 : (thought.score ?? 0);
    });
    if (!found || run !== this.run) return;
    this.expects = expects;
    // A computer player claims a win, and a draw if it expects nothing better.
    const claim = view.claims.find((one) => one.winner === view.turn || (!one.winner && expects <= 0));
    if (claim && match.end(claim.text)) this.finish();
    else await this.play(found, player);
  }

  private async hint(): Promise<void> {
    const { view } = this.match;
    if (!view || view.outcome) return;
    const best = await this.helper.think(this.line, { nodes: 60_000, time: 2000 }, (thought) => this.tell(thought));
    if (this.match.view !== view || !best) return;
    const offer: Offer | undefined = view.moves.find((one) => one.text === best);
    this.board.setHint([offer?.from, offer?.to].filter((square) => typeof square === "string"));
    announce(`Hint: ${await ask("san", this.line, best)}`);
  }

  /** Gives the user one side. The other one belongs to a friend in another browser. */
  sit(color: Color): void {
    const { match } = this;
    match.players = { white: "human", black: "human" };
    match.remote = color === "white" ? "black" : "white";
    this.pause();
    this.flip(color === "black");
    this.setMovers();
    if (match.view) this.describe();
  }

  /** Plays the moves of another board up to the first illegal one. */
  async follow(moves: string[]): Promise<void> {
    const { match } = this;
    if (match.line.moves.join(" ") === moves.join(" ")) return;
    const count = await match.enter({ fen: match.fen, moves, at: moves.length });
    await match.show(true);
    if (count < moves.length) this.options.stopped?.(moves[count]!);
  }
}
