/** Converts a record that the module has read to a tree of moves with remarks. */
import type { Color, GameRecord, RecordedLine } from "../../../bindings/web/pkg/ferz.js";
import type { Notes, Tree } from "../games";

/** Returns the side to move after moves. Fails if one of them cannot be played. */
type TurnAfter = (moves: string[]) => Color;

/** Returns the moves of a record. A line ends before a move that cannot be played, such as one after the end of the game. */
export function treeOf(record: GameRecord, turnAfter: TurnAfter): Tree {
  const root: Tree = { text: "", turn: turnAfter([]), children: [] };
  /** Adds a line, and returns its last move. */
  const add = (from: Tree, before: string[], { comments, moves }: RecordedLine): Tree => {
    let [at, line, preface] = [from, before, comments?.join(" ")];
    for (const { move, comments, marks, variations } of moves) {
      let turn: Color;
      try {
        turn = turnAfter([...line, move]);
      } catch {
        return at;
      }
      const notes: Notes = { ...(preface && { before: preface }), ...(marks && { marks: marks.map((mark) => `$${mark}`) }), ...(comments && { after: comments.join(" ") }) };
      const next: Tree = { text: move, turn, children: [], ...(Object.keys(notes).length && { notes }) };
      at.children.push(next);
      for (const variation of variations ?? []) add(at, line, variation);
      [at, line, preface] = [next, [...line, move], undefined];
    }
    return at;
  };
  const last = add(root, [], record);
  if (record.result !== "*" && last !== root) last.notes = { ...last.notes, result: record.result };
  return root;
}
