/** The list of the moves of a game with variations. The shown move is marked. */
import { button, clear, h, toast } from "../dom";
import type { Match } from "../model/match";
import { promote, remove, written, type MoveNode } from "../model/tree";

export class MoveList {
  readonly element: HTMLElement;
  private list = h("div", { class: "moves", role: "group", "aria-label": "Moves played" });
  private change = h("div", { class: "buttons variation-buttons", hidden: true });

  constructor(
    private readonly match: Match,
    private readonly go: (node: MoveNode) => void,
  ) {
    const step = (sign: string, name: string, count: number) => button(sign, () => void match.step(count), { "aria-label": name, title: name, class: "step" });
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

  paint(): void {
    const { match, list } = this;
    const focused = list.querySelector(":focus") !== null;
    clear(list);
    let box: HTMLElement = list;
    let number = 0;
    for (const part of written(match.root)) {
      if (part.kind === "open") {
        const inner = h("span", { class: "variation" }, "(");
        box.append(inner);
        box = inner;
      } else if (part.kind === "close") {
        box.append(")");
        box = box.parentElement!;
      } else {
        const { node, label } = part;
        number += 1;
        box.append(h("button", { type: "button", class: "move", "aria-current": node === match.node ? "true" : null, "data-number": number, "data-move": node.text, title: node.text, onclick: () => this.go(node) }, label ? h("span", { class: "number" }, label) : null, node.san ?? node.text));
      }
    }
    if (!list.firstChild) list.append(h("p", { class: "empty" }, "No moves yet."));
    const current = list.querySelector<HTMLElement>("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    if (focused) (current ?? list.querySelector("button"))?.focus();
    const { node } = match;
    this.change.hidden = !node.parent || (node.parent.children.length === 1 && !isInVariation(node));
  }
}

function isInVariation(node: MoveNode): boolean {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return true;
  return false;
}
