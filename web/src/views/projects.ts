/** The part of the library with the user's projects, the trash, and the archive of all projects. */
import { button, download, h, toast } from "../dom";
import * as games from "../games";
import type { Project } from "../project/project";
import * as store from "../project/store";
import { isOwn, own, ownId, parse } from "../spec";

/** Returns true if a game belongs to a project. */
export function isOf(game: games.KeptGame, id: string): boolean {
  const { name } = parse(game.game);
  return isOwn(name) && ownId(name) === id;
}

async function saveAll(): Promise<void> {
  try {
    const archive = await import("../project/archive");
    download(`ferz-projects-${new Date().toISOString().slice(0, 10)}.zip`, await archive.saveAll(), "application/zip");
  } catch (error) {
    toast(`The projects cannot be saved: ${(error as Error).message}`);
  }
}

/** Removes a project with its history and games for good. */
async function purge(id: string): Promise<void> {
  store.purge(id);
  for (const game of games.all()) if (isOf(game, id)) games.remove(game.id);
  const history = await import("../project/history");
  await history.forget(id).catch(() => undefined);
}

/** Shows the projects. `changed` is called when the list of projects has changed. */
export function projects(changed: () => void): HTMLElement[] {
  const [mine, trash] = [store.all(), store.trash()];
  const open = h("input", { type: "file", accept: ".zip", class: "sr", tabindex: -1, "aria-label": "Archive of projects", onchange: async () => {
    const [chosen] = open.files ?? [];
    if (chosen) await (await import("../opening")).openFile(chosen);
  } });
  const archive = h("p", { class: "buttons" }, mine.length || trash.length ? button("Save all", () => void saveAll()) : null, button("Open all", () => open.click()), open);
  const parts: HTMLElement[] = [];
  if (mine.length) parts.push(h("section", {}, h("h2", {}, "Your projects"), h("ul", { class: "files" }, ...mine.map((one) => project(one, changed))), archive));
  else parts.push(h("details", { class: "more" }, h("summary", {}, "Your projects"), h("p", {}, "What you write in the editor appears here. A zip of projects that you saved can be opened again."), archive));
  if (trash.length) parts.push(h("details", { class: "more trash" }, h("summary", {}, `Trash (${trash.length})`), h("ul", { class: "files" }, ...trash.map((one) => deleted(one, changed))), button("Empty the trash", () => empty(trash, changed))));
  return parts;
}

function project(one: Project, changed: () => void): HTMLElement {
  const remove = button("delete", () => {
    store.setDeleted(one.id, true);
    changed();
    toast(`“${one.name}” is in the trash.`, () => {
      store.setDeleted(one.id, false);
      changed();
    });
  }, { class: "link", "aria-label": `Delete ${one.name}` });
  return h("li", {}, h("a", { href: `#/edit/${one.id}` }, one.name), " ", h("a", { href: `#/rules/${own(one.id)}` }, "rules"), " ", h("a", { href: `#/play/${own(one.id)}` }, "play"), " ", remove);
}

function deleted(one: Project, changed: () => void): HTMLElement {
  return h("li", {}, `${one.name} `, h("small", {}, new Date(one.deleted!).toLocaleString("en")), " ", button("restore", () => {
    store.setDeleted(one.id, false);
    changed();
  }, { class: "link", "aria-label": `Restore ${one.name}` }));
}

function empty(trash: Project[], changed: () => void): void {
  if (!confirm(`Remove ${trash.length === 1 ? `“${trash[0]!.name}”` : `${trash.length} projects`} with all versions for good?`)) return;
  void Promise.all(trash.map(({ id }) => purge(id))).then(changed);
}
