/**
 * The model of a game on the page: positions as a tree of moves, players, clocks, and how it ended. It asks an engine of rules for
 * positions and computer players for moves, and says after each change that it has changed; views only draw it.
 */
import type { Color, PieceColor, View } from "../../../bindings/web/pkg/ferz.js";
import type { KeptClock, KeptGame, Tree } from "../games";
import { algebraic } from "./algebraic";
import { Clock } from "./clock";
import * as tree from "./tree";
import type { MoveNode } from "./tree";

/** A position: where the game began, and the moves that were played. */
export interface Moves {
  fen?: string;
  moves: string[];
}

/** A move as the rules know it. */
export interface Replayed {
  turn: Color;
  san: string;
  captured: { token: string; color: PieceColor }[];
}

/** What answers questions about the rules of the game. */
export interface Rules {
  view(at: Moves): Promise<View>;
  play(at: Moves, text: string): Promise<{ written: string; view: View; move: Replayed }>;
  /** The side to move at the beginning, and the moves as far as they are legal. */
  replay(at: Moves): Promise<{ turn: Color; moves: Replayed[] }>;
}

export type Player = "human" | `level ${number}`;
export const COLORS = ["white", "black"] as const;
export const NAMES: Record<Color, string> = { white: "White", black: "Black" };

export function other(color: Color): Color {
  return color === "white" ? "black" : "white";
}

/** How the game that ended with a text is written in a record. */
export function result(text: string | undefined, view: View | undefined): string {
  const outcome = view?.outcome;
  const winner = text ? (/^White wins/.test(text) ? "white" : /^Black wins/.test(text) ? "black" : null) : outcome?.winner;
  if (!text && !outcome) return "*";
  return winner === "white" ? "1-0" : winner === "black" ? "0-1" : "1/2-1/2";
}

/** The main line through a position, as an address has it. */
export interface Shown extends Moves {
  /** The number of moves before the position. */
  at: number;
}

export class Match {
  root: MoveNode = tree.start();
  node: MoveNode = this.root;
  fen: string | undefined;
  view: View | undefined;
  /** The text of an end that no rule of the game has brought. */
  ended: string | undefined;
  players: Record<Color, Player> = { white: "human", black: "human" };
  /** True if the computer is to move but waits, because the user went back to this position. */
  waiting = false;
  clock: Clock | undefined;
  record = { id: "", version: 0, isNew: false };

  constructor(
    private readonly rules: Rules,
    /** Called when another position is shown; `waiting` if the computer is not to begin by itself. */
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

  /** The person's side against the computer; nothing if there are two persons, or none. */
  get person(): Color | undefined {
    const people = COLORS.filter((color) => !this.isComputer(color));
    return people.length === 1 ? people[0] : undefined;
  }

  private get areBothComputers(): boolean {
    return this.isComputer("white") && this.isComputer("black");
  }

  /** Returns true if a person may move this side now. */
  mayMove(color: Color): boolean {
    return !this.isOver && (!this.isComputer(color) || (this.waiting && this.view?.turn === color));
  }

  reset(fen?: string): void {
    this.root = tree.start();
    this.node = this.root;
    this.fen = fen;
    this.ended = undefined;
    this.clock = undefined;
    this.record = { id: "", version: 0, isNew: true };
  }

  /** Begins at a position, or at the start. A position that the rules refuse changes nothing. */
  async begin(fen?: string): Promise<void> {
    const before = [this.root, this.node, this.fen, this.ended, this.record, this.clock] as const;
    this.reset(fen);
    try {
      await this.show();
    } catch (error) {
      [this.root, this.node, this.fen, this.ended, this.record, this.clock] = before;
      throw error;
    }
  }

  /** Plays moves from the beginning as far as they are legal, and returns their number. */
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

  /** Asks for what is not known yet of the moves of a kept game: their notation, and what they captured. */
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

  /** Plays a move from here, or continues along it if it was played before. Returns nothing if meanwhile another position is shown. */
  async play(text: string): Promise<MoveNode | undefined> {
    if (this.ended) return undefined;
    const from = this.node;
    this.tick();
    if (this.ended) return undefined;
    const { written, view, move } = await this.rules.play(this.line, text);
    if (this.node !== from) return undefined;
    const isKnown = from.children.some((one) => one.text === written);
    const node = tree.child(from, written, view.turn);
    if (!isKnown) node.clock = this.clock?.id;
    Object.assign(node, { san: move.san, captured: move.captured });
    this.node = node;
    this.accept(view);
    return node;
  }

  /** Shows another position of the tree. */
  async goTo(node: MoveNode): Promise<void> {
    this.node = node;
    this.ended = undefined;
    await this.show(true);
  }

  /** Takes a move back: against the computer, to where the person has a choice. If there is none before, the computer begins again. */
  async takeBack(): Promise<void> {
    if (!this.node.parent) return;
    this.ended = undefined;
    do this.node = this.node.parent!;
    while (this.node.parent && !this.areBothComputers && this.isComputer(this.node.turn));
    await this.show(this.areBothComputers || !this.isComputer(this.node.turn));
  }

  /** Steps through the moves without taking anything back. */
  async step(count: number): Promise<void> {
    let { node } = this;
    for (; count < 0 && node.parent; count += 1) node = node.parent;
    for (; count > 0 && node.children[0]; count -= 1) node = node.children[0];
    if (node !== this.node) {
      this.node = node;
      await this.show(true);
    }
  }

  /** Ends the game for a reason outside the rules, such as resignation. */
  end(text: string): boolean {
    if (!this.view || this.isOver) return false;
    this.ended = text;
    this.clock?.stop();
    return true;
  }

  /** Against the computer the person resigns, even while the computer thinks; otherwise the side to move. */
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
    clock.charge(view.turn);
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

  /** The game as it is kept in the browser. */
  kept(game: string): KeptGame {
    const write = ({ text, turn, children, clock }: MoveNode): Tree => ({ text, turn: turn ?? "white", children: children.map(write), ...(this.clock && clock === this.clock.id ? { clock: true } : {}) });
    return { id: this.record.id, game, fen: this.fen, root: write(this.root), path: tree.path(this.node), players: this.players, ended: this.ended, over: this.isOver, clock: this.clock?.kept(), version: this.record.version, saved: 0 };
  }

  /** Takes over a kept game. */
  take(kept: KeptGame): void {
    const clock = kept.clock && readClock(kept.clock);
    const node = ({ text, turn, children, clock: isTimed }: Tree, parent: MoveNode | undefined): MoveNode => {
      const own: MoveNode = { text, turn, parent, children: [], clock: isTimed && clock ? clock.id : undefined };
      own.children = children.map((one) => node(one, own));
      return own;
    };
    this.root = node(kept.root, undefined);
    this.node = tree.follow(this.root, kept.path);
    this.fen = kept.fen;
    this.ended = kept.ended;
    this.clock = clock;
    if (this.ended) clock?.stop();
    this.record = { id: kept.id, version: kept.version, isNew: false };
    for (const color of COLORS) {
      const player = kept.players[color] as Player;
      if (player === "human" || /^level \d+$/.test(player)) this.players[color] = player;
    }
  }

  /** The move of the computer that a text means, in the notation of people. */
  name(text: string): string {
    const offer = this.view?.moves.find((one) => one.text === text);
    return offer && this.view ? algebraic(offer, this.view) : text;
  }
}

function readClock({ total, more, used }: KeptClock): Clock | undefined {
  const numbers = [total, more, used?.white, used?.black];
  return numbers.every((one) => Number.isFinite(one)) ? new Clock(total, more, { ...used }) : undefined;
}
