/** Gestures that change drawings: the array, the size of the board, its holes, and its regions. */
import type { BoardInfo, DrawnRow, Stands, Statement, StatementItem } from "../../../bindings/web/pkg/ferz.js";
import { addedInside, appended, isChild, without, type Source } from "./gestures";
import { every, indentation, inside, items, keyword, withoutMarks, type Edit } from "./tree";

/** A position as the board shows it. */
export interface Position {
  board: BoardInfo;
  pieces: Stands[];
  /** The statements of the game, and of each game that it extends. */
  trees: Statement[][];
}

/** Returns true if Black's side of the board is White's, turned and not mirrored. */
function isTurned({ trees }: Position): boolean {
  for (const tree of trees) {
    const boards = tree.filter((statement) => keyword(statement) === "board");
    const sides = boards.flatMap(inside).find((one) => keyword(one) === "black");
    if (sides) return sides.items.some(({ text }) => text === "turned");
  }
  return false;
}

/** Returns the drawings of an array with the statements around them, which can be the answers to a question. */
function arrays(tree: Statement[], name: string): { statement: Statement; around: Statement[] }[] {
  return [...every(tree)].filter(({ statement }) => keyword(statement) === "array" && items(statement)[1]?.text === name);
}

/** Returns the array that a text draws, or that it changes. Of several, it is the one under the answers of the file. */
function drawing({ tree }: Source, name: string): Statement | undefined {
  const isAnswer = (one: Statement, outer: Statement | undefined) => keyword(one) === "switch" || (outer !== undefined && keyword(outer) === "switch" && one.items[1]?.text === "*");
  return arrays(tree, name).find(({ around }) => around.every((one, index) => isAnswer(one, around[index - 1])))?.statement;
}

/** Returns the marks of a rank, from the first file. */
function marksOf({ board, pieces }: Position, rank: number): string[] {
  return Array.from({ length: board.width }, (_, index) => {
    const square = board.squares.find(({ grid, x, y }) => grid && x === index + 1 && y === rank);
    const piece = pieces.find((one) => one.square === square?.name);
    return square ? (piece ? written(piece) : ".") : "*";
  });
}

function written({ token, color }: Pick<Stands, "token" | "color">): string {
  return color === "black" ? token.toLowerCase() : token;
}

function rowText(rank: number, marks: string[]): string {
  return `${rank} | ${marks.join(" ")}`;
}

/** Returns the edit of a mark in a row, which keeps the columns if the row has space. */
function marked(text: string, row: DrawnRow, index: number, mark: string): Edit | undefined {
  const square = row.squares[index];
  if (!square) return undefined;
  const [from, to] = square.place;
  const longer = mark.length - (to - from);
  const isLast = index === row.squares.length - 1;
  const room = /^ */.exec(text.slice(to))![0].length - 1;
  if (longer > 0) return { from, to: to + (isLast ? 0 : Math.min(longer, Math.max(0, room))), insert: mark };
  return { from, to, insert: mark + (isLast ? "" : " ".repeat(-longer)) };
}

/** Returns the edit that adds a row to a drawing, whose rows begin with the highest rank. */
function newRow(text: string, array: Statement, rank: number, marks: string[]): Edit | undefined {
  const rows = array.block?.rows ?? [];
  const below = rows.find((row) => row.rank < rank);
  const line = rowText(rank, marks);
  if (below) return { from: below.place[0], to: below.place[0], insert: `${line}\n${indentation(text, below.place)}` };
  const last = rows.at(-1);
  if (last) return { from: last.place[1], to: last.place[1], insert: `\n${indentation(text, last.place)}${line}` };
  const open = array.block?.place[0];
  return open === undefined ? undefined : { from: open + 1, to: open + 1, insert: `\n  ${line}\n` };
}

/** Returns the statement that draws an array of another file anew, for White's half of the board. */
function drawnAnew(name: string, position: Position, fresh: Map<number, string[]>): string {
  // A change would reach the drawings of all answers to a question.
  const isAsked = position.trees.some((tree) => arrays(tree, name).some(({ around }) => around.length));
  const half = Array.from({ length: Math.floor(position.board.height / 2) }, (_, index) => index + 1);
  const ranks = half.map((rank) => [rank, fresh.get(rank) ?? marksOf(position, rank)] as const).filter(([, marks]) => marks.some((mark) => mark !== "." && mark !== "*"));
  return `${isAsked ? `remove array ${name}\narray` : "change array"} ${name} {\n${ranks.toReversed().map(([rank, marks]) => `  ${rowText(rank, marks)}`).join("\n")}\n}`;
}

