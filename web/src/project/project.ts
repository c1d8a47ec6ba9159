/** A project of the user: the rules of a game with its readings, cases, and name, and the choices for its board. */

/** The texts of a project. `choice` is the array, reading, and switches of its board, as in an address. */
export const TEXTS = ["name", "rules", "readings", "cases", "choice"] as const;
export type Texts = Record<(typeof TEXTS)[number], string>;

export interface Project extends Texts {
  id: string;
  /** The number of times that the project was saved. It shows whether another page has saved the same project. */
  version: number;
  saved: number;
  /** The built-in game of which the project is a copy. */
  base?: string;
  /** The rules and readings with which edits are compared. */
  origin?: { rules: string; readings: string };
  /** The time at which the project was put into the trash. */
  deleted?: number;
  /** The earlier rules that the first version of the page stored here. The history takes them over. */
  history?: unknown[];
}

export function textsOf({ name, rules, readings, cases, choice }: Texts): Texts {
  return { name, rules, readings, cases, choice };
}

export function isSame(one: Texts, other: Texts): boolean {
  return TEXTS.every((part) => one[part] === other[part]);
}

/** Reads a stored project, also one of an earlier version of the page. */
export function parse(value: unknown): Project | undefined {
  const found = value as Partial<Project> | null;
  if (!found || typeof found.id !== "string" || typeof found.rules !== "string") return undefined;
  const { origin, deleted, history, base } = found;
  return {
    id: found.id,
    name: String(found.name ?? found.id),
    rules: found.rules,
    readings: String(found.readings ?? ""),
    cases: String(found.cases ?? ""),
    choice: String(found.choice ?? ""),
    version: Number(found.version) || 0,
    saved: Number(found.saved) || 0,
    base: typeof base === "string" ? base : undefined,
    origin: typeof origin?.rules === "string" ? { rules: origin.rules, readings: String(origin.readings ?? "") } : undefined,
    deleted: typeof deleted === "number" ? deleted : undefined,
    history: Array.isArray(history) && history.length ? history : undefined,
  };
}

/** Returns the name by which the rules declare their game. */
export function gameName(rules: string): string {
  return /^variant\s+([\w-]+)/m.exec(rules)?.[1] ?? "game";
}
