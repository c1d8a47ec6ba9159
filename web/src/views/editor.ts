/** The view in which projects are written: a list of projects, or one of them. */
import { h } from "../dom";
import { Workshop } from "../editor/workshop";
import type { SetAddress, Shown } from "../main";
import type { Project } from "../project/project";
import * as store from "../project/store";
import { ask } from "../rpc";
import { choice, parse } from "../spec";
import { begin, template } from "./begin";

const NEW = `variant mine "My Game"

about "Say in a sentence what is special about it."

board {
  grid 8 x 8
  black is white mirrored
}

piece king   K \`K\` royal
piece rook   R \`R\`
piece knight N \`N\`
piece pawn   P \`fmWfcF\` {
  arriving at far-rank: becomes rook
}

region far-rank = rank 8

ending {
  checkmate:  loss
  stalemate:  draw
  repetition: draw when repeated 3
}

array start {
  2 | P P P P P P P P
  1 | R N . . K . N R
}
`;

export async function editor(about: string, setAddress: SetAddress): Promise<Shown> {
  const line = /:(\d+)$/.exec(about)?.[1];
  const project = await open(line ? about.slice(0, -line.length - 1) : about);
  if (!project) return choose();
  const view = new Workshop(project, setAddress);
  await view.begin();
  return { element: view.element, title: project.name, shown: () => (line ? view.jump(Number(line)) : view.resume()), leave: () => view.close() };
}

async function open(id: string): Promise<Project | undefined> {
  if (!id) return undefined;
  // A new project or copy is not stored before it is changed, so that viewing it leaves nothing behind.
  if (id === "new") return store.create({ name: "My Game", rules: NEW });
  if (id.startsWith("template:")) {
    const name = id.slice("template:".length);
    const rules = template(name);
    if (rules === undefined) throw new Error(`There is no template called “${name.slice(0, 40)}”.`);
    return store.create({ name: /"([^"]*)"/.exec(rules)?.[1] ?? "My Game", rules });
  }
  if (id.startsWith("copy:")) {
    const reference = parse(id.slice(5));
    const game = { game: reference.name, options: {} };
    const rules = await ask("source", reference.name);
    if (rules === null) throw new Error(`There is no game called “${reference.name.slice(0, 40)}”.`);
    const [page, texts] = [await ask("page", game), await ask("texts", game)];
    const readings = texts.find(([name]) => name.endsWith("readings.toml"))?.[1] ?? "";
    return store.create({ name: `${page.title}, copy`, rules, readings, choice: choice(reference), base: reference.name });
  }
  const project = store.read(id);
  if (!project) throw new Error("There is no such project in this browser.");
  return project;
}

function choose(): Shown {
  const projects = store.all();
  const input = h("input", { type: "file", accept: ".ferz,.ini,.html,.htm,.zip,.pgn,text/plain", "aria-label": "Open a file from disk", onchange: async () => {
    const [chosen] = input.files ?? [];
    if (chosen) await (await import("../opening")).openFile(chosen);
  } });
  const open = h("div", {}, h("p", {}, "A rule file, a zip of projects, a PGN, a variants.ini of Fairy-Stockfish, a page with an Interactive Diagram, or what an engine sends to XBoard. It can be dropped anywhere on the page."), input);
  const mine = h("ul", { class: "files" }, ...projects.map((project) => h("li", {}, h("a", { href: `#/edit/${project.id}` }, project.name), h("small", {}, ` ${new Date(project.saved).toLocaleString("en")}`))));
  const element = h("div", { class: "page" }, h("h1", {}, "Editor"), projects.length ? h("section", {}, h("h2", {}, "Your projects"), mine) : null, ...begin(open));
  return { element, title: "Editor" };
}
