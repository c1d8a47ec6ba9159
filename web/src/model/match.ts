/**
 * The model of a game on the page: a tree of moves, the players, the clocks, and the outcome. It asks a rules engine for
 * positions and computer players for moves, and notifies its views after each change.
 */
import type { Color, PieceColor, View } from "../../../bindings/web/pkg/ferz.js";
import type { KeptClock, KeptGame, Tree } from "../games";
import { Clock } from "./clock";
import * as tree from "./tree";
import type { MoveNode } from "./tree";

/** A position: the start of the game, and the moves played. */
export interface Moves {
  fen?: string;
  moves: string[];
}

/** A legal move of the rules engine. */
export interface Replayed {
  turn: Color;
  san: string;
  captured: { token: string; color: PieceColor }[];
}

/** The engine that answers questions about the rules of the game. */
export interface Rules {
  view(at: Moves): Promise<View>;
  play(at: Moves, text: string): Promise<{ written: string; view: View; move: Replayed }>;
  /** Returns the side to move at the start, and the moves up to the first illegal one. */
  replay(at: Moves): Promise<{ turn: Color; moves: Replayed[] }>;
}

export type Player = "human" | `level ${number}`;
export const COLORS = ["white", "black"] as const;
export const NAMES: Record<Color, string> = { white: "White", black: "Black" };

export function other(color: Color): Color {
  return color === "white" ? "black" : "white";
}

/** Returns the result tag for a game that ended with a text. */
export function result(text: string | undefined, view: View | undefined): string {
  const outcome = view?.outcome;
  const winner = text ? (/^White wins/.test(text) ? "white" : /^Black wins/.test(text) ? "black" : null) : outcome?.winner;
  if (!text && !outcome) return "*";
  return winner === "white" ? "1-0" : winner === "black" ? "0-1" : "1/2-1/2";
}

/** The main line through a position, as in an address. */
export interface Shown extends Moves {
  /** The number of moves before the position. */
  at: number;
}

export class Match {
  root: MoveNode = tree.start();
  node: MoveNode = this.root;
  fen: string | undefined;
  view: View | undefined;
  /** The text of an end for a reason outside the rules. */
  ended: string | undefined;
  /** The side of a friend in another browser. */
  remote: Color | undefined;
  players: Record<Color, Player> = { white: "human", black: "human" };
  /** True if the computer is to move but waits, because the user went back to this position. */
  waiting = false;
  clock: Clock | undefined;
  record = { id: "", version: 0, isNew: false };
  /** The tags of the record from which the game was read. */
  tags: Record<string, string> | undefined;

  constructor(
    private readonly rules: Rules,
    /** Called when another position is shown. `waiting` is true if the computer waits for the user. */
    private readonly changed: (waiting: boolean) => void,
  ) {}

  get line(): Moves {
    return { fen: this.fen, moves: tree.line(this.node).map((one) => one.text) };
  }

  get shown(): Shown {
    const { moves } = this.line;
    return { fen: this.fen, moves: [...moves, ...tree.after(this.node).map((one) => one.text)], at: moves.length };
  }

  get isOver(): boolean {
    return Boolean(this.ended ?? this.view?.outcome);
  }

  isComputer(color: Color | undefined): boolean {
    return color !== undefined && this.players[color] !== "human";
  }

  /** The user's side against the computer, or undefined if there are two human players or none. */
  get person(): Color | undefined {
    const people = COLORS.filter((color) => !this.isComputer(color) && color !== this.remote);
    return people.length === 1 ? people[0] : undefined;
  }

  private get areBothComputers(): boolean {
    return this.isComputer("white") && this.isComputer("black");
  }

  /** Returns true if the user may move this side now. */
  mayMove(color: Color): boolean {
    return !this.isOver && color !== this.remote && (!this.isComputer(color) || (this.waiting && this.view?.turn === color));
  }

  reset(fen?: string): void {
    this.root = tree.start();
    this.node = this.root;
    this.fen = fen;
    this.ended = undefined;
    this.clock = undefined;
    this.tags = undefined;
    this.record = { id: "", version: 0, isNew: true };
  }

