/** The part of the design panel for rules: the statements of the text as sentences with choices, and new ones. */
import type { Language, RulePage, Statement } from "../../../bindings/web/pkg/ferz.js";
import { arrange, h, Keyed } from "../dom";
import { now } from "../rpc";
import { plain } from "../words";
import type { Around } from "./design";
import type { Source } from "./gestures";
import { NewRule } from "./offer";
import { Sentence, shape, type Names } from "./sentence";
import { every, inside, items, keyword } from "./tree";

/** The statements that other parts of the page show, or that are no rules. */
const ELSEWHERE = new Set(["variant", "about", "source", "rules", "board", "region", "group", "piece", "family", "array", "switch", "under", "note", "history", "fen", "add", "change", "remove", "stage", "title", "also", "token", "moves", "written", "author", "year", "address", "cell", "hole", "grid", "black", "uncheckered", "points", "hand", "home", "shuffle", "stands", "value"]);
/** The statements whose lines are sentences of their own. */
const BLOCKS = ["ending", "royalty", "entry", "action"];
/** The statements that only contain others. Their lines are offered instead. */
const EMPTY = ["action", "royalty"];

/** A statement with the heading under which it stands. */
interface Headed {
  head: string;
  statement: Statement;
}

/** Returns the statements that are sentences of the panel. */
function sentences(tree: Statement[], title: (name: string) => string): Headed[] {
  return tree.flatMap((statement): Headed[] => {
    const word = keyword(statement);
    const name = items(statement)[1]?.text ?? "";
    const lines = (list: Statement[], head: string) => list.filter((one) => !["switch", "under", "note", "stage"].includes(keyword(one)) && one.items[0]?.kind !== "notation").map((one) => ({ head, statement: one }));
    if (word === "piece" || word === "family") return lines(inside(statement).filter((one) => !ELSEWHERE.has(keyword(one))), title(name));
    if (BLOCKS.includes(word)) return lines(inside(statement), word === "action" ? `Action: ${plain(name)}` : plain(word));
    return ELSEWHERE.has(word) ? [] : [{ head: "The game", statement }];
  });
}

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

  constructor(private readonly around: Around, language: Language, private readonly text: () => string) {
    this.form = new NewRule(around, language.words.filter(({ text, places }) => !ELSEWHERE.has(text) && !EMPTY.includes(text) && places.some((place) => /top level|a piece|`royalty`/.test(place))));
    this.element.append(this.list, this.form.element);
  }

  /** Shows the rules of the text. Sentences that stay keep their choices, with what the user is doing in them. */
  async show(page: RulePage): Promise<void> {
    const text = this.text();
    if (text === this.shown) return;
    const tree = await now("statements", text);
    if (text !== this.text()) return;
    [this.tree, this.shown] = [tree, text];
    const names = this.names(page);
    const title = (name: string) => page.pieces.find(({ piece }) => piece === name)?.title ?? plain(name);
    const by = new Map<string, Statement[]>();
    for (const { head, statement } of sentences(tree, title)) by.set(head, [...(by.get(head) ?? []), statement]);
    const groups = this.groups.take([...by.keys()], (head) => {
      const list = h("ul", { class: "sentences" });
      return { element: h("section", {}, h("h2", {}, head), list), list, sentences: new Keyed<Sentence>() };
    });
    [...by.values()].forEach((list, index) => this.fill(groups[index]!, list, names));
    arrange(this.list, ...groups.map(({ element }) => element));
    this.form.show({ names, height: page.board.height });
  }

  private fill({ list, sentences }: Group, statements: Statement[], names: Names): void {
    const count = new Map<string, number>();
    const keys = statements.map((statement) => {
      const key = shape(statement, names);
      count.set(key, (count.get(key) ?? 0) + 1);
      return `${key} ${count.get(key)}`;
    });
    const shown = sentences.take(keys, (_, index) => new Sentence(statements[index]!, names, this.around, (statement, source) => this.found(statement, source)));
    shown.forEach((sentence, index) => sentence.take(statements[index]!, names));
    arrange(list, ...shown.map(({ element }) => element));
  }

  private names(page: RulePage): Names {
    const declared = (words: string[]) => [...every(this.tree)].filter(({ statement }) => words.includes(keyword(statement))).map(({ statement }) => items(statement)[1]?.text ?? "");
    const unique = (names: string[]) => [...new Set(names)].filter(Boolean);
    return { pieces: unique([...page.pieces.map(({ piece }) => piece), ...declared(["piece"])]), regions: unique([...page.board.regions.map(({ name }) => name), ...declared(["region"])]) };
  }

  /** Finds a shown statement in a text that has changed since, unless another one stands in its place. */
  private found(statement: Statement, { tree }: Source): Statement | undefined {
    const place = [...every(this.tree)].findIndex((one) => one.statement === statement);
    const found = [...every(tree)][place]?.statement;
    return found && keyword(found) === keyword(statement) && found.items.length === statement.items.length ? found : undefined;
  }
}
