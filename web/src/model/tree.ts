/** The moves of a game as a tree. Each node refers to the move before it and to the moves played after it. */
import type { Color, PieceColor } from "../../../bindings/web/pkg/ferz.js";
import type { Notes } from "../games";

export interface MoveNode {
  /** The move in the notation of ferz, empty at the start. */
  text: string;
  /** The move in algebraic notation, if known. */
  san?: string;
  /** The side to move after this move, if it is known. */
  turn: Color | undefined;
  /** The pieces that the move captured, if known. */
  captured?: { token: string; color: PieceColor }[];
  parent: MoveNode | undefined;
  /** The moves after this one, the main line first. */
  children: MoveNode[];
  /** The identity of the clocks that were running when it was played. */
  clock?: number;
  /** The player of the move, unless it is from a record. */
  by?: string;
  notes?: Notes;
}

export function start(turn?: Color): MoveNode {
  return { text: "", turn, parent: undefined, children: [] };
}

/** Returns the child with this move, and adds it if necessary. */
export function child(node: MoveNode, text: string, turn?: Color): MoveNode {
  const known = node.children.find((one) => one.text === text);
  if (known) return known;
  const added: MoveNode = { text, turn, parent: node, children: [] };
  node.children.push(added);
  return added;
}

/** Returns the nodes from the start to a position, without the start. */
export function line(node: MoveNode): MoveNode[] {
  const nodes: MoveNode[] = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** Returns the nodes of the main line after a position. */
export function after(node: MoveNode): MoveNode[] {
  const nodes: MoveNode[] = [];
  for (let next = node.children[0]; next; next = next.children[0]) nodes.push(next);
  return nodes;
}

/** Returns all nodes of a tree except its start, the main line first. */
export function all(root: MoveNode): MoveNode[] {
  const nodes: MoveNode[] = [];
  for (const rest = [root]; rest.length; ) {
    const node = rest.pop()!;
    if (node.parent) nodes.push(node);
    rest.push(...[...node.children].reverse());
  }
  return nodes;
}

/** Returns the index of the child at each step from the start. */
export function path(node: MoveNode): number[] {
  return line(node).map((one) => one.parent!.children.indexOf(one));
}

export function follow(root: MoveNode, steps: number[]): MoveNode {
  return steps.reduce((at, index) => at.children[index] ?? at, root);
}

/** Makes a variation the main line of its position. */
export function promote(node: MoveNode): void {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

/** Removes a move with all its continuations, and returns the function that puts them back. */
export function remove(node: MoveNode): () => void {
  const { parent } = node;
  if (!parent) return () => {};
  const index = parent.children.indexOf(node);
  parent.children.splice(index, 1);
  return () => {
    if (!parent.children.some((one) => one.text === node.text)) parent.children.splice(index, 0, node);
  };
}

/** A part of the move list: a move with its number, or the start or end of a variation. */
export type Written = { kind: "move"; node: MoveNode; label: string } | { kind: "open" } | { kind: "close" };

/** Writes a tree with its variations. A number precedes the first move of each turn of White, and
 * a move of Black after an interruption. */
export function written(root: MoveNode): Written[] {
  const parts: Written[] = [];
  const label = (node: MoveNode, turn: number, begins: boolean): string => {
    const mover = node.parent!.turn;
    const before = node.parent!.parent?.turn;
    if (mover === before && !begins) return "";
    if (mover === "white") return `${turn}.`;
    const several = node.parent!.parent?.parent?.turn === before || node.turn === mover;
    return begins || several ? `${turn}…` : "";
  };
  const write = (from: MoveNode, number: number, begins: boolean) => {
    let [node, turn, isFirst] = [from, number, begins];
    for (let next = node.children[0]; next; next = node.children[0]) {
      if (node.parent && node.turn === "white" && node.parent.turn !== "white") turn += 1;
      parts.push({ kind: "move", node: next, label: label(next, turn, isFirst) });
      isFirst = false;
      for (const variation of node.children.slice(1)) {
        parts.push({ kind: "open" }, { kind: "move", node: variation, label: label(variation, turn, true) });
        write(variation, turn, false);
        parts.push({ kind: "close" });
        isFirst = true;
      }
      node = next;
    }
  };
  write(root, 1, true);
  return parts;
}
