/** Games as PGN: tags, moves with variations and comments, and the result. */

import type { Notes } from "../games";

/** A move with the variations that replace it. */
export interface PgnMove {
  text: string;
  variations: PgnMove[][];
  notes?: Notes;
}

export interface Pgn {
  tags: Record<string, string>;
  moves: PgnMove[];
  result: string;
}

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
/** The maximum number of characters read from a text. */
const LARGEST = 1_000_000;
const TOKEN = /\{[^}]*\}|;[^\n]*|\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\(|\)|\$\d+|[^\s(){};]+/g;

/** Parses the first game of a text. */
export function readPgn(text: string): Pgn {
  const game: Pgn = { tags: {}, moves: [], result: "*" };
  if (text.length > LARGEST) throw new Error("The text is too long for a game: more than 1 MB.");
  const open: PgnMove[][] = [game.moves];
  /** The comment that stands before the next move. */
  let before: string | undefined;
  for (const [token, name, value] of text.matchAll(TOKEN)) {
    const moves = open.at(-1)!;
    if (name !== undefined) {
      // The tags of a second game.
      if (game.moves.length) break;
      game.tags[name] = (value ?? "").replace(/\\(.)/g, "$1");
    } else if (token === "(") {
      const last = moves.at(-1);
      if (!last) throw new Error("A variation stands before the first move.");
      const variation: PgnMove[] = [];
      last.variations.push(variation);
      open.push(variation);
    } else if (token === ")") {
      if (open.length === 1) throw new Error("A parenthesis is closed that was not opened.");
      open.pop();
    } else if (RESULTS.includes(token)) {
      if (open.length === 1) {
        game.result = token;
        break;
      }
    } else if (/^[{;]/.test(token)) {
      const comment = token.replace(/^[{;]|\}$/g, "").trim();
      const last = moves.at(-1);
      if (last) note(last, { after: [last.notes?.after, comment].filter(Boolean).join(" ") });
      else before = [before, comment].filter(Boolean).join(" ");
    } else if (token.startsWith("$")) {
      const last = moves.at(-1);
      if (last) note(last, { marks: [...(last.notes?.marks ?? []), token] });
    } else {
      // A move number may precede a move without a space.
      const [, move = "", mark = ""] = /^(.*?)([!?]*)$/.exec(token.replace(/^\d+(\.+|…)/, "")) ?? [];
      if (!move || move === "…" || /^\.+$/.test(move) || /^\d+$/.test(move)) continue;
      const added: PgnMove = { text: move, variations: [] };
      if (mark || before) note(added, { ...(before && { before }), ...(mark && { marks: [mark] }) });
      before = undefined;
      moves.push(added);
    }
  }
  return game;
}

function note(move: PgnMove, notes: Notes): void {
  move.notes = { ...move.notes, ...notes };
}

/** A part of the movetext: a text, or the start or end of a variation. */
export type Part = string | { open: true } | { close: true };

/** Writes a game. Lines are at most 80 characters long. */
export function writePgn(tags: [string, string][], parts: Part[], result: string): string {
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&").replace(/\s+/g, " ")}"]`);
  const words: string[] = [];
  let before = "";
  for (const part of [...parts, result]) {
    if (typeof part === "string") words.push(...(before + part).split(" "));
    else if ("close" in part) words[words.length - 1] += ")";
    before = typeof part !== "string" && "open" in part ? "(" : "";
  }
  const lines: string[] = [];
  let row = "";
  for (const word of words) {
    if (row && row.length + word.length >= 80) {
      lines.push(row);
      row = "";
    }
    row += (row && " ") + word;
  }
  return [...head, "", ...lines, row, ""].join("\n");
}
