/** The editor of rule files: the text, its problems, a board, and the effects of the edits. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Problem } from "../../../bindings/web/pkg/ferz.js";
import { exports, foreign, translate } from "../bridges";
import { breathe, button, clear, debounce, download, h, rich, toast } from "../dom";
import { completion, declared, diagrams, offset, problems, teach, words } from "../language";
import type { SetAddress, Shown } from "../main";
import { Play } from "../play/play";
import { ask, now, Refusal } from "../rpc";
import { shareButton } from "../link";
import { zip } from "../share";
import { choice, own, parse, RULES, textSpec } from "../spec";
import * as store from "../store";
import { pieces, telling } from "./compare";

/** The first text of a page of cases: the game, a question with its answer, and a question without one. */
const CASES = (name: string, square: string) => `# First cases

\`\`\`game
${name}
\`\`\`

## At the start

\`\`\`moves ${square}
\`\`\`
`;

/** The largest number of characters in a file that is saved with each keystroke. */
const QUICK = 300_000;

const NEW = `variant mine "My Game"

about "Say in a sentence what is special about it."

board {
  grid 8 x 8
  black is white mirrored
}

piece king   K \`K\` royal
piece rook   R \`R\`
piece knight N \`N\`
piece pawn   P \`fmWfcF\` {
  arriving at far-rank: becomes rook
}

region far-rank = rank 8

ending {
  checkmate:  loss
  stalemate:  draw
  repetition: draw when repeated 3
}

array start {
  2 | P P P P P P P P
  1 | R N . . K . N R
}
`;

export async function editor(about: string, setAddress: SetAddress): Promise<Shown> {
  const line = /:(\d+)$/.exec(about)?.[1];
  const file = await open(line ? about.slice(0, -line.length - 1) : about);
  if (!file) return choose();
  const view = new Workshop(file, setAddress);
  await view.begin();
  if (line) view.jump(Number(line));
  return { element: view.element, title: file.name, leave: () => view.close() };
}

async function open(id: string): Promise<store.OwnFile | undefined> {
  if (!id) return undefined;
  // A new file or copy is not stored before it is saved, so that viewing it leaves nothing behind.
  if (id === "new") return store.create("My Game", NEW);
  if (id.startsWith("copy:")) {
    const reference = parse(id.slice(5));
    const game = { game: reference.name, options: {} };
    const text = await ask("source", reference.name);
    if (text === null) throw new Error(`There is no game called “${reference.name.slice(0, 40)}”.`);
    const [page, texts] = [await ask("page", game), await ask("texts", game)];
    const readings = texts.find(([name]) => name.endsWith("readings.toml"))?.[1] ?? "";
    return store.create(`${page.title}, copy`, text, readings, "", choice(reference));
  }
  const file = store.read(id);
  if (!file) throw new Error("There is no such file in this browser.");
  return file;
}

function choose(): Shown {
  const files = store.all();
  const games = h("div");
  const input = h("input", { type: "file", accept: ".ferz,.ini,.html,.htm,text/plain", "aria-label": "Open a file from disk", onchange: async () => {
    const [chosen] = input.files ?? [];
    if (chosen) await take(chosen, games);
  } });
  const element = h("div", { class: "page" }, h("h1", {}, "Editor"),
    h("p", { class: "lead" }, "Write the rules of a game of your own. The board beside the text follows, and problems are pointed out as you type."),
    h("p", { class: "buttons" }, h("a", { class: "button", href: "#/edit/new" }, "New game"), h("a", { class: "button", href: "#/edit/copy:tamerlane" }, "A copy of Tamerlane Chess"), h("a", { class: "button", href: "#/edit/copy:chess" }, "A copy of chess")),
    h("p", {}, "Or open a file: ", input, " or drag one in. It may be a rule file, a variants.ini of Fairy-Stockfish, a page with an Interactive Diagram, or what an engine sends to XBoard."),
    games,
    files.length ? h("h2", {}, "Your files") : null,
    h("ul", { class: "files" }, ...files.map((file) => h("li", {}, h("a", { href: `#/edit/${file.id}` }, file.name), h("small", {}, ` ${new Date(file.saved).toLocaleString("en")}`)))));
  accept(element, games);
  return { element, title: "Editor" };
}

