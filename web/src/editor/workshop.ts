/** The editor of a project: its rules, readings, and cases, their problems, its board, and its history. */
import type { RulePage } from "../../../bindings/web/pkg/ferz.js";
import { exports } from "../bridges";
import { breathe, button, clear, debounce, download, h, toast } from "../dom";
import { drafts, type Drafts } from "../drafts";
import { dropdown } from "../dropdown";
import * as games from "../games";
import { declared } from "../language";
import { shareButton } from "../link";
import type { SetAddress } from "../main";
import { notify, settle } from "../notice";
import { Play } from "../play/play";
import { persist } from "../project/persist";
import { gameName, textsOf, type Project } from "../project/project";
import { Recorder } from "../project/recorder";
import type { State } from "../project/history";
import * as store from "../project/store";
import { ask, now, Refusal } from "../rpc";
import { own, parse, RULES, textSpec } from "../spec";
import { chosen } from "../words";
import { Design } from "../design/design";
import { Book } from "./book";
import { Cases } from "./cases";
import { Changes } from "./changes";
import { Problems } from "./problems";
import { vocabulary } from "../vocabulary";
import { RulesEditor } from "./rules";
import { Versions } from "./versions";

/** The largest number of characters in rules that are saved with each keystroke. */
const QUICK = 300_000;
/** The time after the first board until problems are searched for, in milliseconds. The board does not wait for them. */
const BEGIN = 100;
/** The statements before which a reader finds only names, sources, and remarks. */
const BEGINNING = ["board", "piece", "family", "group", "region", "switch", "array"];

export class Workshop {
  readonly element = h("div", { class: "page wide editor" });
  private rules!: RulesEditor;
  private design!: Design;
  private play: Play | undefined;
  private baseline: { rules: string; readings: string };
  private boardBox = h("div", { class: "editor-board" });
  private problems = new Problems((line) => this.jump(line));
  private changes = new Changes({
    before: () => textSpec(this.baseline.rules, this.baseline.readings, parse(this.game)),
    now: () => this.spec(),
    begin: () => {
      this.baseline = { rules: this.project.rules, readings: this.project.readings };
      this.project.origin = this.baseline;
      this.save(true);
    },
  });
  private run = 0;
  /** The end of the latest `show`. */
  private shown: Promise<void> = Promise.resolve();
  /** Ends when the first board is shown. */
  private begun: Promise<void> = Promise.resolve();
  private title = h("input", { type: "text", class: "file-name", "aria-label": "Name of the file" });
  private readings = h("textarea", { class: "readings", spellcheck: "false", "aria-label": "Readings, in TOML", rows: 8 });
  private cases: Cases;
  private versions: Versions;
  private recorder: Recorder;
  /** The game on the board, as JSON. */
  private board: string;
  private later = debounce(() => this.save(), 150);
  private leaving = () => {
    this.save();
    void this.recorder.flush();
    this.drafts.write("line", String(this.rules.line));
  };
  private unwatch: () => void;
  private closed = false;
  private chosen = h("p", { class: "chosen", hidden: true });
  private follow = debounce(() => void this.show(), 250);

