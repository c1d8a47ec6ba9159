/** Downloads the WebAssembly module, and unpacks and compiles it while it arrives. It is a worker, so that the page never waits. */
import { XzReadableStream } from "xz-decompress";

/** The uncompressed size of the module in bytes. */
declare const MODULE_SIZE: number;

/** A message to the page: the fraction of the module that has arrived, the module, or why there is none. */
export type Loaded = { part: number } | { module: WebAssembly.Module } | { failed: string };

const say = (message: Loaded) => self.postMessage(message);

async function load(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.length;
      say({ part: Math.min(1, size / MODULE_SIZE) });
      controller.enqueue(part);
    },
  });
  const body = new XzReadableStream(answer.body).pipeThrough(counter);
  return WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
}

self.addEventListener("message", ({ data }: MessageEvent<string>) => {
  load(data).then(
    (module) => say({ module }),
    (error: Error) => say({ failed: error.message }),
  );
});
