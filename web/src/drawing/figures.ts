/** Silhouettes of pieces: the files of `data/pictures/`, placed and colored as in the SVG drawings of ferz. */
import type { FigureName, PieceColor } from "../../../bindings/web/pkg/ferz.js";
import { s } from "../dom";

const FILES = import.meta.glob<string>("../../../data/pictures/*.svg", { query: "?raw", import: "default", eager: true });

/** The fill, the outline, and the inner lines of each side. */
const COLORS: Record<PieceColor, { fill: string; stroke: string; color: string }> = {
  white: { fill: "#ffffff", stroke: "#222222", color: "#222222" },
  black: { fill: "#333333", stroke: "#111111", color: "#ffffff" },
  neutral: { fill: "#f5d76e", stroke: "#222222", color: "#222222" },
};

/** The left and upper edges and the scale of a picture in a square of 100 by 100 around the origin, and the width of its lines. */
type Placing = [number, number, number, number];
const WHOLE: Placing = [-47, -47, 0.94, 5];
/** The placement of a head that stands on another picture. Its lines are as wide as those of the other picture. */
const HEAD: Placing = [-30, -42, 0.6, 8];

/** The outlines of the second set, loaded when the user chooses it. */
let second: Record<string, string> | undefined;

export async function loadSecond(): Promise<void> {
  second ??= (await import("virtual:outlines")).default;
}

/** The shapes of the pictures that have been shown. */
const parsed = new Map<string, SVGElement[] | undefined>();

function shapes(name: string): SVGElement[] | undefined {
  if (!parsed.has(name)) {
    const text = FILES[`../../../data/pictures/${name}.svg`];
    const read = text && new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    parsed.set(name, read ? [...read.children].map((shape) => document.importNode(shape, true) as SVGElement) : undefined);
  }
  return parsed.get(name);
}

/** An outline of the second set: dark on a light rim for Black, and light in a dark rim for the others. */
function outlined(d: string, color: PieceColor, transform: string): SVGPathElement {
  const isBlack = color === "black";
  return s("path", { d, transform, "paint-order": "stroke", "stroke-width": isBlack ? 2 : 5, fill: isBlack ? "#26292e" : COLORS[color].fill, stroke: isBlack ? "#f4efe6" : "#222222" });
}

/** Returns the figure of a piece in a square of 100 by 100 around the origin, or undefined if a picture is missing. */
export function figure({ name, beside, marked }: FigureName, color: PieceColor, isSecond = false): SVGGElement | undefined {
  const place = (picture: string, placing: Placing) => {
    const [left, top, scale, line] = placing;
    const outline = isSecond ? second?.[picture.replace(/-head$/, "")] : undefined;
    if (outline) return outlined(outline, color, placing === HEAD ? "translate(0 -14) scale(0.58)" : "scale(0.96)");
    const own = shapes(picture)?.map((shape) => shape.cloneNode(true));
    return own && s("g", { transform: `translate(${left} ${top}) scale(${scale})`, "stroke-width": line }, ...own);
  };
  const whole = place(name, WHOLE);
  if (!whole) return undefined;
  const group = s("g", { ...COLORS[color], class: "figure", "stroke-linejoin": "round", "stroke-linecap": "round" }, beside && place(beside, HEAD), whole);
  if (marked) group.append(s("path", { class: "star", d: "M30 -30m0 -17l5 12h12l-10 8 5 12-12-8-12 8 5-12-10-8h12z", fill: "#f2d675", stroke: "#222222", "stroke-width": 2.5 }));
  return group;
}
