// The page of the book about the language, as a build module: its sections as HTML without links, whose targets the workshop lacks.
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";

const PAGE = new URL("../../docs/book/language.md", import.meta.url);

/** The sections of the page, by title. */
export function sections() {
  const parser = new MarkdownIt({ html: false });
  for (const name of ["link_open", "link_close"]) parser.renderer.rules[name] = () => "";
  // The heading of the page comes before the first section.
  const parts = readFileSync(PAGE, "utf8").split(/^##+ (.+)$/m).slice(1);
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 ? [[parts[index - 1], parser.render(part)]] : [])));
}

export function book() {
  return {
    name: "book",
    resolveId: (id) => (id === "virtual:book" ? "\0virtual:book" : undefined),
    load(id) {
      if (id !== "\0virtual:book") return undefined;
      this.addWatchFile(PAGE.pathname);
      return `export default ${JSON.stringify(sections())};`;
    },
  };
}
