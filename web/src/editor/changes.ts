/** The part of the editor that shows how the rules differ from those with which the project began. */
import { button, clear, h, rich } from "../dom";
import { head } from "../words";
import { ask, type Spec } from "../rpc";
import { pieces, table, telling } from "../views/compare";

const SIDES: [string, string] = ["Before", "Now"];

interface Around {
  before(): Spec;
  now(): Spec;
  /** Compares with the current rules from now on. */
  begin(): void;
}

export class Changes {
  readonly element: HTMLElement;
  private result = h("div", { class: "changes" });

  constructor(private readonly around: Around) {
    const begin = button("Compare with the current text from now on", () => {
      around.begin();
      clear(this.result);
    }, { class: "link" });
    this.element = h("section", {}, button("What did my edit change?", () => void this.show()), " ", begin, this.result);
  }

  private async show(): Promise<void> {
    const [before, now] = [this.around.before(), this.around.now()];
    try {
      const found = await ask("compare", before, now);
      const nothing = !found.rules.length && !found.pieces.length;
      const rules = table("Rule", SIDES, found.rules.map((rule) => [head(rule), [rich(rule.a?.text ?? "no such rule")], [rich(rule.b?.text ?? "no such rule")]]));
      clear(this.result, nothing ? h("p", {}, "No rule has changed.") : rules, ...pieces(found.pieces, SIDES), nothing ? null : telling(before, now, SIDES));
    } catch (error) {
      clear(this.result, h("p", { class: "problem" }, (error as Error).message.split("\n")[0] ?? ""));
    }
  }
}
