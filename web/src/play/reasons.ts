/** The reasons why a move is legal or not, with their lines and citations. */
import type { Explanation } from "../../../bindings/web/pkg/ferz.js";
import { button, h, rich } from "../dom";

export function reasons(explained: Explanation, openLine?: (file: string, line: number) => void): HTMLElement {
  const items = explained.reasons.map((reason) => {
    const item = h("li", {}, rich(reason.text));
    if (reason.file && reason.line) {
      const [file, line] = [reason.file, reason.line];
      const place = `${file.split("/").at(-1)}:${line}`;
      item.append(" ", openLine ? button(place, () => openLine(file, line), { class: "link" }) : h("small", {}, place));
    }
    if (reason.cites?.length) item.append(" ", h("small", {}, `[${reason.cites.join(", ")}]`));
    return item;
  });
  return h("ul", {}, ...items);
}
