// Serves only the built page, and only on this machine.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };
const PART = 2_000;

/** A link of a number of bytes per second, which all connections share. */
class Link {
  sent = 0;
  #free = Date.now();

  constructor(rate) {
    this.rate = rate;
  }

  async send(response, body) {
    for (let at = 0; at < body.length; at += PART) {
      const part = body.subarray(at, at + PART);
      const now = Date.now();
      // A timer that is late does not make the link slower.
      this.#free = Math.max(this.#free, now - 200) + (part.length * 1000) / this.rate;
      await new Promise((resolve) => setTimeout(resolve, this.#free - now));
      this.sent += part.length;
      response.write(part);
    }
    response.end();
  }
}

/** The built page, or another build of it. */
export const SITE = process.env.FERZ_SITE ?? fileURLToPath(new URL("../dist", import.meta.url));

/**
 * Serves a folder. With `pause`, it sends the module in ten parts, and waits this many milliseconds before each. With `rate`, it
 * sends this many bytes per second, and texts compressed, as hosts of static pages do.
 */
export async function serve(folder = SITE, { pause = 0, rate = 0 } = {}) {
  const link = new Link(rate);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)).replace(/^(\.\.[/\\])+/, "");
    const file = join(folder, path === "/" ? "index.html" : path);
    try {
      const body = await readFile(file);
      const type = TYPES[extname(file)];
      const pack = rate && type;
      response.writeHead(200, { "content-type": type ?? "application/octet-stream", ...(pack && { "content-encoding": "gzip" }), ...(rate && { "cache-control": "max-age=600" }) });
      if (rate) {
        await link.send(response, pack ? gzipSync(body) : body);
        return;
      }
      for (let part = 0; pause && file.endsWith(".xz") && part < 10; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        response.write(body.subarray((body.length * part) / 10, (body.length * (part + 1)) / 10));
      }
      response.end(pause && file.endsWith(".xz") ? undefined : body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close(), sent: () => link.sent };
}
