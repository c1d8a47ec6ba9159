/** The selection on a board, and its possible continuations. The squares of a move are chosen one after another. */
import type { Offer, Stands } from "../../../bindings/web/pkg/ferz.js";

export interface Selection {
  /** The square of the piece to move. */
  from?: string;
  /** The piece in hand to drop. */
  held?: string;
  /** The target of the piece, while a second square of the move is chosen. */
  to?: string;
}

/** The next step after the choice of a square. */
export type Step = { kind: "play"; offer: Offer } | { kind: "menu"; offers: Offer[] } | { kind: "second"; to: string };

/** Returns the square to which a move leads. An exchange can begin with either of its pieces. */
export function endOf(offer: Offer, { from }: Selection): string | null {
  return offer.verb === "exchange" && offer.to === from ? offer.from : offer.to;
}

/** Returns the square that a move names after a comma, such as that of a piece that is placed after it. */
export function secondOf(offer: Offer): string | undefined {
  const comma = offer.text.indexOf(",");
  return comma < 0 ? undefined : /^[a-z]+\d+$/.exec(offer.text.slice(comma + 1))?.[0];
}

/** Returns the legal moves that begin with the selection. */
export function offersOf(moves: Offer[], selection: Selection): Offer[] {
  const { from, held, to } = selection;
  if (held) return moves.filter((offer) => offer.verb === "drop" && offer.token === held && (!to || offer.to === to));
  if (!from) return [];
  return moves.filter((offer) => (offer.from === from || (offer.verb === "exchange" && offer.to === from)) && (!to || endOf(offer, selection) === to));
}

/** Returns the squares that can be chosen next, with the moves that they lead to. */
export function targetsOf(moves: Offer[], selection: Selection): Map<string, Offer[]> {
  const targets = new Map<string, Offer[]>();
  for (const offer of offersOf(moves, selection)) {
    const square = selection.to ? secondOf(offer) : endOf(offer, selection);
    if (square) targets.set(square, [...(targets.get(square) ?? []), offer]);
  }
  return targets;
}

/** Returns the effect of choosing a square, or undefined if no move goes there. */
export function stepTo(moves: Offer[], selection: Selection, square: string): Step | undefined {
  const offers = targetsOf(moves, selection).get(square) ?? [];
  const [only] = offers;
  if (!only) return undefined;
  if (offers.length === 1) return { kind: "play", offer: only };
  const seconds = new Set(offers.map(secondOf));
  if (!selection.to && !seconds.has(undefined) && seconds.size > 1) return { kind: "second", to: square };
  return { kind: "menu", offers };
}

/** Returns the pieces by square, with the selected piece on its target while a second square of its move is chosen. */
export function standing(pieces: Stands[], { from, to }: Selection): Map<string, Stands> {
  const by = new Map(pieces.map((piece) => [piece.square, piece]));
  const moved = from && to ? by.get(from) : undefined;
  if (moved && to) {
    by.delete(moved.square);
    by.set(to, { ...moved, square: to });
  }
  return by;
}
