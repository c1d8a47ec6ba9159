// Compares the figures in pages with what they count: node tools/figures.mjs [--write]
//
// A figure is exact, or the size of a file that a build has made, rounded as in its page; `--write` corrects the exact ones. A size may
// differ by 10 %, because every change of the program changes it.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (name) => readFileSync(join(root, name), "utf8");

const files = readdirSync(join(root, "variants"), { recursive: true });
const games = files.filter((name) => name.endsWith(".ferz")).length;
const limit = /^const MOST = ([\d_]+);/m.exec(read("web/scripts/build.mjs"))[1].replaceAll("_", ",");

/** The exact figures: a page, the text around the figure, and the figure. */
const EXACT = [
  ["README.md", /All (\d+) games are built in/, games],
  ["CHANGELOG.md", /^- (\d+) games in families/m, games],
  ["web/package/README.md", /rules\s+of\s+(\d+)\s+games/, games],
  ["docs/interop.md", /^\d+ of (\d+) games are exported/m, games],
  ["docs/book/workshop.md", /exceeds ([\d,]+) bytes/, limit],
];

/** The sizes in millions of bytes: a page, the text around the figure, and the built file. */
const module = "bindings/web/pkg/ferz_bg.wasm";
const SIZES = [
  ["docs/performance.md", /takes ([\d.]+)\s+million bytes with gzip/, module, (file) => gzipSync(readFileSync(file), { level: 9 }).length],
  ["docs/performance.md", /with xz,\s+in\s+([\d.]+)\s+million/, `${module}.xz`],
  ["bindings/web/README.md", /module\s+has\s+about\s+([\d.]+)\s+MB/, module],
  ["bindings/web/README.md", /a\s+server\s+sends\s+([\d.]+)\s+MB\s+with\s+gzip/, module, (file) => gzipSync(readFileSync(file), { level: 9 }).length],
  ["web/package/README.md", /about ([\d.]+) MB/, "web/package/dist/ferz-board.js"],
];

const wrong = [];
const unknown = [];
for (const [page, pattern, figure] of EXACT) {
  const text = read(page);
  const found = pattern.exec(text);
  if (found?.[1] === String(figure)) continue;
  if (found && process.argv.includes("--write")) writeFileSync(join(root, page), text.replace(found[0], found[0].replace(found[1], String(figure))));
  else wrong.push(`${page}: ${found ? `\`${found[0].replace(/\s+/g, " ")}\`, but it is ${figure}` : `nothing matches ${pattern}`}`);
}
for (const [page, pattern, name, measure = (file) => statSync(file).size] of SIZES) {
  const file = join(root, name);
  const found = pattern.exec(read(page));
  if (!found) {
    wrong.push(`${page}: nothing matches ${pattern}`);
  } else if (!existsSync(file)) {
    unknown.push(`${page}: \`${found[0].replace(/\s+/g, " ")}\`, because ${name} is not built`);
  } else {
    const size = measure(file) / 1e6;
    if (Math.abs(size / Number(found[1]) - 1) > 0.1) wrong.push(`${page}: \`${found[0].replace(/\s+/g, " ")}\`, but it is ${size.toFixed(3)} million`);
  }
}
for (const one of wrong) console.error(`FAIL ${one}`);
for (const one of unknown) console.log(`${process.env.STRICT === "1" ? "FAIL" : "skipped"} ${one}`);
const failed = wrong.length + (process.env.STRICT === "1" ? unknown.length : 0);
console.log(`${EXACT.length + SIZES.length - wrong.length - unknown.length} figures right, ${wrong.length} wrong, ${unknown.length} not measured`);
process.exit(failed ? 1 : 0);
