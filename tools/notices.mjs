// Writes the licenses of everything that a product contains besides ferz itself: node tools/notices.mjs PRODUCT [FILE]
//
// A product is `archive` (the program with the runtime of its pages), `python`, `site`, or `extension`. The crates are those that it
// compiles, and the npm packages are those that its sources import. A package without a license text, or with a license that
// `deny.toml` and this file do not allow, is an error.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (...path) => readFileSync(join(root, ...path), "utf8");

/** The sources of the workshop, their packages, and the fonts that its build reads. */
const PAGE = { sources: "web/src", modules: "web/node_modules", read: ["@fontsource/noto-emoji", "@fontsource/noto-sans-symbols-2", "@fontsource/noto-serif-jp"] };
/** The crates and the sources in TypeScript that a product contains. */
const PRODUCTS = {
  archive: { crates: ["ferz", "ferz-web"], ...PAGE },
  python: { crates: ["ferz-python"] },
  site: { crates: ["ferz-web", "ferz-web-bridges"], target: "wasm32-unknown-unknown", ...PAGE },
  extension: { crates: ["ferz"], sources: "editors/vscode/src", modules: "editors/vscode/node_modules" },
};
/** Licenses of npm packages and fonts besides those of `deny.toml`. */
const OTHERS = ["0BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "OFL-1.1"];
const allowed = new Set([...read("deny.toml").match(/^allow = \[([\s\S]*?)\]/m)[1].matchAll(/"([^"]+)"/g)].map(([, one]) => one).concat(OTHERS));

/** Returns true if an SPDX expression offers an allowed choice. */
function isAllowed(expression) {
  const parts = (text, word) => text.split(new RegExp(` ${word} (?![^(]*\\))`));
  const bare = expression.replace(/^\((.*)\)$/, "$1").replaceAll("/", " OR ");
  if (allowed.has(bare)) return true;
  for (const [word, method] of [["AND", "every"], ["OR", "some"]]) {
    const found = parts(bare, word);
    if (found.length > 1) return found[method](isAllowed);
  }
  return false;
}

/** Returns the license texts in the folder of a package. */
function texts(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|unlicense|notice|ofl)/i.test(name) && !/\.(js|ts|json|rs|spdx)$/.test(name));
  return names.sort().flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim()];
    } catch {
      return [];
    }
  });
}

function cargo(...words) {
  return execFileSync("cargo", [...words, "--locked"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Returns the crates of other projects that are compiled into the given ones, for a target or for all. */
function crates({ crates: names, target = "all" }) {
  const tree = cargo("tree", ...names.flatMap((name) => ["-p", name]), "-e", "normal,no-proc-macro", "--target", target, "--prefix", "none", "--format", "{p}");
  const compiled = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages } = JSON.parse(cargo("metadata", "--format-version", "1"));
  return packages
    .filter(({ name, version, source }) => source && compiled.has(`${name} v${version}`))
    .map(({ name, version, license, repository, manifest_path: path }) => ({ name, version, license, address: repository, folder: dirname(path) }));
}

/** Returns the npm packages that the sources of a folder import, and those that these need. */
function modules({ sources, modules: folder, read: more = [] }) {
  const files = readdirSync(join(root, sources), { recursive: true }).filter((name) => name.endsWith(".ts"));
  const imports = files.flatMap((name) => [...read(sources, name).matchAll(/(?:from|import\()\s*"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/g)].map(([, one]) => one));
  const todo = [...imports.filter((name) => !/^(\.|node$|vscode$|virtual$)/.test(name)), ...more].map((name) => join(root, folder, name));
  const found = new Map();
  while (todo.length > 0) {
    const at = todo.pop();
    if (found.has(at)) continue;
    const { name, version, license, repository, author, main, dependencies = {} } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
    found.set(at, { name, version, license, address: typeof repository === "string" ? repository : repository?.url, folder: at, author, main });
    todo.push(...Object.keys(dependencies).map((needed) => installed(at, needed)));
  }
  return [...found.values()];
}

/** Returns the folder in which Node finds a package that another one needs. */
function installed(from, name) {
  for (let at = from; at !== dirname(at); at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    try {
      readFileSync(join(folder, "package.json"));
      return folder;
    } catch {
      // It is in a folder above.
    }
  }
  throw new Error(`${name}, which ${from} needs, is not installed`);
}

/** Returns the standard text of a license for a package that has none: its authors, with the comment at the start of its program. */
function standard({ license, folder, author, main }) {
  if (/Apache-2\.0/.test(license)) return [read("LICENSE-APACHE").trim()];
  // The Boost license need not accompany programs.
  if (license === "BSL-1.0") return ["Boost Software License 1.0: https://www.boost.org/LICENSE_1_0.txt"];
  if (license !== "MIT" || !author) return [];
  const [comment = ""] = main ? (/^\/\*!([\s\S]*?)\*\//.exec(readFileSync(join(folder, main), "utf8")) ?? []).slice(1) : [];
  const notes = comment.replace(/^ \* ?/gm, "").trim();
  return [read("LICENSE-MIT").trim().replace(/^Copyright.*$/m, `Copyright (c) ${author.name ?? author}${notes && `\n\n${notes}`}`)];
}

/** Returns a text without differences of layout, so that the same license appears once. */
function fill(text) {
  return text.replace(/\s+/g, " ").toLowerCase();
}

const [product, file] = process.argv.slice(2);
const parts = PRODUCTS[product];
if (!parts) {
  console.error(`usage: node tools/notices.mjs ${Object.keys(PRODUCTS).join("|")} [FILE]`);
  process.exit(2);
}
const packages = [...crates(parts), ...(parts.sources ? modules(parts) : [])].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
const groups = new Map();
const wrong = [];
for (const one of packages) {
  one.license ??= "unknown";
  one.found = texts(one.folder);
  if (!isAllowed(one.license)) wrong.push(`${one.name} ${one.version}: the license ${one.license} is not allowed`);
  if (one.found.length === 0) one.found = standard(one);
  if (one.found.length === 0) wrong.push(`${one.name} ${one.version} (${one.license}): no license text in ${one.folder}`);
  for (const text of one.found) {
    const key = fill(text);
    if (!groups.has(key)) groups.set(key, { text, users: new Set() });
    groups.get(key).users.add(`${one.name} ${one.version}`);
  }
}
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
const lines = packages.map(({ name, version, license, address }) => `${name} ${version}: ${license}${address ? `, ${address.replace(/^git\+/, "")}` : ""}`);
const rule = "-".repeat(79);
const notices = `Third-party notices

Besides the work of its authors, this copy of ferz contains the ${packages.length} packages
below and the standard library of Rust (MIT OR Apache-2.0). Their licenses
follow, each with the packages that it covers.

${lines.join("\n")}

${[...groups.values()].map(({ text, users }) => `${rule}\n${[...users].join(", ")}\n\n${text}\n`).join("\n")}`;
if (file) writeFileSync(file, notices);
else process.stdout.write(notices);
console.error(`notices of ${product}: ${packages.length} packages, ${groups.size} texts, ${notices.length} bytes`);
