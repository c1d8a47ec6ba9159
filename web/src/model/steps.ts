/**
 * The moves of a piece as a diagram shows them: leaps and slides, each in one direction. The notation is read with the rules engine
 * only: a diagram is a guess about a part of a notation, and it holds if the engine gives both the same canonical notation. What no
 * diagram can show stays as text.
 */
import type { Mark } from "../../../bindings/web/pkg/ferz.js";

export type Mode = "both" | "quiet" | "capture";

/** A leap, or a slide of several leaps in one direction. */
export interface Step {
  x: number;
  y: number;
  mode: Mode;
  /** The largest number of leaps, or 0 for any number. */
  reach: number;
  /** True if only a piece that has not moved may use it. */
  first: boolean;
}

export interface Moves {
  steps: Step[];
  /** The notation of the moves that no diagram can show. */
  rest: string;
}

/** Returns the canonical form of a notation and its diagram. Fails if it is no notation. */
export type Reader = (notation: string) => Promise<{ notation: string; marks: Mark[] }>;

/** The distance that the marks of the engine reach. */
const RADIUS = 6;
const MODES: Record<Mode, string> = { both: "", quiet: "m", capture: "c" };
const ATOMS: Record<string, string> = { "1,0": "W", "1,1": "F", "2,0": "D", "2,1": "N", "2,2": "A", "3,0": "H", "3,1": "C", "3,2": "Z", "3,3": "G" };
/** The single atoms that slide, with the letters of their slides. */
const SLIDERS: Record<string, string> = { W: "R", F: "B" };
/** Matches the parts of a notation: modifiers, then an atom or brackets, then a range. A doubled atom is one part. */
const PARTS = /[a-z]*'?(?:\[(?:[^[\]]|\[[^[\]]*\])*\]|\(\d+,\d+\)|([A-Z])\1?)\d*/g;

function far({ x, y }: { x: number; y: number }): [number, number] {
  const [short, long] = [Math.abs(x), Math.abs(y)].toSorted((a, b) => a - b) as [number, number];
  return [long, short];
}

/** Returns the letters of a direction. Of the two letters of an oblique leap, the second is the long one. */
function direction({ x, y }: Step): string {
  const [side, ahead] = [x ? (x > 0 ? "r" : "l") : "", y ? (y > 0 ? "f" : "b") : ""];
  return Math.abs(y) > Math.abs(x) ? side + ahead : ahead + side;
}

/** Returns the number of the leaps of an atom. */
function around(long: number, short: number): number {
  return short && short !== long ? 8 : 4;
}

function atom(long: number, short: number, reach: number): string {
  const leap = ATOMS[`${long},${short}`] ?? `(${long},${short})`;
  if (reach === 1) return leap;
  const slide = SLIDERS[leap];
  return slide ? slide + (reach || "") : leap + reach;
}

/** Returns the notation of moves, not in its canonical form. */
export function write({ steps, rest }: Moves): string {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const key = JSON.stringify([step.first, ...far(step), step.mode, step.reach]);
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  const parts = [...groups.values()].map((group) => {
    const [one] = group as [Step];
    const [long, short] = far(one);
    const ways = group.length === around(long, short) ? "" : group.map(direction).join("");
    return (one.first ? "i" : "") + ways + MODES[one.mode] + atom(long, short, one.reach);
  });
  return [...parts, rest].filter(Boolean).reduce((text, next) => {
    // Equal capitals that meet would be read as a rider.
    const meets = /[A-Z]$/.test(text) && text.at(-1) === next[0];
    return text + (meets ? "1" : "") + next;
  }, "");
}

/** Returns the step with its direction reduced to the smallest leap, and the number of these leaps. */
export function reduced(x: number, y: number): [number, number, number] {
  let [a, b] = [Math.abs(x), Math.abs(y)];
  while (b) [a, b] = [b, a % b];
  return [x / a, y / a, a];
}

/** Groups marks into slides. Each slide begins with the mark of its direction that is nearest. */
function slides(leaps: Step[], most: number): Step[] {
  const left = new Map(leaps.map((step) => [`${step.x},${step.y}`, step]));
  const found: Step[] = [];
  for (const step of leaps.toSorted((a, b) => far(a)[0] - far(b)[0])) {
    if (!left.has(`${step.x},${step.y}`)) continue;
    let count = 0;
    while (left.get(`${step.x * (count + 1)},${step.y * (count + 1)}`)?.mode === step.mode && (!most || count < most)) {
      count += 1;
      left.delete(`${step.x * count},${step.y * count}`);
    }
    const isOpen = !most && far(step)[0] * (count + 1) > RADIUS;
    found.push({ ...step, reach: most || (isOpen ? 0 : count) });
  }
  return found;
}

