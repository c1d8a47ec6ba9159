// The place of each file of the repository in the site.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const read = (name) => readFileSync(join(root, name), "utf8");

/** The addresses of the repository and of the site. They are empty until a maintainer fills them in. */
export const addresses = JSON.parse(read("addresses.json"));

/** Folders that the site renames, longest first. */
const FOLDERS = [
  ["docs/errors/", "problems/"],
  ["docs/book/", "book/"],
  ["docs/", "docs/"],
  ["variants/", "games/files/"],
];
const PAGES = {
  "README.md": "docs/readme.html",
  "CHANGELOG.md": "docs/changelog.html",
  "CONTRIBUTING.md": "docs/contributing.html",
  "CODE_OF_CONDUCT.md": "docs/conduct.html",
  "SECURITY.md": "docs/security.html",
  "LICENSE-MIT": "docs/license-mit.txt",
  "LICENSE-APACHE": "docs/license-apache.txt",
  "bindings/python/README.md": "docs/python.html",
  "bindings/python/examples/citadel.ipynb": "docs/citadel.ipynb",
  "bindings/web/README.md": "docs/javascript.html",
  "web/package/README.md": "docs/board.html",
  "editors/vscode/README.md": "docs/vscode.html",
  "docs/errors": "problems/index.html",
  "docs/decisions": "docs/decisions/index.html",
  variants: "games/index.html",
};

/** Files that only a package has, and their originals. */
const COPIES = { "editors/vscode/board.png": "docs/editors/board.png" };

/** Returns the name of a file in the repository. */
export const original = (file) => COPIES[file] ?? file.replace(/\/$/, "");

/** Returns the place of a file, or undefined if the site lacks it. */
export function place(file) {
  const name = original(file);
  if (PAGES[name]) return PAGES[name];
  if (!existsSync(join(root, name)) || statSync(join(root, name)).isDirectory()) return undefined;
  const [from, to] = FOLDERS.find(([folder]) => name.startsWith(folder)) ?? [];
  if (!from) return undefined;
  const target = to + name.slice(from.length);
  if (name.endsWith(".ferz")) return `${target}.html`;
  return target.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

/** Returns the relative link from one place to another. */
export function link(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}