  /** Begins at a position, or at the start. An invalid position is ignored. */
  async begin(fen?: string): Promise<void> {
    const before = [this.root, this.node, this.fen, this.ended, this.record, this.clock, this.tags] as const;
    this.reset(fen);
    try {
      await this.show();
    } catch (error) {
      [this.root, this.node, this.fen, this.ended, this.record, this.clock, this.tags] = before;
      throw error;
    }
  }

  /** Plays moves from the start up to the first illegal one, and returns their number. */
  async enter({ fen, moves, at }: Shown): Promise<number> {
    const found = await this.rules.replay({ fen, moves });
    this.root = tree.start(found.turn);
    this.fen = fen;
    const line = [this.root];
    for (const [index, move] of found.moves.entries()) {
      const node = tree.child(line.at(-1)!, moves[index]!, move.turn);
      Object.assign(node, { san: move.san, captured: move.captured });
      line.push(node);
    }
    this.node = line[Math.min(at, line.length - 1)]!;
    return found.moves.length;
  }

  /** Requests the missing data about the moves of a saved game: their notation and their captures. */
  async complete(): Promise<boolean> {
    const { root } = this;
    const unknown = () => tree.all(root).find((node) => node.san === undefined && node.children.length === 0) ?? tree.all(root).find((node) => node.san === undefined);
    let isChanged = false;
    for (let leaf = unknown(); leaf; leaf = unknown()) {
      const nodes = tree.line(leaf);
      const found = await this.rules.replay({ fen: this.fen, moves: nodes.map((one) => one.text) });
      if (root !== this.root) return false;
      isChanged = true;
      nodes.forEach((node, index) => {
        const move = found.moves[index];
        node.san = move?.san ?? node.text;
        node.captured = move?.captured ?? [];
        node.turn ??= move?.turn;
      });
    }
    return isChanged;
  }

  /** Requests the position from the worker, and shows it. */
  async show(waiting = false): Promise<void> {
    const { node } = this;
    const view = await this.rules.view(this.line);
    if (node === this.node) this.accept(view, waiting);
  }

  private accept(view: View, waiting = false): void {
    this.view = view;
    this.node.turn = view.turn;
    this.waiting = waiting && this.isComputer(view.turn) && !view.outcome && !this.ended;
    this.clock?.restart();
    this.changed(waiting);
  }

  /** Plays a move from here, or follows it if it was played before. Returns undefined if another position is shown in the meantime. */
  async play(text: string, by: Player = "human"): Promise<MoveNode | undefined> {
    if (this.ended) return undefined;
    const from = this.node;
    this.tick();
    if (this.ended) return undefined;
    const { written, view, move } = await this.rules.play(this.line, text);
    if (this.node !== from) return undefined;
    const isKnown = from.children.some((one) => one.text === written);
    const node = tree.child(from, written, view.turn);
    if (!isKnown) Object.assign(node, { clock: this.clock?.id, by });
    Object.assign(node, { san: move.san, captured: move.captured });
    this.node = node;
    this.accept(view);
    return node;
  }

  /** Shows another position of the tree, unless it is not legal under rules that have changed. */
  async goTo(node: MoveNode, end?: string): Promise<void> {
    const [before, ended] = [this.node, this.ended];
    this.node = node;
    this.ended = end;
    try {
      await this.show(true);
    } catch (error) {
      [this.node, this.ended] = [before, ended];
      throw error;
    }
  }

  /** Shows the last position of this line that is legal under rules that have changed. The moves after it stay in the tree. */
  async settle(): Promise<void> {
    const nodes = tree.line(this.node);
    const found = await this.rules.replay({ fen: this.fen, moves: nodes.map((one) => one.text) });
    this.node = nodes[found.moves.length - 1] ?? this.root;
    await this.show(true);
  }

