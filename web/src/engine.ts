/** The module that computes: downloaded and compiled once, and given to every worker. */
import wasm from "../../bindings/web/pkg/ferz_bg.wasm?url";

/** The size of the module in bytes, as it is when nothing compresses it. */
declare const MODULE_SIZE: number;

async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(wasm);
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.length;
      engine.progress(Math.min(1, size / MODULE_SIZE));
      controller.enqueue(part);
    },
  });
  const body = answer.body.pipeThrough(counter);
  return WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
}

let loaded: Promise<WebAssembly.Module> | undefined;

export const engine = {
  /** Called with the part of the module that has arrived, from 0 to 1. */
  progress: (_part: number): void => {},

  /** Gives the module to a worker when it is there. A download that failed begins again with the next worker. */
  give(worker: Worker): Worker {
    loaded ??= load();
    loaded.then(
      (module) => worker.postMessage({ module }),
      (error: Error) => {
        loaded = undefined;
        worker.postMessage({ failed: `The rules engine could not be downloaded (${error.message}). Reload the page to try again.` });
      },
    );
    return worker;
  },
};
