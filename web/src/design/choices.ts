/** The sentences of the panel: the statements that are sentences, and the parts of them that are choices. */
import type { Language, RulePage, Statement, StatementItem } from "../../../bindings/web/pkg/ferz.js";
import { plain } from "../words";
import { options, type Options } from "./fit";
import { joined, parts } from "./form";
import { every, inside, items, keyword } from "./tree";

/** A row of the table of statements. */
export type Word = Language["words"][number];

/** The statements that other parts of the page show, or that are no rules. */
export const ELSEWHERE = new Set(["variant", "source", "rules", "board", "region", "group", "piece", "family", "array", "switch", "under", "note", "history", "origin", "fen", "add", "change", "remove", "stage", "title", "also", "token", "moves", "written", "author", "year", "address", "cell", "hole", "grid", "black", "uncheckered", "points", "hand", "home", "shuffle", "stands", "value"]);
/** The statements whose lines are sentences of their own. */
export const BLOCKS = ["ending", "royalty", "entry", "action"];
/** The statements that only contain others. Their lines are offered instead. */
export const EMPTY = ["royalty"];

/** A statement with the heading under which it stands, and with the block whose lines have no keywords of their own. */
export interface Headed {
  head: string;
  statement: Statement;
  block?: string;
}

/** Returns the form of the lines of a block without keywords, such as `ending`. */
function linesOf({ form }: Word): string | undefined {
  const lines = /^\w+ \{ (.+) \}$/.exec(form)?.[1];
  return lines === "..." ? undefined : lines;
}

/** Returns the part of a statement's form before its block, or the form of the lines if only these are offered. */
export function formOf(word: Word): { form: string; isLines: boolean } {
  const lines = linesOf(word);
  return lines === undefined ? { form: word.form.replace(/ \[?\{.*\}\]?$/, ""), isLines: false } : { form: lines, isLines: true };
}

/** Returns the words of a statement that can be others, as the table of statements says. */
export function optionsOf(words: Map<string, Word>, { statement, block }: Headed): Options[] {
  const own = words.get(keyword(statement));
  const around = block === undefined ? undefined : words.get(block);
  const word = around && !own?.places.some((place) => place.includes(`\`${block}\``)) ? around : own;
  return word ? options(parts(formOf(word).form), items(statement).filter(({ kind }) => kind !== "marks")) : [];
}

/** Returns the statements that are sentences of the panel. */
export function sentences(tree: Statement[], title: (name: string) => string): Headed[] {
  return tree.flatMap((statement): Headed[] => {
    const word = keyword(statement);
    const name = items(statement)[1]?.text ?? "";
    const lines = (list: Statement[], head: string) => list.filter((one) => !["switch", "under", "note", "stage"].includes(keyword(one)) && one.items[0]?.kind !== "notation").map((one) => ({ head, statement: one }));
    if (word === "piece" || word === "family") return lines(inside(statement).filter((one) => !ELSEWHERE.has(keyword(one))), title(name));
    if (BLOCKS.includes(word)) return lines(inside(statement), word === "action" ? `Action: ${plain(name)}` : plain(word)).map((one) => ({ ...one, block: word }));
    return ELSEWHERE.has(word) ? [] : [{ head: "The game", statement }];
  });
}

/** Returns the names of a game and those that its text declares. */
export function namesOf(tree: Statement[], page: RulePage): Names {
  const declared = (words: string[]) => [...every(tree)].filter(({ statement }) => words.includes(keyword(statement))).map(({ statement }) => items(statement)[1]?.text ?? "");
  const unique = (names: string[]) => [...new Set(names)].filter(Boolean);
  return { pieces: unique([...page.pieces.map(({ piece }) => piece), ...declared(["piece"])]), regions: unique([...page.board.regions.map(({ name }) => name), ...declared(["region"])]), actions: unique(declared(["action"])), rights: unique(declared(["right"])) };
}

/** The names that a game has. */
export interface Names {
  pieces: string[];
  regions: string[];
  actions: string[];
  rights: string[];
}

