// Embeds the module, compressed and encoded as text, into the script that uses it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MODULE = new URL("../../bindings/web/pkg/ferz_bg.wasm", import.meta.url);

/** Lets the bindings look for no module beside their script: those who use them give it to them. */
export function given() {
  return {
    name: "given",
    enforce: "pre",
    transform: (code, id) => (id.endsWith("pkg/ferz.js") ? code.replace(/new URL\('ferz_bg\.wasm', import\.meta\.url\)/, "undefined") : undefined),
  };
}

export function inside() {
  return {
    ...given(),
    name: "inside",
    resolveId: (id) => (id === "virtual:module" ? "\0virtual:module" : undefined),
    load: (id) => (id === "\0virtual:module" ? `export default "${gzipSync(readFileSync(MODULE), { level: 9 }).toString("base64")}";` : undefined),
  };
}
