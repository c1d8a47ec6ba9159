/** The part of the editor with the history of a project: its versions, their texts, and what to restore. */
import { button, clear, h, toast } from "../dom";
import * as history from "../project/history";
import { PARTS, type Part, type State, type Version } from "../project/history";
import { LIMIT } from "../project/thinning";

const TITLES: Record<Part, string> = { name: "name", rules: "rules", readings: "readings", cases: "cases", choice: "choices of the board", board: "game on the board" };
/** The number of versions that are listed at first. */
const FIRST = 40;

interface Around {
  id(): string;
  state(): State;
  /** The rules and readings with which the project began. */
  origin(): Partial<State>;
  /** Records the current state, also under a name. */
  record(name?: string): Promise<void>;
  restore(state: Partial<State>): void;
}

/** Creates a part that shows a text of a version, and how it differs from the current one. */
function compared(title: string, text: string, now: string, isOpen: boolean): HTMLElement {
  const box = h("div", {});
  const show = async () => {
    if (!part.open || box.firstChild) return;
    const { difference } = await import("./difference");
    box.replaceChildren(difference(text, now, `${title}: the version, with what is different now`));
  };
  const part = h("details", { class: "more", open: isOpen, ontoggle: () => void show() }, h("summary", {}, title), box);
  return part;
}

/** Creates a field for the name of a version with its button. */
function naming(title: string, act: (name: string) => Promise<void>): HTMLElement {
  const name = h("input", { type: "text", "aria-label": "Name of this version", placeholder: "Name of this version" });
  return h("form", { class: "buttons", onsubmit: (event: Event) => {
    event.preventDefault();
    const text = name.value.trim();
    name.value = "";
    if (text) void act(text);
  } }, name, h("button", { type: "submit" }, title));
}

export class Versions {
  readonly element: HTMLDetailsElement;
  private list = h("ul", { class: "files versions" });
  private shown = h("div", { class: "version", role: "region", "aria-label": "Version" });
  private count = FIRST;

  constructor(private readonly around: Around) {
    const form = naming("Keep this version", async (text) => {
      await around.record(text);
      await this.show();
    });
    this.element = h("details", { class: "more history", ontoggle: () => this.element.open && void this.show() }, h("summary", {}, "History"),
      h("p", {}, "Every state that stood for two seconds. After a day, one a minute is left, and after a week, one an hour. Versions with names stay. ",
        `A project has at most ${LIMIT.versions.toLocaleString("en")} versions, and ${LIMIT.bytes / 1_000_000} MB.`),
      form, this.list, this.shown);
  }

  /** Lists the versions. */
  async show(): Promise<void> {
    try {
      await this.around.record();
      const versions = await history.list(this.around.id());
      const more = versions.length > this.count ? h("li", {}, button(`Show ${versions.length - this.count} more`, () => {
        this.count = Infinity;
        void this.show();
      }, { class: "link" })) : null;
      clear(this.list, ...versions.slice(0, this.count).map((version, index) => this.entry(version, versions[index + 1])), more, this.first());
    } catch {
      clear(this.list, h("li", { class: "problem" }, "The browser does not let the page store earlier versions."), this.first());
    }
  }

  private entry(version: Version, before: Version | undefined): HTMLElement {
    const changed = PARTS.filter((part) => version.texts[part] !== undefined && version.texts[part] !== before?.texts[part]);
    const what = before ? changed.map((part) => TITLES[part]).join(", ") : "";
    const time = new Date(version.time).toLocaleString("en");
    return h("li", {}, version.name ? h("strong", {}, `${version.name} `) : null, button(time, () => void this.open(version), { class: "link" }), h("small", {}, ` ${what}`));
  }

  private first(): HTMLElement {
    return h("li", {}, button("first version", () => this.read("The first version", this.around.origin()), { class: "link" }));
  }

  private async open(version: Version): Promise<void> {
    try {
      const rename = async (name: string | undefined) => {
        await history.rename(version.id, name);
        await this.show();
        await this.open({ ...version, name });
      };
      const name = version.name ? button("Remove the name", () => void rename(undefined)) : naming("Name it", (text) => rename(text));
      this.read(`${version.name ? `${version.name}, ` : ""}${new Date(version.time).toLocaleString("en")}`, await history.read(version), name);
    } catch {
      toast("This version cannot be read.");
    }
  }

  /** Shows the parts of a version that differ from the current state. */
  private read(title: string, state: Partial<State>, name?: HTMLElement): void {
    const now = this.around.state();
    const parts = PARTS.filter((part) => state[part] !== undefined && state[part] !== now[part]);
    const restore = (wanted: Part[]) => {
      const before = this.around.state();
      this.around.restore(Object.fromEntries(wanted.map((part) => [part, state[part]!])));
      toast("The version is restored.", () => this.around.restore(before));
      clear(this.shown);
      void this.show();
    };
    const texts = parts.filter((part) => part !== "board").map((part) => compared(TITLES[part], state[part]!, now[part], parts.length === 1));
    clear(this.shown, h("h2", { class: "minor" }, title), h("div", { class: "buttons" },
      parts.length ? button("Restore all", () => restore(parts)) : h("p", {}, "This is the current state."),
      ...(parts.length > 1 ? parts.map((part) => button(`Restore the ${TITLES[part]}`, () => restore([part]))) : []), name, button("Close", () => clear(this.shown))), ...texts);
    this.shown.scrollIntoView({ block: "nearest" });
  }
}
