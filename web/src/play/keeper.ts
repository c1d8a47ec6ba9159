/** Keeps a game in the browser and its position in the address. */
import { toast } from "../dom";
import * as games from "../games";
import type { Match, Player } from "../model/match";
import { notify, settle } from "../notice";

export interface Kept {
  /** The game, with its array, reading, and switches, as in an address. */
  readonly game: string;
  /** The initial position. */
  shown: games.Shown;
  /** True if a game that is over is opened again. */
  isOver?: boolean;
  /** Called with the address of the position. `isNew` is true if a new game has begun. */
  address(position: string, isNew: boolean): void;
  /** Called with the game after it was stored. */
  saved?(game: games.KeptGame): void;
}

export class Keeper {
  constructor(
    private readonly match: Match,
    private readonly kept: Kept,
  ) {}

  /** Opens the stored game of the address, and otherwise plays the moves of the address. Returns true if a stored game was opened. */
  async open(opponent: Player | undefined, turnBoard: () => void): Promise<boolean> {
    const { match, kept } = this;
    let { shown } = kept;
    const found = games.find(kept.game, shown, kept.isOver);
    if (found) {
      match.take(found);
      turnBoard();
      try {
        await match.show(match.node.children.length > 0);
        return true;
      } catch {
        // The rules have changed since the game was saved, so the legal part of its main line is played.
        shown = match.shown;
        match.reset();
        match.record.isNew = false;
      }
    }
    if (!shown.moves.length && !shown.fen && opponent) match.players.black = opponent;
    try {
      const count = await match.enter(shown);
      if (count < shown.moves.length) toast(`The move ${shown.moves[count]} is not legal under these rules; the game is shown up to there.`);
    } catch {
      toast("The position in the address does not fit this game. The game begins at its start.");
      match.reset();
      match.record.isNew = false;
    }
    await match.show(match.node.children.length > 0);
    return false;
  }

  /** Saves the game in the browser and in the address. */
  save(): void {
    const { match, kept } = this;
    kept.address(games.writeShown(match.shown), match.record.isNew);
    if (!match.root.children.length && !match.record.isNew && match.record.version === 0) return;
    const game = match.kept(kept.game);
    if (games.save(game)) settle("game");
    else notify("game", "The browser’s storage is full or blocked: this game lasts until the page is closed. Its address contains the moves.");
    match.record = { id: game.id, version: game.version, isNew: false };
    kept.saved?.(game);
  }
}
