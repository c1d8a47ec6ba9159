/** The part of the design panel for rules: the statements of the text as sentences with choices, and new ones. */
import type { Language, RulePage, Statement } from "../../../bindings/web/pkg/ferz.js";
import { arrange, h, Keyed } from "../dom";
import { now } from "../rpc";
import { plain } from "../words";
import { ELSEWHERE, EMPTY, namesOf, optionsOf, sentences, shape, type Headed, type Names, type Word } from "./choices";
import type { Around } from "./design";
import type { Source } from "./gestures";
import { NewRule } from "./offer";
import { Sentence } from "./sentence";
import { every, keyword } from "./tree";

/** A heading with the sentences below it. */
interface Group {
  element: HTMLElement;
  list: HTMLElement;
  sentences: Keyed<Sentence>;
}

export class RulesTab {
  readonly element = h("div", { class: "tab-rules" });
  private tree: Statement[] = [];
  private list = h("div");
  private groups = new Keyed<Group>();
  private form: NewRule;
  private shown = "";
  private readonly words: Map<string, Word>;

  constructor(private readonly around: Around, language: Language, private readonly text: () => string) {
    this.words = new Map(language.words.toReversed().map((word) => [word.text, word]));
    this.form = new NewRule(around, language.words.filter(({ text, places }) => !ELSEWHERE.has(text) && !EMPTY.includes(text) && places.some((place) => /top level|a piece|`(royalty|entry|action)`/.test(place))));
    this.element.append(this.list, this.form.element);
  }

  /** Shows the rules of the text. Sentences that stay keep their choices, with what the user is doing in them. */
  async show(page: RulePage): Promise<void> {
    const text = this.text();
    if (text === this.shown) return;
    const tree = await now("statements", text);
    if (text !== this.text()) return;
    [this.tree, this.shown] = [tree, text];
    const names = namesOf(tree, page);
    const title = (name: string) => page.pieces.find(({ piece }) => piece === name)?.title ?? plain(name);
    const by = new Map<string, Headed[]>();
    for (const one of sentences(tree, title)) by.set(one.head, [...(by.get(one.head) ?? []), one]);
    const groups = this.groups.take([...by.keys()], (head) => {
      const list = h("ul", { class: "sentences" });
      return { element: h("section", {}, h("h2", {}, head), list), list, sentences: new Keyed<Sentence>() };
    });
    [...by.values()].forEach((list, index) => this.fill(groups[index]!, list, names));
    arrange(this.list, ...groups.map(({ element }) => element));
    this.form.show({ names, height: page.board.height, squares: page.board.squares.map(({ name }) => name) });
  }

  private fill({ list, sentences }: Group, all: Headed[], names: Names): void {
    const count = new Map<string, number>();
    const options = all.map((one) => optionsOf(this.words, one));
    const keys = all.map(({ statement }, index) => {
      const key = shape(statement, names, options[index]!);
      count.set(key, (count.get(key) ?? 0) + 1);
      return `${key} ${count.get(key)}`;
    });
    const shown = sentences.take(keys, (_, index) => new Sentence(all[index]!.statement, options[index]!, names, this.around, (statement, source) => this.found(statement, source)));
    shown.forEach((sentence, index) => sentence.take(all[index]!.statement, names));
    arrange(list, ...shown.map(({ element }) => element));
  }

  /** Finds a shown statement in a text that has changed since, unless another one stands in its place. */
  private found(statement: Statement, { tree }: Source): Statement | undefined {
    const place = [...every(this.tree)].findIndex((one) => one.statement === statement);
    const found = [...every(tree)][place]?.statement;
    return found && keyword(found) === keyword(statement) && found.items.length === statement.items.length ? found : undefined;
  }
}
