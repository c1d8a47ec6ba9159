/** Games in the address: `NAME/ARRAY@READING?switch=value`, where NAME is a built-in game or a file of the user. */
import type { RulePage } from "../../bindings/web/pkg/ferz.js";
import type { Spec } from "./rpc";
import { read } from "./project/store";

/** The prefix of the user's files in addresses. */
const OWN = "my:";

export interface Reference {
  name: string;
  array?: string;
  reading?: string;
  switches: Record<string, string>;
}

export function parse(text: string): Reference {
  const [path = "", query = ""] = text.split("?");
  const at = path.lastIndexOf("@");
  const reading = at >= 0 ? path.slice(at + 1) : undefined;
  const [name = "", array] = (at >= 0 ? path.slice(0, at) : path).split("/").map(decodeURIComponent);
  const switches = Object.fromEntries(new URLSearchParams(query));
  return { name, array: array || undefined, reading: reading ? decodeURIComponent(reading) : undefined, switches };
}

export function write(reference: Reference): string {
  return encodeURIComponent(reference.name).replace("%3A", ":") + choice(reference);
}

/** Returns the array, reading, and switches in the form in which they follow the name in an address. */
export function choice({ array, reading, switches }: Omit<Reference, "name">): string {
  const query = new URLSearchParams(switches).toString();
  const part = (mark: string, text?: string) => (text ? mark + encodeURIComponent(text) : "");
  return part("/", array) + part("@", reading) + (query ? `?${query}` : "");
}

export function isOwn(name: string): boolean {
  return name.startsWith(OWN);
}

export function own(id: string): string {
  return OWN + id;
}

export function ownId(name: string): string {
  return name.slice(OWN.length);
}

export const RULES = "game.ferz";

/** Returns the game for the worker to load. */
export function spec({ name, array, reading, switches }: Reference): Spec {
  const options = { array, reading, switches };
  if (!isOwn(name)) return { game: name, options };
  const file = read(ownId(name));
  return textSpec(file?.rules ?? "", file?.readings ?? "", { name, array, reading, switches });
}

/** Returns the game for the worker to load from a text, which need not be saved. */
export function textSpec(rules: string, readings: string, { array, reading, switches }: Reference): Spec {
  const files: Record<string, string> = { [RULES]: rules };
  if (readings.trim()) files["readings.toml"] = readings;
  return { game: RULES, options: { array, reading, switches, files } };
}

/** Returns the title of a game, with its array and reading if they are not the first ones of its file. */
export function described(page: RulePage): string {
  const array = page.arrays.length > 1 && page.array !== page.arrays[0]!.name ? `, ${page.array.replaceAll("-", " ")} array` : "";
  const reading = page.readings.find(({ name }) => name === page.reading);
  return page.title + array + (page.reading !== "default" ? `, ${reading?.title || page.reading}` : "");
}
