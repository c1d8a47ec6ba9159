// The special boards and pieces of the page: `data/boards.toml` with the outlines of its signs, and the
// second set of pictures, as build modules.
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { outline } from "./glyphs.mjs";

const data = new URL("../../data/", import.meta.url);
const variants = new URL("../../variants/", import.meta.url);

const read = (name) => parse(readFileSync(new URL(name, data), "utf8"));

/** The family of each built-in game: the folder of its file. */
function families() {
  const folders = readdirSync(variants, { withFileTypes: true }).filter((one) => one.isDirectory());
  const games = ({ name }) => readdirSync(new URL(`${name}/`, variants)).filter((file) => file.endsWith(".ferz")).map((file) => [file.slice(0, -".ferz".length), name]);
  return Object.fromEntries(folders.flatMap(games));
}

/** The styles of boards with the outlines of all signs, by character. */
export function drawing() {
  const found = read("boards.toml");
  const texts = found.style.flatMap(({ signs }) => Object.values(signs ?? {}).flat());
  const glyphs = {};
  for (const character of new Set(texts.join(""))) {
    glyphs[character] = outline("@fontsource/noto-serif-jp", 700, character, 100);
    if (!glyphs[character]) throw new Error(`data/boards.toml: the font has no outline for ${character}`);
  }
  return { styles: found.style, regions: found.regions, families: families(), glyphs };
}

/** The second set of pictures: outlines of two fonts, by the names of `data/pictures/`. */
export function outlines() {
  const found = {};
  for (const [name, character] of Object.entries(read("outlines.toml").outlines)) {
    const drawn = outline("@fontsource/noto-sans-symbols-2", 400, character, 92) ?? outline("@fontsource/noto-emoji", 500, character, 92);
    if (!drawn) throw new Error(`data/outlines.toml: no font has an outline for ${name}`);
    found[name] = drawn;
  }
  return found;
}

const MODULES = { "virtual:drawing": drawing, "virtual:outlines": outlines };

export function drawings() {
  return {
    name: "drawings",
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0") && id.slice(1) in MODULES ? `export default ${JSON.stringify(MODULES[id.slice(1)]())};` : undefined),
  };
}
