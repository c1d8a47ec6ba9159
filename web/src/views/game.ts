/** Playing a game. */
import { h } from "../dom";
import { shareGame } from "../link";
import { setAddress, type Shown } from "../main";
import { Play } from "../play";
import { ask } from "../rpc";
import { choice, described, isOwn, ownId, spec, write, type Reference } from "../spec";

export async function game(reference: Reference): Promise<Shown> {
  const loaded = spec(reference);
  const page = await ask("page", loaded);
  setAddress(`play/${write(reference)}`);
  const play = new Play(loaded, page, {
    openLine: (file, line) => {
      const about = isOwn(reference.name) ? ownId(reference.name) : `copy:${file.split("/").at(-1)!.replace(/\.ferz$/, "")}${choice(reference)}`;
      location.hash = `#/edit/${about}:${line}`;
    },
  });
  const element = h("div", { class: "page wide" },
    h("h1", {}, described(page)),
    h("p", { class: "links" }, h("a", { href: `#/rules/${write(reference)}` }, "Rules"), h("a", { href: isOwn(reference.name) ? `#/edit/${ownId(reference.name)}` : `#/edit/copy:${write(reference)}` }, isOwn(reference.name) ? "Edit" : "Edit a copy"), shareGame(reference)),
    play.element);
  return { element, title: `Play ${page.title}`, leave: () => play.close() };
}
