/** Opens files from the disk: rules, archives of projects, records of games, and games of other programs. */
import { foreign, translate } from "./bridges";
import { button, clear, h, toast } from "./dom";
import { described } from "./faults";
import * as games from "./games";
import * as store from "./project/store";
import { chooseRecord, readRecord } from "./reading";

/** The largest size of a text with rules, in bytes. */
const LARGEST = 1_000_000;

/** Shows a part of the page above the view, for choices and problems. */
function place(): HTMLElement {
  const box = h("div", { class: "choice-box" });
  document.querySelector(".opened")?.remove();
  document.getElementById("main")?.prepend(h("section", { class: "page opened", "aria-label": "Opened file" }, box, button("Close", () => document.querySelector(".opened")?.remove())));
  return box;
}

function keep(name: string, rules: string): void {
  const project = store.create({ name, rules });
  store.save(project);
  location.hash = `#/edit/${project.id}`;
}

async function record(text: string, box: HTMLElement): Promise<void> {
  await chooseRecord(text, box, async (one) => {
    try {
      const { kept, problem } = await readRecord({ game: "chess", options: {} }, "chess", one);
      games.restore(kept);
      location.hash = `#/play/${kept.game}${games.writeShown(games.shownOf(kept))}`;
      toast(problem ?? `${kept.path.length} moves were read.`);
    } catch (error) {
      clear(box, h("p", { class: "problem" }, described(error)));
    }
  });
}

async function archive(file: File): Promise<void> {
  const { open } = await import("./project/archive");
  const { projects, games: count, stored } = await open(file);
  const [only] = projects;
  const found = `${projects.length} project${projects.length === 1 ? "" : "s"} and ${count} game${count === 1 ? "" : "s"} were opened.`;
  toast(stored ? found : `${found} The browser’s storage is full or blocked: they last until the page is closed.`);
  if (projects.length === 1) location.hash = `#/edit/${only!.id}`;
  else if (/^#\/(library)?$|^$/.test(location.hash)) window.dispatchEvent(new Event("projects"));
  else location.hash = "#/library";
}

/** Opens a file. If it has several games, the user chooses one. */
export async function openFile(file: File): Promise<void> {
  const box = place();
  try {
    if (/\.zip$/i.test(file.name) || file.type === "application/zip") await archive(file);
    else if (/\.pgn$/i.test(file.name)) await record(await file.text(), box);
    else if (file.size > LARGEST) clear(box, h("p", { class: "problem" }, "This file is too large for rules: more than 1 MB."));
    else {
      const text = await file.text();
      const format = foreign(file.name, text);
      if (/^\s*\[\s*\w+\s+"/.test(text)) await record(text, box);
      else if (format) await translate(format, file.name, text, box, keep);
      else keep(file.name.replace(/\.ferz$/, ""), text);
    }
  } catch (error) {
    clear(box, h("p", { class: "problem" }, described(error)));
  }
  if (!box.firstChild) box.closest(".opened")?.remove();
}
