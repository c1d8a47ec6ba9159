/** Lasting messages at the top of the page: they stay until their cause is gone. */
import { button, h } from "./dom";

const shown = new Map<string, HTMLElement>();
/** The messages. They are created with the first one, because a worker that shares this script has no document. */
let box: HTMLElement | undefined;

/** An action that a message offers. */
export type Offer = [title: string, act: () => void];

/** Shows a message, which replaces the one with the same key. */
export function notify(key: string, text: string, ...offers: Offer[]): void {
  box ??= h("div", { class: "notices", role: "alert" });
  const before = shown.get(key);
  if (before?.dataset.text === text) return;
  const message = h("p", { class: "notice", "data-text": text }, text, " ", ...offers.map(([title, act]) => button(title, act)));
  if (before) before.replaceWith(message);
  else box.append(message);
  shown.set(key, message);
  if (box.isConnected) return;
  const head = document.querySelector("header.top");
  if (head) head.after(box);
  else document.body.prepend(box);
}

/** Removes the message with a key, because its cause is gone. */
export function settle(key: string): void {
  shown.get(key)?.remove();
  shown.delete(key);
}
