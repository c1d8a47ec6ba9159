// Builds the modules for browsers and for Node, and reports missing tools.
//
// Requires the standard library of the target wasm32-unknown-unknown. `--skip-wasm` uses the existing module.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const web = dirname(here);
const root = dirname(web);
const bindings = join(root, "bindings", "web");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const modules = join(target, "wasm32-unknown-unknown");
const module = join(modules, "web", "ferz_web.wasm");
/** The module for games of other programs, which the page loads only when it needs it. */
const bridges = join(root, "bindings", "bridges");
/** The most bytes the module may have with gzip. The site itself sends it with xz, which makes a third less of it. */
const MOST = 1_960_000;

function run(command, args) {
  console.log(`$ ${command} ${args.join(" ")}`);
  const done = spawnSync(command, args, { stdio: "inherit", cwd: root });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function output(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** Stops if the toolchain cannot build for the target. */
function needTarget() {
  const sysroot = output("rustc", ["--print", "sysroot"]);
  if (sysroot && existsSync(join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown", "lib"))) return;
  console.error("missing: the standard library for browsers; `rustup target add wasm32-unknown-unknown` installs it");
  console.error("(the Rust of Debian 12, with rustc-web and lld-19, is older than this package needs)");
  process.exit(1);
}

function bind(file, folder, kind, name = "ferz") {
  mkdirSync(folder, { recursive: true });
  run(join(target, "release", "ferz-web-bindings"), [file, folder, kind, name]);
}

/** Returns the size of a module as a static host sends it, and prints it. */
function measure(name, file) {
  const plain = readFileSync(file);
  const sent = gzipSync(plain, { level: 9 }).length;
  console.log(`${name}: ${plain.length} bytes; ${sent} with gzip`);
  return sent;
}

function build() {
  needTarget();
  // Each module has its own features of the library, so that the first one does not grow.
  for (const [name, profile] of [["ferz-web", "web"], ["ferz-web-bridges", "web-lazy"]]) {
    run("cargo", ["build", "--locked", "--profile", profile, "--package", name, "--target", "wasm32-unknown-unknown"]);
  }
  run("cargo", ["build", "--locked", "--release", "--package", "ferz-web-bindings"]);
  bind(module, join(bindings, "pkg"), "web");
  bind(join(modules, "web-lazy", "ferz_web_bridges.wasm"), join(bridges, "pkg"), "web", "ferz_bridges");
  measure("module for other programs", join(bridges, "pkg", "ferz_bridges_bg.wasm"));
  const sent = measure("module", join(bindings, "pkg", "ferz_bg.wasm"));
  if (sent > MOST) {
    console.error(`the module is too large: ${sent} bytes with gzip, and at most ${MOST} are meant`);
    process.exit(1);
  }
}

/** Compresses the module as the site sends it. */
function pack() {
  const plain = join(bindings, "pkg", "ferz_bg.wasm");
  // The checksum and the size of the dictionary suit the small decoder of the page.
  const done = spawnSync("xz", ["--keep", "--force", "--check=crc32", "--lzma2=preset=9e,dict=8MiB,lc=4,lp=0,pb=0", plain], { stdio: "inherit" });
  if (done.status !== 0) {
    console.error("missing: xz, which compresses the module; the package `xz-utils` or `xz` has it");
    process.exit(1);
  }
  console.log(`module: ${statSync(`${plain}.xz`).size} bytes with xz`);
}

if (!process.argv.includes("--skip-wasm")) build();
pack();
if (existsSync(module)) {
  bind(module, join(bindings, "node"), "node");
  // The module for Node is a CommonJS module, although the package has `"type": "module"`.
  writeFileSync(join(bindings, "node", "package.json"), '{ "type": "commonjs" }\n');
}

// The cards of the library are generated here, so that the first page does not need the module.
const ferz = createRequire(import.meta.url)(join(bindings, "node", "ferz.js"));
mkdirSync(join(web, "public"), { recursive: true });
writeFileSync(join(web, "public", "library.json"), JSON.stringify(ferz.cards()));
console.log(`library.json: ${ferz.builtIn().length} games`);

// The licenses of everything in the page are beside it, and in both packages for npm.
const notices = join(web, "public", "notices.txt");
run(process.execPath, [join(root, "tools", "notices.mjs"), "site", notices]);
for (const folder of [join(web, "package"), join(root, "bindings", "web")]) copyFileSync(notices, join(folder, "notices.txt"));
