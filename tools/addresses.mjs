// Writes the addresses of `addresses.json` to all manifests: node tools/addresses.mjs [--check]
//
// Without addresses, it removes them. With `--check`, it writes nothing, and fails if a manifest would change.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (name) => readFileSync(join(root, name), "utf8");
const { repository, site } = JSON.parse(read("addresses.json"));

/** Returns a manifest of Cargo. The workspace has the addresses, and its packages inherit them. */
function cargo(text) {
  const fields = { repository, homepage: site };
  let changed = text.replace(/^(repository|homepage)(\.workspace)? = .*\n/gm, "");
  for (const [field, address] of Object.entries(fields).reverse()) {
    if (!address) continue;
    changed = changed.replace(/^license = .*\n/m, (line) => (/^\[workspace\.package\]/m.test(text) ? `${line}${field} = "${address}"\n` : line));
    changed = changed.replace(/^license\.workspace = true\n/m, (line) => `${line}${field}.workspace = true\n`);
  }
  return changed;
}

/** Returns a manifest of npm, with the addresses after the license. */
function npm(text, folder) {
  const { repository: _, homepage: __, ...rest } = JSON.parse(text);
  const fields = { ...(repository && { repository: { type: "git", url: `git+${repository}.git`, directory: folder } }), ...(site && { homepage: site }) };
  if (Object.keys(fields).length === 0 && !_ && !__) return text;
  const entries = Object.entries(rest).flatMap(([key, value]) => (key === "license" ? [[key, value], ...Object.entries(fields)] : [[key, value]]));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** Returns a manifest of a Python package. */
function python(text) {
  const urls = [repository && `Repository = "${repository}"`, site && `Homepage = "${site}"`].filter(Boolean);
  const bare = text.replace(/^\[project\.urls\]\n(?:\w.*\n)*\n/m, "");
  return urls.length > 0 ? bare.replace(/^\[project\.scripts\]/m, () => `[project.urls]\n${urls.join("\n")}\n\n[project.scripts]`) : bare;
}

const manifests = execFileSync("git", ["ls-files", "Cargo.toml", "*/Cargo.toml"], { cwd: root, encoding: "utf8" }).trim().split("\n");
const changes = [
  ...manifests.filter((name) => /^license(\.workspace)? = /m.test(read(name))).map((name) => [name, cargo]),
  ...["bindings/web", "web/package", "editors/vscode"].map((folder) => [`${folder}/package.json`, (text) => npm(text, folder)]),
  ["bindings/python/pyproject.toml", python],
];
let stale = 0;
for (const [name, change] of changes) {
  const [before, after] = [read(name), change(read(name))];
  if (before === after) continue;
  stale += 1;
  console.log(name);
  if (!process.argv.includes("--check")) writeFileSync(join(root, name), after);
}
console.log(`${changes.length} manifests, ${stale} ${process.argv.includes("--check") ? "differ from addresses.json" : "changed"}`);
process.exit(process.argv.includes("--check") && stale > 0 ? 1 : 0);