/** Returns the steps of a part of a notation, or undefined if no diagram shows it. */
async function stepsOf(part: string, read: Reader): Promise<Step[] | undefined> {
  const { notation, marks } = await read(part);
  if (!marks.length || marks.some(([, , mark]) => mark !== "both" && mark !== "quiet" && mark !== "capture")) return undefined;
  const first = part.startsWith("i");
  const leaps = marks.map(([x, y, mark]): Step => ({ x, y, mode: mark as Mode, reach: 1, first }));
  const most = Number(/\d+$/.exec(part)?.[0] ?? 0);
  for (const guess of [leaps, slides(leaps, most)]) {
    const same = await read(write({ steps: guess, rest: "" })).catch(() => undefined);
    if (same?.notation === notation) return guess;
  }
  return undefined;
}

/** Returns the parts of a notation that together have its diagram, or the whole notation as one part. */
async function partsOf(text: string, read: Reader): Promise<string[]> {
  const { marks } = await read(text);
  const parts = text.match(PARTS) ?? [];
  if (parts.join("") !== text) return [text];
  try {
    const squares = (list: Mark[]) => new Set(list.map(([x, y]) => `${x},${y}`));
    const apart = await Promise.all(parts.map(read));
    const all = squares(apart.flatMap((one) => one.marks));
    return all.size === squares(marks).size ? parts : [text];
  } catch {
    return [text];
  }
}

/** Returns the moves of a notation. */
export async function moves(text: string, read: Reader): Promise<Moves> {
  const steps: Step[] = [];
  let rest = "";
  for (const part of await partsOf(text, read)) {
    const found = await stepsOf(part, read);
    if (found) steps.push(...found.filter((step) => !steps.some((one) => isSame(one, step))));
    else rest += part;
  }
  return { steps, rest };
}

function isSame(one: Step, other: Step): boolean {
  return one.x === other.x && one.y === other.y && one.mode === other.mode && one.reach === other.reach && one.first === other.first;
}

/** Returns the step whose leaps reach a square, the nearest leap first. */
export function stepAt({ steps }: Moves, x: number, y: number): Step | undefined {
  const found = steps.filter((step) => {
    const count = step.x ? x / step.x : y / step.y;
    return Number.isInteger(count) && count >= 1 && step.x * count === x && step.y * count === y && (!step.reach || count <= step.reach);
  });
  return found.find((step) => step.x === x && step.y === y) ?? found[0];
}

/** How a click on one square also changes others. */
export const SIDES = { one: "this square only", mirror: "left and right alike", all: "all directions alike" } as const;
export type Sides = keyof typeof SIDES;

/** Returns the squares that a click changes. */
export function alike(x: number, y: number, sides: Sides): [number, number][] {
  const all: [number, number][] = [[x, y]];
  if (sides !== "one") all.push([-x, y]);
  if (sides === "all") all.push([x, -y], [-x, -y], [y, x], [-y, x], [y, -x], [-y, -x]);
  return all.filter(([a, b], index) => all.findIndex(([c, d]) => a === c && b === d) === index);
}

/** What a click writes. */
export interface Tool {
  kind: "leap" | "slide";
  mode: Mode;
  first: boolean;
  sides: Sides;
}

/** Returns the moves after a click on a square: the tool's step is there, or nothing if it was there before. */
export function clicked(before: Moves, x: number, y: number, { kind, mode, first, sides }: Tool): Moves {
  const wanted = (a: number, b: number): Step => {
    if (kind === "leap") return { x: a, y: b, mode, reach: 1, first };
    const [dx, dy, count] = reduced(a, b);
    return { x: dx, y: dy, mode, reach: count === 1 ? 0 : count, first };
  };
  // A square on the path of a slide stands for the slide, and a leap replaces a leap.
  const replaces = (step: Step, next: Step) => step.first === first && step.x === next.x && step.y === next.y;
  const squares = alike(x, y, sides);
  const isOff = before.steps.some((step) => isSame(step, wanted(x, y)));
  let steps = before.steps;
  for (const [a, b] of squares) {
    const next = wanted(a, b);
    const kept = steps.filter((step) => !replaces(step, next));
    steps = isOff ? kept : [...kept, next];
  }
  return { steps, rest: before.rest };
}
