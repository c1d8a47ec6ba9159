/** A tour of one minute: a text about each view, beside the part of the view that it is about. */
import { announce, button, clear, h } from "../dom";

interface Stop {
  /** The address of the view behind the `#`. */
  path: string;
  /** The part of the view that the text is about. */
  part: string;
  text: string;
}

const STOPS: Stop[] = [
  { path: "/", part: ".filters", text: "All games in families. Search by a name, a piece, or a size such as 10x10." },
  { path: "/play/tamerlane", part: ".board-row", text: "Choose a piece, and the board shows where it may go. Rest the pointer on a piece, or hold it, to see how it moves. If a move is not legal, the page names the rule." },
  { path: "/play/tamerlane", part: ".record", text: "The moves stand beside the board. Step back and play another move for a variation. After the game, Review shows where it was lost." },
  { path: "/rules/tamerlane", part: ".choices-bar", text: "The sources of an old game differ. Choose an array or a reading, or answer single questions further down: page and board follow." },
  { path: "/edit/copy:chess", part: ".code", text: "Each game is a text. Change a word, and the board beside it has the new rules at once. Book explains the statement under the cursor." },
  { path: "/edit/copy:chess", part: ".history", text: "Nothing is lost: every state that stood for two seconds is in the history of the project." },
];

/** The time to wait for a view, in milliseconds. */
const PATIENCE = 60_000;

let isOn = false;

/** Begins the tour. */
export function tour(): void {
  if (isOn) return;
  isOn = true;
  let [at, run] = [0, 0];
  const [text, count] = [h("p", {}), h("small", {})];
  const [back, next] = [button("Back", () => void go(at - 1)), button("Next", () => (at + 1 < STOPS.length ? void go(at + 1) : end()), { class: "main" })];
  const box = h("section", { class: "tour", "aria-label": "Tour" }, text, h("div", { class: "buttons" }, count, back, next, button("End the tour", () => end())));
  const key = (event: KeyboardEvent) => event.key === "Escape" && end();
  const unmark = () => document.querySelector(".toured")?.classList.remove("toured");
  const end = () => {
    isOn = false;
    run += 1;
    unmark();
    box.remove();
    document.removeEventListener("keydown", key);
  };
  const go = async (index: number) => {
    const stop = STOPS[index]!;
    const mine = (run += 1);
    at = index;
    clear(text, stop.text);
    clear(count, `${index + 1} of ${STOPS.length}`);
    back.disabled = index === 0;
    next.textContent = index + 1 < STOPS.length ? "Next" : "Done";
    announce(stop.text);
    unmark();
    if (!isAt(stop.path)) location.hash = stop.path;
    const part = await found(stop.part);
    if (mine !== run || !part) return;
    part.classList.add("toured");
    part.scrollIntoView({ block: "center" });
  };
  document.body.append(box);
  document.addEventListener("keydown", key);
  next.focus();
  void go(0);
}

/** Returns true if the page shows a view, whose address can continue with a position. */
function isAt(path: string): boolean {
  const here = `/${location.hash.replace(/^#?\/?(library$)?/, "")}`;
  return path === "/" ? here === path : here.startsWith(path);
}

/** Waits for a part of the page. */
async function found(selector: string): Promise<Element | null> {
  for (const begin = Date.now(); Date.now() - begin < PATIENCE; ) {
    const part = document.querySelector(`#main ${selector}`);
    if (part) return part;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}
