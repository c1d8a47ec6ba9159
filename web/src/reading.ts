/** Reads records of games into the games of the browser. */
import { button, clear, h } from "./dom";
import type { KeptGame } from "./games";
import { gamesIn } from "./model/collection";
import { ask, type Spec } from "./rpc";

export interface Read {
  kept: KeptGame;
  /** True if the record is of another built-in game. */
  isOther: boolean;
  /** Names the illegal moves, if there are any. */
  problem: string | undefined;
}

/** Reads a game of a record under these rules, or under those that it names. `game` is the current game, as in an address. */
export async function readRecord(spec: Spec, game: string, text: string): Promise<Read> {
  const { root, illegal, fen, tags, game: other } = await ask("imported", spec, text);
  const path: number[] = [];
  for (let at = root.children[0]; at; at = at.children[0]) path.push(0);
  const kept: KeptGame = { id: "", game: other ?? game, fen, root, path, players: { white: "human", black: "human" }, ended: undefined, over: false, tags, version: 0, saved: Date.now() };
  const more = illegal.length > 1 ? ` So are ${illegal.length - 1} more in variations.` : "";
  return { kept, isOther: other !== undefined, problem: illegal.length ? `The move ${illegal[0]} is not legal in this game.${more} The moves before it were read.` : undefined };
}

/** Reads the game in a text. If there are several, the user chooses one from a list in `box`. */
export async function chooseRecord(text: string, box: HTMLElement, read: (text: string) => Promise<void>): Promise<void> {
  const entries = gamesIn(text);
  clear(box);
  if (entries.length < 2) return read(text);
  const items = entries.map((entry) => h("li", {}, button(entry.title, () => void read(entry.text), { class: "link" })));
  box.append(h("p", {}, `${entries.length} games:`), h("ol", { class: "files records" }, ...items));
}