/** The number of turns, repetitions, or ranks that a sentence can have. */
export const LARGEST = 999;
export const RESULTS = ["win", "loss", "draw"];
/** Words of which each can stand in the place of another one, everywhere and in conditions. */
const WORDS: Record<string, string[]> = { Result: RESULTS, Whose: ["own", "enemy"] };
const CONDITIONAL: Record<string, string[]> = { "And or or": ["and", "or"], "Side to move": ["white", "black"] };
const COMPARISONS = ["=", ">=", "<=", ">", "<"];
/** The words after which a condition stands. */
const CONDITIONS = ["when", "provided"];

/** A choice in a sentence: its label, and the values to choose from. A number has none, and a list can have several. */
interface Choice {
  label: string;
  values?(names: Names): string[];
  isList?: boolean;
  isText?: boolean;
}

const PIECES = ({ pieces }: Names) => pieces;

/** Returns the choice that an item is, or undefined if it stays as it is. */
function choiceOf(item: StatementItem, { pieces, regions }: Names, isInCondition: boolean): Choice | undefined {
  const { kind, text } = item;
  if (kind === "number") return { label: "Number" };
  if (kind === "text") return { label: "Text", isText: true };
  if (kind === "symbol") return isInCondition && COMPARISONS.includes(text) ? { label: "Comparison", values: () => COMPARISONS } : undefined;
  if (kind === "list") {
    const names = listed(item);
    return names.length && names.every((name) => pieces.includes(name)) ? { label: "Pieces", values: PIECES, isList: true } : undefined;
  }
  if (kind !== "word") return undefined;
  if (pieces.includes(text)) return { label: "Piece", values: PIECES };
  if (regions.includes(text)) return { label: "Region", values: ({ regions }) => regions };
  const words = Object.entries(isInCondition ? { ...WORDS, ...CONDITIONAL } : WORDS).find(([, values]) => values.includes(text));
  return words && { label: words[0], values: () => words[1] };
}

/** Returns the words of a list. */
export function listed({ items }: StatementItem): string[] {
  return items.filter(({ kind }) => kind === "word").map(({ text }) => text);
}

/** An item with its place in the statement: the index of each item around it, and its own. */
export interface Placed {
  item: StatementItem;
  path: number[];
  choice: Choice | undefined;
}

/** Returns the items of a statement in order. A group that is no choice is opened. */
export function placed(items: StatementItem[], names: Names, isInCondition: boolean, path: number[] = []): Placed[] {
  let isAfter = isInCondition;
  return items.flatMap((item, index) => {
    if (item.kind === "marks") return [];
    const here = [...path, index];
    if (item.kind === "word" && CONDITIONS.includes(item.text)) isAfter = true;
    if (item.kind !== "group") return [{ item, path: here, choice: choiceOf(item, names, isAfter) }];
    const bracket = (text: string): Placed => ({ item: { ...item, kind: "symbol", text, items: [] }, path: here, choice: undefined });
    return [bracket("("), ...placed(item.items, names, isAfter, here), bracket(")")];
  });
}

/** Returns the parts of a sentence in order: items, and places where the form has several words, of which some are written. */
export function partsOf(statement: Statement, names: Names, all: Options[]): (Placed | Options)[] {
  const written = items(statement).filter(({ kind }) => kind !== "marks");
  const by = new Map(all.flatMap((option) => written.slice(option.from, option.to).map((item) => [item, option] as const)));
  return placed(statement.items, names, false).flatMap((part): (Placed | Options)[] => {
    const option = by.get(statement.items[part.path[0]!]!);
    if (!option) return [part];
    return written[option.from] === part.item ? [option] : [];
  });
}

/** Returns the words that are written at a place where the form has several. */
export function chosenIn(statement: Statement, { from, to }: Options): string {
  return joined(items(statement).filter(({ kind }) => kind !== "marks").slice(from, to).map(({ text }) => text));
}

/** Returns what the sentences of two statements have in common if one can be shown in the place of the other. */
export function shape(statement: Statement, names: Names, all: Options[]): string {
  return JSON.stringify([statement.block !== null, all, partsOf(statement, names, all).map((part) => ("texts" in part ? part.texts : part.choice ? [part.choice.label] : part.item.text))]);
}
