/** A button with a list of further commands below it. */
import { h } from "./dom";

/** Creates a list of commands that closes after each command, by Escape, and by a click elsewhere. */
export function dropdown(title: string, ...items: HTMLElement[]): HTMLDetailsElement {
  const list = h("div", { class: "dropdown-list" }, ...items);
  const summary = h("summary", { class: "button" }, title);
  const box = h("details", { class: "dropdown" }, summary, list);
  const away = (event: Event) => {
    if (!event.composedPath().includes(box)) box.open = false;
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !box.open) return;
    event.stopPropagation();
    box.open = false;
    summary.focus();
  };
  box.addEventListener("toggle", () => {
    if (box.open) document.addEventListener("pointerdown", away);
    else document.removeEventListener("pointerdown", away);
  });
  box.addEventListener("keydown", key);
  list.addEventListener("click", (event) => {
    if ((event.target as HTMLElement).closest("button, a")) box.open = false;
  });
  return box;
}
