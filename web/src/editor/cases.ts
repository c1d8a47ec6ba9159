/** The part of the editor with the cases of a project, which run as the user types. */
import { button, clear, debounce, h, toast } from "../dom";
import { ask } from "../rpc";

/** The first text of a page of cases: the game, and a question without an answer. */
const TEMPLATE = (name: string, square: string) => `# First cases

\`\`\`game
${name}
\`\`\`

## At the start

\`\`\`moves ${square}
\`\`\`
`;

interface Around {
  text: string;
  /** The name of the game in the rules. */
  name(): string;
  /** The rule file and the readings by path. */
  files(): Record<string, string>;
  /** The square of a piece that can move at the start. */
  square(): string;
  changed(text: string): void;
}

export class Cases {
  readonly element: HTMLDetailsElement;
  readonly field = h("textarea", { class: "readings", spellcheck: "false", "aria-label": "Cases, in Markdown", rows: 12 });
  /** The results that are shown, as JSON. */
  private shown = "";
  private results = h("div", { class: "case-results", role: "status" });
  /** Runs the cases after a change of the cases or of the rules. */
  readonly follow = debounce(() => void this.run(), 300);

  constructor(private readonly around: Around) {
    this.field.value = around.text;
    this.field.addEventListener("input", () => {
      around.changed(this.field.value);
      this.follow();
    });
    const begin = button("Begin with a template", () => this.begin());
    this.element = h("details", { class: "more cases", open: around.text !== "", ontoggle: () => this.follow() }, h("summary", {}, "Cases"),
      h("p", {}, "Positions, questions, and the answers you expect, in Markdown. They run as you type. ", begin), this.field, this.results);
  }

  private write(text: string): void {
    this.field.value = text;
    this.field.dispatchEvent(new Event("input"));
  }

  private begin(): void {
    const before = this.field.value;
    this.write(TEMPLATE(this.around.name(), this.around.square()));
    if (before.trim()) toast("The template has replaced the cases.", () => this.write(before));
  }

  /** Runs the cases on the current rules, and shows the expected and the actual answers. */
  private async run(): Promise<void> {
    const page = this.field.value;
    if (!page.trim()) {
      this.shown = "";
      clear(this.results);
      return;
    }
    try {
      const { problems, cases } = await ask("cases", page, this.around.files());
      if (page !== this.field.value) return;
      // The same answers stay, with a click on them that has begun.
      const found = JSON.stringify([page, problems, cases]);
      if (found === this.shown) return;
      this.shown = found;
      const all = cases.flatMap((one) => one.questions);
      const passed = all.filter((one) => one.status === "passed").length;
      const items = problems.map((one) => h("li", { class: "error" }, `line ${one.labels[0]?.line ?? 1}: ${one.message}`, one.help ? h("small", {}, ` ${one.help}`) : null));
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
      this.shown = "";
      clear(this.results, h("p", { class: "problem" }, (error as Error).message));
    }
  }

  /** Writes an answer into the block that begins at a line. */
  private answer(line: number, actual: string[]): void {
    const lines = this.field.value.split("\n");
    const end = lines.findIndex((text, index) => index >= line && text.startsWith("```"));
    if (end < 0) return;
    lines.splice(line, end - line, ...actual);
    this.write(lines.join("\n"));
  }
}
