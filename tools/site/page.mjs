// The frame of all pages that the site adds to the workshop, and Markdown as HTML.
import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import { addresses, link, original, place, read } from "./places.mjs";

export const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** The places in the bar at the top. */
const BAR = [
  ["index.html", "Workshop"],
  ["games/index.html", "Games"],
  ["book/index.html", "Book"],
  ["card.html", "Language card"],
  ["book/recipes.html", "Recipes"],
  ["book/glossary.html", "Glossary"],
  ["problems/index.html", "Problems"],
  ["docs/install.html", "Install"],
];

/** Returns the links at the top of each page. The front page of the workshop has them without itself. */
export function bar(at) {
  return BAR.filter(([to]) => to !== "index.html" || at !== to).map(([to, name]) => `<a href="${link(at, to)}"${to === at ? ' aria-current="page"' : ""}>${name}</a>`).join(" ");
}

/** Returns the links at the end of each page, also of the workshop. */
export function foot(at) {
  const places = [...BAR.slice(1), [process.env.PYTHON ? "python/index.html" : "docs/python.html", "Python"], [process.env.RUST ? "rust/ferz/index.html" : "book/library.html", "Rust"], ["docs/javascript.html", "JavaScript"], ["notices.txt", "Licenses"]];
  const links = places.map(([to, name]) => `<a href="${link(at, to)}">${name}</a>`);
  if (addresses.repository) links.push(`<a href="${escape(addresses.repository)}">Sources</a>`);
  return `<footer class="foot"><nav aria-label="All pages">${links.join(" ")}</nav></footer>`;
}

/** Returns a page. `aside` is navigation beside the text. */
export function frame(at, { title, body, aside = "" }) {
  return `<!doctype html>
<html lang="en" class="themed">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} - ferz</title>
<link rel="icon" href="${link(at, "icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${link(at, "site.css")}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><nav aria-label="Main">${bar(at)}</nav></header>
<div class="columns${aside ? " two" : ""}">
<main id="main" tabindex="-1">
${body}
</main>
${aside}
</div>
${foot(at)}
</body>
</html>
`;
}

const WORDS = new Set(JSON.parse(read("editors/words.json")).statements.map(({ word }) => word));

/** Returns lines of the language with marked comments, texts, moves, and statements. */
export function highlighted(text) {
  const part = /(#.*)|("[^"\n]*")|(`[^`\n]*`)|([A-Za-z][\w-]*)/g;
  const names = ["comment", "text", "moves"];
  let html = "";
  let end = 0;
  for (const found of text.matchAll(part)) {
    html += escape(text.slice(end, found.index));
    end = found.index + found[0].length;
    const at = [1, 2, 3].find((group) => found[group]);
    const kind = at ? names[at - 1] : WORDS.has(found[0]) && /(^|[\n{;])[^\S\n]*$/.test(text.slice(0, found.index)) ? "word" : "";
    html += kind ? `<span class="${kind}">${escape(found[0])}</span>` : escape(found[0]);
  }
  return html + escape(text.slice(end));
}

/** Returns the id of a heading, as hosts of repositories form it. */
export function slug(text, used) {
  const bare = text.toLowerCase().trim().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  const count = used.get(bare) ?? 0;
  used.set(bare, count + 1);
  return count ? `${bare}-${count}` : bare;
}

const markdown = new MarkdownIt({ html: false, linkify: false });
markdown.renderer.rules.table_open = (_tokens, _at, _options, env) => {
  env.tables = (env.tables ?? 0) + 1;
  return `<div class="wide" role="region" aria-label="Table ${env.tables}" tabindex="0"><table>\n`;
};
// A cell without text, as in the corner of a table, is no header.
markdown.renderer.rules.th_open = (tokens, at, options, _env, self) => (tokens[at + 1].content ? self.renderToken(tokens, at, options) : "<td>");
markdown.renderer.rules.th_close = (tokens, at, options, _env, self) => (tokens[at - 1].content ? self.renderToken(tokens, at, options) : "</td>");
markdown.renderer.rules.table_close = () => "</table></div>\n";
const block = (code, language) => `<pre tabindex="0"><code>${language === "ferz" ? highlighted(code) : escape(code)}</code></pre>\n`;
markdown.renderer.rules.fence = (tokens, at) => block(tokens[at].content, tokens[at].info.split(/\s/)[0]);
markdown.renderer.rules.code_block = (tokens, at) => block(tokens[at].content, "");

/** Returns links to the headings of a long page. They are shown at once on a page in which people look for one part. */
function contents(headings, isOpen) {
  const items = headings.map(({ level, id, html }) => `<li${level === 2 && isOpen ? ' class="part"' : ""}><a href="#${id}">${html}</a></li>`);
  return items.length < 8 ? "" : `<details class="contents"${isOpen ? " open" : ""}><summary>On this page</summary><ul>${items.join("\n")}</ul></details>\n`;
}

/** Pages in which people look for one part. */
const COLLECTIONS = ["docs/book/recipes.md", "docs/book/examples.md"];

/** Returns a page of the repository as HTML, with its title and the files that it links to. */
export function rendered(file, text) {
  const at = place(file);
  const env = {};
  const tokens = markdown.parse(text, env);
  const linked = [];
  const used = new Map();
  const headings = [];
  let title = "";
  const resolve = (address) => {
    if (/^[a-z]+:/.test(address)) return address;
    const [path, anchor] = address.split("#");
    if (!path) return address;
    const to = posix.normalize(posix.join(posix.dirname(file), decodeURI(path)));
    const target = place(to);
    if (target) linked.push(original(to));
    else if (addresses.repository) return `${addresses.repository}/blob/main/${to}`;
    else return undefined;
    return link(at, target) + (anchor ? `#${anchor}` : "");
  };
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      const { children } = tokens[index + 1];
      const words = children.map(({ content }) => content).join("");
      title ||= words;
      const id = slug(words, used);
      token.attrSet("id", id);
      const level = Number(token.tag.slice(1));
      if (level === 2 || (level === 3 && COLLECTIONS.includes(file))) headings.push({ level, id, html: markdown.renderer.renderInline(children.filter(({ type }) => !type.startsWith("link")), markdown.options, env) });
    }
    const open = [];
    for (const child of token.children ?? []) {
      if (child.type === "image") child.attrSet("src", resolve(child.attrGet("src")) ?? "");
      if (child.type === "link_open") {
        const to = resolve(child.attrGet("href"));
        if (to) child.attrSet("href", to);
        open.push(Boolean(to));
        // A link to what the site lacks is plain text.
        if (!to) Object.assign(child, { type: "text", content: "", tag: "", attrs: null, nesting: 0 });
      }
      if (child.type === "link_close" && !open.pop()) Object.assign(child, { type: "text", content: "", tag: "", nesting: 0 });
    }
  });
  const html = markdown.renderer.render(tokens, markdown.options, env).replace("</h1>\n", () => `</h1>\n${contents(headings, COLLECTIONS.includes(file))}`);
  return { title, html, linked };
}
