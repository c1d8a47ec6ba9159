// The cases of a page and the output of `ferz test --json`. Does not depend on the editor, so that it can be tested without one.

export interface Heading {
  /** Counted from 1. */
  line: number;
  name: string;
}

export interface Answer {
  line: number;
  question: string;
  expected: string[];
  actual: string[];
}

export interface Result {
  line: number;
  passed: boolean;
  /** The wrong or missing answers. */
  answers: Answer[];
}

/** Blocks that are not questions. */
const SILENT = new Set(["game", "position", "fen", "played", "text"]);

/** Returns the headings with questions below them. */
export function headings(text: string): Heading[] {
  const found: Heading[] = [];
  let heading: Heading | undefined;
  let open = false;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const fence = /^\s*```\s*([\w-]*)/.exec(line);
    if (fence) {
      open = !open;
      if (open && heading && !SILENT.has(fence[1] || "text")) {
        found.push(heading);
        heading = undefined;
      }
    } else if (!open && /^##+\s/.test(line)) {
      heading = { line: at + 1, name: line.replace(/^#+\s+/, "").trim() };
    }
  }
  return found;
}

/** Parses the output of the program. Returns undefined if it is invalid. */
export function parse(json: string): Result[] | undefined {
  try {
    const { cases } = JSON.parse(json) as {
      cases: { line: number; status: string; answers: (Partial<Answer> & { status: string })[] }[];
    };
    return cases.map(({ line, status, answers }) => ({
      line,
      passed: status === "passed",
      answers: answers
        .filter((one) => one.status !== "passed")
        .map((one) => ({
          line: one.line ?? line,
          question: one.question ?? "",
          expected: one.expected ?? [],
          actual: one.actual ?? [],
        })),
    }));
  } catch {
    return undefined;
  }
}
