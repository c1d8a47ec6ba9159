/** The list of keys, and the start of the tour. */
import { button, h } from "../dom";

const KEYS: [string, [string, string][]][] = [
  ["On the board", [["Arrow keys", "move the cursor, also to squares off the grid"], ["Enter", "selects a piece, and then its target"], ["Escape", "cancels"], ["I", "tells how the piece moves"]]],
  ["In a game", [["← →", "step through the moves"], ["Home, End", "go to the first and to the last position"], ["U", "takes a move back"], ["R", "plays it again"], ["F", "turns the board around"]]],
  ["In the editor", [["F1", "opens the book at the statement under the cursor"], ["Ctrl+Space", "completes a word"], ["Ctrl+F", "searches"], ["Ctrl+Z, Ctrl+Y", "undo and redo"], ["F8", "goes to the next problem"], ["Tab", "indents; Escape and then Tab leave the editor"]]],
  ["Everywhere", [["?", "opens this list"]]],
];

function list([title, keys]: (typeof KEYS)[number]): HTMLElement {
  return h("section", {}, h("h3", {}, title), h("dl", { class: "keys" }, ...keys.flatMap(([key, meaning]) => [h("dt", {}, ...key.split(", ").flatMap((one, index) => [index ? ", " : null, h("kbd", {}, one)])), h("dd", {}, meaning)])));
}

/** Shows the list until the user closes it. */
export function showKeys(tour: () => void): void {
  if (document.querySelector("dialog.help")) return;
  const box = h("dialog", { class: "help", "aria-labelledby": "help-title", onclose: () => box.remove() },
    h("h2", { id: "help-title" }, "Help"),
    h("p", { class: "buttons" }, button("A tour of one minute", () => {
      box.close();
      tour();
    }, { class: "main" }), button("Close", () => box.close())),
    h("div", { class: "key-lists" }, ...KEYS.map(list)));
  document.body.append(box);
  box.showModal();
}
