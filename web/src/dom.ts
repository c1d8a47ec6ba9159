/** Helpers that build the page. Texts are always inserted as text, never as markup. */

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, unknown>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === "value" && "value" in element) {
      (element as HTMLInputElement).value = String(value);
    } else if (name === "checked" || name === "disabled" || name === "selected" || name === "open") {
      (element as unknown as Record<string, unknown>)[name] = Boolean(value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

export function clear(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  fill(element, {}, children);
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Shows a message at the bottom of the page for a short time, with a button if something can be undone. */
export function toast(text: string, undo?: () => void): void {
  document.querySelector(".toast")?.remove();
  const box = h("div", { class: "toast", role: "status" }, text);
  if (undo) {
    box.append(" ", button("Undo", () => {
      box.remove();
      undo();
    }));
  }
  document.body.append(box);
  setTimeout(() => box.remove(), undo ? 15_000 : 6000);
}

/** Returns a text in which words in backticks are shown as code. */
export function rich(text: string): HTMLSpanElement {
  const span = h("span");
  text.split("`").forEach((part, index) => {
    span.append(index % 2 ? h("code", {}, part) : part);
  });
  return span;
}

export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The maximum time for which deferrable work may block the page, in milliseconds. */
const SLICE = 8;
let held = 0;

/** Yields to the page if the current work has blocked it for long enough. Called between the parts of longer work. */
export async function breathe(): Promise<void> {
  if (performance.now() - held < SLICE) return;
  await new Promise((resolve) => setTimeout(resolve));
  held = performance.now();
}

export function debounce(act: () => void, milliseconds: number): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, milliseconds);
  };
}
