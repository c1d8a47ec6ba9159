/** The games of a file of records. */

export interface Entry {
  /** The players, the event, the date, and the result, as far as they are known. */
  title: string;
  text: string;
}

/** The maximum number of characters in a file. */
const LARGEST = 20_000_000;
const TOKEN = /\{[^}]*\}|^;.*$|^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|[^\s{]+/gm;
const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

function title(tags: Record<string, string>, number: number): string {
  const known = (name: string) => (tags[name] && !/^[?.]+$/.test(tags[name]) ? tags[name] : "");
  const players = known("White") || known("Black") ? `${known("White") || "?"} – ${known("Black") || "?"}` : `Game ${number}`;
  return [players, known("Variant"), known("Event"), known("Date"), tags.Result].filter(Boolean).join(", ");
}

/** Divides a file into its games. */
export function gamesIn(text: string): Entry[] {
  if (text.length > LARGEST) throw new Error("The file is too large: more than 20 MB.");
  const entries: Entry[] = [];
  let [begin, depth, hasMoves, isOver] = [0, 0, false, false];
  let tags: Record<string, string> = {};
  const end = (at: number) => {
    if (hasMoves || Object.keys(tags).length) entries.push({ title: title(tags, entries.length + 1), text: text.slice(begin, at) });
    [begin, depth, hasMoves, isOver, tags] = [at, 0, false, false, {}];
  };
  for (const found of text.matchAll(TOKEN)) {
    const [token, name, value = ""] = found;
    if (/^[{;]/.test(token)) continue;
    if (isOver || (name !== undefined && hasMoves)) end(found.index);
    if (name !== undefined) tags[name] = value.replace(/\\(.)/g, "$1");
    else {
      hasMoves = true;
      depth += token.split("(").length - token.split(")").length;
      isOver = depth <= 0 && RESULT.test(token);
    }
  }
  end(text.length);
  return entries;
}
