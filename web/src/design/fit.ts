/** Compares a statement with its form in the table of statements, and finds the words that can be others there. */
import type { StatementItem } from "../../../bindings/web/pkg/ferz.js";
import { joined, type Part } from "./form";

/** A place of a statement at which its form has several words, or words that may be left out. */
export interface Options {
  /** The items that are there now: from the first up to the one after the last. */
  from: number;
  to: number;
  /** The possible words. If they may be left out, the first is empty. */
  texts: string[];
}

/** Returns the texts of a part that consists of words only. */
function wordsOf(part: Part): string[] | undefined {
  switch (part.kind) {
    case "words":
      return [part.text];
    case "slot":
    case "list":
      return undefined;
    case "optional": {
      const texts = sequence(part.parts);
      return texts && ["", ...texts];
    }
    case "choice": {
      const ways = part.ways.map(sequence);
      return ways.every((way) => way !== undefined) ? ways.flat() : undefined;
    }
  }
}

/** Returns the texts of parts in a row that consist of words only. */
function sequence(parts: Part[]): string[] | undefined {
  return parts.reduce<string[] | undefined>((texts, part) => {
    const words = wordsOf(part);
    return texts && words && texts.flatMap((text) => words.map((word) => joined([text, word])));
  }, [""]);
}

/** Returns true if a choice is only that between one and several. */
function isNumber(texts: string[]): boolean {
  return texts.length === 2 && texts[1] === `${texts[0]}s`;
}

/** Returns the options of a statement, or undefined if it does not have this form. */
function fitted(parts: Part[], items: StatementItem[], at = 0): Options[] | undefined {
  const [part, ...rest] = parts;
  if (!part) return at === items.length ? [] : undefined;
  const texts = wordsOf(part);
  if (texts) {
    // What is written is found before what is left out.
    for (const text of texts.toSorted((a, b) => b.length - a.length)) {
      const words = text ? text.split(" ") : [];
      const isHere = words.every((word, index) => items[at + index]?.text === word);
      const found = isHere ? fitted(rest, items, at + words.length) : undefined;
      if (found) return texts.length > 1 && !isNumber(texts) ? [{ from: at, to: at + words.length, texts }, ...found] : found;
    }
    return undefined;
  }
  switch (part.kind) {
    case "words":
      return undefined;
    case "list":
      return items[at]?.kind === "list" ? fitted(rest, items, at + 1) : undefined;
    case "optional":
      return fitted([...part.parts, ...rest], items, at) ?? fitted(rest, items, at);
    case "choice":
      for (const way of part.ways) {
        const found = fitted([...way, ...rest], items, at);
        if (found) return found;
      }
      return undefined;
    case "slot":
      for (let end = at + 1; end <= items.length; end += 1) {
        const found = fitted(rest, items, end);
        if (found) return found;
      }
      return undefined;
  }
}

/** Returns the options of a statement with a form. A statement with another form has none. */
export function options(form: Part[], items: StatementItem[]): Options[] {
  return fitted(form, items) ?? [];
}
