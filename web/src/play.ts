/** A game on a board: moves with variations, reasons for refusals, opponents, clocks, and setting up a position. */
import type { Color, Explanation, Offer, RulePage, SearchLimits, Thought, View } from "../../bindings/web/pkg/ferz.js";
import { Board } from "./board";
import { announce, button, clear, download, h, rich, toast } from "./dom";
import { LOOKS, picture, type Look } from "./pieces";
import { ask, Refusal, Thinker, type Line, type Spec } from "./rpc";
import { set } from "./store";
import { s } from "./dom";

interface Node {
  text: string;
  parent: Node | undefined;
  children: Node[];
}

type Player = "human" | `level ${number}`;

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The longest time a level thinks, so that strong ones stay playable. */
const MOVE_TIME = 15_000;

export interface PlayOptions {
  /** Called after every change of the position. */
  changed?(line: Line, view: View): void;
  /** Opens the line of the file that a reason rests on. */
  openLine?(file: string, line: number): void;
  /** Whether there is no more than the board and the moves. */
  small?: boolean;
}

export class Play {
  readonly element = h("div", { class: "play" });
  readonly board: Board;
  private root: Node = { text: "", parent: undefined, children: [] };
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
  private clock: { left: Record<Color, number>; more: number; since: number; timer: number } | undefined;
  private fenField = h("input", { type: "text", class: "fen", id: "fen", spellcheck: "false", "aria-label": "Position as FEN" });
  private palette = h("div", { class: "palette", hidden: true });
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
    void this.show();
  }

  /** The position as the worker knows it. */
  get line(): Line {
    const moves: string[] = [];
    for (let node = this.node; node.parent; node = node.parent) moves.unshift(node.text);
    return { spec: this.spec, fen: this.fen, moves };
  }

  /** Ends all that is going on. */
  close(): void {
    this.run += 1;
    for (const mind of [this.minds.white, this.minds.black, this.helper]) mind.stop();
    if (this.clock) clearInterval(this.clock.timer);
  }

  /** Goes on under other rules: as far as the moves can be played there. */
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
    this.root = { text: "", parent: undefined, children: [] };
    this.node = this.root;
    this.fen = fen;
    this.ended = undefined;
    this.stopClock();
  }

  /** Begins at a position, or at the start. */
  async begin(fen?: string): Promise<void> {
    const before = [this.root, this.node, this.fen] as const;
    this.reset(fen);
    try {
      await this.show();
    } catch (error) {
      [this.root, this.node, this.fen] = before;
      throw error;
    }
  }

  private build(): void {
    const undo = button("Undo", () => this.back(), { "data-act": "undo" });
    const redo = button("Redo", () => this.forward());
    const flip = button("Flip", () => this.board.flip());
    const fresh = button("New game", () => void this.begin());
    const hint = button("Hint", () => void this.hint());
    const hurry = button("Move now", () => this.minds[this.view?.turn ?? "white"].hurry());
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
        void this.turn();
      } });
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
      const left = Number(minutes.value) * 60_000;
      this.clock = { left: { white: left, black: left }, more: Number(more.value) * 1000, since: Date.now(), timer: window.setInterval(() => this.tick(), 250) };
      this.tick();
    });
    const end = (text: string) => this.end(text);
    const other = () => (this.view?.turn === "white" ? "Black" : "White");
    return h("details", { class: "more" }, h("summary", {}, "Clock, resign, draw"),
      h("div", { class: "buttons" }, minutes, " min + ", more, " s ", start, button("Stop clocks", () => this.stopClock()), this.clockBoxes.white, this.clockBoxes.black),
      h("div", { class: "buttons" }, button("Resign", () => end(`${other()} wins: resigned.`)), button("Agree on a draw", () => end("The game is drawn: agreed."))));
  }

  /** Ends the game by other means than the rules. */
  private end(text: string): void {
    if (!this.view || this.view.outcome || this.ended) return;
    this.ended = text;
    this.stopClock();
    this.close();
    this.describe();
  }

  private stopClock(): void {
    if (this.clock) clearInterval(this.clock.timer);
    this.clock = undefined;
    for (const box of Object.values(this.clockBoxes)) box.textContent = "";
  }

  private tick(): void {
    const { clock, view } = this;
    if (!clock || !view || view.outcome || this.ended) return;
    const now = Date.now();
    clock.left[view.turn] -= now - clock.since;
    clock.since = now;
    for (const color of ["white", "black"] as const) {
      const seconds = Math.max(0, Math.ceil(clock.left[color] / 1000));
      this.clockBoxes[color].textContent = `${color === "white" ? "White" : "Black"} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
    if (clock.left[view.turn] <= 0) {
      this.ended = `${view.turn === "white" ? "Black" : "White"} wins: time is up.`;
      this.stopClock();
      this.close();
      this.describe();
    }
  }

  /** Reading and setting up a position. */
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
    this.board.setup = !this.board.setup;
    this.palette.hidden = !this.board.setup;
    toggle.textContent = this.board.setup ? "Done" : "Set up by hand";
    if (!this.board.setup) {
      const fen = this.built();
      this.begin(fen).catch((error: Error) => {
        toast(error.message);
        void this.show();
      });
      return;
    }
    this.close();
    this.painted = undefined;
    const empty = button("Remove", () => (this.painted = undefined));
    clear(this.palette, h("p", {}, "Choose a piece, then squares. “Remove” clears squares."), empty);
    for (const color of ["white", "black"] as const) {
      for (const piece of this.page.pieces) {
        const drawn = s("svg", { viewBox: "-50 -50 100 100", width: 32, height: 32, "aria-hidden": "true" }, picture(piece.token, color, this.board.look, piece));
        this.palette.append(h("button", { type: "button", title: `${color} ${piece.title}`, onclick: () => (this.painted = { token: piece.token, color }) }, drawn, h("span", { class: "sr" }, `${color} ${piece.title}`)));
      }
    }
    const turn = button("Side to move: other", () => {
      if (this.view) this.view = { ...this.view, turn: this.view.turn === "white" ? "black" : "white" };
      toast(`${this.view?.turn === "white" ? "White" : "Black"} to move`);
    });
    this.palette.append(turn);
  }

  private put(square: string): void {
    if (!this.view) return;
    const pieces = this.view.pieces.filter((piece) => piece.square !== square);
    if (this.painted) {
      const { token, color } = this.painted;
      const info = this.page.pieces.find((piece) => piece.token === token);
      pieces.push({ square, token, color: info?.neutral ? "neutral" : color, title: info?.title ?? token, piece: info?.piece ?? "", royal: info?.royal ?? false });
    }
    this.view = { ...this.view, pieces, last: [], moves: [], check: false };
    this.board.setView(this.view);
  }

  /** The FEN of what was put on the board. */
  private built(): string {
    const { board } = this.page;
    const view = this.view!;
    const by = new Map(view.pieces.map((piece) => [piece.square, piece]));
    const written = (square: string) => {
      const piece = by.get(square);
      if (!piece) return undefined;
      const token = piece.color === "black" ? piece.token.toLowerCase() : piece.token;
      return token.length > 1 ? `{${token}}` : token;
    };
    const ranks: string[] = [];
    for (let y = board.height; y >= 1; y -= 1) {
      let [row, empty] = ["", 0];
      const flush = () => {
        if (empty) row += empty;
        empty = 0;
      };
      for (let x = 1; x <= board.width; x += 1) {
        const square = board.squares.find((one) => one.grid && one.x === x && one.y === y);
        const token = square && written(square.name);
        if (!square) {
          flush();
          row += "*";
        } else if (token) {
          flush();
          row += token;
        } else empty += 1;
      }
      flush();
      ranks.push(row);
    }
    const beside = board.squares.filter((one) => !one.grid && written(one.name)).map((one) => `${one.name}=${written(one.name)}`);
    return [ranks.join("/"), view.turn === "white" ? "w" : "b", "- - 0 1", ...beside].join(" ");
  }

  private setMovers(): void {
    this.board.movers = { white: this.players.white === "human", black: this.players.black === "human" };
  }

  /** Plays a move from here, or goes on along it if it was played before. */
  async play(text: string): Promise<void> {
    if (this.ended) return;
    const from = this.node;
    const known = from.children.find((child) => child.text === text);
    if (this.clock && this.view) {
      this.tick();
      this.clock.left[this.view.turn] += this.clock.more;
    }
    const child = known ?? { text, parent: from, children: [] };
    let view: View;
    try {
      ({ view } = await ask("play", this.line, text));
    } catch (error) {
      clear(this.refusal, h("p", {}, (error as Error).message));
      return;
    }
    // Meanwhile another move may have been played, or taken back.
    if (this.node !== from) return;
    if (!known) from.children.push(child);
    this.node = child;
    this.accept(view);
    announce(`${text}. ${this.status.textContent}`);
  }

  private back(): void {
    if (!this.node.parent) return;
    this.ended = undefined;
    // Against the computer, back to where there is a choice.
    do this.node = this.node.parent!;
    while (this.node.parent && this.players[this.line.moves.length % 2 ? other(this.first) : this.first] !== "human" && !this.both());
    void this.show(true);
  }

  private get first(): Color {
    return this.fen?.split(" ")[1] === "b" ? "black" : "white";
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

  /** Asks for the position and shows it. */
  async show(waiting = false): Promise<void> {
    this.run += 1;
    this.accept(await ask("view", this.line), waiting);
  }

  private accept(view: View, waiting = false): void {
    this.view = view;
    this.setMovers();
    clear(this.refusal);
    this.thinking.textContent = "";
    this.board.setView(view);
    if (this.clock) this.clock.since = Date.now();
    // What is being typed there stays.
    if (document.activeElement !== this.fenField) this.fenField.value = view.fen;
    this.describe();
    this.options.changed?.(this.line, view);
    if (!waiting) void this.turn();
  }

  private describe(): void {
    const view = this.view!;
    const turn = `${view.turn === "white" ? "White" : "Black"} to move${view.check ? ", in check" : ""}`;
    this.status.textContent = this.ended ?? view.outcome?.text ?? turn;
    this.status.classList.toggle("over", Boolean(this.ended ?? view.outcome));
    if (this.ended) this.board.movers = { white: false, black: false };
    clear(this.more, ...view.status.map((text) => h("li", {}, text)));
    for (const pass of this.actions.querySelectorAll(".pass")) pass.remove();
    // Claims stand beside passes, and leave with them.
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
    const entry = (node: Node, ply: number, begins: boolean): HTMLElement => {
      const go = () => {
        this.node = node;
        this.ended = undefined;
        void this.show(true);
      };
      const white = (ply % 2 === 0) === (this.first === "white");
      const label = white ? `${Math.floor(ply / 2) + 1}.` : begins ? `${Math.floor(ply / 2) + 1}…` : "";
      number += 1;
      return h("button", { type: "button", class: "move", "aria-current": node === this.node ? "true" : null, "data-number": number, onclick: go }, label ? h("span", { class: "number" }, label) : null, node.text);
    };
    const write = (from: Node, ply: number, into: HTMLElement, begins: boolean) => {
      let [node, at, first] = [from, ply, begins];
      for (let next = node.children[0]; next; next = node.children[0]) {
        into.append(entry(next, at, first));
        first = false;
        for (const variation of node.children.slice(1)) {
          const box = h("span", { class: "variation" }, "(");
          box.append(entry(variation, at, true));
          write(variation, at + 1, box, false);
          box.append(")");
          into.append(box);
          first = true;
        }
        node = next;
        at += 1;
      }
    };
    write(this.root, 0, this.list, true);
    if (!this.list.firstChild) this.list.append(h("p", { class: "empty" }, "No moves yet."));
    const current = this.list.querySelector<HTMLElement>("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** Says why a move is not legal, with the rules that decide. */
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
    if (!view || view.outcome || this.ended) return;
    const player = this.players[view.turn];
    if (player === "human") return;
    const level = Number(player.split(" ")[1]);
    const left = this.clock ? this.clock.left[view.turn] / 30 : MOVE_TIME;
    const limits: SearchLimits = { level, time: Math.max(50, Math.min(MOVE_TIME, left)), seed: Math.floor(Math.random() * 1e6) };
    let expects = 0;
    const found = await this.minds[view.turn].think(this.line, limits, (thought) => {
      if (run !== this.run) return;
      expects = thought.mate ?? thought.score ?? 0;
      this.tell(thought);
    });
    if (!found || run !== this.run) return;
    // Who expects no more than a draw claims one.
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
