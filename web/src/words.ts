/** Names of rule files and kinds of rules in the words of a reader. */
import type { RulePage } from "../../bindings/web/pkg/ferz.js";

/** Returns a name of a rule file in the words of a reader. */
export function plain(name: string): string {
  const words = name.replaceAll(/[-.]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The heads of rules whose kind says more than their name. */
const HEADS: Record<string, string> = { array: "The array", board: "The board", "first move": "The first move", hands: "Pieces in hand", clock: "Moves that reset the clock", royalty: "Royal pieces", turn: "The turn" };
/** The words before the name of a rule, by its kind. */
const KINDS: Record<string, string> = { piece: "", rule: "", ending: "End of the game: ", entry: "Entering ", immunity: "Immunity: ", switch: "Question: " };

/** Returns the head of a rule in a comparison. */
export function head({ what, name }: { what: string; name: string }): string {
  // A number tells rules with the same head apart, which stand beside their text here.
  const own = name.replace(/ \(\d+\)$/, "").replace(" in its stage ", ", then ").replace("either ", "a ");
  const kind = KINDS[what];
  if (HEADS[what]) return HEADS[what];
  if (kind === undefined) return plain(what === own ? what : `${what}: ${own}`);
  return plain(kind + own);
}

/** Returns the array, the reading, and the answers that an address chooses. */
export function chosen(page: RulePage, { array, reading, switches }: { array?: string; reading?: string; switches: Record<string, string> }): string[] {
  const answers = page.switches.filter(({ name }) => name in switches).map(({ values, chosen }) => values.find(({ name }) => name === chosen)?.text || plain(chosen));
  const title = page.readings.find(({ name }) => name === reading)?.title;
  return [array ? `the array “${plain(page.array)}”` : "", reading ? `the reading “${title || plain(reading)}”` : "", ...answers.map((text) => `the answer “${text}”`)].filter(Boolean);
}

/** Returns a text as a name of the language. */
export function nameOf(text: string): string {
  return text.trim().toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "");
}
