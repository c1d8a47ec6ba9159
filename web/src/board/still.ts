/** Draws a small board that does not react to the user. */
import type { Card } from "../../../bindings/web/pkg/ferz.js";
import { s } from "../dom";
import { chosenLook, picture } from "../drawing/pieces";
import { styleOf } from "../drawing/style";
import { Geometry } from "./geometry";
import { ground } from "./ground";

export function still(card: Card): SVGSVGElement {
  const { board, pieces, pictures, title } = card;
  const style = styleOf(card);
  const geometry = new Geometry(board);
  const svg = s("svg", { viewBox: `-2 -2 ${geometry.width + 4} ${geometry.height + 4}`, class: "still", role: "img", "aria-label": `${title}: the board at the start` });
  const chosen = chosenLook();
  // A card has no moves, so pieces cannot be drawn as strokes.
  const look = chosen === "shapes" ? "letters" : chosen;
  const { below, groups } = ground(board, style, geometry);
  for (const [square, token, color] of pieces) {
    groups.get(square)?.append(picture(token, color, look, { ways: [], royal: false, picture: pictures[token] }, { style, isTurned: color === "black" }));
  }
  svg.append(...below, ...groups.values());
  return svg;
}
