// Puts the module, compressed and in letters, into the script that uses it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MODULE = new URL("../../bindings/web/pkg/ferz_bg.wasm", import.meta.url);

export function inside() {
  return {
    name: "inside",
    enforce: "pre",
    resolveId: (id) => (id === "virtual:module" ? "\0virtual:module" : undefined),
    load: (id) => (id === "\0virtual:module" ? `export default "${gzipSync(readFileSync(MODULE), { level: 9 }).toString("base64")}";` : undefined),
    // The module is never looked for beside the script.
    transform: (code, id) => (id.endsWith("pkg/ferz.js") ? code.replace(/new URL\('ferz_bg\.wasm', import\.meta\.url\)/, "undefined") : undefined),
  };
}
