/** The forms of statements, as the table of statements writes them, and their parts with choices. */

/** A part of a form: words as they are, a slot for a value, a part that may be left out, a choice, or a list. */
export type Part =
  | { kind: "words"; text: string }
  | { kind: "slot"; name: string }
  | { kind: "optional"; parts: Part[] }
  | { kind: "choice"; ways: Part[][] }
  | { kind: "list"; name: string };

const TOKENS = /\[[A-Z]+, \.\.\.\]|, \.\.\.|`[A-Z]+`|"[A-Za-z]+"|\{ \.\.\. \}|[<>]=?|[[\]()|{}:,=*]|[^\s[\]()|{}:,=*<>]+/g;
const SLOT = /^[A-Z][A-Z-]*$/;

/** Returns the parts of a form. */
export function parts(form: string): Part[] {
  const tokens = form.match(TOKENS) ?? [];
  let at = 0;
  // Marks of sources are no part of a design.
  const has = (list: Part[], slot: string) => list.some((part) => part.kind === "slot" && part.name === slot);
  const optional = (inner: Part[]): Part[] => (has(inner, "MARKS") ? [] : [{ kind: "optional", parts: inner }]);
  /** Reads the parts up to an end. Alternatives, which need no brackets of their own, are one choice. */
  const alternatives = (end: string | undefined): Part[] => {
    const ends = end ? ["|", end] : ["|"];
    const ways = [sequence(ends)];
    while (tokens[at] === "|") {
      at += 1;
      ways.push(sequence(ends));
    }
    at += 1;
    // Neither are the places in a source.
    const rules = ways.filter((way) => !has(way, "KEY"));
    return rules.length > 1 ? [{ kind: "choice", ways: rules }] : (rules[0] ?? ways[0]!);
  };
  const sequence = (ends: string[]): Part[] => {
    const found: Part[] = [];
    while (at < tokens.length && !ends.includes(tokens[at]!)) {
      const token = tokens[at++]!;
      const list = /^\[([A-Z]+), \.\.\.\]$/.exec(token);
      if (list) found.push({ kind: "list", name: list[1]! });
      else if (token === "[") found.push(...optional(alternatives("]")));
      else if (token === "(") found.push(...alternatives(")"));
      else if (SLOT.test(token)) found.push({ kind: "slot", name: token });
      else if (/^[`"]/.test(token)) found.push({ kind: "slot", name: token.slice(1, -1).toUpperCase() });
      // One of several values is enough, and blocks are filled by other sentences.
      else if (token !== ", ..." && token !== "{ ... }") found.push({ kind: "words", text: token });
    }
    return found;
  };
  return alternatives(undefined);
}

/** Joins the words of a sentence. */
export function joined(words: string[]): string {
  return words.filter(Boolean).join(" ").replaceAll(/ ([:,;])/g, "$1").replaceAll(/([[(]) /g, "$1").replaceAll(/ ([\])])/g, "$1");
}

/** Returns a part of a form in words. */
export function described(list: Part[]): string {
  return joined(list.map((part) => {
    switch (part.kind) {
      case "words":
        return part.text;
      case "slot":
      case "list":
        return part.name.toLowerCase().replaceAll("-", " ");
      case "optional":
        return "";
      case "choice":
        return part.ways.map(described).join(" or ");
    }
  }));
}

/** The forms of slots whose values have parts. */
export const SLOTS: Record<string, string> = {
  PROPERTY: "(capture [PIECES] | lose PIECES | give check | give checkmate | castle | drop | pass | reach CONDITION)",
  EVENTS: "(castling | drop | exchange | put)",
  THREAT: "(capture | attack | displacement | exchange)",
};

/** The forms of conditions, with names for those who choose one. Others can be typed. */
export const CONDITIONS: { title: string; form: string }[] = [
  { title: "a piece is gone", form: "no PIECES" },
  { title: "a piece is on the board", form: "PIECES" },
  { title: "number of pieces", form: "PIECES (= | >= | <=) NUMBER" },
  { title: "number of pieces in hand", form: "PIECES in hand (= | >= | <=) NUMBER" },
  { title: "in check", form: "in check" },
  { title: "giving check", form: "enemy in check" },
  { title: "checkmate", form: "checkmate" },
  { title: "stalemate", form: "stalemate" },
  { title: "no legal move", form: "no legal move" },
  { title: "repetition", form: "repeated NUMBER [in check | giving check]" },
  { title: "moves without progress", form: "quiet NUMBER" },
  { title: "empty squares", form: "empty SQUARES" },
  { title: "number of the turn", form: "turn (>= | <) NUMBER" },
  { title: "side to move", form: "(white | black) to move" },
  { title: "kings that face each other", form: "royals face" },
  { title: "first move of a turn", form: "first move of turn" },
  { title: "last move of a turn", form: "last move of turn" },
];
