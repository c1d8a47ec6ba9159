// Parses every rule file of the project. Only files with broken syntax may have errors.
// Needs the program `tree-sitter`: npm install --global tree-sitter-cli, or cargo install tree-sitter-cli.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const broken = new Set(
  `block-without-head brackets characters commas deep doubled-brace doubled_brace_open doubled_braces headless
  hidden hidden-character merge-conflict row-outside-block row-without-rank rows stray-bar stray_brace
  strange-character strange-quotes texts too-many-mistakes unclosed-betza unclosed-block unclosed-group unclosed-list
  unclosed_block_flat unclosed_block_inner unclosed_block_last unclosed_block_next unopened-block unopened-group
  unopened-list unopened_block wrong-bracket`.split(/\s+/),
);

const walk = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : path.endsWith(".ferz") ? [path] : [];
  });
const files = ["variants", "tests/fixtures", "data"].flatMap((folder) => walk(join(root, folder)));
const list = join(mkdtempSync(join(tmpdir(), "ferz-")), "files");
writeFileSync(list, files.join("\n"));
const run = spawnSync("tree-sitter", ["parse", "--quiet", "--paths", list], { cwd: here, encoding: "utf8" });
if (run.error) throw run.error;
const bad = new Set(run.stdout.split("\n").filter(Boolean).map((line) => line.split("\t")[0].trim()));
let mistakes = 0;
for (const file of files) {
  const isBroken = file.includes("/err/") && broken.has(basename(file, ".ferz"));
  if (bad.has(file) === isBroken) continue;
  mistakes += 1;
  console.error(`${file}: ${isBroken ? "no error was found" : "parsed with an error"}`);
}
console.log(`${files.length} files, ${bad.size} with a broken shape, ${mistakes} unexpected`);
process.exit(mistakes ? 1 : 0);