  constructor(private readonly project: Project, private readonly setAddress: SetAddress) {
    project.origin ??= { rules: project.rules, readings: project.readings };
    this.baseline = project.origin;
    this.title.value = project.name;
    this.title.addEventListener("input", () => {
      project.name = this.title.value;
      this.keep();
    });
    let before = project.name;
    this.title.addEventListener("change", () => {
      void this.retitle(before, project.name).catch(() => undefined);
      before = project.name;
    });
    this.readings.value = project.readings;
    this.readings.addEventListener("input", () => {
      project.readings = this.readings.value;
      this.keep();
      this.follow();
    });
    this.cases = new Cases({
      text: project.cases,
      name: () => gameName(project.rules),
      files: () => this.files(project.rules, `${gameName(project.rules)}.ferz`),
      square: () => this.play?.board.current?.moves.find((offer) => offer.from)?.from ?? "a1",
      changed: (text) => {
        project.cases = text;
        this.keep();
      },
    });
    const played = games.find(this.game, { moves: [], at: 0 }, true);
    this.board = played ? boardOf(played) : "";
    this.recorder = new Recorder(() => project.id, () => this.state(), (isStored) => {
      if (isStored) settle("history");
      else notify("history", "The browser’s storage is full or blocked: earlier versions of the project are not stored.", ["Save to disk", () => void this.zip()]);
    });
    this.versions = new Versions({
      id: () => project.id,
      state: () => this.state(),
      origin: () => this.baseline,
      record: (name) => this.record(name),
      restore: (state) => this.restore(state),
    });
    this.unwatch = store.watch(() => project.id, () => this.merge());
  }

  private get drafts(): Drafts {
    return drafts(own(this.project.id));
  }

  /** The project's game in addresses. */
  private get game(): string {
    return own(this.project.id) + this.project.choice;
  }

  private state(): State {
    return { ...textsOf(this.project), board: this.board };
  }

