/** The form of a new rule, which follows from the table of statements. */
import { button, choices, clear, h, toast } from "../dom";
import { BLOCKS, formOf, LARGEST, RESULTS, type Names, type Word } from "./choices";
import type { Around, Gesture } from "./design";
import { CONDITIONS, described, joined, parts, SLOTS, type Part } from "./form";
import { added } from "./gestures";

/** What the form needs of the game. */
export interface Game {
  names: Names;
  /** The number of ranks. */
  height: number;
  squares: string[];
}

/** The time without a change after which a rule is tried, in milliseconds. */
const PAUSE = 200;

/** A control of a slot, and the function that reads it. */
interface Control {
  elements: HTMLElement[];
  read(): string;
}

export class NewRule {
  readonly element = h("div", { class: "new-sentence" });
  private box = h("p", { class: "sentence-form" });
  /** Shows the names of a game that has changed, and keeps what is chosen. */
  private refreshing: (() => void)[] = [];
  private game: Game = { names: { pieces: [], regions: [], actions: [], rights: [] }, height: 0, squares: [] };

  /** Tries the rule of the form, so that a rule that would leave an error is not offered. */
  private look: () => Promise<void> = async () => {};
  /** The number of tries, of which only the last counts. */
  private tried = 0;

  constructor(private readonly around: Around, private readonly kinds: Word[]) {
    const kind: HTMLSelectElement = h("select", { "aria-label": "Kind of rule", onchange: () => this.fill(kinds.find(({ text }) => text === kind.value)) },
      h("option", { value: "" }, "choose a kind of rule"), ...kinds.map(({ text, section }) => h("option", { value: text }, `${text} — ${section}`)));
    this.element.append(h("h2", {}, "A new rule"), kind, this.box);
    for (const event of ["input", "change"]) this.box.addEventListener(event, () => void this.look());
  }

  /** Takes the names of another text. What the user has chosen and typed stays. */
  show(game: Game): void {
    this.game = game;
    for (const refresh of this.refreshing) refresh();
    void this.look();
  }

  private fill(kind: Word | undefined): void {
    const { box } = this;
    clear(box);
    this.refreshing = [];
    this.tried += 1;
    if (!kind) return;
    const { text: word, places } = kind;
    // The lines of a block are sentences of their own, but a block that needs some of them is begun with these.
    const { form, isLines } = formOf(kind);
    const read = this.controls(parts(form), box);
    const inner = this.kinds.filter((one) => one.places.some((place) => place.endsWith(` \`${word}\``)));
    const lines = inner.map((one) => this.optional(parts(formOf(one).form), box));
    const isAt = (place: string) => places.some((one) => one.includes(place));
    const owner = isAt("`action`") ? this.select("Action with the rule", () => this.game.names.actions.map(named))
      : this.select("Piece with the rule", () => [...(isAt("piece") && !isAt("top level") ? [] : [["", "the game"] as [string, string]]), ...this.game.names.pieces.map(named)]);
    if (isAt("piece") || isAt("`action`")) box.append(" for ", owner);
    if (isAt("`action`")) {
      const none = h("small", {}, "There is no action yet: add one first.");
      const refresh = () => (none.hidden = this.game.names.actions.length > 0);
      refresh();
      this.refreshing.push(refresh);
      box.append(" ", none);
    }
    const block = isLines ? word : BLOCKS.find((one) => isAt(`\`${one}\``));
    const rule = () => [joined(read()), lines.map((line) => joined(line())).filter(Boolean)] as const;
    const gesture: Gesture = async (source) => {
      const [head, list] = rule();
      return added(source, list.length ? `${head} {\n${list.map((line) => `  ${line}\n`).join("")}}` : head, owner.value || undefined, block);
    };
    const add = button("Add", async () => {
      if (await this.around.apply(gesture)) toast(`“${rule()[0]}” was added.`);
    }, { class: "main" });
    const why = h("small", { class: "why-not", role: "status" });
    box.append(" ", add, why);
    this.look = async () => {
      const mine = (this.tried += 1);
      await new Promise((done) => setTimeout(done, PAUSE));
      if (mine !== this.tried) return;
      const refusal = await this.around.refusal(gesture);
      if (mine !== this.tried) return;
      add.disabled = refusal !== undefined;
      const isEmpty = [...box.querySelectorAll<HTMLInputElement>('input[type="text"]')].some((field) => field.checkVisibility() && !field.value.trim());
      why.textContent = refusal === undefined ? "" : isEmpty ? "Fill in the empty fields." : refusal;
    };
    void this.look();
  }

  /** Creates a choice whose values follow the game. */
  private select(label: string, values: () => [string, string][], attributes: Record<string, unknown> = {}): HTMLSelectElement {
    const select = h("select", { "aria-label": label, ...attributes });
    const refresh = () => {
      const options = values();
      const isKept = options.some(([value]) => value === select.value);
      choices(select, options, isKept ? select.value : (options[0]?.[0] ?? ""));
    };
    refresh();
    this.refreshing.push(refresh);
    return select;
  }

