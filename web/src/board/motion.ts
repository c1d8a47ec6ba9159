/** The motion of pieces from one position to the next, for those who chose it. */
import type { Stands, View } from "../../../bindings/web/pkg/ferz.js";
import { s } from "../dom";

const TIME = 180;

/** A piece that stands elsewhere than before. */
interface Way {
  from: string;
  to: string;
}

/** Returns which piece went where. A piece that became another one is found by its side and by the squares of the last move. */
export function ways(before: View, view: View): Way[] {
  const key = (piece: Stands) => `${piece.square} ${piece.color} ${piece.token}`;
  const [old, now] = [before, view].map((one) => new Set(one.pieces.map(key))) as [Set<string>, Set<string>];
  const left = before.pieces.filter((piece) => !now.has(key(piece)));
  const found: Way[] = [];
  for (const piece of view.pieces.filter((one) => !old.has(key(one)))) {
    const own = left.filter((one) => one.color === piece.color && one.square !== piece.square);
    const from = own.find((one) => one.token === piece.token) ?? own.find((one) => view.last.includes(one.square) && view.last.includes(piece.square));
    if (!from) continue;
    left.splice(left.indexOf(from), 1);
    found.push({ from: from.square, to: piece.square });
  }
  return found;
}

/** Lets a copy of each piece slide above the board from its former square, and hides the piece meanwhile. */
export function slide(svg: SVGSVGElement, moved: Way[], spot: (square: string) => [number, number] | undefined, drawn: (square: string) => SVGElement | undefined): void {
  for (const { from, to } of moved) {
    const [begin, end, piece] = [spot(from), spot(to), drawn(to)];
    if (!begin || !end || !piece) continue;
    const inner = s("g", {}, piece.cloneNode(true));
    const ghost = s("g", { class: "moving", transform: `translate(${end[0]} ${end[1]})`, "pointer-events": "none" }, inner);
    svg.append(ghost);
    piece.style.visibility = "hidden";
    const done = () => {
      ghost.remove();
      piece.style.visibility = "";
    };
    const run = inner.animate([{ transform: `translate(${begin[0] - end[0]}px, ${begin[1] - end[1]}px)` }, { transform: "none" }], { duration: TIME, easing: "ease-out" });
    run.onfinish = done;
    run.oncancel = done;
  }
}
