// Builds the site: the workshop, the book, the pages of all problems and games, and the language card.
//
//   node tools/site/build.mjs [FOLDER]      target/site by default
//
// Needs the workshop in web/dist, and the program in FERZ or target/release/ferz. The folders in RUST and PYTHON hold the references
// that `cargo doc` and MkDocs wrote; without them, the site has the pages of the book alone.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { card, EXAMPLE } from "./card.mjs";
import { check, games, list, pages } from "./games.mjs";
import { reference } from "./javascript.mjs";
import { bar, escape, foot, frame, highlighted, rendered } from "./page.mjs";
import { link, place, read, root } from "./places.mjs";

const out = resolve(process.argv[2] ?? join(root, "target/site"));
const dist = join(root, "web/dist");
if (!existsSync(join(dist, "index.html"))) {
  console.error("missing: the workshop in web/dist; `just web` builds it");
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
cpSync(dist, out, { recursive: true });
execFileSync(process.execPath, [join(root, "tools/notices.mjs"), "site", join(out, "notices.txt")]);

function write(at, text) {
  mkdirSync(dirname(join(out, at)), { recursive: true });
  writeFileSync(join(out, at), text);
}

/** Returns the pages of the book with the titles of their parts, in the order of its first page. */
function aside(at) {
  const parts = read("docs/book/README.md").split(/\n\n(?=For people)/).slice(1);
  const shown = parts.map((part) => {
    const [title] = part.split("\n");
    const links = [...part.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].map(([, name, to]) => [name.replace(/\s+/g, " "), place(join("docs/book", to))]);
    const items = links.filter(([name, to]) => to && /^[A-Z]/.test(name)).map(([name, to]) => `<li><a href="${link(at, to)}"${to === at ? ' aria-current="page"' : ""}>${escape(name)}</a></li>`);
    return `<p>${escape(title)}</p><ul>${items.join("")}</ul>`;
  });
  return `<nav class="beside" aria-label="The book">${shown.join("\n")}</nav>`;
}

/** Writes the pages of these files, and of all files that they link to. */
function documents(files) {
  const known = new Set(files);
  let count = 0;
  for (const file of known) {
    const at = place(file);
    if (!at || at === "games/index.html" || at === "problems/index.html") continue;
    if (file.endsWith(".ferz")) {
      const name = file.split("/").at(-1);
      write(at, frame(at, { title: name, body: `<h1>${escape(name)}</h1>\n<pre tabindex="0"><code>${highlighted(read(file))}</code></pre>` }));
    } else if (at.endsWith(".html") && !file.endsWith(".html")) {
      const source = file === "docs/decisions" ? "docs/decisions/README.md" : file;
      const { title, html, linked } = rendered(source, read(source));
      const body = file === "bindings/web/README.md" ? html + reference() : html;
      write(at, frame(at, { title, body, aside: at.startsWith("book/") ? aside(at) : "" }));
      for (const one of linked) known.add(one);
      count += 1;
    } else {
      mkdirSync(dirname(join(out, at)), { recursive: true });
      cpSync(join(root, file), join(out, at));
    }
  }
  return count;
}

/** The pages in a folder of the repository. */
const markdown = (folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`);

/** What the front page adds to the styles of the workshop. Its links to the static pages belong to the library, not to a board. */
const FRONT_STYLE = `
.pages { display: flex; flex-wrap: wrap; gap: 0 4px; padding: 2px max(4px, calc(50vw - 490px)); border-bottom: 1px solid var(--line); font-size: 0.92rem; }
.pages a { padding: 5px 6px; }
.foot { padding: 12px 16px 24px; font-size: 0.92rem; }
.foot nav { display: flex; flex-wrap: wrap; gap: 8px 16px; }
body:has(#nav a[aria-current]:not([href="#/library"])) .pages { display: none; }`;

/** What it adds for browsers without scripts. */
const PLAIN_STYLE = `
.loading { display: none; }
.plain .button.first { background: var(--green); color: #fff; border-color: var(--green); }
.plain .things { flex-flow: row wrap; max-width: none; }
.plain .jump a { display: inline-block; padding: 3px 12px 3px 0; }
.plain .cards { grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); }
.plain .cards img { display: block; width: 100%; height: 9rem; object-fit: contain; margin-bottom: 4px; }`;

/** The front page of the workshop, readable without its script, and with links to all other pages. */
function front() {
  const at = "index.html";
  const html = readFileSync(join(dist, at), "utf8");
  const buttons = [["games/tamerlane.html", "Read the rules of Tamerlane Chess"], ["book/index.html", "The book"], ["card.html", "The language card"], ["docs/install.html", "Install the program"]];
  const text = `<noscript><style>${PLAIN_STYLE}</style><div class="page plain">
<h1>Chess variants to play, read, and invent</h1>
<p class="lead">Ferz turns the rules of a chess variant into a game that you can play, check, count, and compare. The workshop needs JavaScript to play and to check games. The pages of all ${games.length} games, the book, and the pages of all problems do not.</p>
<p class="things">${buttons.map(([to, name], index) => `<a class="button${index ? "" : " first"}" href="${to}">${name}</a>`).join(" ")}</p>
${list(at, false)}
</div></noscript>`;
  const parts = [
    [/<\/head>/, () => `<style>${FRONT_STYLE}</style>\n</head>`],
    [/<\/header>/, () => `</header>\n<nav class="pages" aria-label="Pages">${bar(at)}</nav>`],
    [/<noscript>[\s\S]*?<\/noscript>/, () => text],
    [/<\/body>/, () => `${foot(at)}\n</body>`],
  ];
  for (const [pattern] of parts) if (!pattern.test(html)) throw new Error(`web/index.html lacks ${pattern}`);
  return parts.reduce((page, [pattern, added]) => page.replace(pattern, added), html);
}

/** The reasons for which `ferz check` complains, each with a page. */
function problems() {
  const at = "problems/index.html";
  const codes = markdown("docs/errors").map((file) => file.split("/").at(-1).slice(0, -".md".length));
  const items = codes.map((code) => {
    const [, first = ""] = /^# .*\n\n([\s\S]*?)\n\n/.exec(`${read(`docs/errors/${code}.md`)}\n\n`) ?? [];
    const { html } = rendered(`docs/errors/${code}.md`, first);
    return `<dt><a href="${code}.html">${code}</a></dt><dd>${html}</dd>`;
  });
  const body = `<h1>All problems</h1>\n<p>${codes.length} problems have a code. <code>ferz explain CODE</code> prints the same page.</p>\n<dl>${items.join("\n")}</dl>`;
  return frame(at, { title: "All problems", body });
}

const palette = /^:root \{[\s\S]*?^\}\n[^\n]*\n@supports[\s\S]*?^\}\n/m.exec(read("web/src/style.css"))[0];
write("site.css", palette + read("tools/site/style.css"));
for (const [at, html] of pages()) write(at, html);
write("games/index.html", frame("games/index.html", { title: "All games", body: `<h1>All games</h1>\n<p>${games.length} games, by family.</p>\n${list("games/index.html")}` }));
write("problems/index.html", problems());
check(EXAMPLE);
write("card.html", frame("card.html", { title: "The language card", body: card() }));
const roots = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "bindings/python/README.md", "bindings/web/README.md", "web/package/README.md", "editors/vscode/README.md", "LICENSE-MIT", "LICENSE-APACHE"];
const count = documents([...markdown("docs/book"), ...markdown("docs/errors"), ...markdown("docs"), ...roots]);
write("index.html", front());
for (const [variable, folder] of [["RUST", "rust"], ["PYTHON", "python"]]) {
  if (process.env[variable]) cpSync(resolve(process.env[variable]), join(out, folder), { recursive: true });
}
// `cargo doc` links to a page that it does not write, and MkDocs writes a page with links to the root of a host.
if (process.env.RUST) write("rust/index.html", '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>ferz for Rust</title><meta http-equiv="refresh" content="0; url=ferz/index.html"><a href="ferz/index.html">ferz for Rust</a></html>\n');
rmSync(join(out, "python/404.html"), { force: true });
console.log(`${out}: ${games.length} games, ${count} other pages`);
