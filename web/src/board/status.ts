/** The state of a game beside its position, in the words of players. */
import type { BoardInfo } from "../../../bindings/web/pkg/ferz.js";
import { cell } from "./ground";

function joined(parts: string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}

/** Returns the sides to which one player may castle, given the letters of a FEN: those of wings, or of the files of rooks. */
function wings(letters: string): string {
  const lower = letters.toLowerCase();
  if (/[^kq]/.test(lower)) return `with the rook${lower.length > 1 ? "s" : ""} on ${joined([...lower])}`;
  return lower.length > 1 ? "on both sides" : lower === "k" ? "on the king’s side" : "on the queen’s side";
}

function castling(letters: string): string {
  const [white, black] = [letters.replace(/[^A-Z]/g, ""), letters.replace(/[^a-z]/g, "")];
  const parts = [white && `White ${wings(white)}`, black && `Black ${wings(black)}`].filter(Boolean);
  return `May still castle: ${parts.join(", ")}`;
}

/** Returns a line about the state as a player reads it, or undefined if the board shows it. */
export function told(line: string, board: BoardInfo): string | undefined {
  const [, what = "", rest = ""] = /^(.+?)(?: still available)?: (.*)$/.exec(line) ?? [];
  if (what === "Off the grid") {
    const citadels = board.squares.filter((square) => !square.grid && cell(board, square)?.kind === "citadel").map(({ name }) => name);
    return citadels.length ? `Citadel${citadels.length > 1 ? "s" : ""} ${joined(citadels)}` : undefined;
  }
  if (/’s hand|'s hand/.test(what)) return undefined;
  if (!line.includes(" still available: ")) return line;
  if (what === "Castling") return castling(rest);
  if (/\(\d+\)/.test(rest)) return `${what} left: ${rest.replace(/[()]/g, "")}`;
  return `The ${what.toLowerCase()} is still open to ${joined(rest.split(", "))}`;
}
