/** The view in which a game is played. */
import { h } from "../dom";
import { writeShown, type Shown as Position } from "../games";
import { shareGame } from "../link";
import type { SetAddress, Shown } from "../main";
import { Friend } from "../play/friend";
import { Play } from "../play/play";
import { read } from "../project/store";
import { pack } from "../share";
import type { Player } from "../model/match";
import { ask } from "../rpc";
import { choice, described, isOwn, ownId, spec, write, type Reference } from "../spec";
import { setting } from "../setting";

/** The default: the user plays against the computer. */
function opponent(): Player {
  const chosen = setting("opponent", "level 3");
  return /^level \d+$/.test(chosen) ? (chosen as Player) : "human";
}

export async function game(reference: Reference, position: Position, setAddress: SetAddress): Promise<Shown> {
  const loaded = spec(reference);
  const page = await ask("page", loaded);
  const name = write(reference);
  let tail = writeShown(position);
  setAddress(`play/${name}${tail}`);
  // The rules of the game travel with the link.
  const friend = new Friend(async () => {
    const own = isOwn(reference.name) ? read(ownId(reference.name)) : undefined;
    return own ? { shared: await pack({ name: own.name, rules: own.rules, readings: own.readings, cases: own.cases, base: own.base, play: choice(reference) + tail }) } : { play: name + tail };
  });
  const play = new Play(loaded, page, {
    opponent: opponent(),
    changed: () => friend.moved(),
    openLine: (file, line) => {
      const about = isOwn(reference.name) ? ownId(reference.name) : `copy:${file.split("/").at(-1)!.replace(/\.ferz$/, "")}${choice(reference)}`;
      location.hash = `#/edit/${about}:${line}`;
    },
    kept: {
      game: name,
      shown: position,
      address: (next, isNew) => {
        tail = next;
        setAddress(`play/${name}${tail}`, isNew);
      },
    },
  });
  const element = h("div", { class: "page wide playing" },
    h("h1", {}, described(page)),
    h("p", { class: "links" }, h("a", { href: `#/rules/${name}` }, "Rules"), h("a", { href: isOwn(reference.name) ? `#/edit/${ownId(reference.name)}` : `#/edit/copy:${name}` }, isOwn(reference.name) ? "Edit" : "Edit a copy"), shareGame(reference, () => tail)),
    play.element, friend.element);
  friend.begin({ moves: () => play.match.line.moves, follow: (moves) => play.follow(moves), sit: (color) => play.sit(color) });
  return { element, title: `Play ${page.title}`, leave: () => {
    friend.close();
    play.close();
  } };
}
