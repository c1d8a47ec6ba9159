/**
 * Pictures of pieces: silhouettes, the letters of their tokens, or strokes that show how the piece moves. Letters and strokes
 * are drawn on a disc for White, an octagon for Black, and a diamond for a neutral piece, so that the sides differ in more than
 * color. A game with special pieces draws them on their own bodies, and the traditional look shows their signs.
 */
import type { FigureName, PieceColor, PieceInfo } from "../../../bindings/web/pkg/ferz.js";
import { s } from "../dom";
import { figure } from "./figures";
import { body as ownBody, PLAIN, sign, type Style } from "./style";
import { setting } from "../setting";

export const LOOKS = { native: "traditional", pictures: "pictures", outlines: "outlines of a font", letters: "letters", shapes: "strokes of their moves" } as const;
export type Look = keyof typeof LOOKS;

/** Returns the look that the user has chosen. */
export function chosenLook(): Look {
  const look = setting("look", "native");
  return look in LOOKS ? (look as Look) : "native";
}

/** The part of a piece type that its drawing needs. */
export type Drawn = Pick<PieceInfo, "ways" | "royal"> & { piece?: string; picture?: FigureName | null };

const BODY: Record<PieceColor, { fill: string; ink: string }> = {
  white: { fill: "#ffffff", ink: "#1d1d1d" },
  black: { fill: "#26292e", ink: "#ffffff" },
  neutral: { fill: "#d9c7f0", ink: "#1d1d1d" },
};

function corners(count: number, radius: number, turn: number): string {
  const point = (index: number) => {
    const angle = turn + (index * 2 * Math.PI) / count;
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
  };
  return `M${Array.from({ length: count }, (_, index) => point(index)).join("L")}Z`;
}

function body(color: PieceColor): SVGElement {
  const { fill } = BODY[color];
  const line = { fill, stroke: "#1d1d1d", "stroke-width": 4 };
  if (color === "white") return s("circle", { r: 40, ...line });
  if (color === "black") return s("path", { d: corners(8, 42, Math.PI / 8), ...line });
  return s("path", { d: corners(4, 47, 0), ...line });
}