/** Opens a file from disk. Games of other programs are translated first; `games` shows those in a file with several. */
async function take(chosen: File, games: HTMLElement): Promise<void> {
  if (chosen.size > 1_000_000) {
    toast("This file is too large for rules: more than 1 MB.");
    return;
  }
  const keep = (name: string, rules: string) => {
    const file = store.create(name, rules);
    store.save(file);
    location.hash = `#/edit/${file.id}`;
  };
  const text = await chosen.text();
  const format = foreign(chosen.name, text);
  if (format) await translate(format, chosen.name, text, games, keep);
  else keep(chosen.name.replace(/\.ferz$/, ""), text);
}

function accept(element: HTMLElement, games: HTMLElement): void {
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    const [chosen] = event.dataTransfer?.files ?? [];
    if (!chosen) return;
    event.preventDefault();
    void take(chosen, games);
  });
}

class Workshop {
  readonly element = h("div", { class: "page wide editor" });
  private code!: EditorView;
  private play: Play | undefined;
  private baseline: { rules: string; readings: string };
  private boardBox = h("div", { class: "editor-board" });
  private list = h("ul", { class: "problems", "aria-label": "Problems" });
  private summary = h("p", { class: "summary", role: "status" });
  private outline = h("select", { "aria-label": "Outline", class: "outline" });
  private changes = h("div", { class: "changes" });
  private shownProblems = "";
  private shownOutline = "";
  private run = 0;
  private title = h("input", { type: "text", class: "file-name", "aria-label": "Name of the file" });
  private readings: HTMLTextAreaElement;
  private cases: HTMLTextAreaElement;
  private results = h("div", { class: "case-results", role: "status" });
  private ask = debounce(() => void this.runCases(), 300);
  private later = debounce(() => this.save(), 150);
  private leaving = () => this.save();
  private closed = false;
  private chosen = h("p", { class: "chosen", hidden: true });
  private follow = debounce(() => void this.show(), 250);

  constructor(private readonly file: store.OwnFile, private readonly setAddress: SetAddress) {
    file.origin ??= { rules: file.rules, readings: file.readings };
    this.baseline = file.origin;
    // The latest text is saved when the user leaves or reloads the page.
    window.addEventListener("pagehide", this.leaving);
    document.addEventListener("visibilitychange", this.leaving);
    this.title.value = file.name;
    this.title.addEventListener("input", () => {
      file.name = this.title.value;
      this.keep();
    });
    this.cases = h("textarea", { class: "readings", spellcheck: "false", "aria-label": "Cases, in Markdown", rows: 12 });
    this.cases.value = file.cases;
    this.cases.addEventListener("input", () => {
      file.cases = this.cases.value;
      this.keep();
      this.ask();
    });
    this.readings = h("textarea", { class: "readings", spellcheck: "false", "aria-label": "Readings, in TOML", rows: 8 });
    this.readings.value = file.readings;
    this.readings.addEventListener("input", () => {
      file.readings = this.readings.value;
      this.keep();
      this.follow();
    });
  }

  private casesPart(): HTMLElement {
    const begin = button("Begin with a template", () => {
      const square = this.play?.board.current?.moves.find((offer) => offer.from)?.from ?? "a1";
      this.cases.value = CASES(this.name, square);
      this.cases.dispatchEvent(new Event("input"));
    });
    return h("details", { class: "more cases", open: this.file.cases !== "", ontoggle: () => this.ask() }, h("summary", {}, "Cases"),
      h("p", {}, "Positions, questions, and the answers you expect, in Markdown. They run as you type. ", begin), this.cases, this.results);
  }

