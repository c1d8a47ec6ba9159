/** The board without its pieces: squares, or lines with points, a river, and palaces, and the cells off the grid. */
import type { BoardInfo, SquareInfo } from "../../../bindings/web/pkg/ferz.js";
import { part, type Style } from "../drawing/style";
import { s } from "../dom";
import { CELL, letter, type Geometry } from "./geometry";

/** Returns the squares of the region with this role in drawings, from the views of White and Black. */
function squaresOf(board: BoardInfo, wanted: ReturnType<typeof part>): [string[], string[]] {
  const found = (board.regions ?? []).find((region) => part(region.name) === wanted);
  return [found?.white ?? [], found?.black ?? []];
}

/** Returns the rank above which the river between White's and Black's bank is drawn. */
function rivers(board: BoardInfo): Set<number> {
  const [white, black] = squaresOf(board, "bank").map((names) => new Set(board.squares.filter((square) => names.includes(square.name)).map((square) => square.y)));
  return new Set([...white!].filter((rank) => !black!.has(rank) && black!.has(rank + 1) && !white!.has(rank + 1)));
}

function lines(board: BoardInfo, geometry: Geometry): SVGElement[] {
  const there = new Set(board.squares.filter((square) => square.grid).map((square) => `${square.x},${square.y}`));
  const gaps = rivers(board);
  const join: string[] = [];
  const draw = (x: number, y: number, u: number, v: number) => {
    if (there.has(`${x},${y}`) && there.has(`${u},${v}`)) join.push(`M${geometry.spot({ x, y }).join(" ")}L${geometry.spot({ x: u, y: v }).join(" ")}`);
  };
  for (let y = 1; y <= board.height; y += 1) {
    for (let x = 1; x <= board.width; x += 1) {
      draw(x, y, x + 1, y);
      if (!gaps.has(y) || x === 1 || x === board.width) draw(x, y, x, y + 1);
    }
  }
  for (const palace of squaresOf(board, "diagonals")) {
    const places = board.squares.filter((square) => palace.includes(square.name));
    if (places.length < 4) continue;
    const [xs, ys] = [places.map((one) => one.x), places.map((one) => one.y)];
    const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    draw(left, bottom, right, top);
    draw(left, top, right, bottom);
  }
  const [[x1, y1], [x2, y2]] = [geometry.spot({ x: 1, y: board.height }), geometry.spot({ x: board.width, y: 1 })];
  const [x, y] = [Math.min(x1, x2) - CELL / 2, Math.min(y1, y2) - CELL / 2];
  const water = [...gaps].map((rank) => {
    const [, low] = geometry.spot({ x: 1, y: rank });
    const [, high] = geometry.spot({ x: 1, y: rank + 1 });
    return s("rect", { class: "river", x: x + CELL / 2, y: Math.min(low, high) + 1.5, width: Math.abs(x2 - x1), height: Math.abs(high - low) - 3 });
  });
  return [s("rect", { class: "wood", x, y, width: Math.abs(x2 - x1) + CELL, height: Math.abs(y2 - y1) + CELL }), ...water, s("path", { class: "lines", d: join.join("") })];
}

/** Describes a cell off the grid, and returns the side to which it belongs. */
export function cell(board: BoardInfo, square: SquareInfo): { kind: "citadel" | "reserve"; owner: "white" | "black" } | undefined {
  for (const kind of ["citadel", "reserve"] as const) {
    const [white, black] = squaresOf(board, kind);
    if (white.includes(square.name) !== black.includes(square.name)) return { kind, owner: white.includes(square.name) ? "white" : "black" };
  }
  return undefined;
}

/** Draws battlements along the upper edge of a citadel, and a dashed border around a reserve. */
function shape(kind: "citadel" | "reserve", owner: "white" | "black"): SVGElement[] {
  const fill = owner === "white" ? "#ffffff" : "#333333";
  if (kind === "reserve") return [s("rect", { class: "cell-mark", x: -44, y: -44, width: 88, height: 88, fill: "none", "stroke-dasharray": "10 7" }), s("circle", { class: "cell-mark", cx: -34, cy: -34, r: 6, fill })];
  return [s("path", { class: "cell-mark", fill, d: "M-50 -50h14v10h15v-10h14v10h14v-10h14v10h15v-10h14v22h-100z" })];
}

