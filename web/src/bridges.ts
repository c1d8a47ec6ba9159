/** Games of other programs: files that the user opens, and texts to copy. */
import type { BridgeFormat, Imported } from "../../bindings/bridges/pkg/ferz_bridges.js";
import type { Methods } from "./bridges.worker";
import { button, clear, download, h, toast } from "./dom";
import type { Spec } from "./work";

/** The time after which a request is given up, in milliseconds. The download of the module counts as well. */
const PATIENCE = 60_000;

let worker: Worker | undefined;
let next = 1;

/** Sends a request to the worker, which starts with the first one. */
function ask<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>): Promise<ReturnType<Methods[M]>> {
  const own = (worker ??= new Worker(new URL("./bridges.worker.ts", import.meta.url), { type: "module" }));
  const id = next++;
  return new Promise((resolve, reject) => {
    const end = (why: string) => {
      own.terminate();
      if (worker === own) worker = undefined;
      reject(new Error(why));
    };
    const timer = window.setTimeout(() => end("This took too long and was stopped."), PATIENCE);
    own.addEventListener("error", () => end("The part of the page that reads other programs could not be started."));
    const answer = ({ data }: MessageEvent<{ id: number; value?: ReturnType<Methods[M]>; error?: string }>) => {
      if (data.id !== id) return;
      clearTimeout(timer);
      own.removeEventListener("message", answer);
      if (data.error === undefined) resolve(data.value!);
      else reject(new Error(data.error));
    };
    own.addEventListener("message", answer);
    own.postMessage({ id, method, args });
  });
}

/** Returns the format of a file of another program, or undefined for a rule file. */
export function foreign(name: string, text: string): BridgeFormat | undefined {
  if (/\.ferz$/i.test(name)) return undefined;
  if (/\.x?html?$/i.test(name) || text.includes("idiagram")) return "interactive-diagram";
  if (/^\s*setup [(\d]/m.test(text)) return "xboard";
  if (/\.ini$/i.test(name) || /^\[[^\]\n]+\]\s*$/m.test(text)) return "fairy-stockfish";
  return undefined;
}

/** Returns how much of a game is not in its rule file, in a sentence. */
function summary({ omissions, files }: Imported): string {
  const parents = Object.keys(files ?? {});
  if (parents.length) return `The game extends ${parents.join(", ")}, which the editor cannot read. \`ferz import --output\` writes all files.`;
  const others = omissions.filter((one) => one.differs).map((one) => (one.value ? `${one.name} = ${one.value}` : one.name));
  if (others.length) return `The game differs from the original, because no rule file can express ${others.join(", ")}.`;
  const count = omissions.length;
  return count ? `The whole game is in the file. See the ${count === 1 ? "remark" : `${count} remarks`} at its end.` : "The whole game is in the file.";
}

/** Translates a file of another program and passes on the rule file. If there are several games in it, the user chooses one from a list in `box`. */
export async function translate(format: BridgeFormat, name: string, text: string, box: HTMLElement, open: (name: string, rules: string) => void): Promise<void> {
  const take = async (section: string) => {
    try {
      const game = await ask("importGame", format, name, text, section);
      toast(summary(game));
      open(game.name, game.text);
    } catch (error) {
      clear(box, h("pre", { class: "problem" }, (error as Error).message));
    }
  };
  clear(box, h("p", { class: "loading", role: "status" }, "Reading…"));
  try {
    const names = format === "fairy-stockfish" ? await ask("sections", text) : [""];
    if (names.length === 1) return await take(names[0]!);
    if (!names.length) throw new Error(`${name} has no section, such as [name:chess].`);
    const games = names.map((one) => h("li", {}, button(one, () => void take(one), { class: "link" })));
    clear(box, h("h2", {}, `The games in ${name}`), h("ul", { class: "files" }, ...games));
  } catch (error) {
    clear(box, h("p", { class: "problem" }, (error as Error).message));
  }
}

const FORMATS: [BridgeFormat, string, string][] = [
  ["fairy-stockfish", "Fairy-Stockfish", "ini"],
  ["interactive-diagram", "Interactive Diagram", "html"],
  ["xboard", "XBoard", "txt"],
];

/** Creates the part of a page that writes a game for other programs. */
export function exports(spec: () => Spec): HTMLElement {
  const out = h("div", { role: "status" });
  const show = async (format: BridgeFormat, title: string, ending: string) => {
    clear(out, h("p", { class: "loading" }, "Writing…"));
    try {
      const { game, options } = spec();
      const { text, problems } = await ask("exportGame", format, game, options);
      const name = /^variant\s+([\w-]+)/m.exec(Object.values(options.files ?? {}).join("\n"))?.[1] ?? game;
      const field = h("textarea", { class: "readings", readonly: true, rows: 12, "aria-label": `The game for ${title}` }, text);
      const copy = () =>
        void navigator.clipboard.writeText(text).then(() => toast("The text is copied."), () => field.select());
      const left = problems.slice(0, 40).map((one) => h("li", {}, one.message));
      clear(out, left.length ? h("p", { class: "problem" }, `${title} cannot express these rules. The text leaves them out:`) : null, left.length ? h("ul", {}, ...left) : null,
        field, h("p", { class: "buttons" }, button("Copy", copy), button("Save to disk", () => download(`${name}.${ending}`, text, "text/plain"))));
    } catch (error) {
      clear(out, h("p", { class: "problem" }, (error as Error).message));
    }
  };
  return h("details", { class: "more no-print" }, h("summary", {}, "For other programs"),
    h("p", { class: "buttons" }, ...FORMATS.map(([format, title, ending]) => button(title, () => void show(format, title, ending)))), out);
}
