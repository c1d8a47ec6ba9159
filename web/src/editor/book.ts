/** The book beside the editor: the section about the statement at the cursor. */
import { button, clear, h } from "../dom";
import type { Language } from "../../../bindings/web/pkg/ferz.js";

/** The section that is shown before the cursor is at a statement. */
const FIRST = "A whole game";

export class Book {
  readonly element = h("aside", { class: "book", "aria-label": "The book", tabindex: 0, hidden: true });
  readonly toggle: HTMLButtonElement;
  /** The section of each word that begins a statement. */
  private sections: Map<string, string>;
  private word = "";
  private shown = "";
  private title = h("h2", { class: "minor" });
  private text = h("div", { class: "book-text" });

  constructor(language: Language) {
    this.sections = new Map(language.words.map(({ text, section }) => [text, section]));
    this.toggle = button("Book", () => this.turn(), { "aria-pressed": "false", title: "The book at the statement under the cursor (F1)" });
    this.element.append(h("div", { class: "book-head" }, this.title, button("×", () => this.set(false), { "aria-label": "Close the book", class: "link" })), this.text);
  }

  /** Returns the first known word of the statement at the end of some lines, of which the last may be incomplete. */
  statement(lines: string[]): string | undefined {
    for (const line of lines.toReversed()) {
      for (const part of line.split(/[{;}]/).toReversed()) {
        const word = /^\s*(?:(?:add|change|remove)\s+)?([a-z][\w-]*)/.exec(part)?.[1];
        if (word && this.sections.has(word)) return word;
      }
    }
    return undefined;
  }

  /** Follows the cursor, before which are the given lines. */
  follow(lines: string[]): void {
    const word = this.statement(lines) ?? "";
    if (word === this.word) return;
    this.word = word;
    if (!this.element.hidden) void this.show();
  }

  /** Opens the book, or closes it. */
  turn(): void {
    this.set(Boolean(this.element.hidden));
  }

  private set(isOpen: boolean): void {
    this.element.hidden = !isOpen;
    this.toggle.setAttribute("aria-pressed", String(isOpen));
    if (isOpen) void this.show();
  }

  private async show(): Promise<void> {
    const { default: book } = await import("virtual:book");
    const section = this.sections.get(this.word) ?? FIRST;
    if (section !== this.shown) {
      this.shown = section;
      this.title.textContent = section;
      // The text is a part of this page, and not of a file.
      clear(this.text, ...new DOMParser().parseFromString(book[section] ?? "", "text/html").body.childNodes);
      for (const table of this.text.querySelectorAll("table")) table.tabIndex = 0;
    }
    this.text.querySelector(".here")?.classList.remove("here");
    const entry = this.word && [...this.text.querySelectorAll("tr")].find((row) => row.querySelector("code")?.textContent?.split(/[ :]/)[0] === this.word);
    if (entry) entry.classList.add("here");
    const { top } = this.element.getBoundingClientRect();
    this.element.scrollTop += entry ? entry.getBoundingClientRect().top - top - 60 : -this.element.scrollTop;
  }
}
