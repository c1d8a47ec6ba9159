/** Finds the parts of a rule text that gestures change, in the statements that the rules engine reads. */
import type { PieceInfo, Place, Statement, StatementItem, SwitchInfo } from "../../../bindings/web/pkg/ferz.js";

/** A change of a text. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** Returns a text after changes that do not overlap. At one place, what is inserted stands before what is replaced. */
export function applied(text: string, edits: Edit[]): string {
  let [result, at] = ["", 0];
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** The words that make a statement a change of an inherited one. */
const AMENDING = ["add", "change"];

/** Returns the items of a statement without a word that amends. */
export function items({ items: all }: Statement): StatementItem[] {
  return AMENDING.includes(all[0]?.text ?? "") ? all.slice(1) : all;
}

export function keyword(statement: Statement): string {
  return items(statement)[0]?.text ?? "";
}

export function inside(statement: Statement): Statement[] {
  return statement.block?.statements ?? [];
}

/** Returns all statements with the statements around them, the outermost first. */
export function* every(tree: Statement[], around: Statement[] = []): Generator<{ statement: Statement; around: Statement[] }> {
  for (const statement of tree) {
    yield { statement, around };
    yield* every(inside(statement), [...around, statement]);
  }
}

/** Returns the line of an offset, from 1. */
export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The statements that declare pieces. */
const DECLARING = ["piece", "family", "stage"];

/** Returns the statement that declares a piece in the text. */
export function declaration(tree: Statement[], text: string, { line }: PieceInfo): Statement | undefined {
  for (const { statement } of every(tree)) {
    if (DECLARING.includes(keyword(statement)) && lineOf(text, statement.place[0]) === line) return statement;
  }
  return undefined;
}

/** A notation in the text, with the statements whose sources it has. */
export interface Written {
  item: StatementItem;
  cited: Statement[];
}

/** Returns the notations of a piece, without those of its stages and actions. */
export function notations(piece: Statement): Written[] {
  const found: Written[] = [];
  const visit = (statement: Statement, cited: Statement[]) => {
    const item = statement.items.find(({ kind }) => kind === "notation");
    if (item && !["arriving", "by", "capturing"].includes(keyword(statement))) found.push({ item, cited });
    for (const inner of inside(statement)) {
      if (["stage", "action"].includes(keyword(inner))) continue;
      // The marks of an answer also belong to the rules under it.
      visit(inner, keyword(statement) === "switch" ? [inner] : cited.includes(statement) && keyword(statement) !== "piece" ? [...cited, inner] : [inner]);
    }
  };
  visit(piece, [piece]);
  return found;
}

/** Returns the edits that take the marks of sources from statements, with the spaces before them. */
export function withoutMarks(text: string, statements: Statement[]): Edit[] {
  return statements.flatMap((statement) => statement.items.filter(({ kind }) => kind === "marks").map(({ place: [from, to] }) => {
    const blank = /\s*$/.exec(text.slice(0, from))![0].length;
    return { from: from - blank, to, insert: "" };
  }));
}

/** Returns true if an edit changes a part of a text, and not only what stands next to it. */
function isIn([from, to]: Place, edit: Edit): boolean {
  return edit.from < to && edit.to > from;
}

/** Returns true if an edit changes what the marks of a statement are about: its words, its drawing, the board, or the rules of an answer. */
function isChanged({ statement, around }: { statement: Statement; around: Statement[] }, edit: Edit): boolean {
  const { block } = statement;
  const last = statement.items.findLast(({ kind }) => kind !== "marks");
  const own: Place = [statement.place[0], last?.place[1] ?? statement.place[0]];
  const isWhole = block !== null && (block.rows.length > 0 || keyword(statement) === "board" || keyword(around.at(-1) ?? statement) === "switch");
  return isIn(own, edit) || (isWhole && isIn(block.place, edit));
}

/** Returns edits with others that take away the marks of everything that they change. The star of an answer is no rule. */
export function uncredited(text: string, tree: Statement[], edits: Edit[]): Edit[] {
  const changing = edits.filter(({ from, to, insert }) => /[^\s*]/.test(text.slice(from, to) + insert));
  const changed = [...every(tree)].filter((one) => changing.some((edit) => isChanged(one, edit))).map(({ statement }) => statement);
  // What goes with its statement needs no edit of its own.
  const more = withoutMarks(text, changed).filter((one) => !edits.some(({ from, to }) => from <= one.from && to >= one.to));
  return [...edits, ...more];
}

/** Returns the statement of a switch, with its values. */
export function question(tree: Statement[], { name, question: asked }: SwitchInfo): Statement | undefined {
  for (const { statement } of every(tree)) {
    const [word, own, text] = items(statement);
    if (word?.text !== "switch" || !own || statement.items[0] !== word) continue;
    if (name !== own.text && !name.endsWith(`.${own.text}`)) continue;
    if (text?.kind === "text" && asked && text.text !== asked) continue;
    return statement;
  }
  return undefined;
}

/** Returns the indentation of the line of an offset. */
export function indentation(text: string, [from]: Place): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, from))![0];
}
