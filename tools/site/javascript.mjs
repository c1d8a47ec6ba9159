// The reference of the package for JavaScript, from the types that its build wrote.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { escape } from "./page.mjs";
import { read, root } from "./places.mjs";

const TYPES = "bindings/web/pkg/ferz.d.ts";

/** A comment before a declaration, and the declaration up to its end at this depth of indentation. */
const declarations = (text, indent) => [...text.matchAll(new RegExp(`^${indent}(?:/\\*\\*([\\s\\S]*?)\\*/\\n${indent})?((?:export |static |readonly |private |constructor|free|\\[|\\w).*?(?:;|\\{\\n[\\s\\S]*?\\n${indent}\\}|\\}))$`, "gm"))];

/** Returns the text of a comment in one line. */
const comment = (text = "") => text.replace(/^\s*\* ?/gm, "").replace(/\s+/g, " ").trim();

/** Returns text of a comment as HTML, with its names in code. */
const prose = (text) => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");

/** Returns a declaration with links to the types that it names. */
function linked(code, types) {
  return escape(code).replace(/\b[A-Z]\w*\b/g, (name) => (types.has(name) ? `<a href="#type-${name}">${name}</a>` : name));
}

/** Returns the classes, functions, and types of the package as HTML. */
export function reference() {
  if (!existsSync(join(root, TYPES))) throw new Error(`${TYPES} is missing; \`just web\` builds it`);
  const [text] = read(TYPES).split(/^export type InitInput/m);
  const parts = declarations(text, "").map(([, about, code]) => ({ about: comment(about), code: code.replace(/^export /, "").replace(/;$/, "") }));
  const named = (kind) => parts.flatMap((part) => {
    const [, name] = new RegExp(`^${kind} (\\w+)`).exec(part.code) ?? [];
    return name ? [{ ...part, name }] : [];
  });
  const [classes, functions, types] = [named("class"), named("function"), named("(?:interface|type)")];
  const known = new Set([...classes, ...types].map(({ name }) => name));
  const item = ({ code, about }) => `<dt><code>${linked(code, known)}</code></dt><dd>${prose(about)}</dd>`;
  const members = (code) => declarations(code, "    ")
    .map(([, about, member]) => ({ about: comment(about), code: member.replace(/;$/, "") }))
    .filter(({ code: member }) => !/^(private|free|\[Symbol)/.test(member));
  return `<h2 id="reference">Reference</h2>
<p>All classes have <code>free()</code>. Functions throw an <code>Error</code> with <code>problems</code>, a list of <a href="#type-Problem">Problem</a>.</p>
${classes.map(({ name, about, code }) => `<h3 id="type-${name}">${name}</h3>\n${about ? `<p>${prose(about)}</p>\n` : ""}<dl class="api">${members(code).map(item).join("\n")}</dl>`).join("\n")}
<h3 id="functions">Functions</h3>
<dl class="api">${functions.map((part) => item({ ...part, code: part.code.replace(/^function /, "") })).join("\n")}</dl>
<h2 id="types">Types</h2>
${types.map(({ name, about, code }) => `<h3 id="type-${name}">${name}</h3>\n${about ? `<p>${prose(about)}</p>\n` : ""}<pre tabindex="0"><code>${linked(code.replace(/^interface /, ""), new Set([...known].filter((one) => one !== name)))}</code></pre>`).join("\n")}`;
}
