/** Algebraic notation for any game: the letter of the piece, the necessary part of its square, its target, and its choice. */
import type { Offer, View } from "../../../bindings/web/pkg/ferz.js";

/** The part of a position that the notation of a move needs. */
export type Before = Pick<View, "pieces" | "moves">;
/** The part of the position after a move that decides its marks for check and mate. */
export type Then = Pick<View, "check" | "outcome" | "turn">;

const CASTLING = /^(O-O(-O)?|0-0(-0)?)/;

/** Splits the name of a square into its file and its rank. */
function split(square: string): [string, string] {
  const found = /^([a-z]+)(\d+)$/.exec(square);
  return found ? [found[1]!, found[2]!] : [square, ""];
}

function letter(token: string): string {
  const [letters = ""] = token.split(".");
  // The letter of a pawn is omitted.
  return letters === "P" ? "" : letters;
}

/** Returns the part of a move's text after its squares: a promotion, a gated piece, or a second square. */
function rest({ text, from, to }: Offer): string {
  const tail = from && to && text.startsWith(from + to) ? text.slice(from.length + to.length) : "";
  return /^[a-z]+$/.test(tail) ? `=${tail.toUpperCase()}` : tail;
}

/** Writes a move in algebraic notation. */
export function algebraic(offer: Offer, before: Before, then?: Then): string {
  const { verb, from, to, text } = offer;
  const sign = !then ? "" : then.outcome?.reason === "checkmate" ? "#" : then.check ? "+" : "";
  if (verb === "castle") {
    const [[a], [b]] = [split(from ?? ""), split(to ?? "")];
    if (CASTLING.test(text)) return text + sign;
    return (b > a ? "O-O" : "O-O-O") + sign;
  }
  const piece = before.pieces.find((one) => one.square === from);
  if (verb !== "go" || !from || !to || !piece) return text + sign;
  const isCapture = offer.captures.length > 0;
  const name = letter(piece.token);
  const [file, rank] = split(from);
  const others = before.moves.filter((one) => one.verb === "go" && one.to === to && one.from && one.from !== from && before.pieces.some((other) => other.square === one.from && other.token === piece.token));
  const squares = [...new Set(others.map((one) => one.from!))].map(split);
  let where = "";
  if (!name) where = isCapture || squares.some(([other]) => other !== file) ? file : "";
  else if (squares.length) where = squares.every(([other]) => other !== file) ? file : squares.every(([, other]) => other !== rank) ? rank : from;
  if (!name && squares.some(([other]) => other === file)) where = from;
  return `${name}${where}${isCapture ? "x" : ""}${to}${rest(offer)}${sign}`;
}

/** Returns a text without the marks that users omit: those of check, capture, and promotion. */
function bare(text: string): string {
  return text.replace(/[+#!?=x×:]/g, "").replaceAll("0-0", "O-O");
}

/** Finds the legal move for a typed text, in the notation of ferz or in algebraic notation. */
export function typed(text: string, view: Before): Offer | undefined {
  const wanted = text.trim();
  if (!wanted) return undefined;
  const exact = view.moves.find((offer) => offer.text === wanted) ?? view.moves.find((offer) => offer.text.toLowerCase() === wanted.toLowerCase());
  if (exact) return exact;
  const names = view.moves.map((offer) => [offer, bare(algebraic(offer, view))] as const);
  const by = (fits: (name: string) => boolean) => names.filter(([, name]) => fits(name)).map(([offer]) => offer);
  const found = by((name) => name === bare(wanted));
  if (found.length) return found[0];
  const lower = by((name) => name.toLowerCase() === bare(wanted).toLowerCase());
  return lower.length === 1 ? lower[0] : undefined;
}
