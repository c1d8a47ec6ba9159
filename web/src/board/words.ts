/** Positions in words, for screen readers. */
import type { PieceColor, Stands, View } from "../../../bindings/web/pkg/ferz.js";

const OWNERS: Record<PieceColor, string> = { white: "White’s", black: "Black’s", neutral: "neutral" };

export function colored(piece: Stands): string {
  return `${OWNERS[piece.color]} ${piece.title.toLowerCase()}`;
}

/** Returns a text that lists all pieces of a position with their squares. */
export function told(view: View): string {
  const names = { white: "White", black: "Black", neutral: "Of neither side" };
  const of = (color: keyof typeof names) => view.pieces.filter((piece) => piece.color === color).map((piece) => `${piece.title.toLowerCase()} ${piece.square}`);
  const parts = (Object.keys(names) as (keyof typeof names)[]).map((color) => [names[color], of(color)] as const);
  return parts.filter(([, list]) => list.length).map(([name, list]) => `${name}: ${list.join(", ")}.`).join(" ");
}

/** Describes a move with its piece: `White’s knight from g1 takes the pawn on f3, check`. */
export function saidMove(before: View, text: string, then: View): string {
  const offer = before.moves.find((one) => one.text === text);
  const check = then.check && !then.outcome ? ", check" : "";
  const piece = before.pieces.find((one) => one.square === offer?.from);
  if (!offer || (!piece && offer.verb !== "drop")) return `${text}${check}`;
  if (offer.verb === "drop") return `${before.turn === "white" ? "White" : "Black"} drops ${text.replace("@", " on ")}${check}`;
  const taken = offer.captures.map((square) => before.pieces.find((one) => one.square === square)).filter((one) => one !== undefined);
  const what = taken.length ? ` takes ${taken.map((one) => `${one.title.toLowerCase()}${one.square === offer.to ? "" : ` on ${one.square}`}`).join(" and ")}` : "";
  const choice = offer.choice ? `, ${offer.choice}` : offer.verb === "castle" ? ", castling" : offer.verb === "exchange" ? ", changing places" : "";
  return `${colored(piece!)} from ${offer.from}${what}${offer.to ? `${what ? " on" : " to"} ${offer.to}` : ""}${choice}${check}`;
}
