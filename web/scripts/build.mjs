// Makes the module for browsers and the one for Node, and says what is missing.
//
// Needed is the standard library of the target wasm32-unknown-unknown. `--skip-wasm` takes the module as it is.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const web = dirname(here);
const root = dirname(web);
const bindings = join(root, "bindings", "web");

function run(command, args, options = {}) {
  console.log(`$ ${command} ${args.join(" ")}`);
  const done = spawnSync(command, args, { stdio: "inherit", cwd: root, ...options });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function output(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** How to build for the target: with the toolchain's own standard library, or with that of Debian's packages. */
function toolchain() {
  const sysroot = output("rustc", ["--print", "sysroot"]);
  if (sysroot && existsSync(join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown", "lib"))) {
    return { command: "cargo", args: [], env: {} };
  }
  const debian = "/usr/lib/rust-web/bin/cargo";
  const cargo = [debian, "/usr/bin/cargo-web", "/usr/bin/cargo"].find((path) => existsSync(path));
  if (cargo && existsSync("/usr/bin/wasm-ld-19")) {
    const env = { RUSTC_BOOTSTRAP: "1", CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "wasm-ld-19" };
    return { command: cargo, args: ["-Z", "build-std=std,panic_abort"], env };
  }
  console.error("missing: the standard library for browsers.");
  console.error("  with rustup:    rustup target add wasm32-unknown-unknown");
  console.error("  without:        apt-get install rustc-web cargo-web rust-web-src lld-19");
  process.exit(1);
}

function build(features, folder, target) {
  const { command, args, env } = toolchain();
  const flags = features ? [] : ["--no-default-features"];
  run(command, ["build", "--locked", "--profile", "web", "--package", "ferz-web", "--target", "wasm32-unknown-unknown", ...flags, ...args], { env: { ...process.env, ...env } });
  run("cargo", ["build", "--locked", "--release", "--package", "ferz-web-bindings"]);
  const module = join(root, "target", "wasm32-unknown-unknown", "web", "ferz_web.wasm");
  mkdirSync(join(bindings, folder), { recursive: true });
  run(join(root, "target", "release", "ferz-web-bindings"), [module, join(bindings, folder), target]);
}

if (!process.argv.includes("--skip-wasm")) {
  build(true, "pkg", "web");
  const plain = readFileSync(join(bindings, "pkg", "ferz_bg.wasm"));
  console.log(`module: ${statSync(join(bindings, "pkg", "ferz_bg.wasm")).size} bytes, compressed ${gzipSync(plain, { level: 9 }).length}`);
}
const module = join(root, "target", "wasm32-unknown-unknown", "web", "ferz_web.wasm");
if (existsSync(module)) {
  mkdirSync(join(bindings, "node"), { recursive: true });
  run(join(root, "target", "release", "ferz-web-bindings"), [module, join(bindings, "node"), "node"]);
  // What is made for Node is not a module of the newer sort, whatever the package says.
  writeFileSync(join(bindings, "node", "package.json"), '{ "type": "commonjs" }\n');
}

// The cards of the library are made once, so that the first page needs no module.
const ferz = createRequire(import.meta.url)(join(bindings, "node", "ferz.js"));
mkdirSync(join(web, "public"), { recursive: true });
writeFileSync(join(web, "public", "library.json"), JSON.stringify(ferz.cards()));
console.log(`library.json: ${ferz.builtIn().length} games`);
