/** Diagrams of moves: a piece in the middle, and a mark on each square that it can reach. */
import type { Mark, MarkName, PieceInfo } from "../../../bindings/web/pkg/ferz.js";
import { h, s } from "../dom";
import { chosenLook, picture } from "./pieces";

export const MEANING: Record<MarkName, string> = {
  both: "moves or captures",
  quiet: "moves only",
  capture: "captures only",
  pass: "may pass: it goes out and comes back",
  clear: "on the path, and must be empty",
  hurdle: "a piece it jumps over",
  passing: "captured in passing",
};

const QUIET = "#0b62a4";
const CAPTURE = "#b93a0a";

/** Draws a mark in a square of 40 by 40 around the origin. */
export function sign(mark: MarkName): SVGElement {
  switch (mark) {
    case "both":
      return s("circle", { r: 11, fill: QUIET });
    case "quiet":
      return s("circle", { r: 9, fill: "#ffffff", stroke: QUIET, "stroke-width": 5 });
    case "capture":
      return s("path", { d: "M-9 -9L9 9M-9 9L9 -9", stroke: CAPTURE, "stroke-width": 6, "stroke-linecap": "round" });
    case "pass":
      return s("circle", { r: 16, fill: "none", stroke: QUIET, "stroke-width": 4, "stroke-dasharray": "7 5" });
    case "clear":
      return s("rect", { x: -6, y: -6, width: 12, height: 12, fill: "none", stroke: "#5e5e5e", "stroke-width": 2.5 });
    case "hurdle":
      return s("path", { d: "M-13 0H13", stroke: "#222222", "stroke-width": 6, "stroke-linecap": "round" });
    case "passing":
      return s("g", { fill: "none", stroke: CAPTURE, "stroke-width": 4 }, s("circle", { r: 12 }), s("path", { d: "M-9 9L9 -9" }));
  }
}

interface Options {
  checkered?: boolean;
  /** The accessible title of the diagram. */
  title: string;
  /** The description of the piece's moves. */
  words?: string;
  most?: number;
}

/** Draws a diagram of the necessary size. A line below it describes the square under the pointer. */
export function diagram(token: string, marks: Mark[], { checkered = true, title, words = "", most = 6 }: Options, piece?: PieceInfo): HTMLElement {
  const radius = Math.min(most, Math.max(2, ...marks.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))));
  const size = 2 * radius + 1;
  const by = new Map(marks.map(([x, y, mark]) => [`${x},${y}`, mark]));
  const svg = s("svg", {
    viewBox: `${-radius * 40 - 21} ${-radius * 40 - 21} ${size * 40 + 2} ${size * 40 + 2}`,
    class: "diagram",
    role: "img",
    "aria-label": `${title}: ${told(marks)}`,
  });
  const said = h("p", { class: "hint", "aria-hidden": "true" });
  for (let y = radius; y >= -radius; y -= 1) {
    for (let x = -radius; x <= radius; x += 1) {
      const dark = checkered && (x + y) % 2 !== 0;
      const cell = s("g", { transform: `translate(${x * 40} ${-y * 40})` });
      cell.append(s("rect", { x: -20, y: -20, width: 40, height: 40, fill: dark ? "#dcd3c3" : "#f7f3ea", stroke: "#b3a994", "stroke-width": 1 }));
      const mark = by.get(`${x},${y}`);
      if (x === 0 && y === 0) {
        const middle = picture(token.split(".")[0] ?? "", "white", chosenLook() === "letters" || chosenLook() === "shapes" ? "letters" : "pictures", piece);
        middle.setAttribute("transform", "scale(0.4)");
        cell.append(middle);
      }
      if (mark) cell.append(sign(mark));
      cell.addEventListener("pointerenter", () => {
        const where = place(x, y);
        said.textContent = mark ? `${where}: ${MEANING[mark]}${words ? ` — ${words}` : ""}` : x || y ? `${where}: not reached` : "the piece";
      });
      svg.append(cell);
    }
  }
  svg.addEventListener("pointerleave", () => (said.textContent = ""));
  return h("figure", { class: "diagram-box" }, svg, said);
}

/** Describes an offset, as in `2 forward, 1 left`. */
export function place(x: number, y: number): string {
  const part = (count: number, plus: string, minus: string) => (count ? `${Math.abs(count)} ${count > 0 ? plus : minus}` : "");
  return [part(y, "forward", "back"), part(x, "right", "left")].filter(Boolean).join(", ");
}

/** Describes the marks for screen readers. */
function told(marks: Mark[]): string {
  const names = [...new Set(marks.map(([, , mark]) => mark))];
  const of = (name: MarkName) => marks.filter(([, , mark]) => mark === name).map(([x, y]) => place(x, y));
  return names.map((name) => `${MEANING[name]}: ${of(name).slice(0, 24).join("; ")}`).join(". ");
}

/** Creates a legend of the marks. */
export function legend(marks: Iterable<MarkName>): HTMLElement {
  const used = new Set(marks);
  const items = (Object.keys(MEANING) as MarkName[]).filter((mark) => used.has(mark)).map((mark) =>
    h("li", {}, s("svg", { viewBox: "-20 -20 40 40", width: 20, height: 20, "aria-hidden": "true" }, sign(mark)), MEANING[mark]),
  );
  return h("ul", { class: "legend" }, ...items);
}

/** Draws one diagram of a piece's moves under two different rules. */
export function overlay(title: string, onlyA: [number, number][], onlyB: [number, number][], both: [number, number][], [one, other]: [string, string]): HTMLElement {
  const all = [...onlyA, ...onlyB, ...both];
  const radius = Math.min(7, Math.max(2, ...all.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))));
  const size = (2 * radius + 1) * 40;
  const has = (list: [number, number][], x: number, y: number) => list.some(([a, b]) => a === x && b === y);
  const svg = s("svg", { viewBox: `${-radius * 40 - 21} ${-radius * 40 - 21} ${size + 2} ${size + 2}`, class: "diagram", role: "img", "aria-label": `${title}: ${onlyA.length} squares only under ${one}, ${onlyB.length} only under ${other}` });
  for (let y = radius; y >= -radius; y -= 1) {
    for (let x = -radius; x <= radius; x += 1) {
      const cell = s("g", { transform: `translate(${x * 40} ${-y * 40})` });
      cell.append(s("rect", { x: -20, y: -20, width: 40, height: 40, fill: (x + y) % 2 ? "#e4ddd0" : "#f7f3ea", stroke: "#b3a994" }));
      if (!x && !y) cell.append(s("circle", { r: 14, fill: "#222222" }));
      else if (has(both, x, y)) cell.append(s("circle", { r: 7, fill: "#777777" }));
      else if (has(onlyA, x, y)) cell.append(s("text", { "text-anchor": "middle", y: 9, "font-size": 26, "font-weight": 700, fill: CAPTURE }, "◀"));
      else if (has(onlyB, x, y)) cell.append(s("text", { "text-anchor": "middle", y: 9, "font-size": 26, "font-weight": 700, fill: QUIET }, "▶"));
      svg.append(cell);
    }
  }
  return h("figure", { class: "diagram-box" }, svg);
}
