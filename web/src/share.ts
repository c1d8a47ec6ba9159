/** Packs projects into links. The link of a copy of a built-in game has only what differs from the game. */
import { DAMAGED, Fault } from "./faults";
import { ask } from "./rpc";

export interface Shared {
  name: string;
  rules: string;
  readings?: string;
  cases?: string;
  /** The built-in game of which this is a copy. */
  base?: string;
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

/** The content of a link. With a base, the texts are changes of the texts of that game. */
interface Packed {
  name: string;
  play?: string;
  cases?: string;
  rules?: string;
  readings?: string;
  base?: string;
  /** Identifies the text of the base. */
  sum?: string;
  /** The changes of the rules: each with its start, its end, and its new text. */
  edits?: [number, number, string][];
}

/** Returns a number that changes with a text (FNV-1a). */
function sum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`;
}

/** Returns the rules and readings of a built-in game, if there is one. */
async function built(base: string): Promise<{ rules: string; readings: string } | undefined> {
  const rules = await ask("source", base).catch(() => null);
  if (rules === null) return undefined;
  const texts = await ask("texts", { game: base, options: {} });
  return { rules, readings: texts.find(([name]) => name.endsWith("readings.toml"))?.[1] ?? "" };
}

/** Returns the content of a link: the changes if they are shorter than the texts. */
async function content({ name, rules, readings, cases, base, play }: Shared): Promise<Packed> {
  const whole: Packed = { name, rules, readings, cases, play };
  const original = base && (await built(base));
  if (!original) return whole;
  const { diff } = await import("@codemirror/merge");
  const edits = diff(original.rules, rules).map(({ fromA, toA, fromB, toB }): [number, number, string] => [fromA, toA, rules.slice(fromB, toB)]);
  const changes: Packed = { name, base, sum: sum(original.rules), edits, cases, play, readings: readings === original.readings ? undefined : readings };
  return JSON.stringify(changes).length < JSON.stringify(whole).length ? changes : whole;
}

/** Returns the texts of a link. */
async function restored({ base, sum: known, edits, rules, readings }: Packed): Promise<{ rules: string; readings: string }> {
  if (typeof rules === "string") return { rules, readings: String(readings ?? "") };
  const original = typeof base === "string" ? await built(base) : undefined;
  if (!original || !Array.isArray(edits)) throw new Fault(DAMAGED);
  if (sum(original.rules) !== known) throw new Fault(`This link has changes of “${base!.slice(0, 40)}”, and the text of that game is another one now. Ask for the file, or for a new link.`);
  let [text, last] = ["", 0];
  for (const [from, to, insert] of edits) {
    if (!(from >= last && to >= from) || typeof insert !== "string") throw new Fault(DAMAGED);
    text += original.rules.slice(last, from) + insert;
    last = to;
  }
  return { rules: text + original.rules.slice(last), readings: readings === undefined ? original.readings : String(readings) };
}

/** Returns a text in compressed form for an address. */
export async function encode(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let packed = "";
  for (const byte of bytes) packed += String.fromCharCode(byte);
  return btoa(packed).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the text of an address. */
export async function decode(packed: string): Promise<string> {
  const plain = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), LARGEST));
}

export async function pack(file: Shared): Promise<string> {
  const text = JSON.stringify(await content(file));
  const { length } = new TextEncoder().encode(text);
  if (length > LARGEST) {
    throw new Error(`A file of ${Math.ceil(length / 1000)} kB is too large for a link, which holds at most ${LARGEST / 1000} kB. Save it to disk or as a zip, and send that.`);
  }
  return encode(text);
}

/** Returns true if a link leads to a board, and not to the editor. */
export async function isBoard(text: string): Promise<boolean> {
  return typeof (JSON.parse(await decode(text)) as Packed).play === "string";
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
  const value = JSON.parse(await decode(text)) as Packed;
  const { play, base } = value;
  return { name: String(value.name ?? "Shared"), ...(await restored(value)), cases: String(value.cases ?? ""), base: typeof base === "string" ? base : undefined, play: typeof play === "string" ? play : undefined };
}
