/** The part of the design panel for pieces: their moves by clicks on a diagram, and new pieces. */
import type { Mark, NamedPiece, PieceInfo, RulePage } from "../../../bindings/web/pkg/ferz.js";
import { button, clear, h, mark, rich, toast } from "../dom";
import { clicked, moves as read, SIDES, write, type Mode, type Moves, type Reader, type Sides, type Tool } from "../model/steps";
import { ask } from "../rpc";
import { RULES } from "../spec";
import { nameOf } from "../words";
import type { Around, Gesture } from "./design";
import { MovesDiagram } from "./diagram";
import { moveOtherwise, newPiece, withoutPiece } from "./gestures";

const MODES: Record<Mode, string> = { both: "moves and captures", quiet: "moves only", capture: "captures only" };
const KINDS: Record<Tool["kind"], string> = { leap: "leap", slide: "slide" };

/** Returns a reader of notations that asks once for each. */
function reader(): Reader {
  const known = new Map<string, ReturnType<Reader>>();
  return (notation) => {
    const found = known.get(notation) ?? ask("betza", notation);
    known.set(notation, found);
    return found;
  };
}

/** One notation of the piece, with its diagram. */
class Way {
  readonly element = h("div", { class: "way" });
  private diagram = new MovesDiagram((x, y) => this.click(x, y));
  private text = h("p", { class: "way-text" });
  private moves: Moves = { steps: [], rest: "" };
  private marks: Mark[] = [];
  private drawn: Promise<void> = Promise.resolve();

  constructor(private readonly tab: PiecesTab, private piece: PieceInfo, private notation: string | undefined, limits: string) {
    this.element.append(limits ? h("p", { class: "limits" }, limits) : "", this.diagram.element, this.text);
  }

  async begin(): Promise<void> {
    if (this.notation) {
      this.moves = await read(this.notation, this.tab.read);
      this.marks = (await this.tab.read(this.notation)).marks;
    }
    this.show();
  }

  private show(): void {
    const { gained, lost } = this.tab.changes(this.piece);
    this.diagram.show({ piece: this.piece, moves: this.moves, marks: this.marks, gained, lost });
    clear(this.text, this.notation ? h("code", {}, this.notation) : "no moves yet", this.moves.rest ? h("span", {}, " The part ", h("code", {}, this.moves.rest), " is changed in the text: no diagram can show it.") : null);
  }

  private click(x: number, y: number): void {
    const next = clicked(this.moves, x, y, this.tab.tool);
    if (!next.steps.length && !next.rest) {
      toast("A piece keeps at least one move. A piece without moves has the line “stands still” in the text.");
      return;
    }
    const before = this.moves;
    this.moves = next;
    this.drawn = this.drawn.then(async () => {
      const [now, was] = [this.moves, this.notation];
      const { notation, marks } = await this.tab.read(write(now));
      if (notation === was) return;
      [this.notation, this.marks] = [notation, marks];
      this.show();
      const { read } = this.tab;
      const same = async (one: string, other: string) => one === other || (await read(one)).notation === (await read(other)).notation;
      const isDone = await this.tab.around.apply(async (source) => moveOtherwise(source, this.tab.current(this.piece), was, notation, this.tab.current(this.piece).file === RULES, same));
      if (isDone) return;
      [this.moves, this.notation] = [before, was];
      await this.begin();
    }).catch((error: Error) => toast(error.message));
    this.show();
  }

  /** Takes the piece of a new text. Returns false if its moves are others. */
  take(piece: PieceInfo, notation: string | undefined): boolean {
    if (notation !== this.notation) return false;
    this.piece = piece;
    this.show();
    return true;
  }
}

export class PiecesTab {
  readonly element = h("div", { class: "tab-pieces" });
  readonly read = reader();
  tool: Tool = { kind: "leap", mode: "both", first: false, sides: "all" };
  private list = h("select", { "aria-label": "Piece", onchange: () => this.choose(this.list.value) });
  private ways: Way[] = [];
  private remove = button("Remove", () => void this.around.apply(this.removal()));
  private box = h("div", { class: "ways" });
  private words = h("div", { class: "piece-words", "aria-live": "polite" });
  private chosen = "";
  /** The piece that is chosen as soon as the text has it. */
  private awaited = "";
  private page: RulePage | undefined;

  constructor(readonly around: Around, private readonly named: NamedPiece[]) {
    const radios = <T extends string>(name: string, values: Record<T, string>, usual: T, set: (value: T) => void) =>
      h("fieldset", {}, h("legend", { class: "sr" }, name), ...(Object.keys(values) as T[]).map((value) => h("label", {}, h("input", { type: "radio", name: `design-${name}`, value, checked: value === usual, onchange: () => set(value) }), values[value])));
    const sides = h("select", { "aria-label": "Which directions a click changes", onchange: () => (this.tool.sides = sides.value as Sides) }, ...Object.entries(SIDES).map(([value, text]) => h("option", { value, selected: value === this.tool.sides }, text)));
    const first = h("input", { type: "checkbox", onchange: () => (this.tool.first = first.checked) });
    const name = h("input", { type: "text", "aria-label": "Name of the new piece", placeholder: "name of a new piece", list: "known-pieces", autocapitalize: "off" });
    const add = () => {
      const text = name.value;
      // The field is free for the next name at once.
      name.value = "";
      void this.add(text).then((isDone) => {
        if (!isDone && !name.value) name.value = text;
      });
    };
    name.addEventListener("keydown", (event) => event.key === "Enter" && add());
    this.element.append(
      h("p", { class: "row" }, h("label", {}, "Piece: ", this.list), this.remove),
      h("div", { class: "tools" }, radios("kind", KINDS, "leap", (kind) => (this.tool.kind = kind)), radios("mode", MODES, "both", (mode) => (this.tool.mode = mode)), h("label", {}, first, "first move only"), sides),
      this.box, this.words,
      h("p", { class: "row" }, name, h("datalist", { id: "known-pieces" }, ...named.flatMap((piece) => piece.names.slice(0, 1).map((text) => h("option", { value: text })))), button("Add a piece", add)));
  }

