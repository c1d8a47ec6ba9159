/** The WebAssembly module, which is downloaded and compiled once and then sent to every worker. */
import packed from "../../bindings/web/pkg/ferz_bg.wasm.xz?url";
import type { Loaded } from "./loader";

function load(): Promise<WebAssembly.Module> {
  // The loader ends itself when it has stored the module.
  const loader = new Worker(new URL("./loader.ts", import.meta.url), { type: "module" });
  return new Promise<WebAssembly.Module>((resolve, reject) => {
    loader.addEventListener("message", ({ data }: MessageEvent<Loaded>) => {
      if ("part" in data) engine.progress(data.part);
      else if ("module" in data) resolve(data.module);
      else reject(new Error(data.failed));
    });
    loader.addEventListener("error", () => reject(new Error("its loader could not be started")));
    loader.postMessage(new URL(packed, document.baseURI).href);
  });
}

let loaded: Promise<WebAssembly.Module> | undefined;

export const engine = {
  /** Called with the downloaded fraction of the module, from 0 to 1. */
  progress: (_part: number): void => {},

  /** Returns the module. A failed download is repeated for the next who asks. */
  module(): Promise<WebAssembly.Module> {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  },

  /** Sends the module to a worker when it is available. */
  give(worker: Worker): Worker {
    this.module().then(
      (module) => worker.postMessage({ module }),
      (error: Error) => worker.postMessage({ failed: `The rules engine could not be downloaded (${error.message}). Reload the page to try again.` }),
    );
    return worker;
  },
};