  /** Runs the cases on the current text, and shows the expected and the actual answers side by side. */
  private async runCases(): Promise<void> {
    const page = this.file.cases;
    if (!page.trim()) {
      clear(this.results);
      return;
    }
    const files: Record<string, string> = { [`${this.name}.ferz`]: this.text };
    if (this.file.readings.trim()) files["readings.toml"] = this.file.readings;
    try {
      const { problems: found, cases } = await ask("cases", page, files);
      if (page !== this.file.cases) return;
      const all = cases.flatMap((one) => one.questions);
      const passed = all.filter((one) => one.status === "passed").length;
      const items = found.map((one) => h("li", { class: "error" }, `line ${one.labels[0]?.line ?? 1}: ${one.message}`, one.help ? h("small", {}, ` ${one.help}`) : null));
      for (const one of cases) {
        for (const question of one.questions) {
          const actual = question.actual ?? [];
          const write = button("Write the answer in", () => this.answer(question.line, actual), { class: "link" });
          const shown = question.status === "passed" ? null : h("div", {}, question.expected?.length ? h("pre", {}, `expected\n${question.expected.join("\n")}`) : null, actual.length ? h("pre", {}, `actual\n${actual.join("\n")}`) : null, question.problem ?? null, actual.length ? write : null);
          items.push(h("li", { class: question.status === "passed" ? "passed" : "error" }, `${one.name}, ${question.head}: ${question.status}`, shown));
        }
      }
      clear(this.results, h("p", {}, `${passed} of ${all.length} questions passed.`), h("ul", { class: "problems" }, ...items));
    } catch (error) {
      clear(this.results, h("p", { class: "problem" }, (error as Error).message));
    }
  }

  /** Writes an answer into the block that begins at a line. */
  private answer(line: number, actual: string[]): void {
    const lines = this.file.cases.split("\n");
    const end = lines.findIndex((text, index) => index >= line && text.startsWith("```"));
    if (end < 0) return;
    lines.splice(line, end - line, ...actual);
    this.cases.value = lines.join("\n");
    this.cases.dispatchEvent(new Event("input"));
  }

