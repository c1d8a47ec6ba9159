/** The button and the key that open the help of the page. Its parts are loaded when they are first used. */
import { button } from "../dom";

async function begin(): Promise<void> {
  const { tour } = await import("./tour");
  tour();
}

async function open(): Promise<void> {
  const { showKeys } = await import("./keys");
  showKeys(() => void begin());
}

/** Creates the button of the tour for the first page. */
export function tourButton(): HTMLElement {
  return button("Take a tour of one minute", () => void begin(), { class: "link" });
}

/** Creates the button of the page's head, and opens the help at the key `?`. */
export function helpButton(): HTMLElement {
  document.addEventListener("keydown", (event) => {
    const target = event.composedPath()[0] as HTMLElement;
    if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey || target.closest?.("input, select, textarea, .cm-editor")) return;
    event.preventDefault();
    void open();
  });
  return button("?", () => void open(), { class: "mode help-button", "aria-label": "Help and keys", title: "Help and keys (?)" });
}
