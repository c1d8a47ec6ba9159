/**
 * The element `<ferz-board>`: a board with its panel on any page. The script is one file that contains the rules engine. A
 * worker made from the same file does the computation.
 */
import { initSync } from "../../bindings/web/pkg/ferz.js";
import packed from "virtual:module";
import style from "./style.css?inline";
import { clear, h } from "./dom";
import * as faults from "./faults";
import type { Player } from "./model/match";
import { Play } from "./play/play";
import { ask, useWorkers, type Spec } from "./rpc";
import { RULES } from "./spec";
import { serve } from "./work";

async function unpacked(): Promise<void> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  initSync({ module: await new Response(stream).arrayBuffer() });
}

/** The style of the site for a shadow tree, with a layout that follows the width of the element. */
const OWN = style.replaceAll(":root.themed", ":host(.themed)").replaceAll(":root", ":host").replaceAll(/\bhtml\s*\{/g, ":host{") + `
:host { display: block; container-type: inline-size; background: none; }
:host([panel="none"]) .side { display: none; }
:host([panel="none"]) .play { grid-template-columns: minmax(0, auto); }
@container (max-width: 760px) { .play { grid-template-columns: minmax(0, 1fr); } .board-side { width: 100%; } .board { max-width: 100%; } }
`;

/** The live region for announcements to screen readers, which is outside of all shadow trees. */
function live(): void {
  if (!document.getElementById("live")) document.body.append(h("div", { id: "live", "aria-live": "polite", style: "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)" }));
}

function player(text: string | null): Player {
  const level = /^(?:computer|level)?\s*(\d+)$/.exec(text ?? "")?.[1];
  return text === "computer" ? "level 3" : level ? `level ${Number(level)}` : "human";
}

function element(): CustomElementConstructor {
  /** The attributes of the element: `game`, `array`, `reading`, `switches`, `fen`, `moves`, `white`, `black`, `flipped`, `panel`. */
  return class FerzBoard extends HTMLElement {
    static observedAttributes = ["game", "array", "reading", "switches", "fen", "moves"];
    private shown: Play | undefined;
    private run = 0;

    connectedCallback(): void {
      if (!this.shadowRoot) this.attachShadow({ mode: "open" });
      live();
      // The rules of a custom game are read as text when the element is complete.
      queueMicrotask(() => void this.show());
    }

    disconnectedCallback(): void {
      this.shown?.close();
      this.shown = undefined;
    }

    attributeChangedCallback(): void {
      if (this.shown) void this.show();
    }

    private get spec(): Spec {
      const text = (name: string) => this.getAttribute(name) ?? undefined;
      const switches = Object.fromEntries((text("switches") ?? "").split(/[\s,]+/).filter(Boolean).map((one) => one.split("=") as [string, string]));
      const options = { array: text("array"), reading: text("reading"), switches };
      const rules = this.querySelector('script[type="text/ferz"]')?.textContent;
      return rules ? { game: RULES, options: { ...options, files: { [RULES]: rules } } } : { game: text("game") ?? "chess", options };
    }

    private async show(): Promise<void> {
      const run = ++this.run;
      const root = this.shadowRoot!;
      const box = h("div", {}, h("p", { class: "loading" }, "Loading…"));
      root.replaceChildren(h("style", {}, OWN), box);
      this.shown?.close();
      this.shown = undefined;
      try {
        const { spec } = this;
        const page = await ask("page", spec);
        if (run !== this.run || !this.isConnected) return;
        this.shown = new Play(spec, page, {
          embedded: true,
          fen: this.getAttribute("fen") ?? undefined,
          moves: (this.getAttribute("moves") ?? "").split(/[\s,]+/).filter(Boolean),
          players: { white: player(this.getAttribute("white")), black: player(this.getAttribute("black")) },
          flipped: this.hasAttribute("flipped"),
          changed: ({ moves }, { fen, turn, outcome }) => this.dispatchEvent(new CustomEvent("ferz-change", { bubbles: true, detail: { fen, moves, turn, outcome } })),
        });
        clear(box, this.shown.element);
      } catch (error) {
        clear(box, h("p", { class: "problem", role: "alert" }, faults.described(error)));
      }
    }

    /** Plays a move in the notation of ferz or in algebraic notation. */
    async play(text: string): Promise<void> {
      if (this.shown) await this.shown.play(await ask("understood", this.shown.line, text));
    }

    /** The moves so far, in the notation of ferz. */
    get moves(): string[] {
      return this.shown?.line.moves ?? [];
    }
  };
}

if (typeof document === "undefined") {
  serve(unpacked());
} else {
  // The script may come from another server, and a worker cannot be started from such a script directly.
  const start = URL.createObjectURL(new Blob([`import ${JSON.stringify(import.meta.url)};`], { type: "text/javascript" }));
  useWorkers(() => new Worker(start, { type: "module" }));
  if (!customElements.get("ferz-board")) customElements.define("ferz-board", element());
}
