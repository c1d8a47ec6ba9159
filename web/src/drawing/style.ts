/** The style of a game's board and pieces from `data/boards.toml`: points or squares, discs or pentagons, and signs. */
import drawing from "virtual:drawing";
import type { Color, PieceColor } from "../../../bindings/web/pkg/ferz.js";
import { s } from "../dom";

export interface Style {
  /** True if the pieces stand on the intersections of lines. */
  points: boolean;
  pieces: "plain" | "discs" | "pentagons";
  /** The color of the signs of each side. */
  inks: Record<Color, string>;
  signs: Record<string, string | [string, string]>;
  /** The pieces whose signs are written in red. */
  promoted: string[];
}

export const PLAIN: Style = { points: false, pieces: "plain", inks: { white: "#1d1d1d", black: "#1d1d1d" }, signs: {}, promoted: [] };

/** Returns the style of a game. A file of the user has the style of the game after which it is named. */
export function styleOf({ name, family }: { name: string; family: string | null }): Style {
  const kin = family ?? drawing.families[name];
  const style = { ...PLAIN };
  for (const one of drawing.styles) {
    if (!one.games?.includes(name) && !(kin && one.families?.includes(kin))) continue;
    if (one.board) style.points = one.board === "points";
    if (one.pieces) style.pieces = one.pieces;
    if (one.inks) style.inks = { white: one.inks[0], black: one.inks[1] };
    if (one.promoted) style.promoted = one.promoted;
    style.signs = { ...style.signs, ...one.signs };
  }
  return style;
}

/** The role of a region in the drawing of a board. */
export function part(region: string): (typeof drawing.regions)[string] | undefined {
  return drawing.regions[region];
}

const WOOD = { fill: "#f3dca6", stroke: "#4a3618", "stroke-width": 3 };
const VIOLET = { ...WOOD, fill: "#d9c7f0" };

/** Draws the body of a piece that is not a plain picture. Black's disc has a double ring, and a pentagon points away from its owner. */
export function body(style: Style, color: PieceColor, isTurned: boolean): SVGGElement {
  const look = color === "neutral" ? VIOLET : WOOD;
  if (style.pieces === "pentagons") return s("g", { transform: isTurned ? "rotate(180)" : null }, s("path", { d: "M0 -45L29 -33L39 43H-39L-29 -33Z", "stroke-linejoin": "round", ...look }));
  const ring = (r: number) => s("circle", { r, fill: "none", stroke: color === "neutral" ? look.stroke : style.inks[color], "stroke-width": 2 });
  return s("g", {}, s("circle", { r: 43, ...look }), ring(37), color === "black" ? ring(33) : null);
}

/** Returns the sign of a piece by its name or by the name of its picture, or undefined if it has none. */
export function sign(style: Style, names: (string | undefined)[], color: PieceColor, isTurned: boolean): SVGGElement | undefined {
  const name = names.find((one) => one !== undefined && one in style.signs);
  const found = name === undefined ? undefined : style.signs[name];
  if (!name || !found) return undefined;
  const text = [...(typeof found === "string" ? found : found[color === "black" ? 1 : 0])];
  const fill = style.promoted.includes(name) ? "#a3231c" : color === "neutral" ? "#1d1d1d" : style.inks[color];
  const isPentagon = style.pieces === "pentagons";
  const size = text.length > 1 ? 0.36 : isPentagon ? 0.54 : 0.5;
  const middle = isPentagon ? 5 : 0;
  const place = (index: number) => middle + (text.length > 1 ? (index - (text.length - 1) / 2) * 37 : 0);
  const glyphs = text.map((character, index) => s("path", { d: drawing.glyphs[character] ?? "", transform: `translate(0 ${place(index)}) scale(${size})` }));
  return s("g", { fill, class: "sign", transform: isPentagon && isTurned ? "rotate(180)" : null }, ...glyphs);
}
