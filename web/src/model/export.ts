/** Writes a game with its variations and remarks as PGN. */
import type { Color, RulePage } from "../../../bindings/web/pkg/ferz.js";
import { result, type Match } from "./match";
import { writePgn, type Part } from "./pgn";
import { after, written } from "./tree";

/** The tags that are computed from the game. */
const OWN = ["White", "Black", "Result", "Variant", "SetUp", "FEN"];

/** Returns the name of the player who made all moves of a side, or `?` if there is none or more than one. */
function nameOf(match: Match, color: Color): string {
  const names = new Set<string>();
  const recorded = match.tags?.[color === "white" ? "White" : "Black"] ?? "?";
  for (const node of after(match.root)) {
    if (node.parent!.turn === color) names.add(node.by === undefined ? recorded : node.by === "human" ? "?" : `ferz, ${node.by}`);
  }
  if (!names.size) return recorded;
  return names.size === 1 ? [...names][0]! : "?";
}

/** Returns the result of the main line: that of the record, or that of the shown position if it is the last one. */
function resultOf(match: Match): string {
  const last = after(match.root).at(-1) ?? match.root;
  if (match.node !== last) return last.notes?.result ?? "*";
  return result(match.ended, match.view) === "*" ? (last.notes?.result ?? "*") : result(match.ended, match.view);
}

export function pgn(match: Match, page: RulePage, date = new Date()): string {
  const end = resultOf(match);
  const recorded = match.tags ?? {};
  const tags: [string, string][] = [
    ["Event", recorded.Event ?? "?"], ["Site", recorded.Site ?? "?"], ["Date", recorded.Date ?? date.toISOString().slice(0, 10).replaceAll("-", ".")], ["Round", recorded.Round ?? "?"],
    ["White", nameOf(match, "white")], ["Black", nameOf(match, "black")], ["Result", end],
  ];
  if (page.name !== "chess" || page.family !== "chess") tags.push(["Variant", page.name]);
  if (match.fen) tags.push(["SetUp", "1"], ["FEN", match.fen]);
  const known = new Set([...OWN, ...tags.map(([name]) => name)]);
  tags.push(...Object.entries(recorded).filter(([name]) => !known.has(name)));
  const parts = written(match.root).flatMap((part): Part[] => {
    if (part.kind === "open") return [{ open: true }];
    if (part.kind === "close") return [{ close: true }];
    const { san, text, notes = {} } = part.node;
    const comment = (words: string | undefined) => (words ? [`{${words.replaceAll("}", ")")}}`] : []);
    const [signs, codes] = [(notes.marks ?? []).filter((mark) => !mark.startsWith("$")), (notes.marks ?? []).filter((mark) => mark.startsWith("$"))];
    const number = part.label.replace("…", "...");
    return [...comment(notes.before), ...(number ? [number] : []), (san ?? text) + signs.join(""), ...codes, ...comment(notes.after)];
  });
  return writePgn(tags, parts, end);
}
