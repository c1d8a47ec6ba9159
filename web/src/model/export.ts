/** Converts a game with its variations and remarks to a record that the module writes. */
import type { Color, LineDraft, MoveDraft, RecordDraft } from "../../../bindings/web/pkg/ferz.js";
import { SIGNS } from "../games";
import { result, type Match } from "./match";
import { after, type MoveNode } from "./tree";

/** Returns the name of the player who made all moves of a side, or `?` if there is none or more than one. */
function nameOf(match: Match, color: Color): string {
  const names = new Set<string>();
  const recorded = match.tags?.[color === "white" ? "White" : "Black"] ?? "?";
  for (const node of after(match.root)) {
    if (node.parent!.turn === color) names.add(node.by === undefined ? recorded : node.by === "human" ? "?" : `ferz, ${node.by}`);
  }
  if (!names.size) return recorded;
  return names.size === 1 ? [...names][0]! : "?";
}

/** Returns the result of the main line with its reason: that of the record, or that of the shown position if it is the last one. */
function endOf(match: Match): { result: string; termination?: string } {
  const last = after(match.root).at(-1) ?? match.root;
  const shown = match.node === last ? result(match.ended, match.view) : "*";
  if (shown !== "*") return { result: shown, termination: match.ended?.replace(/\.$/, "") };
  const recorded = last.notes?.result;
  return recorded ? { result: recorded, termination: match.tags?.Termination } : { result: "*" };
}

/** Returns a move with the variations that replace it. */
function moveOf({ text, notes = {} }: MoveNode, others: MoveNode[]): MoveDraft {
  const marks = (notes.marks ?? []).map((mark) => (mark.startsWith("$") ? Number(mark.slice(1)) : SIGNS.indexOf(mark)));
  return { move: text, comments: notes.after ? [notes.after] : [], marks: marks.filter((mark) => mark > 0), variations: others.map((node) => lineOf(node, [])) };
}

/** Returns the line that begins with a move, and the variations that replace this move. */
function lineOf(first: MoveNode, others: MoveNode[]): LineDraft {
  const moves = [moveOf(first, others)];
  for (let node = first; node.children[0]; node = node.children[0]) {
    const [next, ...rest] = node.children as [MoveNode, ...MoveNode[]];
    // A comment can precede only the first move of a line.
    if (next.notes?.before) moves.at(-1)!.comments!.push(next.notes.before);
    moves.push(moveOf(next, rest));
  }
  return { comments: first.notes?.before ? [first.notes.before] : [], moves };
}

export function recordOf(match: Match, date = new Date()): RecordDraft {
  const [first, ...others] = match.root.children;
  const line = first ? lineOf(first, others) : { moves: [] };
  const tags = { Date: date.toISOString().slice(0, 10).replaceAll("-", "."), ...match.tags, White: nameOf(match, "white"), Black: nameOf(match, "black") };
  return { ...line, ...endOf(match), tags, fen: match.fen };
}
