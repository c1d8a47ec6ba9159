/** Links that can be given to others. */
import { button, h, toast } from "./dom";
import { pack, type Shared } from "./share";
import { choice, isOwn, ownId, type Reference } from "./spec";
import { read } from "./store";

/** A button that copies a link and shows it behind itself: the address of the page, or for a file one that holds all of it. */
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
      () => toast(whole ? "The link is copied. Who opens it gets a copy of the file." : "The link is copied."),
      () => field.focus(),
    );
  });
  return share;
}

/** The same for a game; a link to a board holds its position, as in an address. */
export function shareGame(reference: Reference, position?: () => string): HTMLButtonElement {
  return shareButton(() => {
    const own = isOwn(reference.name) ? read(ownId(reference.name)) : undefined;
    const play = position && choice(reference) + position();
    return own && { name: own.name, rules: own.rules, readings: own.readings, cases: own.cases, play };
  });
}
