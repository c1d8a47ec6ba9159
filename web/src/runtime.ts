/**
 * The runtime of a page that `ferz page` writes. This single script shows the board, and also runs as the worker that
 * computes the moves.
 */
import { initSync } from "../../bindings/web/pkg/ferz.js";
import packed from "virtual:module";
import style from "./style.css?inline";
import { clear, h } from "./dom";
import { splitShown } from "./games";
import { Play } from "./play/play";
import { ask, useWorkers, type Spec } from "./rpc";
import { applyColors } from "./theme";
import { serve } from "./work";

async function unpacked(): Promise<void> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  initSync({ module: await new Response(stream).arrayBuffer() });
}

if (typeof document === "undefined") {
  serve(unpacked());
} else {
  const own = document.currentScript?.textContent ?? "";
  const address = URL.createObjectURL(new Blob([own], { type: "text/javascript" }));
  useWorkers(() => new Worker(address));
  void begin();
}

async function begin(): Promise<void> {
  const box = document.getElementById("ferz-board");
  const data = document.getElementById("ferz-game")?.textContent;
  if (!box || !data) return;
  // The style is inserted first, so that the style of the page overrides it.
  document.head.prepend(h("style", {}, style));
  applyColors();
  const spec = JSON.parse(data) as Spec;
  const still = [...box.childNodes];
  try {
    const page = await ask("page", spec);
    // The address has the moves. Other parts of the page are addressed without the semicolon.
    const [, shown] = splitShown(location.hash.startsWith("#;") ? location.hash.slice(1) : "");
    const play = new Play(spec, page, { kept: {
      game: `page:${location.pathname}`,
      shown,
      address: (position) => history.replaceState(null, "", position ? `#${position}` : location.href.split("#")[0]),
    } });
    document.body.append(h("div", { id: "live", class: "sr", "aria-live": "polite" }));
    clear(box, play.element);
  } catch (error) {
    clear(box, ...still, h("p", {}, `No moves can be played on this board: ${(error as Error).message}`));
  }
}
