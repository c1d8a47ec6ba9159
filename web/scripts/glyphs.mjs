// Outlines of characters from fonts under the Open Font License, extracted from npm packages when the page is built.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fontkit from "fontkit";

const require = createRequire(import.meta.url);

/** The parts of a font with the ranges of code points that each has, as `[first, last]`. */
function parts(name, weight) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const style = readFileSync(join(folder, `${weight}.css`), "utf8");
  return [...style.matchAll(/url\(\.\/(files\/[^)]+\.woff2)\)[\s\S]*?unicode-range: ([^;]+);/g)].map(([, file, ranges]) => ({
    file: join(folder, file),
    ranges: ranges.split(",").map((range) => {
      const [first, last] = range.trim().slice(2).split("-").map((digits) => parseInt(digits, 16));
      return [first, last ?? first];
    }),
  }));
}

const opened = new Map();

/** Returns the path of a character, fitted into a square of `size` around the origin, or undefined if the font lacks it. */
export function outline(name, weight, character, size) {
  const key = `${name} ${weight}`;
  if (!opened.has(key)) opened.set(key, parts(name, weight));
  const code = character.codePointAt(0);
  for (const part of opened.get(key)) {
    if (!part.ranges.some(([first, last]) => code >= first && code <= last)) continue;
    part.font ??= fontkit.create(readFileSync(part.file));
    if (!part.font.hasGlyphForCodePoint(code)) continue;
    const { path } = part.font.glyphForCodePoint(code);
    const { minX, minY, maxX, maxY } = path.bbox;
    const scale = size / Math.max(maxX - minX, maxY - minY);
    const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2];
    const short = (value) => String(Math.round(value * 10) / 10);
    const letters = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" };
    return path.commands.map(({ command, args }) =>
      letters[command] + args.map((value, index) => (index % 2 ? short((middleY - value) * scale) : short((value - middleX) * scale))).join(" ")).join("");
  }
  return undefined;
}
