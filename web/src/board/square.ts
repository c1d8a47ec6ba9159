/** A square of a board on the screen: its piece, its marks, and the sign of a target. */
import { s } from "../dom";
import { marks, target, type Marks } from "./marks";

/** A piece that is drawn on a square. */
export interface Drawn {
  key: string;
  element: SVGElement;
  title: SVGElement;
}

/** What a square shows. */
export interface Shown {
  marks: Marks;
  /** The piece, of which equal keys have equal pictures. */
  piece: { key: string; title: string; picture(): SVGElement } | undefined;
  /** The title of a square without a piece. */
  title: string | undefined;
  target: Parameters<typeof target>[0] | undefined;
}

/** The parts that belong to the ground of a board. */
const GROUND = /\b(ground|name|cell-mark)\b/;

/** Paints a square, and returns its piece as it is drawn. Most pieces stay in place from one position to the next. */
export function paintSquare(group: SVGGElement, before: Drawn | undefined, { marks: shown, piece, title, target: sign }: Shown): Drawn | undefined {
  const stays = before && before.key === piece?.key ? before : undefined;
  for (const child of [...group.children]) {
    if (!GROUND.test(child.getAttribute("class") ?? "") && child !== stays?.element && child !== stays?.title) child.remove();
  }
  for (const [mark, is] of Object.entries({ ...shown, occupied: piece !== undefined })) group.classList.toggle(mark, is);
  if (stays) stays.element.before(...marks(shown));
  else group.append(...marks(shown));
  let drawn = stays;
  if (piece && !stays) {
    drawn = { key: piece.key, element: piece.picture(), title: s("title", {}, piece.title) };
    group.append(drawn.element, drawn.title);
  } else if (!piece && title) {
    group.append(s("title", {}, title));
  }
  if (sign) group.append(target(sign));
  return drawn;
}
