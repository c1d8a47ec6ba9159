/** The page, which shows a view for each address. */
import type { Card } from "../../bindings/web/pkg/ferz.js";
import { announce, button, clear, h } from "./dom";
import { acceptFiles } from "./drop";
import { splitShown } from "./games";
import { engine } from "./engine";
import { helpButton } from "./help/help";
import { DAMAGED, described, Fault, isChoice } from "./faults";
import { ask, useWorkers } from "./rpc";
import { isOwn, own, ownId, parse, spec, type Reference } from "./spec";
import { isBoard, unpack, type Shared } from "./share";
import { notify } from "./notice";
import type { Project } from "./project/project";
import * as store from "./project/store";
import { set, setting } from "./setting";
import { vocabulary } from "./vocabulary";
import { applyColors, mode, MODES, setMode, type Mode } from "./theme";

/** A view, and the function to call when the user leaves it. */
export interface Shown {
  element: HTMLElement;
  title: string;
  /** The place to which the page is scrolled. */
  top?: number;
  /** Called when the view is on the page. */
  shown?(): void;
  leave?(): void;
}

const NAV: [string, string][] = [
  ["library", "Library"],
  ["play/tamerlane", "Play"],
  ["edit", "Editor"],
  ["compare", "Compare"],
  ["notation", "Notation"],
];

/** Sets the address of a view. With `isNew`, the browser's Back button returns to the previous address. */
export type SetAddress = (path: string, isNew?: boolean) => void;

let shown: Shown | undefined;
let run = 0;
/** The address behind the `#` whose view is shown or loaded. */
let current: string | undefined;

/** Returns how the view that is loaded now sets its address. Once the user has gone to another address, it sets none. */
function addressing(): SetAddress {
  const mine = run;
  return (path, isNew = false) => {
    const next = new URL(`#/${path}`, location.href).hash;
    // The event of a new address comes later than the address.
    if (mine !== run || location.hash !== current || next === current) return;
    if (isNew) history.pushState(null, "", next);
    else history.replaceState(null, "", next);
    current = location.hash;
  };
}

async function view(path: string, setAddress: SetAddress): Promise<Shown> {
  const [room = "", ...rest] = path.split("/");
  const about = rest.join("/");
  switch (room) {
    case "":
    case "library":
      return (await import("./views/library")).library();
    case "rules":
      return (await import("./views/rules")).rules(known(parse(about || "tamerlane")), setAddress);
    case "play":
      return play(about || "tamerlane", setAddress);
    case "edit":
      return (await import("./views/editor")).editor(about, setAddress);
    case "compare":
      return (await import("./views/compare")).compare(about, setAddress);
    case "notation":
      return (await import("./views/notation")).notation(decodeURIComponent(about), setAddress);
    case "gallery": {
      const [name = "", act] = rest;
      const shared = (await import("./views/gallery")).shared(decodeURIComponent(name));
      if (!shared) throw new Fault("There is no such game in the gallery.");
      const file = adopted(shared);
      if (act !== "edit") return play(own(file.id), setAddress);
      setAddress(`edit/${file.id}`);
      return (await import("./views/editor")).editor(file.id, setAddress);
    }
    case "friend": {
      const { invited } = await import("./play/friend");
      const invitation = await invited(about).catch(() => {
        throw new Fault(DAMAGED);
      });
      if (invitation.shared === undefined) return play(String(invitation.play ?? ""), setAddress);
      const shared = await unpack(invitation.shared);
      return play(own(adopted(shared).id) + (shared.play ?? ""), setAddress);
    }
    case "shared": {
      // The view is loaded while the rules engine reads the link, and the game while the view is built.
      void isBoard(about).then((is): Promise<unknown> => (is ? import("./views/game") : Promise.all([vocabulary(), import("./views/editor")]))).catch(() => undefined);
      const shared = await unpack(about);
      const file = adopted(shared);
      const address = own(file.id) + (shared.play ?? "");
      void ask("view", { spec: spec(parse(splitShown(address)[0])), moves: [] }).catch(() => undefined);
      if (shared.play !== undefined) return play(address, setAddress);
      setAddress(`edit/${file.id}`);
      return (await import("./views/editor")).editor(file.id, setAddress);
    }
    default:
      throw new Error(`There is no page called “${room.slice(0, 40)}”.`);
  }
}

/** Returns a project with what someone else has shared. Opening a link twice creates only one copy. */
function adopted(shared: Shared): Project {
  const known = store.all().find((one) => one.rules === shared.rules && one.readings === shared.readings && one.cases === shared.cases);
  const file = known ?? store.create(shared);
  if (!known && !store.save(file).stored) notify("project", `The browser’s storage is full or blocked: “${file.name}” lasts only until the page is closed.`);
  return file;
}

async function play(address: string, setAddress: SetAddress): Promise<Shown> {
  const [game, position] = splitShown(address);
  return (await import("./views/game")).game(known(parse(game)), position, setAddress);
}

