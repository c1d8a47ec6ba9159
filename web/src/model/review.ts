/** Judges the moves of a game by the part of the expected result that each of them gave away. */
import type { Color } from "../../../bindings/web/pkg/ferz.js";

/** A score for White: in hundredths of a pawn, or as the number of moves to a forced end. */
export interface Score {
  score: number;
  mate: number | null;
}

/** Formats a score: in pawns, or as the number of moves to a forced end. */
export function valueText({ score, mate }: Score): string {
  if (mate !== null) return `${mate > 0 ? "+" : "−"}#${Math.abs(mate)}`;
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** Returns White's share of the result that a score promises, from 0 to 1. */
export function share({ score, mate }: Score): number {
  if (mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / 250));
}

/** A position of a game with its score and its best move. */
export interface Valued extends Score {
  best?: string;
}

export const FAULTS = { blunder: { sign: "??", least: 0.15 }, mistake: { sign: "?", least: 0.1 }, inaccuracy: { sign: "?!", least: 0.05 } } as const;
export type Fault = keyof typeof FAULTS;

/** Returns the fault of a move between two positions, or undefined if it gave nothing away that counts. */
export function judge(mover: Color, played: string, before: Valued, after: Valued): Fault | undefined {
  if (played === before.best) return undefined;
  const lost = (share(before) - share(after)) * (mover === "white" ? 1 : -1);
  return (Object.keys(FAULTS) as Fault[]).find((fault) => lost >= FAULTS[fault].least);
}
