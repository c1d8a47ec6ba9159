/** The detail of the event `ferz-change`, which is sent after each change of the position. */
export interface FerzChange {
  fen: string;
  /** The moves so far, in the notation of ferz. */
  moves: string[];
  turn: "white" | "black";
  outcome: { winner: "white" | "black" | null; reason: string; text: string } | null;
}

/** The element `<ferz-board>`. Its attributes are in the README. */
export interface FerzBoardElement extends HTMLElement {
  readonly moves: string[];
  /** Plays a move in the notation of ferz or in algebraic notation. */
  play(text: string): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    "ferz-board": FerzBoardElement;
  }
}
