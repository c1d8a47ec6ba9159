/** The WebAssembly module, which is downloaded and compiled once and then sent to every worker. */
import wasm from "../../bindings/web/pkg/ferz_bg.wasm?url";

/** The uncompressed size of the module in bytes. */
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
  /** Called with the downloaded fraction of the module, from 0 to 1. */
  progress: (_part: number): void => {},

  /** Sends the module to a worker when it is available. A failed download is repeated for the next worker. */
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
