/** Highlighting, completion, and hints for rule files in the editor, based on ferz's own vocabulary. */
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import { type EditorView, hoverTooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Language, NamedPiece, Problem } from "../../bindings/web/pkg/ferz.js";
import { diagram } from "./drawing/diagram";
import { button, h } from "./dom";
import { ask } from "./rpc";

interface State {
  start: boolean;
  declares: boolean;
  rows: boolean;
}

/** The statements whose block can contain a drawing. */
const DRAWN = new Set(["array", "region"]);
const DECLARING = new Set(["variant", "source", "region", "group", "piece", "family", "right", "action", "array", "switch", "cell", "stage"]);
/** Matches the citation marks at the end of a statement. */
const MARKS = /\[[A-Z][\w.-]*(?: +[A-Z][\w.-]*)*\](?=\s*(?:[{};#]|$))/;
const RESULTS = new Set(["win", "loss", "draw"]);

export function words(language: Language): Extension {
  const first = new Set(language.words.map((word) => word.text));
  const inner = new Set([...language.inner, "royal", "at", "extends", "as", "white", "black", "may", "becomes", "when", "provided", "with", "if", "then", "from", "mirrored", "turned", "once", "uses", "x"]);
  const parser = StreamLanguage.define<State>({
    name: "ferz",
    startState: () => ({ start: true, declares: false, rows: false }),
    token(stream: StringStream, state: State): string | null {
      if (stream.sol()) state.start = true;
      if (stream.eatSpace()) return null;
      if (stream.match(/#.*/)) return "comment";
      if (stream.match(/"[^"]*"?/)) return "string";
      if (stream.match(/`[^`]*`?/)) return "special";
      if (stream.match(/[{};]/)) {
        if (stream.current() === "}") state.rows = false;
        state.start = true;
        return "punctuation";
      }
      if (stream.match(MARKS)) return "mark";
      if (state.start && stream.match(/\d+\s*\|.*/)) return "special";
      if (stream.match(/\d+(\.\.\d+)?/)) return "number";
      const word = stream.match(/[A-Za-z][\w.-]*/) as RegExpMatchArray | null;
      if (word) {
        const [text] = word;
        const begins = state.start;
        const declares = state.declares;
        state.start = false;
        state.declares = begins && DECLARING.has(text);
        if (begins && DRAWN.has(text)) state.rows = true;
        if (begins && ["add", "change", "remove"].includes(text)) {
          state.start = true;
          return "keyword";
        }
        if (begins && first.has(text)) return "keyword";
        if (declares) return "definition";
        if (RESULTS.has(text)) return "atom";
        return inner.has(text) ? "operator" : "name";
      }
      stream.next();
      state.start = false;
      return null;
    },
    blankLine: (state) => void (state.start = true),
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["{", "[", "(", '"', "`"] } },
    tokenTable: { definition: tags.definition(tags.name), special: tags.special(tags.string), mark: tags.annotation },
  });
  const style = HighlightStyle.define([
    { tag: tags.keyword, color: "var(--word-keyword)", fontWeight: "600" },
    { tag: tags.operator, color: "var(--word-operator)" },
    { tag: tags.atom, color: "var(--word-value)" },
    { tag: tags.string, color: "var(--word-text)" },
    { tag: tags.special(tags.string), color: "var(--word-quoted)" },
    { tag: tags.definition(tags.name), color: "var(--ink)", fontWeight: "700" },
    { tag: tags.number, color: "var(--word-value)" },
    { tag: tags.annotation, color: "var(--word-mark)" },
    { tag: tags.comment, color: "var(--word-mark)", fontStyle: "italic" },
  ]);
  return [parser, syntaxHighlighting(style)];
}

/** Returns the names that the text declares, with their kinds. */
export function declared(text: string): { what: string; name: string; line: number }[] {
  const found: { what: string; name: string; line: number }[] = [];
  text.split("\n").forEach((line, index) => {
    if (line.length > 400) return;
    const match = /^\s*(?:(?:add|change)\s+)?(piece|family|group|region|action|right|array|switch|stage|cell|source|royalty|entry|ending|board)\b\s*([\w.-]*)/.exec(line);
    if (match) found.push({ what: match[1]!, name: match[2] ?? "", line: index + 1 });
  });
  return found;
}

/** Returns the quotation mark, backtick, or `#` that is still open at the end of a part of a line. In one of them, the others have no meaning. */
export function unclosed(before: string): { sign: string; at: number } | null {
  for (let at = 0; at < before.length; at += 1) {
    const sign = before[at]!;
    if (sign === "#") return { sign, at };
    if (sign !== '"' && sign !== "`") continue;
    const end = before.indexOf(sign, at + 1);
    if (end < 0) return { sign, at };
    at = end;
  }
  return null;
}

export function completion(language: Language, named: NamedPiece[]): Extension {
  const words: Completion[] = language.words.map((word) => ({ label: word.text, type: "keyword", detail: word.form, info: `${word.section}: ${word.places.join(", or ")}` }));
  const inner: Completion[] = language.inner.map((text) => ({ label: text, type: "text" }));
  const notations: Completion[] = named.map((piece) => ({ label: piece.notation, type: "constant", detail: piece.names[0] }));
  const source = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const open = unclosed(before);
    if (open?.sign === "`") return { from: line.from + open.at + 1, options: notations };
    if (open) return null;
    const word = context.matchBefore(/[\w.-]+/);
    if (!word && !context.explicit) return null;
    const names = declared(context.state.doc.toString()).filter((one) => one.name).map((one): Completion => ({ label: one.name, type: "variable", detail: one.what }));
    const begins = /^[\s{;]*[\w.-]*$/.test(before) || /[{;]\s*[\w.-]*$/.test(before);
    return { from: word?.from ?? context.pos, options: begins ? [...words, ...names] : [...names, ...inner, ...words], validFor: /^[\w.-]*$/ };
  };
  return autocompletion({ override: [source] });
}

/** Returns the offset of a line and a column, which are counted from 1, in characters. */
export function offset(doc: Text, line: number, column: number): number {
  if (line < 1 || line > doc.lines) return doc.length;
  const { from, text } = doc.line(line);
  let at = 0;
  for (let count = 1; count < column && at < text.length; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return from + at;
}

/** The two checks of a text: a fast one for errors, and a complete one. */
export interface Checks {
  first: (text: string) => Promise<Problem[]>;
  all: (text: string) => Promise<Problem[]>;
}

/** The time between the last keystroke and the complete check, in milliseconds. */
const REST = 120;

/** Underlines problems, with a button for each fix: errors while the user types, and all problems after a pause. */
export function problems(checks: Checks, path: string, shown: (found: Problem[]) => void): Extension {
  class Checker {
    private busy = false;
    private timer = 0;
    /** The text for which all problems are shown. */
    private known: Text | undefined;
    private closed = false;

    constructor(private readonly view: EditorView) {
      this.begin();
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) this.begin();
    }

    destroy(): void {
      this.closed = true;
      clearTimeout(this.timer);
    }

    private begin(): void {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.show(checks.all, true), REST);
      if (!this.busy) void this.glance();
    }

    /** Runs the fast check, and repeats it if the text has changed in the meantime. */
    private async glance(): Promise<void> {
      this.busy = true;
      while (!(await this.show(checks.first, false)) && !this.closed);
      this.busy = false;
    }

    /** Runs a check and shows the problems that it finds. Returns whether the text is still the same. */
    private async show(look: (text: string) => Promise<Problem[]>, isAll: boolean): Promise<boolean> {
      const { doc } = this.view.state;
      let found: Problem[];
      try {
        found = await look(doc.toString());
      } catch (error) {
        found = [{ code: "refused", severity: "error", message: (error as Error).message, help: null, file: path, labels: [] }];
      }
      const same = doc === this.view.state.doc;
      if (same && !this.closed && (isAll || (found.length > 0 && this.known !== doc))) {
        if (isAll) this.known = doc;
        this.view.dispatch(setDiagnostics(this.view.state, marks(doc, path, found)));
        // The list follows when the marks are on the screen.
        setTimeout(() => !this.closed && shown(found));
      }
      return same;
    }
  }
  return ViewPlugin.fromClass(Checker);
}

/** Converts the problems of the file at a path to diagnostics of the editor. */
function marks(doc: Text, path: string, found: Problem[]): Diagnostic[] {
  const own = found.filter((problem) => (problem.file ?? path) === path).slice(0, 200);
  return own.map((problem): Diagnostic => {
    const [place] = problem.labels;
    const from = place ? offset(doc, place.line, place.column) : 0;
    const to = place ? Math.max(from, offset(doc, place.end_line, place.end_column)) : 0;
    // A fix keeps its distance from the problem, which moves with the text.
    const fixes = (problem.fixes ?? []).filter(({ edits }) => edits.every(({ file }) => !file || file === path));
    return {
      from,
      to,
      severity: problem.severity === "lint" ? "info" : problem.severity,
      message: problem.message,
      renderMessage: () => h("div", { class: "problem-box" }, h("p", {}, problem.message), problem.help ? h("p", { class: "help" }, problem.help) : null, teach(problem.code)),
      actions: fixes.map(({ title, edits }) => {
        const changes = edits.map((edit) => ({ from: offset(doc, edit.line, edit.column) - from, to: offset(doc, edit.end_line, edit.end_column) - from, insert: edit.text }));
        return { name: title, apply: (editor, start) => editor.dispatch({ changes: changes.map((change) => ({ ...change, from: start + change.from, to: start + change.to })) }) };
      }),
    };
  });
}

/** Creates a button that shows the page about a problem code. */
export function teach(code: string): HTMLElement {
  const box = h("div", { class: "teach" });
  box.append(button("What does this mean?", async () => {
    const { lesson } = await import("./lessons");
    box.replaceChildren(h("pre", { class: "lesson" }, lesson(code) ?? "There is no page about it."));
  }, { class: "link" }));
  return box;
}

/** Shows a diagram of the move notation under the pointer. */
export const diagrams: Extension = hoverTooltip(async (view, position) => {
  const line = view.state.doc.lineAt(position);
  if (line.length > 1000) return null;
  // A backtick in a text or a comment begins no notation.
  for (const match of line.text.matchAll(/"[^"]*"?|#.*|`([^`]+)`/g)) {
    const [from, to] = [line.from + match.index, line.from + match.index + match[0].length];
    if (!match[1] || position < from || position > to) continue;
    try {
      const read = await ask("betza", match[1]);
      return { pos: from, end: to, above: true, create: () => ({ dom: h("div", { class: "hover" }, diagram("@", read.marks, { title: read.notation }), h("p", {}, read.text)) }) };
    } catch {
      return null;
    }
  }
  return null;
});
