/** The text editor for rules. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, undo } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Language, NamedPiece, Problem } from "../../../bindings/web/pkg/ferz.js";
import { completion, diagrams, offset, problems, words, type Checks } from "../language";
import { RULES } from "../spec";

interface Around {
  text: string;
  language: Language;
  named: NamedPiece[];
  checks: Checks;
  changed(text: string): void;
  /** Called with the lines before the cursor, of which the last ends at it. */
  moved(lines: string[]): void;
  /** Called when the user asks for the book. */
  asked(): void;
  found(problems: Problem[]): void;
}

/** The number of lines before the cursor in which the statement at the cursor begins. */
const NEAR = 60;

function linesBefore({ doc, selection }: EditorState): string[] {
  const { head } = selection.main;
  return doc.sliceString(doc.line(Math.max(1, doc.lineAt(head).number - NEAR)).from, head).split("\n");
}

export class RulesEditor {
  readonly element: HTMLElement;
  private readonly view: EditorView;
  /** True while changes do not scroll. */
  private isStill = false;

  constructor({ text, language, named, checks, changed, moved, asked, found }: Around) {
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString());
      if (update.docChanged || update.selectionSet) moved(linesBefore(update.state));
    });
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), indentOnInput(), bracketMatching(), closeBrackets(), highlightSelectionMatches(), lintGutter(),
        keymap.of([{ key: "F1", preventDefault: true, run: () => (asked(), true) }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        words(language), completion(language, named), diagrams, EditorView.lineWrapping, listener,
        EditorView.contentAttributes.of({ "aria-label": "Rules. Escape, then Tab, leaves the editor.", tabindex: "0" }),
        problems(checks, RULES, found), EditorView.scrollHandler.of(() => this.isStill),
      ],
    });
    this.element = document.createElement("div");
    this.element.className = "code";
    this.view = new EditorView({ state, parent: this.element });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** The line of the cursor, from 1. */
  get line(): number {
    const { doc, selection } = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  /** Replaces the part of the text that differs, so that the cursor stays where it is. A change of another page is not undone here. */
  replace(text: string, isRemote = false): void {
    const before = this.text;
    if (before === text) return;
    const shorter = Math.min(before.length, text.length);
    let from = 0;
    while (from < shorter && before[from] === text[from]) from += 1;
    let end = 0;
    while (end < shorter - from && before.at(-1 - end) === text.at(-1 - end)) end += 1;
    this.view.dispatch({ changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) }, annotations: isRemote ? Transaction.addToHistory.of(false) : [] });
  }

  /** Makes several changes in one step of the undo history, and shows the first one. */
  change(edits: { from: number; to: number; insert: string }[]): void {
    const first = Math.min(...edits.map(({ from }) => from));
    this.view.dispatch({ changes: edits, annotations: isolateHistory.of("full") });
    // Only the editor scrolls, because the user points elsewhere on the page.
    const { scrollDOM } = this.view;
    const { top } = this.view.lineBlockAt(first);
    if (top < scrollDOM.scrollTop || top > scrollDOM.scrollTop + scrollDOM.clientHeight - 40) scrollDOM.scrollTop = top - scrollDOM.clientHeight / 2;
  }

  /** Takes the last change back. The page does not scroll to it, because the user points elsewhere. */
  undo(): void {
    this.isStill = true;
    undo(this.view);
    requestAnimationFrame(() => requestAnimationFrame(() => (this.isStill = false)));
  }

  /** Puts the cursor on a line and scrolls to it. */
  jump(line: number, place: "center" | "start" = "center"): void {
    const { doc } = this.view.state;
    const at = offset(doc, Math.min(Math.max(1, line || 1), doc.lines), 1);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: place, yMargin: 0 }) });
  }

  focus(): void {
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
