import { statSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { drawings } from "./scripts/drawing.mjs";
import { given } from "./scripts/inside.mjs";

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

/** Adds a service worker that stores every file of the page, so that the page works offline after the first visit. The module
 * for other programs is stored when it is first used. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = ["./", "./library.json", "./icon.svg", "./manifest.webmanifest", ...Object.keys(bundle).filter((name) => !name.endsWith(".map") && name !== "index.html" && !/bridges_bg.*\.wasm$/.test(name)).map((name) => `./${name}`)];
      const text = files.join("\n") + Object.values(bundle).map((one) => one.fileName).join();
      let hash = 0;
      for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
      const source = `const NAME = "ferz-${(hash >>> 0).toString(16)}";
const FILES = ${JSON.stringify(files)};
self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("ferz-") && name !== NAME).map((name) => caches.delete(name)))).then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(caches.open(NAME).then(async (cache) => {
    const known = await cache.match(event.request, { ignoreSearch: true });
    if (known) return known;
    const answer = await fetch(event.request);
    if (answer.ok && url.pathname.endsWith(".wasm")) await cache.put(event.request, answer.clone()).catch(() => undefined);
    return answer;
  }));
});
`;
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  define: { MODULE_SIZE: statSync(new URL("../bindings/web/pkg/ferz_bg.wasm", import.meta.url)).size },
  // The module and the pictures are outside this folder.
  server: { fs: { allow: [".."] } },
  plugins: [drawings(), given(), policy(), offline()],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  worker: { format: "es", plugins: () => [given()] },
});
