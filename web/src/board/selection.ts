/** What is selected on a board, and what may be done with it: the squares of a move are chosen one after the other. */
import type { Offer } from "../../../bindings/web/pkg/ferz.js";

export interface Selection {
  /** The square of the piece that is to move. */
  from?: string;
  /** The piece in hand that is to be dropped. */
  held?: string;
  /** The square to which the piece goes, while a second square of the move is chosen. */
  to?: string;
}

/** The next step after the choice of a square. */
export type Step = { kind: "play"; offer: Offer } | { kind: "menu"; offers: Offer[] } | { kind: "second"; to: string };

/** The square to which an offer leads: an exchange may begin with either of its pieces. */
export function endOf(offer: Offer, { from }: Selection): string | null {
  return offer.verb === "exchange" && offer.to === from ? offer.from : offer.to;
}

/** The square that a move names behind a comma, such as that of a piece that is put down after it. */
export function secondOf(offer: Offer): string | undefined {
  const comma = offer.text.indexOf(",");
  return comma < 0 ? undefined : /^[a-z]+\d+$/.exec(offer.text.slice(comma + 1))?.[0];
}

/** The legal moves that begin with what is selected. */
export function offersOf(moves: Offer[], selection: Selection): Offer[] {
  const { from, held, to } = selection;
  if (held) return moves.filter((offer) => offer.verb === "drop" && offer.token === held && (!to || offer.to === to));
  if (!from) return [];
  return moves.filter((offer) => (offer.from === from || (offer.verb === "exchange" && offer.to === from)) && (!to || endOf(offer, selection) === to));
}

/** The squares that can be chosen next, with the moves that they lead to. */
export function targetsOf(moves: Offer[], selection: Selection): Map<string, Offer[]> {
  const targets = new Map<string, Offer[]>();
  for (const offer of offersOf(moves, selection)) {
    const square = selection.to ? secondOf(offer) : endOf(offer, selection);
    if (square) targets.set(square, [...(targets.get(square) ?? []), offer]);
  }
  return targets;
}

/** Returns what the choice of a square means, or nothing if no move goes there. */
export function stepTo(moves: Offer[], selection: Selection, square: string): Step | undefined {
  const offers = targetsOf(moves, selection).get(square) ?? [];
  const [only] = offers;
  if (!only) return undefined;
  if (offers.length === 1) return { kind: "play", offer: only };
  const seconds = new Set(offers.map(secondOf));
  if (!selection.to && !seconds.has(undefined) && seconds.size > 1) return { kind: "second", to: square };
  return { kind: "menu", offers };
}