/** Returns the game of an address, unless it is a file that this browser does not have. */
function known(reference: Reference): Reference {
  if (!isOwn(reference.name) || store.read(ownId(reference.name))) return reference;
  throw new Fault("This game is a file in the browser in which it was written, and this browser does not have it. “Share” on its board makes a link that contains the file.");
}

/** Shows why an address cannot be shown, and where to go instead. */
function apology(path: string, error: unknown): HTMLElement {
  const [room = "", ...rest] = path.split("/");
  const name = /^[^/@?;]*/.exec(rest.join("/"))?.[0] ?? "";
  const ways: [string, string][] = [["", "Back to the library"]];
  if (isChoice(error) && name) ways.unshift([`${room}/${name}`, "Open the game as it is in its file"]);
  if (isOwn(name) && store.read(ownId(name))) ways.unshift([`edit/${ownId(name)}`, "Open the file in the editor"]);
  return h("div", { class: "page" }, h("h1", {}, "This cannot be shown"), h("p", { class: "problem" }, described(error)),
    h("p", { class: "links" }, ...ways.map(([address, title]) => h("a", { href: `#/${address}` }, title))));
}

function mark(path: string): void {
  const nav = document.getElementById("nav")!;
  const room = path.split("/")[0] || "library";
  clear(nav, ...NAV.map(([address, title]) => h("a", { href: `#/${address}`, "aria-current": address.split("/")[0] === room ? "page" : null }, title)));
}

/** Adds the buttons of the help, and of the choice between light and dark colors. */
function tools(): void {
  const names = Object.keys(MODES) as Mode[];
  const show = () => {
    toggle.textContent = { system: "◐", light: "☀", dark: "☾" }[mode()];
    toggle.setAttribute("aria-label", `Colors: ${MODES[mode()]}`);
    toggle.title = `Colors: ${MODES[mode()]}`;
  };
  const toggle = button("", () => {
    setMode(names[(names.indexOf(mode()) + 1) % names.length]!);
    show();
    announce(toggle.title);
  }, { class: "mode" });
  show();
  document.getElementById("nav")!.after(helpButton(), toggle);
}

async function route(): Promise<void> {
  if (location.hash === current) return;
  current = location.hash;
  // What another view could undo no longer applies. Other messages stay, such as those about an imported game.
  document.querySelector(".toast:has(button)")?.remove();
  const path = location.hash.replace(/^#\/?/, "");
  const now = ++run;
  mark(path);
  const main = document.getElementById("main")!;
  shown?.leave?.();
  shown = undefined;
  clear(main, h("p", { class: "loading" }, "Loading… ", progress));
  preview(path, () => now === run).catch(() => undefined);
  try {
    const next = await view(path, addressing());
    if (now !== run) {
      next.leave?.();
      return;
    }
    shown = next;
    clear(main, next.element);
    next.shown?.();
    document.title = `${next.title} – ferz workshop`;
    window.scrollTo(0, next.top ?? 0);
    // The focus moves to the new view.
    if (now > 1 && document.activeElement === document.body) main.focus({ preventScroll: true });
  } catch (error) {
    if (now !== run) return;
    document.title = "ferz workshop";
    clear(main, apology(path, error));
  }
}

/** Shows the board of a built-in game at its start while the rules engine is downloaded. */
async function preview(path: string, isCurrent: () => boolean): Promise<void> {
  const [, name] = /^play\/([^/@?;]+)$/.exec(path) ?? [];
  if (!name) return;
  const [{ still }, answer] = await Promise.all([import("./board/still"), fetch("./library.json")]);
  const card = answer.ok ? ((await answer.json()) as Card[]).find((one) => one.name === name) : undefined;
  const loading = document.querySelector("#main > .loading");
  if (card && loading && isCurrent()) loading.after(h("div", { class: "page preview" }, still(card)));
}

/** The progress bar of the module's download. */
const progress = h("progress", { max: 1, "aria-label": "The rules engine", hidden: true });
engine.progress = (part) => {
  progress.hidden = part >= 1;
  progress.value = part;
};
useWorkers(() => engine.give(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })));
// The module is loaded while the user reads the first page.
void ask("ready");
acceptFiles();
applyColors();
tools();
window.addEventListener("hashchange", () => void route());
// Another version of the page has replaced the files of this one. Everything is saved, so the new version is loaded, but only once.
window.addEventListener("vite:preloadError", (event) => {
  const last = setting("reloaded", "0");
  const now = String(Date.now());
  set("reloaded", now);
  if (Number(now) - Number(last) < 60_000 || setting("reloaded", "0") !== now) return;
  event.preventDefault();
  location.reload();
});
// What is stored for later must not delay the first view: it waits until that has been shown for three seconds.
void route().then(() => {
  if (!("serviceWorker" in navigator && import.meta.env.PROD)) return;
  setTimeout(() => void navigator.serviceWorker.register("./sw.js").catch(() => undefined), 3000);
});
