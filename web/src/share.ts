/** Packs files into links and archives. */
import { DAMAGED, Fault } from "./faults";

export interface Shared {
  name: string;
  rules: string;
  readings?: string;
  cases?: string;
  /** The array, reading, switches, and position of a game under these rules, as in an address. */
  play?: string;
}

/** The maximum size of a shared file. A short link can hold a much larger file, because it is compressed. */
const LARGEST = 400_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Fault("The file in this link is too large.");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function pack(file: Shared): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(file));
  if (plain.length > LARGEST) {
    throw new Error(`A file of ${Math.ceil(plain.length / 1000)} kB is too large for a link, which holds at most ${LARGEST / 1000} kB. Save it to disk or as a zip, and send that.`);
  }
  const bytes = await through(plain, new CompressionStream("deflate-raw"), Infinity);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the file in a link. */
export async function unpack(text: string): Promise<Shared> {
  try {
    return await opened(text);
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(DAMAGED);
  }
}

async function opened(text: string): Promise<Shared> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const out = await through(bytes, new DecompressionStream("deflate-raw"), LARGEST);
  const value = JSON.parse(new TextDecoder().decode(out)) as Partial<Shared>;
  if (typeof value.rules !== "string") throw new Fault(DAMAGED);
  return { name: String(value.name ?? "Shared"), rules: value.rules, readings: String(value.readings ?? ""), cases: String(value.cases ?? ""), play: typeof value.play === "string" ? value.play : undefined };
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Returns a ZIP archive of files, without compression. */
export function zip(files: [string, string][]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const numbers = (...pairs: [number, number][]) => {
    const size = pairs.reduce((sum, [, width]) => sum + width, 0);
    const view = new DataView(new ArrayBuffer(size));
    let at = 0;
    for (const [value, width] of pairs) {
      if (width === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += width;
    }
    return new Uint8Array(view.buffer);
  };
  for (const [name, text] of files) {
    const [title, body] = [encoder.encode(name), encoder.encode(text)];
    const common: [number, number][] = [[20, 2], [0x0800, 2], [0, 2], [0, 2], [0x21, 2], [crc(body), 4], [body.length, 4], [body.length, 4], [title.length, 2], [0, 2]];
    parts.push(numbers([0x04034b50, 4], ...common), title, body);
    directory.push(numbers([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), title);
    offset += 30 + title.length + body.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
