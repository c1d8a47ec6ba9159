/** Gestures: changes of pieces, answers, and rules by pointing, each as edits of the text. */
import type { PieceInfo, Place, RulePage, Statement, StatementItem, SwitchInfo } from "../../../bindings/web/pkg/ferz.js";
import type { Options } from "./fit";
import { declaration, every, indentation, inside, items, keyword, notations, question, withoutMarks, type Edit } from "./tree";

/** The rule text with its statements, as the engine reads them. */
export interface Source {
  text: string;
  tree: Statement[];
}

/** Returns true if the rules extend those of another file, so that they can change its statements. */
export function isChild({ tree }: Source): boolean {
  return tree.some((statement) => keyword(statement) === "variant" && statement.items.some(({ kind, text }) => kind === "word" && text === "extends"));
}

/** Returns the edit that adds a statement to the end of a text. */
export function appended({ text }: Source, statement: string): Edit {
  const gap = text.endsWith("\n\n") || !text ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return { from: text.length, to: text.length, insert: `${gap}${statement}\n` };
}

/**
 * Returns the edits that give a piece another notation in place of one of its notations. `same` tells whether two notations have the
 * same meaning. A piece of another file is changed at the end of the text.
 */
export async function moveOtherwise(source: Source, piece: PieceInfo, before: string | undefined, after: string, isOwn: boolean, same: (one: string, other: string) => Promise<boolean>): Promise<Edit[] | undefined> {
  const { text, tree } = source;
  const statement = isOwn ? declaration(tree, text, piece) : undefined;
  if (!statement) {
    // Only the moves as a whole can be changed from here, and only those of another file.
    return isOwn || piece.stage || piece.ways.length > 1 || piece.ways[0]?.limits ? undefined : [appended(source, `change piece ${piece.piece} \`${after}\``)];
  }
  const written = notations(statement);
  for (const { item, cited } of before === undefined ? [] : written) {
    if (await same(item.text, before!)) return [{ from: item.place[0], to: item.place[1], insert: `\`${after}\`` }, ...withoutMarks(text, cited)];
  }
  if (before !== undefined || written.length) return undefined;
  const still = inside(statement).find((one) => keyword(one) === "stands");
  if (still) return [{ from: still.place[0], to: still.items.findLast(({ kind }) => kind !== "marks")!.place[1], insert: `moves \`${after}\`` }, ...withoutMarks(text, [still])];
  const last = items(statement)[keyword(statement) === "stage" ? 1 : 2];
  return last && [{ from: last.place[1], to: last.place[1], insert: ` \`${after}\`` }, ...withoutMarks(text, [statement])];
}

/** Returns the edits that make a value of a question the answer of the file. */
export function answerOtherwise({ text, tree }: Source, asked: SwitchInfo, value: string): Edit[] | undefined {
  const statement = question(tree, asked);
  const values = statement ? inside(statement) : [];
  const chosen = values.find(({ items: [name] }) => name?.text === value);
  if (!chosen) return undefined;
  const edits: Edit[] = [];
  for (const one of values) {
    const [name, star] = one.items;
    const isStarred = star?.text === "*";
    const isChosen = one === chosen;
    if (isStarred === isChosen || !name) continue;
    // The answers stay in their column.
    const end = name.place[1];
    if (isStarred) edits.push({ from: star.place[0], to: star.place[1], insert: values.length > 1 ? " " : "" });
    else edits.push({ from: end, to: end + (text.startsWith("  ", end) ? 1 : 0), insert: "*" });
  }
  return edits;
}

/** Returns a token that no piece of the game has, from the letters of a name. */
function token(name: string, page: RulePage): string {
  const taken = new Set(page.pieces.map((piece) => piece.token.toUpperCase()));
  const letters = [...name.replaceAll(/[^a-z]/g, ""), ..."abcdefghijklmnopqrstuvwxyz"];
  const one = letters.find((letter) => !taken.has(letter.toUpperCase()));
  if (one) return one.toUpperCase();
  const two = letters.flatMap((first) => letters.map((second) => first.toUpperCase() + second));
  return two.find((text) => !taken.has(text.toUpperCase())) ?? "Zz";
}

/** Returns the edits that add a piece after the other pieces of the text. */
export function newPiece(source: Source, page: RulePage, name: string, notation: string): Edit[] {
  const statement = `piece ${name} ${token(name, page)} \`${notation}\``;
  const last = source.tree.findLast((one) => keyword(one) === "piece");
  return last ? [{ from: endOfLine(source.text, last.whole[1]), to: endOfLine(source.text, last.whole[1]), insert: `\n${statement}` }] : [appended(source, statement)];
}

/** Returns the edits that remove a piece from the rules and from the drawings of the text. */
export function withoutPiece(source: Source, { piece, stage, token }: PieceInfo): Edit[] | undefined {
  const { tree } = source;
  const statement = tree.find((one) => keyword(one) === "piece" && items(one)[1]?.text === piece);
  // A game keeps at least one piece.
  const isLast = !isChild(source) && tree.filter((one) => keyword(one) === "piece").length < 2;
  if (stage || !statement || isLast || statement.items[0]?.text === "change") return undefined;
  const isMark = (mark: string) => mark === token || mark === token.toLowerCase();
  const standing = [...every(tree)].filter(({ statement: one }) => keyword(one) === "array").flatMap(({ statement: one }) => one.block?.rows ?? []).flatMap(({ squares }) => squares);
  return [...without(source, statement.whole), ...standing.filter(({ mark }) => isMark(mark)).map(({ place: [from, to] }) => ({ from, to, insert: ".".padEnd(to - from) }))];
}

