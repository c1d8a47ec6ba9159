// Serves only the built page, and only on this machine.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** Serves a folder. With `pause`, it sends the module in ten parts, and waits this many milliseconds before each. */
export async function serve(folder = fileURLToPath(new URL("../dist", import.meta.url)), { pause = 0 } = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)).replace(/^(\.\.[/\\])+/, "");
    const file = join(folder, path === "/" ? "index.html" : path);
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      for (let part = 0; pause && file.endsWith(".wasm") && part < 10; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        response.write(body.subarray((body.length * part) / 10, (body.length * (part + 1)) / 10));
      }
      response.end(pause && file.endsWith(".wasm") ? undefined : body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
