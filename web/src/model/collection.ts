/** The titles of the games in a file of records. */
import type { DividedRecord } from "../../../bindings/web/pkg/ferz.js";

/** Returns the players, the event, the date, and the result of a game, as far as they are known. */
export function titleOf({ tags }: DividedRecord, number: number): string {
  const known = (name: string) => (tags[name] && !/^[?.]+$/.test(tags[name]) ? tags[name] : "");
  const players = known("White") || known("Black") ? `${known("White") || "?"} – ${known("Black") || "?"}` : `Game ${number}`;
  return [players, known("Variant"), known("Event"), known("Date"), tags.Result].filter(Boolean).join(", ");
}
