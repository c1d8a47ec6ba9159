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

/**
 * Makes nodes the children of an element. What is a child already stays in the document, with its focus, its text, and a click on it
 * that has begun. A part of the page that is drawn again while a user acts uses this instead of `clear`.
 */
export function arrange(element: Element, ...children: Node[]): void {
  const wanted = new Set(children);
  for (const child of [...element.childNodes]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    const here = element.childNodes[index] ?? null;
    if (here !== child) element.insertBefore(child, here);
  });
}

/** Scrolls to the middle of an element that is wider than the screen, and again only after it has another shape. */
export function showMiddle(element: HTMLElement, shape: string): void {
  if (element.dataset.shape === shape) return;
  element.dataset.shape = shape;
  requestAnimationFrame(() => (element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2));
}

/** Sets attributes of an element, and removes those without a value. */
export function mark(element: Element, attributes: Record<string, string | number | boolean | null | undefined>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

let isPressed = false;
if (typeof window !== "undefined") {
  // A click follows in the same task as the release of the pointer.
  for (const [event, pressed] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]] as const) window.addEventListener(event, () => (isPressed = pressed), true);
}

/** The longest click for which a part of the page waits, in milliseconds. A release outside the window is not seen. */
const CLICK = 1000;

/** Waits until no click is in progress. A part of the page that is replaced during a click would lose it. */
export async function released(): Promise<void> {
  for (let waited = 0; isPressed && waited < CLICK; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Parts of the page by key, which are kept from one drawing to the next. */
export class Keyed<T, K = string> {
  private known = new Map<K, T>();

  /** Returns a part for each key, in order. A key that the last drawing had keeps its part, and all others get a new one. */
  take(keys: K[], make: (key: K, index: number) => T): T[] {
    const parts = keys.map((key, index) => this.known.get(key) ?? make(key, index));
    this.known = new Map(keys.map((key, index) => [key, parts[index]!]));
    return parts;
  }
}

/** Shows options in a choice. Those that it has already stay, so that an open list does not close. */
export function choices(select: HTMLSelectElement, options: [value: string, text: string][], value: string): void {
  const shown = JSON.stringify(options);
  if (select.dataset.options !== shown) {
    clear(select, ...options.map(([value, text]) => h("option", { value }, text)));
    select.dataset.options = shown;
  }
  if (select.value !== value) select.value = value;
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
