// Packages the extension as a `.vsix`. With a path to the program `ferz`, the extension contains the program: node scripts/package.mjs ferz [target]
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..");
const [program, target] = process.argv.slice(2);
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};
rmSync(join(root, "bin"), { recursive: true, force: true });
if (program) {
  mkdirSync(join(root, "bin"));
  const copy = join(root, "bin", basename(program).endsWith(".exe") ? "ferz.exe" : "ferz");
  copyFileSync(program, copy);
  chmodSync(copy, 0o755);
}
const text = (name) => readFileSync(join(root, "../..", name), "utf8");
const choice = "Ferz is licensed under the MIT License or the Apache License 2.0, at your option.\n";
writeFileSync(join(root, "LICENSE.txt"), [choice, text("LICENSE-MIT"), text("LICENSE-APACHE")].join(`\n${"-".repeat(79)}\n\n`));
copyFileSync(join(root, "../../docs/editors/board.png"), join(root, "board.png"));
run(process.execPath, [join(root, "../../tools/notices.mjs"), "extension", join(root, "notices.txt")]);
// `vsce` runs the script `vscode:prepublish`, which compiles the extension. The picture stays a file of the extension.
const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
run(join(root, "node_modules/.bin/vsce"), ["package", ...options, ...(target ? ["--target", target] : [])]);