/** A square on which a gesture puts a piece, or which it empties. */
export interface Put {
  x: number;
  y: number;
  piece: Pick<Stands, "token" | "color"> | undefined;
}

/**
 * Returns the edits that put pieces on squares of an array. A rank that is drawn for one side only is changed for both sides, as
 * the text says it.
 */
export function standOtherwise(source: Source, name: string, position: Position, puts: Put[]): Edit[] | undefined {
  const { text } = source;
  const array = drawing(source, name);
  const { board } = position;
  const edits: Edit[] = [];
  const fresh = new Map<number, string[]>();
  for (const { x, y, piece } of puts) {
    const across = board.height + 1 - y;
    const row = (rank: number) => array?.block?.rows.find((one) => one.rank === rank);
    const mirrored = isTurned(position) ? board.width + 1 - x : x;
    // A square that has a hole across from it is drawn itself.
    const isPaired = across !== y && board.squares.some((square) => square.grid && square.x === mirrored && square.y === across);
    const isAcross = isPaired && !row(y) && !fresh.has(y) && (row(across) !== undefined || y > board.height / 2);
    const [file, rank] = isAcross ? [mirrored, across] : [x, y];
    const color = piece && isAcross && piece.color !== "neutral" ? (piece.color === "white" ? "black" : "white") : piece?.color;
    const mark = piece ? written({ token: piece.token, color: color! }) : ".";
    const drawn = row(rank);
    if (drawn) {
      const edit = marked(text, drawn, file - 1, mark);
      if (!edit) return undefined;
      edits.push(edit);
    } else {
      const marks = fresh.get(rank) ?? marksOf(position, rank);
      marks[file - 1] = mark;
      fresh.set(rank, marks);
    }
  }
  if (!array) return isChild(source) ? [appended(source, drawnAnew(name, position, fresh))] : undefined;
  for (const [rank, marks] of [...fresh].toSorted(([a], [b]) => b - a)) {
    const edit = newRow(text, array, rank, marks);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return [...edits, ...withoutMarks(text, [array])];
}

/** The largest board, in files, ranks, and squares. */
export const LARGEST = { side: 16, squares: 256 };

/** A board before and after another size. */
interface Sizes {
  files: number;
  ranks: number;
  width: number;
  height: number;
}

/** Returns the rank to which a rank goes. The far half of the board keeps its distance from the far edge. */
function movedRank(rank: number, { ranks, height }: Sizes): number {
  return rank > ranks / 2 ? rank + height - ranks : rank;
}

/** Returns the name to which a square of the grid goes, or undefined if it goes off the board. Other words stay. */
function movedName(name: string, sizes: Sizes): string | undefined {
  const [, letter, digits] = /^([a-z])([1-9]\d?)$/.exec(name) ?? [];
  if (!letter) return name;
  const [file, rank] = [letter.charCodeAt(0) - 96, Number(digits)];
  if (file > sizes.files || rank > sizes.ranks) return name;
  const next = movedRank(rank, sizes);
  return file > sizes.width || next < 1 || next > sizes.height ? undefined : `${letter}${next}`;
}

/** Returns all items of a statement, with those in brackets. */
function allItems(list: StatementItem[]): StatementItem[] {
  return list.flatMap((item) => [item, ...allItems(item.items)]);
}

/** Returns the edits of a statement's words for a board of another size: numbers of ranks, squares, and places of cells. */
function resizedWords(source: Source, statement: Statement, sizes: Sizes): Edit[] {
  const edits: Edit[] = [];
  const replace = ({ place: [from, to], text }: StatementItem, insert: string) => text !== insert && edits.push({ from, to, insert });
  if (keyword(statement) === "hole") {
    const names = statement.items.slice(1).filter(({ kind }) => kind === "word").map((item) => movedName(item.text, sizes)).filter((name) => name !== undefined);
    if (!names.length) return without(source, statement.whole);
    const last = statement.items.findLast(({ kind }) => kind !== "marks")!;
    const written = `hole ${names.join(", ")}`;
    return source.text.slice(statement.place[0], last.place[1]) === written ? [] : [{ from: statement.place[0], to: last.place[1], insert: written }];
  }
  const isCell = keyword(statement) === "cell";
  const list = allItems(statement.items);
  list.forEach((item, index) => {
    const before = list[index - 1]?.text;
    const isRank = before === "rank" || (before === ".." && list[index - 3]?.text === "rank");
    if (item.kind === "number" && isRank) replace(item, String(movedRank(Number(item.text), sizes)));
    // Cells beside the board stay beside it.
    else if (isCell && item.kind === "group") {
      const [x, y] = item.items.filter(({ kind }) => kind === "number") as [StatementItem?, StatementItem?];
      if (x && Number(x.text) > sizes.files) replace(x, String(Number(x.text) + sizes.width - sizes.files));
      if (y) replace(y, String(movedRank(Number(y.text), sizes)));
    } else if (item.kind === "word") replace(item, movedName(item.text, sizes) ?? item.text);
  });
  return edits;
}

/** Returns the edits of a drawing for a board of another size. */
function resizedRows(statement: Statement, sizes: Sizes): Edit[] {
  return (statement.block?.rows ?? []).flatMap((row): Edit[] => {
    const rank: Edit = { from: row.place[0], to: row.place[0] + String(row.rank).length, insert: String(movedRank(row.rank, sizes)) };
    const end = row.squares.at(-1)?.place[1] ?? row.place[1];
    const short = sizes.width - row.squares.length;
    const edits = rank.insert === String(row.rank) ? [] : [rank];
    if (short > 0) return [...edits, { from: end, to: end, insert: " .".repeat(short) }];
    return short < 0 ? [...edits, { from: row.squares[sizes.width - 1]!.place[1], to: end, insert: "" }] : edits;
  });
}

/** Returns the edits that give the board another size. Drawings, squares, and cells follow, and so do ranks of the far half. */
export function sizeOtherwise(source: Source, width: number, height: number): Edit[] | undefined {
  const { text, tree } = source;
  const board = tree.find((statement) => keyword(statement) === "board");
  const grid = board && inside(board).find((one) => keyword(one) === "grid");
  const numbers = grid?.items.filter(({ kind }) => kind === "number") ?? [];
  const [files, ranks] = numbers.map((item) => Number(item.text)) as [number, number];
  if (!board || !grid || numbers.length < 2) return undefined;
  const sizes = { files, ranks, width, height };
  const edits = numbers.map(({ place: [from, to] }, index) => ({ from, to, insert: String(index ? height : width) })).filter(({ from, to, insert }) => text.slice(from, to) !== insert);
  for (const { statement } of every(tree)) if (statement !== grid) edits.push(...resizedWords(source, statement, sizes), ...resizedRows(statement, sizes));
  return edits;
}

/** Returns squares in the language: whole ranks by their numbers, and all others by their names. */
function squaresText(board: BoardInfo, names: Set<string>): string {
  const squares = board.squares.filter((square) => square.grid);
  const ranks = Array.from({ length: board.height }, (_, index) => index + 1).filter((rank) => squares.some(({ y }) => y === rank) && squares.filter(({ y }) => y === rank).every(({ name }) => names.has(name)));
  const rest = board.squares.filter(({ name, grid, y }) => names.has(name) && !(grid && ranks.includes(y))).map(({ name }) => name);
  return [...ranks.map((rank) => `rank ${rank}`), ...rest].join(" or ");
}

/** Returns the edits that add squares to a region, or take them from it. A drawing stays a drawing. */
export function regionOtherwise(source: Source, board: BoardInfo, name: string, names: Set<string>): Edit[] | undefined {
  const { text } = source;
  const expression = squaresText(board, names);
  if (!expression) return undefined;
  const statement = source.tree.find((one) => keyword(one) === "region" && items(one)[1]?.text === name);
  if (!statement && !isChild(source) && board.regions.some((one) => one.name === name)) return undefined;
  if (!statement) return [appended(source, `${board.regions.some((one) => one.name === name) ? "change " : ""}region ${name} = ${expression}`)];
  const [, , next] = items(statement);
  const marks = withoutMarks(text, [statement]);
  if (next?.text === "=") {
    const last = statement.items.findLast(({ kind }) => kind !== "marks")!;
    return [{ from: next.place[1], to: last.place[1], insert: ` ${expression}` }, ...marks];
  }
  if (next && next.kind !== "marks") return undefined;
  const edits: Edit[] = [];
  for (let rank = 1; rank <= board.height; rank += 1) {
    const wanted = Array.from({ length: board.width }, (_, index) => {
      const square = board.squares.find(({ grid, x, y }) => grid && x === index + 1 && y === rank);
      return square ? (names.has(square.name) ? "x" : ".") : "*";
    });
    const row = statement.block?.rows.find((one) => one.rank === rank);
    if (row) edits.push(...wanted.map((mark, index) => (row.squares[index]?.mark === mark ? undefined : marked(text, row, index, mark))).filter((edit) => edit !== undefined));
    else if (wanted.includes("x")) edits.push(...[newRow(text, statement, rank, wanted)].filter((edit) => edit !== undefined));
  }
  return [...edits, ...marks];
}

/** Returns the squares that a statement makes holes. */
function holesOf(statement: Statement | undefined): string[] {
  return statement?.items.slice(1).filter(({ kind }) => kind === "word").map(({ text }) => text) ?? [];
}

/** Returns the region to which the words of a cell assign it. */
function regionOf(words: string[]): string | undefined {
  const at = words.indexOf("as");
  return at < 0 ? undefined : words[at + 1];
}

/** What the rules of a text say about squares. */
export interface Uses {
  /** The words that can name squares and cells. What they name stays on the board. */
  names: Set<string>;
  /** True if the text draws an array, which can follow a change of the board. */
  isDrawn: boolean;
  /** The holes that the text itself makes. */
  holes: Set<string>;
}

/** Returns what the rules of a text say about squares. */
export function usesOf(tree: Statement[]): Uses {
  const all = [...every(tree)];
  // The lines of an array go with their cells.
  const rules = all.filter(({ statement, around }) => !["hole", "cell"].includes(keyword(statement)) && !around.some((one) => keyword(one) === "array" && keyword(statement) !== "shuffle"));
  const words = rules.flatMap(({ statement }) => allItems(statement.items)).filter(({ kind }) => kind === "word");
  const names = new Set(words.map(({ text }) => text));
  // A click removes two cells at most, so a region with more of them keeps some.
  const placed = all.filter(({ statement }) => keyword(statement) === "cell").map(({ statement }) => statement.items.filter(({ kind }) => kind === "word").map(({ text }) => text));
  const isLast = (region: string | undefined) => region !== undefined && names.has(region) && placed.filter((one) => regionOf(one) === region).length <= 2;
  for (const cell of placed) if (isLast(regionOf(cell))) names.add(cell[1]!);
  return { names, isDrawn: all.some(({ statement }) => keyword(statement) === "array"), holes: new Set(all.filter(({ statement }) => keyword(statement) === "hole").flatMap(({ statement }) => holesOf(statement))) };
}

/** Returns true if a square can become a hole. */
export function canBeHole({ names, isDrawn }: Uses, { pieces }: Pick<Position, "pieces">, name: string): boolean {
  return !names.has(name) && (isDrawn || !pieces.some(({ square }) => square === name));
}

/** Returns the edits that make a square a hole, or a hole a square. Drawings follow. */
export function holeOtherwise({ text, tree }: Source, position: Position, name: string, { x, y }: Beside): Edit[] | undefined {
  const board = tree.find((statement) => keyword(statement) === "board");
  const isSquare = position.board.squares.some((square) => square.name === name);
  if (isSquare && !canBeHole(usesOf(tree), position, name)) return undefined;
  const holes = board && inside(board).find((one) => keyword(one) === "hole");
  const names = holesOf(holes);
  const isHole = names.includes(name);
  // The holes of another file stay.
  if (isHole === isSquare || (!board && !isChild({ text, tree }))) return undefined;
  const next = isHole ? names.filter((one) => one !== name) : [...names, name];
  const edits: Edit[] = [];
  if (!board) edits.push(appended({ text, tree }, `change board {\n  hole ${name}\n}`));
  else if (!holes) edits.push(...addedInside(text, board, `hole ${name}`));
  else if (!next.length) edits.push(...without({ text, tree }, holes.whole));
  else {
    const last = holes.items.findLast(({ kind }) => kind !== "marks")!;
    edits.push({ from: holes.place[0], to: last.place[1], insert: `hole ${next.join(", ")}` }, ...withoutMarks(text, [holes]));
  }
  for (const { statement } of every(tree)) {
    const row = statement.block?.rows.find((one) => one.rank === y);
    const edit = row && marked(text, row, x - 1, isHole ? "." : "*");
    if (edit) edits.push(edit);
  }
  return edits;
}

/** A place beside the board, in the coordinates of the grid. */
export interface Beside {
  x: number;
  y: number;
}

/** Returns a name for a cell: that of the square that would be there, or one that no square has. */
function cellName({ width, squares }: BoardInfo, { x, y }: Beside, taken: string[]): string {
  const isFree = (name: string) => !taken.includes(name) && !squares.some((square) => square.name === name);
  const letter = (number: number) => String.fromCharCode(96 + number);
  const natural = `${x >= 1 ? letter(x) : letter(26 + x)}${y}`;
  if (y >= 1 && isFree(natural)) return natural;
  const others = [23, 24, 25, 26, ...Array.from({ length: 26 }, (_, index) => index + 1)].filter((number) => number > width).map(letter);
  return Array.from({ length: 99 }, (_, index) => others.map((one) => `${one}${index + 1}`)).flat().find(isFree) ?? natural;
}

/** Returns the statements of cells in a text, by their places. */
function cells({ tree }: Source): { statement: Statement; x: number; y: number }[] {
  return [...every(tree)].filter(({ statement }) => keyword(statement) === "cell").flatMap(({ statement }) => {
    const [x, y] = statement.items.find(({ kind }) => kind === "group")?.items.filter(({ kind }) => kind === "number").map(({ text }) => Number(text)) ?? [];
    return x === undefined || y === undefined ? [] : [{ statement, x, y }];
  });
}

/**
 * Returns the edits that put a cell beside the board, or that take it away, and the same for the other side. With a region, the cell
 * belongs to the region of the side whose half of the board is nearer.
 */
export function cellOtherwise(source: Source, position: Position, place: Beside, region: string): Edit[] | undefined {
  const { text, tree } = source;
  const { board } = position;
  const twin: Beside = { x: isTurned(position) ? board.width + 1 - place.x : place.x, y: board.height + 1 - place.y };
  const isAt = (one: Beside) => ({ x, y }: Beside) => x === one.x && y === one.y;
  const isSame = isAt(twin)(place);
  if (board.squares.some((square) => !square.grid && isAt(place)(square))) {
    const found = cells(source).filter((cell) => isAt(place)(cell) || isAt(twin)(cell));
    if (!found.some(isAt(place))) return undefined;
    const names = board.squares.filter((square) => !square.grid && found.some(isAt(square))).map(({ name }) => name);
    if (names.some((name) => usesOf(tree).names.has(name))) return undefined;
    // The lines of arrays that put a piece there go along.
    const standing = tree.filter((one) => keyword(one) === "array").flatMap(inside).filter((one) => names.includes(keyword(one)));
    return [...found.map(({ statement }) => statement), ...standing].flatMap(({ whole }) => without(source, whole));
  }
  const places = isSame ? [place] : [place, twin].filter((one) => !board.squares.some(isAt(one))).toSorted((a, b) => a.y - b.y);
  const taken: string[] = [];
  const lines = places.map((one) => {
    const name = cellName(board, one, taken);
    taken.push(name);
    const owner = isSame ? "" : ` of ${one.y <= board.height / 2 ? "white" : "black"}`;
    return `cell ${name} at (${one.x}, ${one.y})${region ? ` as ${region}${owner}` : ""}`;
  });
  const own = tree.find((statement) => keyword(statement) === "board");
  if (!own?.block) return [appended(source, `change board {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`)];
  const last = own.block.statements.at(-1)?.whole;
  return addedInside(text, own, lines.join(last && !text.slice(...own.block.place).includes("\n") ? "; " : `\n${last ? indentation(text, last) : "  "}`));
}
