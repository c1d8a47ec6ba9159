// Sends requests to the worker of the built page in the browser, as the page itself does.
import { readdirSync } from "node:fs";

const files = readdirSync(new URL("../dist/assets", import.meta.url));
const named = (pattern) => `./assets/${files.find((name) => pattern.test(name))}`;
const assets = [named(/^worker-.*\.js$/), named(/^loader-.*\.js$/), named(/\.xz$/)];

/** Defines the function `asked` in a page, which sends a request to a separate worker and waits for the answer. */
export async function startWorker(page) {
  await page.evaluate(async ([script, loader, packed]) => {
    const worker = new Worker(script, { type: "module" });
    const loading = new Worker(loader, { type: "module" });
    loading.postMessage(new URL(packed, document.baseURI).href);
    const module = await new Promise((resolve) => loading.addEventListener("message", ({ data }) => data.module && resolve(data.module)));
    loading.terminate();
    worker.postMessage({ module });
    const waiting = new Map();
    let next = 1;
    worker.addEventListener("message", ({ data }) => {
      if (data.begun) return;
      const [resolve, reject] = waiting.get(data.id);
      waiting.delete(data.id);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.value);
    });
    window.asked = (method, ...args) => new Promise((resolve, reject) => {
      waiting.set(next, [resolve, reject]);
      worker.postMessage({ id: next++, method, args });
    });
  }, assets);
}

/** Returns the worker's answer for a position in the format of `ferz moves --json --after`. */
export function standsInBrowser(page) {
  return (name, fen, all) => page.evaluate(async ([name, fen, all]) => {
    const line = { spec: { game: name, options: {} }, fen, moves: [] };
    const { fen: read, turn, check, outcome, moves } = await window.asked("view", line);
    const after = {};
    for (const { text } of all ? moves : []) after[text] = (await window.asked("play", line, text)).view.fen;
    return { fen: read, turn, check, outcome: outcome && { winner: outcome.winner, reason: outcome.reason }, moves: moves.map((one) => one.text), after };
  }, [name, fen, all]);
}
