/** The marks of a square: the last move, a chosen move, the selection, check, a hint, and targets. */
import { s } from "../dom";

/** A line along the inner side of a square. */
const FRAME = "M-46 -46h92v92h-92z";

/** The reasons to mark a square. The style sheet fills a square by the classes of the same names. */
export interface Marks {
  last: boolean;
  /** Part of the move that is played as soon as it is legal. */
  early: boolean;
  selected: boolean;
  check: boolean;
  hinted: boolean;
}

/** Draws the marks below the piece. */
export function marks({ last, early, selected, check, hinted }: Marks): SVGElement[] {
  const signs: SVGElement[] = [];
  if (last) signs.push(s("path", { class: "frame last-frame", d: FRAME }));
  if (early) signs.push(s("path", { class: "frame early-frame", d: FRAME }));
  if (selected) signs.push(s("path", { class: "ring", d: FRAME }));
  if (check) signs.push(s("path", { class: "alarm", d: FRAME }), s("text", { class: "alarm-text", x: 34, y: -20, "font-size": 34, "text-anchor": "middle" }, "!"));
  if (hinted) signs.push(s("rect", { class: "hint-ring", x: -44, y: -44, width: 88, height: 88, rx: 40 }));
  return signs;
}

/** Draws the mark of a target above the piece. */
export function target(kind: "capture" | "swap" | "quiet"): SVGElement {
  if (kind === "capture") return s("path", { class: "target capture", d: "M-46 -24V-46H-24M24 -46H46V-24M46 24V46H24M-24 46H-46V24" });
  return s("circle", { class: `target ${kind}`, r: kind === "swap" ? 45 : 15 });
}