/** Returns the end of a line, so that a comment stays beside its statement. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Returns the edits that replace an item of a statement. */
export function itemOtherwise({ text }: Source, statement: Statement, { place: [from, to] }: StatementItem, insert: string): Edit[] {
  return [{ from, to, insert }, ...withoutMarks(text, [statement])];
}

/** The verbs after which a statement has no `may`, and the same after it, as in `becomes` and `may become`. */
const [THIRD, BASE] = [/(?<!lo)s$/, /^(?!win$|loss$|draw$)[a-z]+$/];

/** Returns a verb as it stands after `may`, or without it. */
function verb(word: string, isAfterMay: boolean): string {
  if (isAfterMay) return word.replace(/(?<=sh|go)es$/, "").replace(THIRD, "");
  return BASE.test(word) ? word + (/(sh|go)$/.test(word) ? "es" : "s") : word;
}

/** Returns the edits that write other words of the form in a statement, or that leave them out. */
export function wordsOtherwise({ text }: Source, statement: Statement, { from, to, texts }: Options, insert: string): Edit[] {
  const all = items(statement).filter(({ kind }) => kind !== "marks");
  const [before, first, last, next] = [all[from - 1]!, all[from], all[to - 1]!, all[to]];
  const isBefore = next !== undefined && next.kind !== "symbol";
  const edits: Edit[] = [];
  if (from < to && insert) edits.push({ from: first!.place[0], to: last.place[1], insert });
  else if (from < to) edits.push({ from: isBefore ? first!.place[0] : before.place[1], to: isBefore ? next.place[0] : last.place[1], insert: "" });
  else edits.push(isBefore ? { from: next.place[0], to: next.place[0], insert: `${insert} ` } : { from: before.place[1], to: before.place[1], insert: ` ${insert}` });
  if (texts.includes("may") && next?.kind === "word") {
    const [start, end] = next.place;
    const [edit] = edits as [Edit];
    const written = verb(next.text, insert === "may");
    // Both edits may begin at the verb.
    if (edit.to === start) edits[0] = { from: edit.from, to: end, insert: edit.insert + written };
    else edits.push({ from: start, to: end, insert: written });
  }
  return [...edits, ...withoutMarks(text, [statement])];
}

/** Returns the edit that removes a statement, with its line if nothing else stands there. */
export function without({ text }: Source, [from, to]: Place): Edit[] {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = endOfLine(text, to);
  const isAlone = !text.slice(start, from).trim() && !text.slice(to, end).trim();
  if (isAlone) return [{ from: start, to: Math.min(text.length, end + 1), insert: "" }];
  const sign = /^\s*;/.exec(text.slice(to))?.[0].length ?? 0;
  return [{ from, to: to + sign, insert: "" }];
}

/** Returns the edits that add a line to the block of a statement, which gets a block if it has none. */
export function addedInside(text: string, statement: Statement, line: string): Edit[] {
  const { block, place } = statement;
  if (!block) return [{ from: place[1], to: place[1], insert: ` {\n  ${line}\n}` }];
  const last = block.statements.at(-1)?.whole ?? block.rows.at(-1)?.place;
  const isOneLine = !text.slice(...block.place).includes("\n");
  if (!last) return [{ from: block.place[0] + 1, to: block.place[0] + 1, insert: `\n  ${line}\n` }];
  if (isOneLine) return [{ from: last[1], to: last[1], insert: `; ${line}` }];
  const end = endOfLine(text, last[1]);
  return [{ from: end, to: end, insert: `\n${indentation(text, last)}${line}` }];
}

/**
 * Returns the edits that add a rule: to the block of a piece or of an action, to a block such as `ending`, or to the game, after
 * the rules of its kind or before the endings.
 */
export function added(source: Source, rule: string, owner: string | undefined, block: string | undefined): Edit[] | undefined {
  const { text, tree } = source;
  const isInherited = isChild(source);
  if (owner !== undefined) {
    const kinds = block === "action" ? ["action"] : ["piece", "family"];
    const found = [...every(tree)].find(({ statement }) => kinds.includes(keyword(statement)) && items(statement)[1]?.text === owner)?.statement;
    if (found) return addedInside(text, found, rule.replaceAll("\n", "\n  "));
    return isInherited ? [appended(source, `change ${kinds[0]} ${owner} {\n  ${rule}\n}`)] : undefined;
  }
  if (block !== undefined) {
    const found = tree.find((one) => keyword(one) === block);
    return found ? addedInside(text, found, rule) : [appended(source, `${isInherited ? "change " : ""}${block} {\n  ${rule}\n}`)];
  }
  const word = /^\w+/.exec(rule)?.[0];
  const like = tree.findLast((one) => keyword(one) === word);
  if (like) return [{ from: endOfLine(text, like.whole[1]), to: endOfLine(text, like.whole[1]), insert: `\n${rule}` }];
  const next = tree.find((one) => ["ending", "array"].includes(keyword(one)));
  return next ? [{ from: next.place[0], to: next.place[0], insert: `${rule}\n\n` }] : [appended(source, rule)];
}
