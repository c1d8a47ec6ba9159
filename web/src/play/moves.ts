/** The list of the moves of a game with variations. The shown move is marked. */
import { arrange, button, clear, h, Keyed, mark, toast } from "../dom";
import { SIGNS } from "../games";
import type { Match } from "../model/match";
import { FAULTS, type Fault } from "../model/review";
import { promote, remove, written, type MoveNode } from "../model/tree";

export class MoveList {
  readonly element: HTMLElement;
  private list = h("div", { class: "moves", role: "group", "aria-label": "Moves played" });
  private change = h("div", { class: "buttons variation-buttons", hidden: true });
  private buttons = new Keyed<HTMLButtonElement, MoveNode>();
  /** The parts in brackets by their first moves. */
  private variations = new Keyed<HTMLElement, MoveNode>();

  constructor(
    private readonly match: Match,
    private readonly go: (node: MoveNode) => void,
    move: (count: number) => void,
    /** Returns the fault of a move that was reviewed. */
    private readonly fault: (node: MoveNode) => Fault | undefined,
  ) {
    const step = (sign: string, name: string, count: number) => button(sign, () => move(count), { "aria-label": name, title: name, class: "step" });
    const main = button("Make main line", () => {
      promote(match.node);
      go(match.node);
    });
    const away = button("Delete from here", () => {
      const { node, root } = match;
      const putBack = remove(node);
      go(node.parent ?? node);
      toast("The moves are deleted.", () => {
        putBack();
        if (match.root === root) go(node);
      });
    });
    this.change.append(main, away);
    this.element = h("div", { class: "record" }, this.list,
      h("div", { class: "buttons steps", role: "group", "aria-label": "Steps through the moves" }, step("«", "First position", -Infinity), step("‹", "Previous position", -1), step("›", "Next position", 1), step("»", "Last position", Infinity)), this.change);
  }

  /** Shows the moves. A move that stays keeps its button, because the computer can move while the user clicks one. */
  paint(): void {
    const { match, list } = this;
    const focused = list.querySelector(":focus") !== null;
    let number = 0;
    const parts = written(match.root);
    const nodes = parts.flatMap((part) => (part.kind === "move" ? [part.node] : []));
    const buttons = new Map(this.buttons.take(nodes, (node) => h("button", { type: "button", onclick: () => this.go(node) })).map((button, index) => [nodes[index]!, button]));
    const firsts = parts.flatMap((part, index) => (part.kind === "move" && parts[index - 1]?.kind === "open" ? [part.node] : []));
    const variations = new Map(this.variations.take(firsts, () => h("span", { class: "variation" })).map((element, index) => [firsts[index]!, element]));
    const open: { element: HTMLElement; nodes: Node[] }[] = [{ element: list, nodes: [] }];
    const add = (...nodes: Node[]) => open.at(-1)!.nodes.push(...nodes);
    parts.forEach((part, index) => {
      if (part.kind === "open") {
        const first = parts[index + 1];
        open.push({ element: (first?.kind === "move" && variations.get(first.node)) || h("span", { class: "variation" }), nodes: [new Text("(")] });
      } else if (part.kind === "close") {
        const { element, nodes } = open.pop()!;
        arrange(element, ...nodes, new Text(")"));
        add(element);
      } else {
        const { node, label } = part;
        const button = buttons.get(node)!;
        const fault = this.fault(node);
        mark(button, { class: fault ? `move ${fault}` : "move", "aria-current": node === match.node ? "true" : null, "data-number": (number += 1), "data-move": node.text, title: node.text });
        clear(button, label ? h("span", { class: "number" }, label) : null, (node.san ?? node.text) + (fault ? FAULTS[fault].sign : signs(node)));
        add(...comment(node.notes?.before), button, ...comment(node.notes?.after));
      }
    });
    const { nodes: shown } = open[0]!;
    arrange(list, ...(shown.length ? shown : [h("p", { class: "empty" }, "No moves yet.")]));
    const current = list.querySelector<HTMLElement>("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    if (focused) (current ?? list.querySelector("button"))?.focus();
    const { node } = match;
    this.change.hidden = !node.parent || (node.parent.children.length === 1 && !isInVariation(node));
  }
}

/** The marks of a move that readers know without a table. */
function signs(node: MoveNode): string {
  return (node.notes?.marks ?? []).map((mark) => (mark.startsWith("$") ? (SIGNS[Number(mark.slice(1))] ?? "") : mark)).join("");
}

function comment(text: string | undefined): HTMLElement[] {
  return text ? [h("span", { class: "comment" }, ` ${text} `)] : [];
}

function isInVariation(node: MoveNode): boolean {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return true;
  return false;
}
