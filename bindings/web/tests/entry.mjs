// Tests the entries of the package as a program sees it after `npm install`: `import` and `require` in Node.
//
//   node bindings/web/tests/entry.mjs
//
// Needs `just web`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const own = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "ferz-entry-"));

/** Returns what a program prints that has the package among its own. */
function printed(name, text) {
  writeFileSync(join(folder, name), text);
  return execFileSync("node", [join(folder, name)], { cwd: folder, encoding: "utf8" }).trim();
}

const PLAY = "const game = Rules.load('chess').start(); game.play('e2e4'); console.log(game.legalMoves().length, game.turn);";
try {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(own, join(folder, "node_modules", "ferz-web"), "dir");
  const programs = {
    "load.mjs": `import { load } from "ferz-web"; const { Rules } = await load(); ${PLAY}`,
    "named.mjs": `import { Rules } from "ferz-web"; ${PLAY}`,
    "load.cjs": `const { load } = require("ferz-web"); load().then(({ Rules }) => { ${PLAY} });`,
    "named.cjs": `const { Rules } = require("ferz-web"); ${PLAY}`,
    // An object is freed when it is disposed of, or when nothing refers to it.
    "disposed.mjs": `import { Rules } from "ferz-web"; const own = Rules.load("chess"); own[Symbol.dispose ?? "free"](); try { own.name; } catch { console.log("20 black"); }`,
  };
  for (const [name, text] of Object.entries(programs)) assert.equal(printed(name, text), "20 black", name);
  console.log(`${Object.keys(programs).length} programs loaded the package`);
} finally {
  rmSync(folder, { recursive: true });
}
