import { statSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { book } from "./scripts/book.mjs";
import { drawings } from "./scripts/drawing.mjs";
import { given } from "./scripts/inside.mjs";
import { offline } from "./scripts/offline.mjs";

/** The content security policy: the page may use its own scripts and workers, and nothing from other hosts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function policy(): Plugin {
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: () => [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
      ],
    },
  };
}

export default defineConfig({
  base: "./",
  define: { MODULE_SIZE: statSync(new URL("../bindings/web/pkg/ferz_bg.wasm", import.meta.url)).size },
  // The module and the pictures are outside this folder.
  server: { fs: { allow: [".."] } },
  plugins: [book(), drawings(), given(), policy(), offline()],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  worker: { format: "es", plugins: () => [given()] },
});
