/** Buttons that share a game or a file as a link. */
import { button, h, toast } from "./dom";
import { pack, type Shared } from "./share";
import { choice, isOwn, ownId, type Reference } from "./spec";
import { read } from "./project/store";

/** Creates a button that copies a link, and shows the link after it. The link of a file contains the whole file. */
export function shareButton(file: () => Shared | undefined): HTMLButtonElement {
  const field = h("input", { type: "text", readonly: true, "aria-label": "Link to share", class: "fen", onfocus: () => field.select() });
  const share = button("Share", async () => {
    const whole = file();
    try {
      field.value = whole ? `${location.href.split("#")[0]}#/shared/${await pack(whole)}` : location.href;
    } catch (error) {
      field.remove();
      toast((error as Error).message);
      return;
    }
    share.after(field);
    await navigator.clipboard.writeText(field.value).then(
      () => toast(whole ? "The link is copied. Whoever opens it gets a copy of the file." : "The link is copied."),
      () => field.focus(),
    );
  });
  return share;
}

/** Creates such a button for a game. The link of a board contains its position. */
export function shareGame(reference: Reference, position?: () => string): HTMLButtonElement {
  return shareButton(() => {
    const own = isOwn(reference.name) ? read(ownId(reference.name)) : undefined;
    const play = position && choice(reference) + position();
    return own && { name: own.name, rules: own.rules, readings: own.readings, cases: own.cases, base: own.base, play };
  });
}
