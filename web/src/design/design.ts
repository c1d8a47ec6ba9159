/** The panel for designs without typing. Each gesture changes the rule text, which remains the only place of the rules. */
import type { Language, NamedPiece, RulePage, Statement, View } from "../../../bindings/web/pkg/ferz.js";
import { arrange, button, clear, h, Keyed, mark, toast } from "../dom";
import { ask, now, type Spec } from "../rpc";
import { RULES } from "../spec";
import { ArrayTab } from "./array";
import { QuestionsTab, SizeTab } from "./board";
import type { Source } from "./gestures";
import { PiecesTab } from "./pieces";
import { RulesTab } from "./rules";
import { applied, uncredited, type Edit } from "./tree";

/** What the panel needs of the editor. */
export interface Bench {
  text(): string;
  files(text: string): Record<string, string>;
  /** Changes the text by one step, which can be undone, and shows its game. */
  change(edits: Edit[]): Promise<void>;
  undo(): void;
  /** Returns the page of the rules with which the project began. */
  origin(): Promise<RulePage | undefined>;
  /** Returns the games before and after all changes, or undefined if nothing has changed. */
  games(): [Spec, Spec] | undefined;
}

/** Returns the edits of a gesture, or undefined if the text cannot be changed in this way. */
export type Gesture = (source: Source) => Promise<Edit[] | undefined>;

/** What the parts of the panel need. */
export interface Around {
  /** Applies the edits of a gesture. Returns false if it is refused, because the rules cannot be changed in this way. */
  apply(gesture: Gesture): Promise<boolean>;
  /** Returns why a gesture would be refused, or undefined if it can be made. */
  refusal(gesture: Gesture): Promise<string | undefined>;
  /** Returns the statements of the game, and of each game that it extends. */
  trees(): Promise<Statement[][]>;
  /** Returns the page of the rules with which the project began. */
  before(): RulePage | undefined;
}

const TABS = { pieces: "Pieces", array: "Array", size: "Board", rules: "Rules", questions: "Questions" } as const;
type Tab = keyof typeof TABS;

export class Design {
  readonly element = h("details", { class: "more design" });
  private pieces: PiecesTab;
  private array: ArrayTab;
  private size: SizeTab;
  private rules: RulesTab;
  private questions: QuestionsTab;
  private tabs = h("div", { class: "tabs", role: "group", "aria-label": "Parts of the design" });
  private heads = new Keyed<HTMLButtonElement>();
  private body = h("div");
  private difference = h("div");
  /** The games whose difference can be searched for, as JSON. */
  private compared = "";
  private tab: Tab = "pieces";
  private shown: { page: RulePage; view: View } | undefined;
  private origin: RulePage | undefined;
  private busy: Promise<unknown> = Promise.resolve();

  constructor(private readonly bench: Bench, named: NamedPiece[], language: Language) {
    const around: Around = { apply: (gesture) => this.apply(gesture), refusal: async (gesture) => (await this.tried(gesture)).refusal, trees: () => this.trees(), before: () => this.origin };
    this.pieces = new PiecesTab(around, named);
    this.array = new ArrayTab(around);
    this.size = new SizeTab(around);
    this.rules = new RulesTab(around, language, () => bench.text());
    this.questions = new QuestionsTab(around);
    this.element.append(h("summary", {}, "Design without typing"), h("div", { class: "row" }, this.tabs, button("Undo", () => bench.undo())), this.body, this.difference);
    this.element.addEventListener("toggle", () => this.element.open && void this.begin());
  }

  private async begin(): Promise<void> {
    this.origin ??= await this.bench.origin().catch(() => undefined);
    this.draw();
  }

  /** Shows the game of a new text. */
  show(page: RulePage, view: View): void {
    this.shown = { page, view };
    if (this.element.open) this.draw();
  }

  /** Opens the panel and scrolls to it. */
  open(): void {
    this.element.open = true;
    this.element.scrollIntoView({ block: "nearest" });
    this.element.querySelector("summary")?.focus();
  }

  /** Shows the piece that a line declares. */
  select(line: number): void {
    if (this.element.open && this.tab === "pieces") this.pieces.select(line);
  }

  private draw(): void {
    if (!this.shown) return;
    const { page, view } = this.shown;
    const names = (Object.keys(TABS) as Tab[]).filter((name) => name !== "questions" || page.switches.length);
    if (!names.includes(this.tab)) this.tab = "pieces";
    arrange(this.tabs, ...this.heads.take(names, (name) => button(TABS[name as Tab], () => {
      this.tab = name as Tab;
      this.draw();
    }, { id: `design-tab-${name}` })));
    for (const name of names) mark(this.tabs.querySelector(`#design-tab-${name}`)!, { "aria-pressed": String(name === this.tab) });
    switch (this.tab) {
      case "pieces":
        this.pieces.show(page);
        break;
      case "array":
        this.array.show(page, view);
        break;
      case "size":
        this.size.show(page, view);
        break;
      case "rules":
        void this.rules.show(page);
        break;
      case "questions":
        this.questions.show(page);
        break;
    }
    void this.compare();
    const { element } = this[this.tab];
    if (this.body.firstChild !== element) this.body.replaceChildren(element);
  }

  /** Offers the game that shows what all changes mean. */
  private async compare(): Promise<void> {
    const games = this.bench.games();
    const compared = JSON.stringify(games);
    if (compared === this.compared) return;
    this.compared = compared;
    const { telling } = await import("../views/compare");
    if (compared === this.compared) clear(this.difference, games ? telling(...games, ["Before", "Now"]) : null);
  }

  private async trees(): Promise<Statement[][]> {
    const texts = await ask("texts", { game: RULES, options: { files: this.bench.files(this.bench.text()) } });
    return Promise.all(texts.filter(([name]) => name.endsWith(".ferz")).map(([, text]) => now("statements", text)));
  }

  /** Applies gestures one after the other, because each needs the text after the one before. */
  private apply(gesture: Gesture): Promise<boolean> {
    const done = this.busy.then(() => this.applied(gesture));
    this.busy = done.catch(() => undefined);
    return done;
  }

  private async applied(gesture: Gesture): Promise<boolean> {
    const { text, edits, refusal } = await this.tried(gesture);
    if (refusal !== undefined) {
      toast(refusal);
      return false;
    }
    if (!edits.length) return true;
    // The text has changed in the meantime, so the places are those of another one.
    if (this.bench.text() !== text) return this.applied(gesture);
    await this.bench.change(edits);
    return true;
  }

  /** Returns the text, the edits of a gesture in it, and why it is refused, if it is. */
  private async tried(gesture: Gesture): Promise<{ text: string; edits: Edit[]; refusal?: string }> {
    const text = this.bench.text();
    const source = { text, tree: await now("statements", text) };
    const pointed = await gesture(source);
    if (!pointed) return { text, edits: [], refusal: "This cannot be changed by pointing here. Change it in the text." };
    const edits = uncredited(text, source.tree, pointed);
    const after = applied(text, edits);
    if (after === text) return { text, edits: [] };
    const [problem] = (await now("glance", RULES, this.bench.files(after))).filter(({ severity }) => severity === "error");
    return { text, edits, refusal: problem && `This would leave the game with an error: ${problem.message.replaceAll("`", "")}.` };
  }
}
