/** Converts a position between FEN and its parts while the user sets it up. Only the changed parts are rewritten. */
import type { BoardInfo, Color, Stands } from "../../../bindings/web/pkg/ferz.js";

/** The parts of a FEN. */
export interface Parts {
  ranks: string;
  /** The pieces in hand, as in the brackets of a FEN. */
  hands: string;
  /** True if empty brackets are written. */
  hasHands: boolean;
  turn: Color;
  /** Castling, en passant, counters, and named fields. */
  rest: string;
}

export function split(fen: string): Parts {
  const [placement = "", turn = "w", ...rest] = fen.split(" ");
  const open = placement.indexOf("[");
  return {
    ranks: open < 0 ? placement : placement.slice(0, open),
    hands: open < 0 ? "" : placement.slice(open + 1, -1),
    hasHands: open >= 0,
    turn: turn === "b" ? "black" : "white",
    rest: rest.join(" "),
  };
}

export function join({ ranks, hands, hasHands, turn, rest }: Parts): string {
  return `${ranks}${hasHands || hands.trim() ? `[${hands.trim()}]` : ""} ${turn === "white" ? "w" : "b"} ${rest.trim()}`.trim();
}

/** Returns the position without the rights that may no longer apply to its pieces. */
export function withoutRights(parts: Parts): Parts {
  const [, , ...others] = parts.rest.split(" ");
  return { ...parts, rest: ["-", "-", ...others].join(" ") };
}

function written(piece: Stands | undefined): string | undefined {
  if (!piece) return undefined;
  const [letters = "", stage] = piece.token.split(".");
  const token = (piece.color === "black" ? letters.toLowerCase() : letters) + (stage ? `.${stage}` : "");
  return token.length > 1 ? `{${token}}` : token;
}

/** Replaces the pieces of a position. */
export function withPieces(parts: Parts, board: BoardInfo, pieces: Stands[]): Parts {
  const by = new Map(pieces.map((piece) => [piece.square, piece]));
  const ranks: string[] = [];
  for (let y = board.height; y >= 1; y -= 1) {
    let [row, empty] = ["", 0];
    const flush = () => {
      if (empty) row += empty;
      empty = 0;
    };
    for (let x = 1; x <= board.width; x += 1) {
      const square = board.squares.find((one) => one.grid && one.x === x && one.y === y);
      const token = square && written(by.get(square.name));
      if (square && !token) {
        empty += 1;
        continue;
      }
      flush();
      row += token ?? "*";
    }
    flush();
    ranks.push(row);
  }
  const beside = board.squares.filter((one) => !one.grid);
  const cellOf = (field: string) => beside.find((one) => field.startsWith(`${one.name}=`));
  const stated = parts.rest.split(" ").map((field) => {
    const cell = cellOf(field);
    return cell ? `${cell.name}=${written(by.get(cell.name)) ?? "-"}` : field;
  });
  const others = beside.filter((one) => by.has(one.name) && !stated.some((field) => cellOf(field) === one));
  const fields = [...stated, ...others.map((one) => `${one.name}=${written(by.get(one.name))}`)];
  return { ...parts, ranks: ranks.join("/"), rest: fields.join(" ") };
}
