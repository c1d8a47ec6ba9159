/** Games that the user has begun, saved in the browser until the user deletes them. */
import type { Color } from "../../bindings/web/pkg/ferz.js";
import { newId } from "./setting";

/** The signs that annotate moves, by the numbers that records write for them. */
export const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** The remarks of a record about a move. */
export interface Notes {
  /** The comments before and after the move. */
  before?: string;
  after?: string;
  /** The marks of the move, such as `$14`. Games that were saved earlier also have signs such as `!`. */
  marks?: string[];
  /** The result with which the record ends after this move. */
  result?: string;
}

/** A move with the moves that were played after it, the main line first. */
export interface Tree {
  text: string;
  /** The side to move after this move. */
  turn: Color;
  children: Tree[];
  /** True if the clocks of the game were running when it was played. */
  clock?: boolean;
  /** The player of the move, if the user played it here. */
  by?: string;
  notes?: Notes;
}

/** Clocks with the time that each side has used, in milliseconds. */
export interface KeptClock {
  total: number;
  more: number;
  used: Record<Color, number>;
}

export interface KeptGame {
  id: string;
  /** The game, with its array, reading, and switches, as in an address. */
  game: string;
  fen: string | undefined;
  root: Tree;
  /** The index of the child at each step to the shown position. */
  path: number[];
  players: Record<Color, string>;
  ended: string | undefined;
  /** True if the game is over at the shown position. */
  over: boolean;
  clock?: KeptClock;
  /** The tags of the record from which the game was read. */
  tags?: Record<string, string>;
  /** The number of times that the game was saved. It shows whether another page has saved the same game. */
  version: number;
  saved: number;
}

const PREFIX = "ferz.game.";
/** The games that cannot be stored. They are lost when the page is closed. */
const memory = new Map<string, KeptGame>();

/** A position as in an address: the starting position, the moves, and the number of moves before the shown position. */
export interface Shown {
  fen?: string;
  moves: string[];
  at: number;
}

/** Splits the address of a game from its position: `NAME/ARRAY@READING?SWITCH=VALUE;fen=...;moves=a,b,c;at=1`. */
export function splitShown(text: string): [string, Shown] {
  const [game = "", ...parts] = text.split(";");
  const found: Record<string, string> = {};
  for (const part of parts) {
    const equals = part.indexOf("=");
    found[part.slice(0, equals)] = part.slice(equals + 1);
  }
  const moves = (found.moves ?? "").split(",").filter(Boolean).map(decodeURIComponent);
  const at = found.at === undefined ? moves.length : Number(found.at);
  return [game, { fen: found.fen ? decodeURIComponent(found.fen) : undefined, moves, at: Number.isInteger(at) && at >= 0 ? Math.min(at, moves.length) : moves.length }];
}

export function writeShown({ fen, moves, at }: Shown): string {
  const parts = [fen ? `;fen=${encodeURIComponent(fen)}` : "", moves.length ? `;moves=${moves.map(encodeURIComponent).join(",")}` : "", at < moves.length ? `;at=${at}` : ""];
  return parts.join("");
}

/** Reads a stored game. */
export function whole(value: unknown): KeptGame | undefined {
  const game = value as KeptGame | null;
  const tree = (one: Tree): boolean => typeof one.text === "string" && (one.turn === "white" || one.turn === "black") && Array.isArray(one.children);
  if (!game || typeof game.id !== "string" || typeof game.game !== "string" || !game.root || !Array.isArray(game.path) || !game.players) return undefined;
  for (const nodes = [game.root]; nodes.length; ) {
    const node = nodes.pop()!;
    if (!tree(node)) return undefined;
    nodes.push(...node.children);
  }
  return game;
}

export function read(id: string): KeptGame | undefined {
  const kept = memory.get(id);
  if (kept) return structuredClone(kept);
  try {
    return whole(JSON.parse(localStorage.getItem(PREFIX + id) ?? "null"));
  } catch {
    return undefined;
  }
}

/** Returns all saved games, the latest first. */
export function all(): KeptGame[] {
  const ids = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
  } catch {
    // The storage is blocked, so only the games in memory are listed.
  }
  const games = [...ids].map(read).filter((game) => game !== undefined);
  return games.sort((a, b) => b.saved - a.saved);
}

/** Returns the main line through the shown position of a saved game. */
export function shownOf({ fen, root, path }: KeptGame): Shown {
  const moves: string[] = [];
  const steps = [...path];
  for (let node = root.children[steps.shift() ?? 0]; node; node = node.children[steps.shift() ?? 0]) moves.push(node.text);
  return { fen, moves, at: path.length };
}

/** Returns the path of the given moves in a tree. */
function along(root: Tree, moves: string[]): number[] | undefined {
  const path: number[] = [];
  let node: Tree | undefined = root;
  for (const text of moves) {
    const index: number = node.children.findIndex((child) => child.text === text);
    node = node.children[index];
    if (!node) return undefined;
    path.push(index);
  }
  return path;
}

/** Returns the latest saved game that contains the moves of an address. If the address has none, returns the latest of all, which `isOver` allows to be over. */
export function find(game: string, { fen, moves, at }: Shown, isOver = false): KeptGame | undefined {
  for (const kept of all()) {
    if (kept.game !== game) continue;
    if (!fen && !moves.length) return kept.over && !isOver ? undefined : kept;
    const path = kept.fen === fen ? along(kept.root, moves) : undefined;
    if (path) return { ...kept, path: path.slice(0, at) };
  }
  return undefined;
}

/**
 * Saves a game, and returns false if the storage is full or blocked: then it is kept until the page is closed. If another page
 * has saved it in the meantime, it is saved as a separate game.
 */
export function save(game: KeptGame): boolean {
  game.id ||= newId();
  const before = read(game.id);
  if (before && before.version !== game.version) {
    game.id = newId();
    game.version = 0;
  }
  game.version += 1;
  game.saved = Date.now();
  return restore(game);
}

/** Stores a game as it is, such as one that was deleted. */
export function restore(game: KeptGame): boolean {
  game.id ||= newId();
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify(game));
    memory.delete(game.id);
    return true;
  } catch {
    memory.set(game.id, structuredClone(game));
    return false;
  }
}

export function remove(id: string): void {
  memory.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // The storage is blocked, so nothing is saved.
  }
}