  /** Returns the piece as it is in the latest text. */
  current(piece: PieceInfo): PieceInfo {
    return this.page?.pieces.find((one) => key(one) === key(piece)) ?? piece;
  }

  changes(piece: PieceInfo): { gained: Set<string>; lost: Set<string> } {
    const squares = (one: PieceInfo | undefined) => new Set(one?.ways.flatMap(({ marks }) => marks.filter(([, , mark]) => mark !== "clear" && mark !== "hurdle").map(([x, y]) => `${x},${y}`)) ?? []);
    const before = this.around.before()?.pieces.find((one) => key(one) === key(piece));
    if (!before) return { gained: new Set(), lost: new Set() };
    const [was, is] = [squares(before), squares(this.current(piece))];
    const without = (one: Set<string>, other: Set<string>) => new Set([...one].filter((square) => !other.has(square)));
    return { gained: without(is, was), lost: without(was, is) };
  }

  /** Shows the pieces of a text. */
  show(page: RulePage): void {
    this.page = page;
    const pieces = page.pieces.filter((piece) => !piece.neutral);
    const options = pieces.map((piece) => `${key(piece)} ${piece.title}`).join();
    if (options !== this.list.dataset.options) {
      clear(this.list, ...pieces.map((piece) => h("option", { value: key(piece) }, piece.title)));
      this.list.dataset.options = options;
    }
    const next = [this.awaited, this.chosen].find((one) => pieces.some((piece) => key(piece) === one)) ?? key(pieces[0]!);
    if (next === this.awaited) this.awaited = "";
    this.choose(next);
  }

  /** Chooses the piece that a line of the text declares. */
  select(line: number): void {
    const piece = this.page?.pieces.find((one) => one.file === RULES && one.line === line);
    if (piece) this.choose(key(piece));
  }

  /** Returns the gesture that removes the chosen piece. */
  private removal(): Gesture {
    const piece = this.page?.pieces.find((one) => key(one) === this.chosen);
    return async (source) => piece && withoutPiece(source, piece);
  }

  /** Offers to remove the chosen piece if no rule needs it. */
  private async offerRemoval(): Promise<void> {
    const { page, chosen } = this;
    const refusal = await this.around.refusal(this.removal());
    if (page === this.page && chosen === this.chosen) mark(this.remove, { disabled: refusal !== undefined, title: refusal, "aria-label": `Remove the ${this.list.selectedOptions[0]?.textContent?.toLowerCase() ?? "piece"}` });
  }

  private choose(chosen: string): void {
    const piece = this.page?.pieces.find((one) => key(one) === chosen);
    if (!piece) return;
    const isSame = chosen === this.chosen;
    this.chosen = chosen;
    this.list.value = chosen;
    const notations: (string | undefined)[] = piece.ways.length ? piece.ways.map(({ notation }) => notation) : [undefined];
    const isKept = isSame && this.ways.length === notations.length && this.ways.every((way, index) => way.take(piece, notations[index]));
    if (!isKept) {
      this.ways = notations.map((notation, index) => new Way(this, piece, notation, piece.ways[index]?.limits ?? ""));
      clear(this.box, ...this.ways.map((way) => way.element));
      for (const way of this.ways) void way.begin().catch((error: Error) => toast(error.message));
    }
    void this.offerRemoval();
    const { gained, lost } = this.changes(piece);
    const count = (set: Set<string>, word: string) => (set.size ? `${word} ${set.size} square${set.size === 1 ? "" : "s"}` : "");
    const changed = [count(gained, "gains"), count(lost, "loses")].filter(Boolean).join(" and ");
    clear(this.words, changed ? h("p", { class: "changed" }, `Since the beginning, the ${piece.title.toLowerCase()} ${changed}.`) : null, ...piece.ways.map((way) => h("p", {}, rich(way.text))));
  }

  private async add(text: string): Promise<boolean> {
    const name = nameOf(text);
    if (!name) {
      toast("Give the piece a name.");
      return false;
    }
    const known = this.named.find((piece) => piece.names.some((one) => one.toLowerCase() === text.trim().toLowerCase()));
    const isDone = await this.around.apply(async (source) => newPiece(source, this.page!, name, known?.notation ?? "W"));
    if (isDone) {
      this.awaited = `${name} `;
      if (this.page) this.show(this.page);
    }
    return isDone;
  }
}

function key({ piece, stage }: PieceInfo): string {
  return `${piece} ${stage ?? ""}`;
}