  /** Adds the controls of a form to a box, and returns the function that reads them. */
  private controls(list: Part[], box: HTMLElement): () => string[] {
    const readers = list.map((part): (() => string[]) => {
      switch (part.kind) {
        case "words":
          box.append(` ${part.text}`);
          return () => [part.text];
        case "slot": {
          if (part.name === "CONDITION") return this.condition(box);
          if (SLOTS[part.name]) return this.controls(parts(SLOTS[part.name]!), box);
          const { elements, read } = this.slot(part.name);
          for (const element of elements) box.append(" ", element);
          return () => [read()];
        }
        case "list": {
          const field = h("select", { multiple: true, size: 4, "aria-label": "Pieces" });
          const refresh = () => {
            const chosen = [...field.selectedOptions].map(({ value }) => value);
            choices(field, this.game.names.pieces.map(named), "");
            for (const option of field.options) option.selected = chosen.includes(option.value);
          };
          refresh();
          this.refreshing.push(refresh);
          box.append(" ", field);
          return () => [`[${[...field.selectedOptions].map(({ value }) => value).join(", ")}]`];
        }
        case "optional":
          return this.optional(part.parts, box);
        case "choice":
          return this.choice(part.ways, box);
      }
    });
    return () => readers.flatMap((read) => read());
  }

  private optional(list: Part[], box: HTMLElement, title = described(list)): () => string[] {
    const inner = h("span", { hidden: true });
    let read: (() => string[]) | undefined;
    const check = h("input", { type: "checkbox", "aria-label": `also: ${title}`, onchange: () => {
      // A condition can have another one, so its controls are made when they are wanted.
      read ??= this.controls(list, inner);
      inner.hidden = !check.checked;
      hint.hidden = check.checked;
    } });
    const hint = h("small", {}, ` ${title}`);
    box.append(" ", h("label", { class: "optional" }, check, hint), inner);
    return () => (check.checked && read ? read() : []);
  }

  private choice(ways: Part[][], box: HTMLElement): () => string[] {
    const inner = ways.map(() => h("span", { hidden: true }));
    // The choice itself shows a way that consists of words.
    const read = ways.map((way, index) => this.controls(way, way.every(({ kind }) => kind === "words") ? h("span") : inner[index]!));
    const select = h("select", { "aria-label": "Choice", onchange: () => inner.forEach((one, index) => (one.hidden = index !== Number(select.value))) }, ...ways.map((way, index) => h("option", { value: index }, described(way))));
    inner[0]!.hidden = false;
    box.append(" ", select, ...inner);
    return () => read[Number(select.value)]!();
  }

  /** Adds the choice of a condition, and of another one that is joined to it. */
  private condition(box: HTMLElement): () => string[] {
    const inner = h("span");
    let read: () => string[];
    const fill = () => {
      clear(inner);
      const chosen = CONDITIONS[Number(select.value)];
      if (chosen) {
        read = this.controls(parts(chosen.form), inner);
        return;
      }
      const field = h("input", { type: "text", "aria-label": "condition in words", placeholder: "condition", autocapitalize: "off", size: 14 });
      inner.append(" ", field);
      read = () => [field.value];
    };
    const select = h("select", { "aria-label": "condition", onchange: fill }, ...CONDITIONS.map(({ title }, index) => h("option", { value: index }, title)), h("option", { value: CONDITIONS.length }, "in words of the language"));
    fill();
    box.append(" ", select, inner);
    const more = this.optional([{ kind: "choice", ways: ["and", "or"].map((text) => [{ kind: "words", text }]) }, { kind: "slot", name: "CONDITION" }], box, "another condition");
    return () => [...read(), ...more()];
  }

  /** Returns the control of a slot: a choice of what the game has, or a field. */
  private slot(name: string): Control {
    const label = name.toLowerCase().replaceAll("-", " ");
    const one = (field: HTMLInputElement | HTMLSelectElement, written = (value: string) => value): Control => ({ elements: [field], read: () => written(field.value) });
    const choice = (values: () => string[]) => this.select(label, () => values().map(named));
    const names = () => this.game.names;
    switch (name) {
      case "PIECE":
        return one(choice(() => names().pieces));
      case "PIECES":
      case "PIECES-IN-HAND": {
        const whose = h("select", { "aria-label": "whose" }, ...["", "own", "enemy"].map((value) => h("option", { value }, value || "any")));
        const field = choice(() => [...names().pieces, "piece", "royal"]);
        return { elements: [whose, field], read: () => joined([whose.value, field.value]) };
      }
      case "SQUARES":
        return one(choice(() => [...names().regions, ...Array.from({ length: this.game.height }, (_, index) => `rank ${index + 1}`), "grid", ...this.game.squares]));
      case "SQUARE":
        return one(choice(() => this.game.squares));
      case "RIGHT":
        return one(choice(() => names().rights));
      case "RESULT":
        return one(choice(() => RESULTS));
      case "CONSEQUENCE":
        return one(choice(() => [...names().pieces.map((piece) => `becomes ${piece}`), ...RESULTS.map((result) => `${result} by arrival`), "vanishes", "changes sides"]));
      case "NUMBER":
      case "RANK":
        return one(h("input", { type: "number", "aria-label": label, value: 1, min: 0, max: LARGEST }));
      default: {
        const quoted = name === "MOVES" ? "`" : name === "TEXT" || name === "TITLE" ? '"' : "";
        return one(h("input", { type: "text", "aria-label": label, placeholder: label, autocapitalize: "off", size: 14 }), (value) => quoted + value + quoted);
      }
    }
  }
}

function named(value: string): [string, string] {
  return [value, value.replaceAll("-", " ")];
}