  async begin(): Promise<void> {
    const [language, named] = await Promise.all([ask("language"), ask("named")]);
    const changed = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      this.file.rules = update.state.doc.toString();
      this.keep();
      this.follow();
      this.ask();
    });
    const state = EditorState.create({
      doc: this.file.rules,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), indentOnInput(), bracketMatching(), closeBrackets(), highlightSelectionMatches(), lintGutter(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        words(language), completion(language, named), diagrams, EditorView.lineWrapping, changed,
        EditorView.contentAttributes.of({ "aria-label": "Rules. Escape, then Tab, leaves the editor.", tabindex: "0" }),
        problems({ first: (text) => now("glance", RULES, this.files(text)), all: (text) => ask("check", RULES, this.files(text)) }, RULES, (found) => this.report(found)),
      ],
    });
    const box = h("div", { class: "code" });
    await breathe();
    this.code = new EditorView({ state, parent: box });
    this.outline.addEventListener("change", () => this.jump(Number(this.outline.value)));
    const bar = h("div", { class: "buttons bar" }, this.title, this.outline,
      button("Format", () => void this.format()),
      button("Save to disk", () => download(`${this.name}.ferz`, this.text, "text/plain")), button("Zip", () => this.zip()),
      this.link("rules", "Rule page"), this.link("play", "Play"),
      shareButton(() => ({ name: this.file.name, rules: this.text, readings: this.file.readings, cases: this.file.cases })));
    const games = h("div");
    const left = h("div", { class: "editor-left" }, games, bar, this.chosen, box, this.summary, this.list,
      h("section", {}, button("What did my edit change?", () => void this.compare()), " ", button("Compare with the current text from now on", () => this.compareFromNow(), { class: "link" }), this.changes),
      h("details", { class: "more" }, h("summary", {}, "Readings"), h("p", {}, "Named sets of switch values, in the format of readings.toml."), this.readings),
      this.casesPart(),
      exports(() => this.spec()),
      this.past());
    this.element.append(h("h1", { class: "sr" }, "Editor"), left, this.boardBox);
    accept(this.element, games);
    this.showChoice();
    await breathe();
    await this.show();
  }

  /** Creates a link to another view of the file. A click on it saves the file first. */
  private link(room: string, text: string): HTMLElement {
    const link = h("a", { class: "button", href: `#/${room}/${own(this.file.id)}${this.file.choice}`, onclick: () => {
      this.save(true);
      link.href = `#/${room}/${own(this.file.id)}${this.file.choice}`;
    } }, text);
    return link;
  }

  private compareFromNow(): void {
    this.baseline = { rules: this.text, readings: this.file.readings };
    this.file.origin = this.baseline;
    this.save(true);
    clear(this.changes);
  }

  close(): void {
    this.closed = true;
    window.removeEventListener("pagehide", this.leaving);
    document.removeEventListener("visibilitychange", this.leaving);
    this.save();
    this.play?.close();
    this.code.destroy();
  }

  private get text(): string {
    return this.file.rules;
  }

  private get name(): string {
    return /^variant\s+([\w-]+)/m.exec(this.text)?.[1] ?? "game";
  }

  private spec() {
    return textSpec(this.text, this.file.readings, parse(own(this.file.id) + this.file.choice));
  }

  /** Shows the array, reading, and switches of the board. */
  private showChoice(): void {
    const { reading, array, switches } = parse(`x${this.file.choice}`);
    const parts = [array && `array ${array}`, reading && `reading ${reading}`, ...Object.entries(switches).map(([name, value]) => `${name}=${value}`)].filter(Boolean);
    this.chosen.hidden = !parts.length;
    clear(this.chosen, `The board has ${parts.join(", ")}. `, button("Use the defaults of the file", () => {
      this.file.choice = "";
      this.showChoice();
      this.keep();
      this.follow();
    }, { class: "link" }));
  }

  /** Saves the file if it has changed. With `always`, an unchanged new file or copy is saved, too. */
  private save(always = false): void {
    if (!always && !store.isChanged(this.file)) return;
    const before = this.file.id;
    const isFirst = this.file.version === 0;
    const result = store.save(this.file, always);
    if (!this.closed) this.refresh();
    if (result === "memory") toast("The browser’s storage is full or blocked: this file lasts until the page is closed. Save it to disk.");
    if (result === "copied") toast("Another page has changed this file: yours is kept as a copy.");
    if (this.file.id !== before || isFirst) this.setAddress(`edit/${this.file.id}`);
  }

  /** Saves after a change. Only a file that takes long to save, because it is very large, is saved after a short time. */
  private keep(): void {
    if (this.file.rules.length < QUICK) this.save();
    else this.later();
  }

  /** Shows the changes that another page has made to the file. */
  private refresh(): void {
    const { file } = this;
    for (const [field, text] of [[this.title, file.name], [this.readings, file.readings], [this.cases, file.cases]] as const) {
      if (field.value !== text) field.value = text;
    }
    const { doc } = this.code.state;
    if (doc.toString() !== file.rules) this.code.dispatch({ changes: { from: 0, to: doc.length, insert: file.rules } });
  }

  jump(line: number): void {
    const { doc } = this.code.state;
    const at = offset(doc, Math.min(Math.max(1, line || 1), doc.lines), 1);
    this.code.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.code.focus();
  }

  private files(text: string): Record<string, string> {
    const files: Record<string, string> = { [RULES]: text };
    if (this.file.readings.trim()) files["readings.toml"] = this.file.readings;
    return files;
  }

  private report(found: Problem[]): void {
    const count = (severity: Problem["severity"], name: string) => {
      const number = found.filter((problem) => problem.severity === severity).length;
      return number ? `${number} ${name}${number === 1 ? "" : "s"}` : "";
    };
    const summary = [count("error", "error"), count("warning", "warning"), count("lint", "lint")].filter(Boolean).join(", ") || "No problems.";
    if (this.summary.textContent !== summary) this.summary.textContent = summary;
    // Unchanged parts are not drawn again, because the editor measures its text after each change of the page.
    const shown = JSON.stringify(found);
    if (shown !== this.shownProblems) this.showProblems(found);
    this.shownProblems = shown;
    const names = declared(this.text).slice(0, 400);
    const outline = names.map((one) => `${one.line} ${one.name}`).join();
    if (outline !== this.shownOutline) clear(this.outline, h("option", { value: "" }, "Outline"), ...names.map((one) => h("option", { value: one.line }, `${one.what} ${one.name}`)));
    this.shownOutline = outline;
  }

  private showProblems(found: Problem[]): void {
    clear(this.list, ...found.slice(0, 50).map((problem) => {
      const [place] = problem.labels;
      const file = problem.file && problem.file !== RULES ? `${problem.file}: ` : "";
      const go = button(`${file}${place ? `line ${place.line}: ` : ""}`, () => place && !file && this.jump(place.line), { class: "link" });
      go.append(rich(problem.message));
      const help = problem.help ? h("small", {}, " ", rich(problem.help)) : null;
      return h("li", { class: problem.severity }, go, help, teach(problem.code));
    }));
  }

  /** Shows the game of the current text. While the text has an error, the last board remains. */
  private async show(): Promise<void> {
    const run = ++this.run;
    const spec = this.spec();
    try {
      const page = await ask("page", spec);
      if (run !== this.run) return;
      if (this.play) await this.play.setRules(spec, page);
      else {
        this.play = new Play(spec, page, { openLine: (file, line) => {
          if (file === RULES) this.jump(line);
        } });
        clear(this.boardBox, this.play.element);
      }
      this.boardBox.classList.remove("stale");
    } catch (error) {
      if (run !== this.run) return;
      this.boardBox.classList.add("stale");
      if (!this.play) clear(this.boardBox, h("p", { class: "problem" }, error instanceof Refusal && error.problems.length ? "The board appears when the file has no errors." : (error as Error).message));
    }
  }

  private async format(): Promise<void> {
    try {
      const text = await ask("format", this.text);
      if (text === this.text) {
        toast("It is formatted already.");
        return;
      }
      const line = this.code.state.doc.lineAt(this.code.state.selection.main.head).number;
      this.code.dispatch({ changes: { from: 0, to: this.code.state.doc.length, insert: text } });
      this.jump(line);
    } catch {
      toast("It cannot be formatted: a brace or a quotation mark is missing or misplaced.");
    }
  }

  private zip(): void {
    const files: [string, string][] = [[`${this.name}.ferz`, this.text]];
    if (this.file.readings.trim()) files.push(["readings.toml", this.file.readings]);
    if (this.file.cases.trim()) files.push(["cases/cases.md", this.file.cases]);
    download(`${this.name}.zip`, zip(files), "application/zip");
  }

  private past(): HTMLElement {
    const list = h("ul", { class: "files" });
    const show = () =>
      clear(list, ...[...store.past(this.file.id), { saved: 0, rules: this.baseline.rules }].map((one) =>
        h("li", {}, button(one.saved ? new Date(one.saved).toLocaleString("en") : "first version", () => {
          this.code.dispatch({ changes: { from: 0, to: this.code.state.doc.length, insert: one.rules } });
        }, { class: "link" }), ` ${one.rules.length} characters`)));
    return h("details", { class: "more", ontoggle: show }, h("summary", {}, "Earlier versions"), list);
  }

  /** Shows the differences between the original text and the current one. */
  private async compare(): Promise<void> {
    const before = textSpec(this.baseline.rules, this.baseline.readings, parse(own(this.file.id) + this.file.choice));
    try {
      const found = await ask("compare", before, this.spec());
      const nothing = !found.rules.length && !found.pieces.length;
      const rules = found.rules.map((rule) => h("li", {}, h("strong", {}, `${rule.what} ${rule.name}: `), rich(`before: ${rule.a?.text ?? "none"} — now: ${rule.b?.text ?? "none"}`)));
      clear(this.changes, nothing ? h("p", {}, "No rule has changed.") : h("ul", {}, ...rules), ...pieces(found.pieces, "A is the game before your edit, B the game as it is now. "), nothing ? null : telling(before, this.spec()));
    } catch (error) {
      clear(this.changes, h("p", { class: "problem" }, (error as Error).message.split("\n")[0] ?? ""));
    }
  }
}
