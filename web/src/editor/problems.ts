/** The parts of the editor that follow from a check of the rules: the problems, their number, and the outline. */
import type { Problem } from "../../../bindings/web/pkg/ferz.js";
import { arrange, button, clear, h, Keyed, rich } from "../dom";
import { declared, teach } from "../language";
import { RULES } from "../spec";

/** An entry of the list, which shows the line of a problem. */
interface Item {
  element: HTMLElement;
  show(problem: Problem): void;
}

export class Problems {
  readonly list = h("ul", { class: "problems", "aria-label": "Problems" });
  readonly summary = h("p", { class: "summary", role: "status" });
  readonly outline = h("select", { "aria-label": "Outline", class: "outline" });
  private items = new Keyed<Item>();
  private shown = "";
  private shownOutline = "";

  constructor(private readonly jump: (line: number) => void) {
    this.outline.addEventListener("change", () => jump(Number(this.outline.value)));
  }

  /** Shows the problems of a text. Unchanged parts are not drawn again, because the editor measures its text after each change of the page. */
  show(found: Problem[], text: string): void {
    const count = (severity: Problem["severity"], name: string) => {
      const number = found.filter((problem) => problem.severity === severity).length;
      return number ? `${number} ${name}${number === 1 ? "" : "s"}` : "";
    };
    const summary = [count("error", "error"), count("warning", "warning"), count("lint", "lint")].filter(Boolean).join(", ") || "No problems.";
    if (this.summary.textContent !== summary) this.summary.textContent = summary;
    const shown = JSON.stringify(found);
    if (shown !== this.shown) this.paint(found.slice(0, 50));
    this.shown = shown;
    const names = declared(text).slice(0, 400);
    const outline = names.map((one) => `${one.line} ${one.name}`).join();
    if (outline !== this.shownOutline) clear(this.outline, h("option", { value: "" }, "Outline"), ...names.map((one) => h("option", { value: one.line }, `${one.what} ${one.name}`)));
    this.shownOutline = outline;
  }

  /** Shows problems. One that moves to another line keeps its entry, with the lesson that is open below it. */
  private paint(found: Problem[]): void {
    const count = new Map<string, number>();
    const keys = found.map(({ code, severity, message, help, file }) => {
      const key = JSON.stringify([code, severity, message, help, file]);
      count.set(key, (count.get(key) ?? 0) + 1);
      return `${key} ${count.get(key)}`;
    });
    const items = this.items.take(keys, (_, index) => this.item(found[index]!));
    items.forEach(({ show }, index) => show(found[index]!));
    arrange(this.list, ...items.map(({ element }) => element));
  }

  private item(problem: Problem): Item {
    const file = problem.file && problem.file !== RULES ? `${problem.file}: ` : "";
    let line: number | undefined;
    const where = h("span");
    const go = button("", () => line !== undefined && !file && this.jump(line), { class: "link" });
    go.append(where, rich(problem.message));
    const help = problem.help ? h("small", {}, " ", rich(problem.help)) : null;
    return { element: h("li", { class: problem.severity }, go, help, teach(problem.code)), show: ({ labels: [place] }) => {
      line = place?.line;
      where.textContent = `${file}${place ? `line ${place.line}: ` : ""}`;
    } };
  }
}
