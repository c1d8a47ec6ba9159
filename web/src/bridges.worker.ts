/** The worker for games of other programs. It has a module of its own, which is loaded only when one is read or written. */
import init, { exportGame, importGame, sections } from "../../bindings/bridges/pkg/ferz_bridges.js";
import wasm from "../../bindings/bridges/pkg/ferz_bridges_bg.wasm?url";

const METHODS = { sections, importGame, exportGame };
export type Methods = typeof METHODS;

const ready = init({ module_or_path: wasm });

self.addEventListener("message", async ({ data }: MessageEvent<{ id: number; method: keyof Methods; args: unknown[] }>) => {
  try {
    await ready;
    const method = METHODS[data.method] as (...args: unknown[]) => unknown;
    self.postMessage({ id: data.id, value: method(...data.args) });
  } catch (error) {
    self.postMessage({ id: data.id, error: (error as Error).message });
  }
});
