/** Plays the moves of a record, and returns them as a tree with the remarks of the record. */
import type { Color } from "../../../bindings/web/pkg/ferz.js";
import type { Tree } from "../games";
import type { Pgn, PgnMove } from "./pgn";

/** Plays a move after others, given in any notation. */
type PlayMove = (line: string[], text: string) => { text: string; turn: Color };

export interface Entered {
  root: Tree;
  /** The moves that are not legal, with their numbers. The moves before each are in the tree. */
  illegal: string[];
}

/** Plays the moves of a record from a position, whose side to move and move number are given. */
export function enter({ moves, result }: Pgn, start: { turn: Color; number: number }, play: PlayMove): Entered {
  const root: Tree = { text: "", turn: start.turn, children: [] };
  const illegal: string[] = [];
  /** Plays a line, and returns its last move. */
  const read = (from: Tree, before: string[], first: number, list: PgnMove[]): Tree => {
    let [at, line, number] = [from, before, first];
    for (const move of list) {
      let played: ReturnType<PlayMove> | undefined;
      try {
        played = play(line, move.text);
      } catch {
        illegal.push(`${number}${at.turn === "white" ? "." : "…"} ${move.text.slice(0, 20)}`);
      }
      const next: Tree | undefined = played && { ...played, children: [], ...(move.notes && { notes: move.notes }) };
      if (next) at.children.push(next);
      for (const variation of move.variations) read(at, line, number, variation);
      if (!next) return at;
      if (next.turn === "white" && at.turn !== "white") number += 1;
      line = [...line, next.text];
      at = next;
    }
    return at;
  };
  const last = read(root, [], start.number, moves);
  if (!illegal.length && result !== "*" && last !== root) last.notes = { ...last.notes, result };
  return { root, illegal };
}