/** The places inside the board that are no squares. Those outside, such as cut corners, need no drawing. */
function holes(board: BoardInfo, geometry: Geometry): SVGElement[] {
  const there = new Set(board.squares.filter((square) => square.grid).map((square) => `${square.x},${square.y}`));
  const found: SVGElement[] = [];
  const hasBeyond = (x: number, y: number, dx: number, dy: number) => {
    for (let [u, v] = [x + dx, y + dy]; u >= 1 && v >= 1 && u <= board.width && v <= board.height; u += dx, v += dy) if (there.has(`${u},${v}`)) return true;
    return false;
  };
  for (let y = 1; y <= board.height; y += 1) {
    for (let x = 1; x <= board.width; x += 1) {
      if (there.has(`${x},${y}`) || ![[1, 0], [-1, 0], [0, 1], [0, -1]].every(([dx, dy]) => hasBeyond(x, y, dx!, dy!))) continue;
      const [left, top] = geometry.spot({ x, y });
      found.push(s("path", { class: "hole", transform: `translate(${left} ${top})`, d: "M-50 -50H50V50H-50ZM-50 -10L-10 -50M-50 30L30 -50M-40 50L50 -40M0 50L50 0M38 50L50 38" }));
    }
  }
  return found;
}

/** Marks the edges that are joined, outside the squares. */
function seams(board: BoardInfo, geometry: Geometry): SVGElement[] {
  const { files, ranks } = board.joins ?? { files: false, ranks: false };
  const [[x1, y1], [x2, y2]] = [geometry.spot({ x: 1, y: board.height }), geometry.spot({ x: board.width, y: 1 })];
  const far = CELL / 2 + 1;
  const [left, right, top, bottom] = [Math.min(x1, x2) - far, Math.max(x1, x2) + far, Math.min(y1, y2) - far, Math.max(y1, y2) + far];
  const path = (files ? `M${left} ${top}V${bottom}M${right} ${top}V${bottom}` : "") + (ranks ? `M${left} ${top}H${right}M${left} ${bottom}H${right}` : "");
  return path ? [s("path", { class: "seam", d: path, fill: "none", stroke: "#0b62a4", "stroke-width": 5, "stroke-dasharray": "16 10" })] : [];
}

/** Draws the board into groups of its squares, by name; the layer below them comes first. */
export function ground(board: BoardInfo, style: Style, geometry: Geometry): { below: SVGElement[]; groups: Map<string, SVGGElement> } {
  const groups = new Map<string, SVGGElement>();
  for (const square of board.squares) {
    const [x, y] = geometry.spot(square);
    const dark = board.checkered && (square.x + square.y) % 2 === 0;
    const kind = square.grid ? (style.points ? "point" : !board.checkered ? "plain" : dark ? "dark" : "light") : "beside";
    const group = s("g", { class: `square ${kind}`, transform: `translate(${x} ${y})`, "data-square": square.name });
    group.append(s("rect", { class: "ground", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL }));
    if (!square.grid) {
      const what = cell(board, square);
      if (what) group.append(...shape(what.kind, what.owner));
      group.append(s("text", { class: "name", x: -CELL / 2 + 5, y: CELL / 2 - 6, "font-size": 20 }, square.name));
    }
    groups.set(square.name, group);
  }
  return { below: [...(style.points ? lines(board, geometry) : holes(board, geometry)), ...seams(board, geometry)], groups };
}

/** Writes the numbers of the ranks and the letters of the files beside the board. */
export function labels(geometry: Geometry): SVGElement[] {
  const { board } = geometry;
  const text = (attributes: Record<string, number>, label: number | string) => s("text", { class: "edge", "text-anchor": "middle", "font-size": 20, ...attributes }, label);
  const ranks = Array.from({ length: board.height }, (_, index) => {
    const [x, y] = geometry.spot(geometry.nearEnd({ y: index + 1 }));
    return text({ x: x - CELL / 2 - 18, y: y + 7 }, index + 1);
  });
  const files = Array.from({ length: board.width }, (_, index) => {
    const [x, y] = geometry.spot(geometry.nearEnd({ x: index + 1 }));
    return text({ x, y: y + CELL / 2 + 24 }, letter(index + 1));
  });
  return [...ranks, ...files];
}
