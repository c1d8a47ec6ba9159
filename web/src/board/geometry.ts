/** The places of squares on a drawn board, from the view of either side. */
import type { BoardInfo, SquareInfo } from "../../../bindings/web/pkg/ferz.js";
import { part } from "../drawing/style";

/** The size of a square in the drawing. */
export const CELL = 100;

/** The gap between the grid and cells that hold pieces for later. */
const GAP = 22;

export class Geometry {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly gap: number;

  constructor(
    readonly board: BoardInfo,
    readonly flipped = false,
  ) {
    const xs = board.squares.map((square) => square.x);
    const ys = board.squares.map((square) => square.y);
    [this.left, this.right] = [Math.min(1, ...xs), Math.max(board.width, ...xs)];
    [this.bottom, this.top] = [Math.min(1, ...ys), Math.max(board.height, ...ys)];
    this.gap = (board.regions ?? []).some((region) => part(region.name) === "reserve") ? GAP : 0;
  }

  get width(): number {
    return this.distance(this.left, this.right, this.board.width) + CELL;
  }

  get height(): number {
    return this.distance(this.bottom, this.top, this.board.height) + CELL;
  }

  /** The distance in the drawing between two places along an axis, whose grid ends at `size`. */
  private distance(from: number, to: number, size: number): number {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const edges = Number(low < 1 && high >= 1) + Number(low <= size && high > size);
    return (high - low) * CELL + edges * this.gap;
  }

  /** The middle of a place in the drawing. */
  spot({ x, y }: { x: number; y: number }): [number, number] {
    const across = this.distance(x, this.flipped ? this.right : this.left, this.board.width);
    const down = this.distance(y, this.flipped ? this.bottom : this.top, this.board.height);
    return [across + CELL / 2, down + CELL / 2];
  }

  /** The left end of a rank or the lower end of a file on the screen, with the cells off the grid that continue it. */
  nearEnd({ x, y }: { x?: number; y?: number }): { x: number; y: number } {
    const { board, flipped } = this;
    const end = (size: number, places: number[]) => (flipped ? Math.max(size, ...places) : Math.min(1, ...places));
    if (x === undefined) return { x: end(board.width, board.squares.filter((one) => one.y === y).map((one) => one.x)), y: y! };
    return { x, y: end(board.height, board.squares.filter((one) => one.x === x).map((one) => one.y)) };
  }

  /** The nearest square in a direction on the screen: over holes, and to cells off the grid. */
  beyond(from: SquareInfo, right: number, up: number): SquareInfo | undefined {
    const [dx, dy] = this.flipped ? [-right, -up] : [right, up];
    const ahead = this.board.squares.filter((square) => (square.x - from.x) * dx + (square.y - from.y) * dy > 0);
    const straight = ahead.filter((square) => (square.x - from.x) * dy === 0 && (square.y - from.y) * dx === 0);
    const distance = (square: SquareInfo) => Math.abs(square.x - from.x) + Math.abs(square.y - from.y);
    const pool = straight.length ? straight : ahead.filter((square) => distance(square) <= 4);
    return pool.sort((a, b) => distance(a) - distance(b))[0];
  }
}

/** The letter of a file: a to z, then aa. */
export function letter(file: number): string {
  let [name, rest] = ["", file];
  while (rest > 0) {
    rest -= 1;
    name = String.fromCharCode(97 + (rest % 26)) + name;
    rest = Math.floor(rest / 26);
  }
  return name;
}
