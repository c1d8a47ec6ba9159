/** Says in the page's own words why an address, a link, or a game cannot be shown. */
import type { Problem } from "../../bindings/web/pkg/ferz.js";
import { Refusal } from "./rpc";

export const DAMAGED = "The address is damaged: a part is missing or was changed. Copy the whole link, or ask for it again.";
/** The problems of an address. All others are in a rule file. */
const ADDRESS = ["unknown-game", "unknown-reading", "unknown-array", "unknown-switch", "unknown-value"];

/** An error whose message the user reads as it is. */
export class Fault extends Error {}

/** Returns a message of the compiler as a sentence. */
export function sentence(text: string): string {
  const quoted = text.replace(/`([^`]*)`/g, "“$1”");
  return `${quoted.slice(0, 1).toUpperCase()}${quoted.slice(1)}.`;
}

/** Describes an error. Messages of the compiler become sentences without its codes and places. */
export function described(error: unknown): string {
  if (error instanceof URIError) return DAMAGED;
  const problems = error instanceof Refusal ? error.problems.filter((one) => one.severity === "error") : [];
  const [first] = problems;
  if (!first) return (error as Error).message;
  if (first.code === "unknown-game") return `There is no such game: “${/`([^`]*)`/.exec(first.message)?.[1]?.slice(0, 40) ?? ""}”.`;
  if (ADDRESS.includes(first.code)) return [first.message, first.help].filter((text) => text !== null).map(sentence).join(" ");
  return `The rules of this game have ${problems.length === 1 ? "a mistake" : `${problems.length} mistakes`}, so it cannot be played. ${sentence(first.message)}`;
}

/** Describes the problems of a record: the first error, or else the first warning. */
export function ofRecord(problems: Problem[]): string | undefined {
  const first = problems.find((one) => one.severity === "error") ?? problems[0];
  if (!first) return undefined;
  const place = first.labels.map(({ text }) => text).find(Boolean);
  const more = problems.length > 1 ? ` There are ${problems.length - 1} more problems.` : "";
  return `${sentence(place ? `${first.message} (${place})` : first.message)}${more}`;
}

/** Returns true if an address chooses what its game does not have. */
export function isChoice(error: unknown): boolean {
  return error instanceof Refusal && error.problems.some((one) => one.code !== "unknown-game" && ADDRESS.includes(one.code));
}
