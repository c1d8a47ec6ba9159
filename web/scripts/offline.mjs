// Writes the service worker, which stores every file of the page, so that the page works without a network after the first visit.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const PUBLIC = new URL("../public/", import.meta.url);

/** The module for games of other programs is stored when it is first used. */
const LATER = /bridges_bg.*\.wasm$/;

/** Returns the name of the worker's cache. It changes with the content of every file, so that each change reaches a returning visitor. */
export function cacheName(files) {
  const hash = createHash("sha256");
  for (const [name, content] of files.toSorted(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${name}\0`).update(content).update("\0");
  return `ferz-${hash.digest("hex").slice(0, 16)}`;
}

/** Returns the text of the worker for these files, with their names below the page. */
export function worker(files) {
  const name = cacheName(files);
  const stored = files.map(([file]) => (file === "index.html" ? "./" : `./${file}`)).filter((file) => !LATER.test(file));
  return `const NAME = ${JSON.stringify(name)};
const FILES = ${JSON.stringify(stored)};
self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith("./assets/") ? "default" : "no-cache" })))).then(() => self.skipWaiting())));
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
}

/** Adds the worker to the page when all its files are known. */
export function offline() {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const own = Object.values(bundle).filter((one) => !one.fileName.endsWith(".map")).map((one) => [one.fileName, one.type === "chunk" ? one.code : one.source]);
        const given = readdirSync(PUBLIC).map((name) => [name, readFileSync(new URL(name, PUBLIC))]);
        this.emitFile({ type: "asset", fileName: "sw.js", source: worker([...own, ...given]) });
      },
    },
  };
}
