/** A statement as a sentence in which names, numbers, results, and parts of conditions are choices. */
import type { Statement, StatementItem } from "../../../bindings/web/pkg/ferz.js";
import { arrange, button, choices, h, Keyed } from "../dom";
import type { Around } from "./design";
import { joined } from "./form";
import { itemOtherwise, without, type Source } from "./gestures";

/** The names that a game has. */
export interface Names {
  pieces: string[];
  regions: string[];
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
}

const PIECES = ({ pieces }: Names) => pieces;

/** Returns the choice that an item is, or undefined if it stays as it is. */
function choiceOf(item: StatementItem, { pieces, regions }: Names, isInCondition: boolean): Choice | undefined {
  const { kind, text } = item;
  if (kind === "number") return { label: "Number" };
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
function listed({ items }: StatementItem): string[] {
  return items.filter(({ kind }) => kind === "word").map(({ text }) => text);
}

/** An item with its place in the statement: the index of each item around it, and its own. */
interface Placed {
  item: StatementItem;
  path: number[];
  choice: Choice | undefined;
}

/** Returns the items of a statement in order. A group that is no choice is opened. */
function placed(items: StatementItem[], names: Names, isInCondition: boolean, path: number[] = []): Placed[] {
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

/** Returns what the sentences of two statements have in common if one can be shown in the place of the other. */
export function shape(statement: Statement, names: Names): string {
  return JSON.stringify([statement.block !== null, placed(statement.items, names, false).map(({ item, choice }) => (choice ? [choice.label] : item.text))]);
}

export class Sentence {
  readonly element: HTMLLIElement;
  /** Shows the values of another statement in the choices. */
  private shows: ((at: (path: number[]) => StatementItem, names: Names) => void)[] = [];
  private remove = button("×", () => void this.apply(async (source, found) => without(source, found.whole)), { class: "remove" });

  constructor(
    private statement: Statement,
    private names: Names,
    private readonly around: Around,
    /** Returns a statement as it is in a text that has changed since it was shown, unless another one stands in its place. */
    private readonly find: (statement: Statement, source: Source) => Statement | undefined,
  ) {
    const parts = placed(statement.items, names, false);
    this.element = h("li", {}, ...parts.flatMap((part, index) => this.part(part, parts[index - 1]?.item.text)), statement.block ? " …" : null, " ", this.remove);
    this.take(statement, names);
  }

  /** Takes a statement of the same shape, and the names of its game. */
  take(statement: Statement, names: Names): void {
    [this.statement, this.names] = [statement, names];
    const at = (path: number[]) => path.reduce<StatementItem>((item, index) => item.items[index]!, { items: statement.items } as StatementItem);
    for (const show of this.shows) show(at, names);
    this.remove.setAttribute("aria-label", `Remove: ${joined(statement.items.filter(({ kind }) => kind !== "marks").map(({ text }) => text))}`);
  }

  private async apply(gesture: (source: Source, found: Statement) => Promise<ReturnType<typeof itemOtherwise> | undefined>): Promise<void> {
    const isDone = await this.around.apply(async (source) => {
      const found = this.find(this.statement, source);
      return found && gesture(source, found);
    });
    // What was refused is no longer shown as chosen.
    if (!isDone) this.take(this.statement, this.names);
  }

  private change(path: number[], text: string): void {
    void this.apply(async (source, found) => {
      let items: StatementItem[] | undefined = found.items;
      for (const index of path.slice(0, -1)) items = items?.[index]?.items;
      const item = items?.[path.at(-1)!];
      return item && itemOtherwise(source, found, item, text);
    });
  }

  private part({ item, path, choice }: Placed, before: string | undefined): (HTMLElement | string)[] {
    const space = before === "(" || item.text === ")" ? "" : " ";
    if (!choice) return [item.kind === "symbol" && /^[:,]$/.test(item.text) ? item.text : `${space}${item.kind === "text" ? `“${item.text}”` : item.text.replaceAll("-", " ")}`];
    const { label, values, isList } = choice;
    return [space, !values ? this.number(path) : isList ? this.list(path, values) : this.select(path, label, values)];
  }

  private select(path: number[], label: string, values: (names: Names) => string[]): HTMLElement {
    const select = h("select", { "aria-label": label, onchange: () => this.change(path, select.value) });
    this.shows.push((at, names) => choices(select, values(names).map((value) => [value, value.replaceAll("-", " ")]), at(path).text));
    return select;
  }

  private number(path: number[]): HTMLElement {
    let isTyped = false;
    const field = h("input", { type: "number", "aria-label": "Number", min: 0, max: LARGEST, oninput: () => (isTyped = true), onchange: () => {
      isTyped = false;
      this.change(path, String(Math.max(0, Math.round(Number(field.value) || 0))));
    } });
    this.shows.push((at) => {
      if (!isTyped) field.value = at(path).text;
    });
    return field;
  }

  /** Shows a list of pieces as boxes to check. */
  private list(path: number[], values: (names: Names) => string[]): HTMLElement {
    const element = h("span", { class: "piece-list", role: "group", "aria-label": "Pieces" });
    const labels = new Keyed<HTMLLabelElement>();
    const boxes = () => [...element.querySelectorAll("input")];
    const change = (event: Event) => {
      const chosen = boxes().filter(({ checked }) => checked).map(({ value }) => value);
      if (chosen.length) this.change(path, `[${chosen.join(", ")}]`);
      else (event.target as HTMLInputElement).checked = true;
    };
    this.shows.push((at, names) => {
      arrange(element, ...labels.take(values(names), (piece) => h("label", {}, h("input", { type: "checkbox", value: piece, onchange: change }), piece.replaceAll("-", " "))));
      const chosen = listed(at(path));
      for (const box of boxes()) box.checked = chosen.includes(box.value);
    });
    return element;
  }
}