  /** Takes back a move. Against the computer, goes back to the user's last turn; if there is none, the computer begins again. */
  async takeBack(): Promise<void> {
    if (!this.node.parent) return;
    this.ended = undefined;
    do this.node = this.node.parent!;
    while (this.node.parent && !this.areBothComputers && this.isComputer(this.node.turn));
    await this.show(this.areBothComputers || !this.isComputer(this.node.turn));
  }

  /** Steps through the moves without taking any back. */
  async step(count: number): Promise<void> {
    let { node } = this;
    for (; count < 0 && node.parent; count += 1) node = node.parent;
    for (; count > 0 && node.children[0]; count -= 1) node = node.children[0];
    if (node !== this.node) await this.goTo(node, this.ended);
  }

  /** Ends the game for a reason outside the rules, such as resignation. */
  end(text: string): boolean {
    if (!this.view || this.isOver) return false;
    this.ended = text;
    this.clock?.stop();
    return true;
  }

  /** Resigns for the user in a game against the computer, even on the computer's turn, and otherwise for the side to move. */
  resign(): boolean {
    const loser = this.person ?? this.view?.turn ?? "white";
    return this.end(`${NAMES[other(loser)]} wins: ${NAMES[loser]} resigned.`);
  }

  startClock(total: number, more: number): void {
    this.clock = new Clock(total, more);
  }

  /** Charges the side to move, and ends the game if its time is up. */
  tick(): void {
    const { clock, view } = this;
    if (!clock || !view || this.isOver) return;
    // The clocks begin with the first move.
    if (this.root.children.length) clock.charge(view.turn);
    else clock.restart();
    if ((this.left(view.turn) ?? 1) <= 0) this.end(`${NAMES[other(view.turn)]} wins: time is up.`);
  }

  /** Returns the time that a side has left in the shown position. */
  left(color: Color): number | undefined {
    const { clock } = this;
    if (!clock) return undefined;
    const moves = tree.line(this.node).filter((node) => node.clock === clock.id && node.parent!.turn === color).length;
    return clock.left(color, moves);
  }

  /** The pieces of a side that were captured before the shown position, by token. */
  captured(color: Color): Map<string, number> {
    const counts = new Map<string, number>();
    for (const node of tree.line(this.node)) {
      for (const piece of node.captured ?? []) {
        if (piece.color === color) counts.set(piece.token, (counts.get(piece.token) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Returns the game in the form that is saved in the browser. */
  kept(game: string): KeptGame {
    const write = ({ text, turn, children, clock, by, notes }: MoveNode): Tree => ({ text, turn: turn ?? "white", children: children.map(write), ...(this.clock && clock === this.clock.id ? { clock: true } : {}), by, notes });
    return { id: this.record.id, game, fen: this.fen, root: write(this.root), path: tree.path(this.node), players: this.players, ended: this.ended, over: this.isOver, clock: this.clock?.kept(), tags: this.tags, version: this.record.version, saved: 0 };
  }

  /** Opens a saved game. */
  take(kept: KeptGame): void {
    const clock = kept.clock && readClock(kept.clock);
    const node = ({ text, turn, children, clock: isTimed, by, notes }: Tree, parent: MoveNode | undefined): MoveNode => {
      const own: MoveNode = { text, turn, parent, children: [], clock: isTimed && clock ? clock.id : undefined, by, notes };
      own.children = children.map((one) => node(one, own));
      return own;
    };
    this.root = node(kept.root, undefined);
    this.node = tree.follow(this.root, kept.path);
    this.fen = kept.fen;
    this.ended = kept.ended;
    this.clock = clock;
    this.tags = kept.tags;
    if (this.ended) clock?.stop();
    this.record = { id: kept.id, version: kept.version, isNew: false };
    for (const color of COLORS) {
      const player = kept.players[color] as Player;
      if (player === "human" || /^level \d+$/.test(player)) this.players[color] = player;
    }
  }
}

function readClock({ total, more, used }: KeptClock): Clock | undefined {
  const numbers = [total, more, used?.white, used?.black];
  return numbers.every((one) => Number.isFinite(one)) ? new Clock(total, more, { ...used }) : undefined;
}
