// Packages the extension as a `.vsix`. With a path to the program `ferz`, the extension contains the program: node scripts/package.mjs ferz [target]
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..");
const [program, target] = process.argv.slice(2);
const run = (name, args) => {
  const { status } = spawnSync(join(root, "node_modules/.bin", name), args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};
rmSync(join(root, "bin"), { recursive: true, force: true });
if (program) {
  mkdirSync(join(root, "bin"));
  const copy = join(root, "bin", basename(program).endsWith(".exe") ? "ferz.exe" : "ferz");
  copyFileSync(program, copy);
  chmodSync(copy, 0o755);
}
for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, "../..", license), join(root, license));
run("tsc", ["--noEmit"]);
run("esbuild", [
  "src/extension.ts", "--bundle", "--platform=node", "--external:vscode", "--minify", "--target=node18",
  "--outfile=out/extension.js",
]);
run("vsce", ["package", "--no-dependencies", "--allow-missing-repository", ...(target ? ["--target", target] : [])]);