  /** Gives the game of the text the new name of its project, if both had the same name. */
  private async retitle(before: string, name: string): Promise<void> {
    const text = this.project.rules;
    const [first] = await now("statements", text);
    const title = first?.items.find(({ kind }) => kind === "text");
    if (title?.text !== before || !name.trim() || /["\n]/.test(name) || this.project.rules !== text) return;
    this.rules.change([{ from: title.place[0], to: title.place[1], insert: `"${name.trim()}"` }]);
  }

  private async record(name?: string): Promise<void> {
    if (!this.project.version && !name) return;
    this.save(!this.project.version);
    await this.recorder.record(this.state(), name);
  }

  async begin(): Promise<void> {
    const { project } = this;
    let begun = () => {};
    this.begun = new Promise((done) => (begun = done));
    const [language, named] = await vocabulary();
    await breathe();
    const book = new Book(language);
    this.rules = new RulesEditor({
      moved: (lines) => book.follow(lines),
      asked: () => book.turn(),
      text: project.rules, language, named,
      checks: { first: (text) => this.begun.then(() => now("glance", RULES, this.files(text))), all: (text) => this.begun.then(() => ask("check", RULES, this.files(text))) },
      changed: (text) => {
        project.rules = text;
        this.keep();
        this.follow();
        this.cases.follow();
      },
      found: (found) => this.problems.show(found, project.rules),
    });
    // The latest text is saved when the user leaves or reloads the page.
    window.addEventListener("pagehide", this.leaving);
    document.addEventListener("visibilitychange", this.leaving);
    this.design = new Design({
      text: () => project.rules,
      files: (text) => this.files(text),
      change: (edits) => {
        this.rules.change(edits);
        return this.show();
      },
      undo: () => this.rules.undo(),
      games: () => {
        const before = textSpec(this.baseline.rules, this.baseline.readings, parse(this.game));
        return this.baseline.rules === project.rules ? undefined : [before, this.spec()];
      },
      origin: () => ask("page", textSpec(this.baseline.rules, this.baseline.readings, parse(this.game))),
    }, named, language);
    const bar = h("div", { class: "buttons bar" }, this.title, this.problems.outline, button("Design", () => this.design.open()), this.link("play", "Play"), book.toggle,
      shareButton(() => ({ name: project.name, rules: project.rules, readings: project.readings, cases: project.cases, base: project.base })),
      dropdown("More", this.link("rules", "Rule page"), button("Format", () => void this.format()),
        button("Save to disk", () => download(`${gameName(project.rules)}.ferz`, project.rules, "text/plain")), button("Zip", () => void this.zip())));
    const left = h("div", { class: "editor-left" }, bar, this.chosen, this.rules.element, this.problems.summary, this.problems.list, this.changes.element,
      h("details", { class: "more" }, h("summary", {}, "Readings"), h("p", {}, "Named sets of switch values, in the format of readings.toml."), this.readings),
      this.cases.element,
      exports(() => this.spec()),
      this.versions.element);
    this.element.append(h("h1", { class: "sr" }, "Editor"), left, h("div", { class: "editor-right" }, book.element, this.design.element, this.boardBox));
    // What was stored without a version, because the page was closed at once, is recorded before it changes.
    if (project.version) {
      void this.recorder.record(this.state()).then((isStored) => {
        if (isStored) project.history = undefined;
      });
    }
    await breathe();
    await this.show();
    setTimeout(begun, BEGIN);
  }

  /** Scrolls to the line of the cursor before a reload, or to the first statement about the board or the pieces. */
  resume(): void {
    const line = this.drafts.read("line");
    const first = declared(this.project.rules).find((one) => BEGINNING.includes(one.what));
    if (line) this.rules.jump(Number(line));
    else if (first && first.line > 12) this.rules.jump(first.line, "start");
  }

  jump(line: number): void {
    this.design.select(line);
    this.rules.jump(line);
    this.rules.focus();
  }

  /** Creates a link to another view of the project. A click on it saves the project first. */
  private link(room: string, text: string): HTMLElement {
    const link = h("a", { class: "button", href: `#/${room}/${this.game}`, onclick: () => {
      this.save(true);
      link.href = `#/${room}/${this.game}`;
    } }, text);
    return link;
  }

  close(): void {
    this.closed = true;
    window.removeEventListener("pagehide", this.leaving);
    document.removeEventListener("visibilitychange", this.leaving);
    this.unwatch();
    this.leaving();
    this.play?.close();
    this.rules.close();
  }

  private spec() {
    return textSpec(this.project.rules, this.project.readings, parse(this.game));
  }

  /** Shows the array, reading, and answers of the board, if they are not those of the file. */
  private showChoice(page: RulePage): void {
    const parts = chosen(page, parse(`x${this.project.choice}`));
    this.chosen.hidden = !parts.length;
    const text = `The board has ${parts.join(" and ")}. `;
    if (this.chosen.firstChild?.textContent === text) return;
    clear(this.chosen, text, button("Use the defaults of the file", () => {
      this.project.choice = "";
      this.keep();
      this.follow();
    }, { class: "link" }));
  }

  /** Saves the project if it has changed. With `always`, an unchanged new project or copy is saved, too. */
  private save(always = false): void {
    const { project } = this;
    if (!always && !store.isChanged(project)) return;
    const isFirst = project.version === 0;
    const { stored, replaced } = store.save(project, always);
    if (stored) {
      settle("project");
      void persist();
    } else {
      notify("project", `The browser’s storage is full or blocked: what you change in “${project.name}” lasts only until the page is closed.`, ["Save to disk", () => void this.zip()]);
    }
    if (replaced) void this.keepOther({ ...replaced, board: this.board });
    if (!this.closed) this.refresh();
    if (isFirst) this.setAddress(`edit/${project.id}`);
  }

  /** Records the text of another page that this page has replaced. Without a history, it becomes a project. */
  private async keepOther(state: State): Promise<void> {
    if (await this.recorder.record(state)) {
      toast("Another page has changed the same part. Its text is in the history.");
      void this.recorder.record(this.state());
    } else {
      store.save(store.create({ ...state, name: `${state.name} (copy)` }), true);
      toast("Another page has changed the same part. Its text is kept as a copy.");
    }
  }

  /** Saves after a change. Only a project that takes long to save, because it is very large, is saved after a short time. */
  private keep(): void {
    if (this.project.rules.length < QUICK) this.save();
    else this.later();
    this.recorder.changed();
  }

  /** Takes the texts that another page has saved. */
  private merge(): void {
    const { project } = this;
    const theirs = store.read(project.id);
    if (!theirs || theirs.version === project.version) return;
    if (theirs.deleted) {
      toast("Another page has put this project into the trash. What you change takes it out again.");
      return;
    }
    void this.recorder.flush();
    if (store.merge(project, theirs)) void this.keepOther({ ...textsOf(theirs), board: this.board });
    this.refresh();
    this.follow();
    this.cases.follow();
  }

  /** Shows texts that were not typed here. */
  private refresh(): void {
    const { project } = this;
    for (const [field, text] of [[this.title, project.name], [this.readings, project.readings], [this.cases.field, project.cases]] as const) {
      if (field.value !== text) field.value = text;
    }
    this.rules.replace(project.rules, true);
  }

  private restore(state: Partial<State>): void {
    const { board, ...texts } = state;
    void this.record();
    if (texts.rules !== undefined) this.rules.replace(texts.rules);
    Object.assign(this.project, texts);
    this.refresh();
    this.keep();
    this.follow();
    this.cases.follow();
    if (board === undefined) return;
    const kept = games.whole({ id: "", ...(JSON.parse(board || "null") as object | null) });
    if (kept) void this.play?.take(kept);
    else void this.play?.begin();
  }

  private files(text: string, name = RULES): Record<string, string> {
    const files: Record<string, string> = { [name]: text };
    if (this.project.readings.trim()) files["readings.toml"] = this.project.readings;
    return files;
  }

  /** Shows the game of the current text. While the text has an error, the last board remains. Ends when the latest text is shown. */
  private show(): Promise<void> {
    this.shown = this.showGame(++this.run);
    return this.shown;
  }

  private async showGame(run: number): Promise<void> {
    const spec = this.spec();
    try {
      const [page, view] = await Promise.all([ask("page", spec), ask("view", { spec, moves: [] })]);
      if (run !== this.run) return this.shown;
      this.showChoice(page);
      this.design.show(page, view);
      if (this.play) await this.play.setRules(spec, page);
      else {
        this.play = new Play(spec, page, { openLine: (file, line) => {
          if (file === RULES) this.jump(line);
        }, kept: this.keptGame() });
        clear(this.boardBox, this.play.element);
      }
      this.boardBox.classList.remove("stale");
    } catch (error) {
      if (run !== this.run) return this.shown;
      this.boardBox.classList.add("stale");
      if (!this.play) clear(this.boardBox, h("p", { class: "problem" }, error instanceof Refusal && error.problems.length ? "The board appears when the file has no errors." : (error as Error).message));
    }
  }

  /** The game on the board belongs to the project, so its first move saves a new project. */
  private keptGame() {
    const workshop = this;
    return {
      get game() {
        return workshop.game;
      },
      shown: { moves: [], at: 0 },
      isOver: true,
      address: () => {},
      saved: (game: games.KeptGame) => {
        const board = boardOf(game);
        if (board === workshop.board) return;
        workshop.board = board;
        if (!workshop.project.version) workshop.save(true);
        workshop.recorder.changed();
      },
    };
  }

  private async format(): Promise<void> {
    try {
      const text = await ask("format", this.project.rules);
      if (text === this.project.rules) {
        toast("It is formatted already.");
        return;
      }
      const { line } = this.rules;
      this.rules.replace(text);
      this.jump(line);
    } catch {
      toast("It cannot be formatted: a brace or a quotation mark is missing or misplaced.");
    }
  }

  private async zip(): Promise<void> {
    const { saveOne } = await import("../project/archive");
    download(`${gameName(this.project.rules)}.zip`, saveOne(this.project), "application/zip");
  }
}

/** Returns the part of a saved game that belongs to the history of its project. */
function boardOf({ fen, root, path, players, ended, over, clock, tags, game }: games.KeptGame): string {
  return root.children.length || fen ? JSON.stringify({ game, fen, root, path, players, ended, over, clock, tags }) : "";
}
