/** A statement as a sentence in which names, numbers, results, and parts of conditions are choices. */
import type { Statement, StatementItem } from "../../../bindings/web/pkg/ferz.js";
import { arrange, button, choices, h, Keyed } from "../dom";
import { chosenIn, LARGEST, listed, partsOf, type Names, type Placed } from "./choices";
import type { Around, Gesture } from "./design";
import type { Options } from "./fit";
import { joined } from "./form";
import { itemOtherwise, without, wordsOtherwise, type Source } from "./gestures";
import { offerButton, offerValues } from "./offered";
import type { Edit } from "./tree";

export class Sentence {
  readonly element: HTMLLIElement;
  /** Shows the values of another statement in the choices. */
  private shows: ((at: (path: number[]) => StatementItem, names: Names) => void)[] = [];
  private removal = this.gesture((source, found) => without(source, found.whole));
  private remove = button("×", () => void this.apply(this.removal), { class: "remove" });

  constructor(
    private statement: Statement,
    /** The places where the form of the statement has several words. */
    private readonly options: Options[],
    private names: Names,
    private readonly around: Around,
    /** Returns a statement as it is in a text that has changed since it was shown, unless another one stands in its place. */
    private readonly find: (statement: Statement, source: Source) => Statement | undefined,
  ) {
    const parts = partsOf(statement, names, options);
    const written = (part: Placed | Options | undefined) => (part && "item" in part ? part.item.text : undefined);
    this.element = h("li", {}, ...parts.flatMap((part, index) => ("item" in part ? this.part(part, written(parts[index - 1])) : [" ", this.words(part)])), statement.block ? " …" : null, " ", this.more(), this.remove);
    offerButton(this.remove, around, () => this.removal);
    this.take(statement, names);
  }

  /** Takes a statement of the same shape, and the names of its game. */
  take(statement: Statement, names: Names): void {
    [this.statement, this.names] = [statement, names];
    const at = (path: number[]) => path.reduce<StatementItem>((item, index) => item.items[index]!, { items: statement.items } as StatementItem);
    for (const show of this.shows) show(at, names);
    this.remove.setAttribute("aria-label", `Remove: ${joined(statement.items.filter(({ kind }) => kind !== "marks").map(({ text }) => text))}`);
  }

  private async apply(gesture: Gesture): Promise<void> {
    // What was refused is no longer shown as chosen.
    if (!(await this.around.apply(gesture))) this.take(this.statement, this.names);
  }

  /** Returns the gesture that changes the statement as it is in the latest text. */
  private gesture(edits: (source: Source, found: Statement) => Edit[] | undefined): Gesture {
    return async (source) => {
      const found = this.find(this.statement, source);
      return found && edits(source, found);
    };
  }

  private otherwise(path: number[], text: string): Gesture {
    return this.gesture((source, found) => {
      let items: StatementItem[] | undefined = found.items;
      for (const index of path.slice(0, -1)) items = items?.[index]?.items;
      const item = items?.[path.at(-1)!];
      return item && itemOtherwise(source, found, item, text);
    });
  }

  private change(path: number[], text: string): void {
    void this.apply(this.otherwise(path, text));
  }

  private part({ item, path, choice }: Placed, before: string | undefined): (HTMLElement | string)[] {
    const space = before === "(" || item.text === ")" ? "" : " ";
    if (!choice) return [item.kind === "symbol" && /^[:,]$/.test(item.text) ? item.text : `${space}${item.text.replaceAll("-", " ")}`];
    const { label, values, isList, isText } = choice;
    return [space, isText ? this.field(path) : !values ? this.number(path) : isList ? this.list(path, values) : this.select(path, label, values)];
  }

  /** Shows words of the form as a choice, which can leave them out if the form can. */
  private words(option: Options): HTMLElement {
    const values = option.texts.map((text): [string, string] => [text, text || `leave out “${chosenIn(this.statement, option)}”`]);
    const select = h("select", { "aria-label": "Words", onchange: () => void this.apply(this.reword(option, select.value)) });
    offerValues(select, this.around, (value) => this.reword(option, value));
    this.shows.push(() => choices(select, values, chosenIn(this.statement, option)));
    return select;
  }

  /** Offers the words of the form that are left out. */
  private more(): HTMLElement | null {
    const missing = this.options.flatMap((option) => (option.from === option.to ? option.texts.filter(Boolean).map((text) => ({ option, text })) : []));
    if (!missing.length) return null;
    const add = (value: string) => {
      const { option, text } = missing[Number(value)]!;
      return this.reword(option, text);
    };
    const select = h("select", { "aria-label": "Add words", class: "more-words", onchange: () => void this.apply(add(select.value)) });
    offerValues(select, this.around, add);
    this.shows.push(() => choices(select, [["", "+"], ...missing.map(({ text }, index): [string, string] => [String(index), text])], ""));
    return select;
  }

  private reword(option: Options, text: string): Gesture {
    return this.gesture((source, found) => wordsOtherwise(source, found, option, text));
  }

  private select(path: number[], label: string, values: (names: Names) => string[]): HTMLElement {
    const select = h("select", { "aria-label": label, onchange: () => this.change(path, select.value) });
    offerValues(select, this.around, (value) => this.otherwise(path, value));
    this.shows.push((at, names) => choices(select, values(names).map((value) => [value, value.replaceAll("-", " ")]), at(path).text));
    return select;
  }

  /** Shows a text for readers, which has no quotation marks inside. */
  private field(path: number[]): HTMLElement {
    let isTyped = false;
    const field = h("input", { type: "text", "aria-label": "Text", oninput: () => (isTyped = true), onchange: () => {
      isTyped = false;
      this.change(path, `"${field.value.trim().replaceAll('"', "’").replaceAll("\\", "/")}"`);
    } });
    this.shows.push((at) => {
      if (!isTyped) field.value = at(path).text;
    });
    return field;
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

  /** Shows a list of pieces, which opens as boxes to check. */
  private list(path: number[], values: (names: Names) => string[]): HTMLElement {
    const summary = h("summary");
    const group = h("span", { role: "group", "aria-label": "Pieces" });
    const element = h("details", { class: "piece-list" }, summary, group);
    const labels = new Keyed<HTMLLabelElement>();
    const boxes = () => [...group.querySelectorAll("input")];
    const change = (event: Event) => {
      const chosen = boxes().filter(({ checked }) => checked).map(({ value }) => value);
      if (chosen.length) this.change(path, `[${chosen.join(", ")}]`);
      else (event.target as HTMLInputElement).checked = true;
    };
    this.shows.push((at, names) => {
      arrange(group, ...labels.take(values(names), (piece) => h("label", {}, h("input", { type: "checkbox", value: piece, onchange: change }), piece.replaceAll("-", " "))));
      const chosen = listed(at(path));
      for (const box of boxes()) box.checked = chosen.includes(box.value);
      const text = chosen.map((piece) => piece.replaceAll("-", " ")).join(", ");
      if (summary.textContent !== text) summary.textContent = text;
      summary.setAttribute("aria-label", `Pieces: ${text}`);
    });
    return element;
  }
}
