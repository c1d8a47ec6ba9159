/** Downloads the WebAssembly module, and unpacks and compiles it while it arrives. It is a worker, so that the page never waits. */
import { XzReadableStream } from "xz-decompress";

/** The uncompressed size of the module in bytes. */
declare const MODULE_SIZE: number;

/** A message to the page: the fraction of the module that has arrived, the module, or why there is none. */
export type Loaded = { part: number } | { module: WebAssembly.Module } | { failed: string };

/** The cache of the unpacked module. The service worker deletes only caches whose names begin with `ferz-`. */
const UNPACKED = "unpacked module of ferz";
const HEADERS = { "content-type": "application/wasm" };

const say = (message: Loaded) => self.postMessage(message);

/** Opens the cache. A page without storage has none. */
async function unpacked(): Promise<Cache | undefined> {
  try {
    return await self.caches.open(UNPACKED);
  } catch {
    return undefined;
  }
}

/** Downloads, unpacks, and compiles the module, and returns it with its parts. */
async function load(address: string): Promise<{ module: WebAssembly.Module; parts: BlobPart[] }> {
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  const parts: BlobPart[] = [];
  let size = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
    transform(part, controller) {
      size += part.length;
      parts.push(part.slice());
      say({ part: Math.min(1, size / MODULE_SIZE) });
      controller.enqueue(part);
    },
  });
  const body = new XzReadableStream(answer.body).pipeThrough(counter);
  return { module: await WebAssembly.compileStreaming(new Response(body, { headers: HEADERS })), parts };
}

/** Sends the module to the page. Unpacking takes most of the time, so the unpacked module is stored for the next visit. */
async function serve(address: string): Promise<void> {
  const cache = await unpacked();
  const known = await cache?.match(address).catch(() => undefined);
  const stored = known && (await WebAssembly.compileStreaming(known).catch(() => undefined));
  if (stored) {
    say({ module: stored });
    return;
  }
  const { module, parts } = await load(address);
  say({ module });
  if (!cache) return;
  // The modules of earlier versions go.
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(address, new Response(new Blob(parts), { headers: HEADERS }));
}

self.addEventListener("message", ({ data }: MessageEvent<string>) => {
  // Once the page has the module, a failure to store it has no effect.
  serve(data).catch((error: Error) => say({ failed: error.message })).finally(() => self.close());
});
