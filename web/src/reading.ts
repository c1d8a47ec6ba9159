/** Reads records of games into the games of the browser. */
import { button, clear, h } from "./dom";
import type { KeptGame } from "./games";
import { titleOf } from "./model/collection";
import { Fault, ofRecord } from "./faults";
import { ask, type Spec } from "./rpc";
import { parse, write } from "./spec";

export interface Read {
  kept: KeptGame;
  /** True if the record has other rules than the current ones. */
  isOther: boolean;
  /** Names what could not be read, if there is anything. */
  problem: string | undefined;
}

/** Reads a game of a record under these rules, or under those that it names. `game` is the current game, as in an address. */
export async function readRecord(spec: Spec, game: string, text: string): Promise<Read> {
  const { found, problems } = await ask("imported", spec, text);
  const problem = ofRecord(problems);
  if (!found) throw new Fault(problem ?? "There is no game in this text.");
  const { root, fen, tags, other } = found;
  const path: number[] = [];
  for (let at = root.children[0]; at; at = at.children[0]) path.push(0);
  const address = other ? write({ ...other, name: other.name ?? parse(game).name }) : game;
  const kept: KeptGame = { id: "", game: address, fen, root, path, players: { white: "human", black: "human" }, ended: undefined, over: false, tags, version: 0, saved: Date.now() };
  return { kept, isOther: other !== undefined, problem: problem && `${problem} ${path.length} moves were read.` };
}

/** Reads the game in a text. If there are several, the user chooses one from a list in `box`. */
export async function chooseRecord(text: string, box: HTMLElement, read: (text: string) => Promise<void>): Promise<void> {
  const entries = await ask("divided", text);
  clear(box);
  if (entries.length < 2) return read(text);
  const items = entries.map((entry, index) => h("li", {}, button(titleOf(entry, index + 1), () => void read(entry.text), { class: "link" })));
  box.append(h("p", {}, `${entries.length} games:`), h("ol", { class: "files records" }, ...items));
}