/** Draws the strokes of a piece. The length of a stroke stands for a step, several squares, or any distance. */
function shape(piece: Drawn, ink: string): SVGElement {
  const group = s("g", { fill: "none", stroke: ink, "stroke-width": 6, "stroke-linecap": "round", "stroke-linejoin": "round" });
  const rays = new Map<string, { x: number; y: number; near: number; far: number }>();
  const dots: [number, number][] = [];
  let leaps = false;
  for (const way of piece.ways) {
    for (const [x, y, mark] of way.marks) {
      if (mark === "clear" || mark === "hurdle" || mark === "passing" || mark === "pass") continue;
      const far = Math.max(Math.abs(x), Math.abs(y));
      const straight = x === 0 || y === 0 || Math.abs(x) === Math.abs(y);
      if (!straight) {
        if (far <= 3) dots.push([x, y]);
        leaps = true;
        continue;
      }
      const [dx, dy] = [Math.sign(x), Math.sign(y)];
      const key = `${dx},${dy}`;
      const ray = rays.get(key) ?? { x: dx, y: dy, near: far, far };
      ray.far = Math.max(ray.far, far);
      ray.near = Math.min(ray.near, far);
      rays.set(key, ray);
    }
  }
  for (const [key, { x, y, near, far }] of rays) {
    if (near === 1 || near < far) continue;
    // A single leap of two or three squares.
    rays.delete(key);
    dots.push([x * far, y * far]);
    leaps = true;
  }
  for (const { x, y, far } of rays.values()) {
    const scale = x && y ? Math.SQRT1_2 : 1;
    const length = (far === 1 ? 23 : far <= 3 ? 27 : 29) * scale;
    // A step is a dash near the center, and a longer move is a line from the center.
    const begin = far === 1 ? 13 * scale : 0;
    const at = (reach: number) => `${(x * reach).toFixed(1)} ${(-y * reach).toFixed(1)}`;
    group.append(s("path", { d: `M${at(begin)}L${at(length)}` }));
    if (far > 3) {
      const [tipX, tipY] = [x * 30 * scale, -y * 30 * scale];
      group.append(s("circle", { cx: tipX.toFixed(1), cy: tipY.toFixed(1), r: 2, "stroke-width": 4 }));
    }
  }
  const reach = Math.max(2, ...dots.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
  for (const [x, y] of dots.slice(0, 24)) {
    group.append(s("circle", { cx: ((x * 27) / reach).toFixed(1), cy: ((-y * 27) / reach).toFixed(1), r: 4.5, fill: ink, stroke: "none" }));
  }
  if (leaps && rays.size === 0) group.append(s("path", { d: corners(4, 8, 0), fill: ink }));
  if (rays.size && [...rays.values()].some((ray) => ray.far === 1)) group.append(s("circle", { r: 4, fill: ink, stroke: "none" }));
  if (piece.royal) group.append(s("circle", { r: 9, fill: ink }), s("path", { d: "M0 -7V7M-7 0H7", "stroke-width": 3, stroke: ink === "#ffffff" ? "#26292e" : "#ffffff" }));
  if (rays.size === 0 && dots.length === 0) group.append(s("rect", { x: -12, y: -12, width: 24, height: 24 }));
  return group;
}

/** The style of the game, and true if the owner of the piece has the far side of the board. */
export interface Manner {
  style: Style;
  isTurned: boolean;
}

export const MANNER: Manner = { style: PLAIN, isTurned: false };

/** Draws a piece in a square of 100 by 100 around the origin. */
export function picture(token: string, color: PieceColor, look: Look, piece?: Drawn, { style, isTurned }: Manner = MANNER): SVGGElement {
  const group = s("g", { class: "piece" });
  const [letters = "", stage] = token.split(".");
  const isOwn = style.pieces !== "plain";
  const signed = isOwn && look === "native" ? sign(style, [piece?.piece, piece?.picture?.name], color, isTurned) : undefined;
  const isFigure = !signed && (look === "native" || look === "pictures" || look === "outlines");
  const drawn = isFigure && piece?.picture ? figure(piece.picture, color, look === "outlines") : undefined;
  if (isOwn) group.append(ownBody(style, color, isTurned));
  else group.append(drawn ?? body(color));
  const ink = isOwn ? (color === "neutral" ? "#1d1d1d" : style.inks[color]) : BODY[color].ink;
  if (signed) {
    group.append(signed);
  } else if (drawn) {
    // The figure shows everything except the stage.
    if (isOwn) {
      drawn.setAttribute("transform", style.pieces === "discs" ? "scale(0.66)" : `translate(0 ${isTurned ? -6 : 6}) scale(0.64)`);
      group.append(drawn);
    }
  } else if (look === "shapes" && piece) {
    const drawn = shape(piece, ink);
    // Black's moves are mirrored.
    if (color === "black") drawn.setAttribute("transform", "scale(1 -1)");
    group.append(drawn);
  } else {
    const size = [48, 48, 38, 28, 22][Math.min(letters.length, 4)];
    group.append(
      s("text", { "text-anchor": "middle", y: (size! * 0.36).toFixed(1), "font-size": size, "font-weight": 700, fill: ink }, letters),
    );
  }
  if (stage) {
    group.append(
      s("circle", { cx: 30, cy: 30, r: 16, fill: "#f2d675", stroke: "#1d1d1d", "stroke-width": 3 }),
      s("text", { x: 30, y: 38, "text-anchor": "middle", "font-size": 22, fill: "#1d1d1d" }, stage.slice(0, 1)),
    );
  }
  return group;
}

/** Draws a piece as an image for a line of text. */
export function icon(token: string, color: PieceColor, look: Look, piece?: Drawn, size = 32, manner = MANNER): SVGSVGElement {
  return s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, "aria-hidden": "true", class: "icon" }, picture(token, color, look, piece, manner));
}
