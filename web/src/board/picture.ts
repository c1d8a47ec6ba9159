/** Writes a board as it is shown as an SVG file that needs no style sheet. */

/** What the style sheet of the page sets. */
const PARTS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-size", "font-weight", "paint-order"];
/** What only the user sees who is about to move. */
const SIGNS = ".target, .cursor, .ring, .hint-ring, .board-focus";
/** The size of a square in pixels, of the 100 units that it has in the drawing. */
const SCALE = 0.56;

export function written(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((one) => [...one.querySelectorAll<SVGElement>("*")]) as [SVGElement[], SVGElement[]];
  from.forEach((element, index) => {
    const shown = getComputedStyle(element);
    const twin = to[index]!;
    if (!/^(g|title|defs|use)$/.test(element.tagName)) for (const part of PARTS) twin.setAttribute(part, shown.getPropertyValue(part));
    if (element.tagName === "use" || element.tagName === "g") twin.setAttribute("color", shown.color);
    for (const name of ["class", "style", "data-square"]) twin.removeAttribute(name);
  });
  // The marks are found in the original, because the copy has lost its classes.
  from.forEach((element, index) => element.matches(SIGNS) && to[index]!.remove());
  const [x, y, width, height] = svg.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number, number];
  for (const name of ["class", "aria-hidden"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width * SCALE)));
  copy.setAttribute("height", String(Math.round(height * SCALE)));
  copy.setAttribute("font-family", "system-ui, DejaVu Sans, Verdana, sans-serif");
  const paper = document.createElementNS(svg.namespaceURI!, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, fill: getComputedStyle(document.documentElement).backgroundColor })) paper.setAttribute(name, String(value));
  const name = document.createElementNS(svg.namespaceURI!, "title");
  name.textContent = title;
  copy.prepend(name, paper);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}
