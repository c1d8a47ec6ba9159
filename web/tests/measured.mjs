// Tests that measure times, or that compare many positions with the native program. They run alone.
import { existsSync } from "node:fs";
import { compare, program } from "../../bindings/web/tests/positions.mjs";
import { calm } from "./calm.mjs";
import { sharedLink } from "./link.mjs";
import { newcomer } from "./newcomer.mjs";
import { speed } from "./speed.mjs";
import { median } from "./trace.mjs";
import { standsInBrowser, startWorker } from "./worker.mjs";

/** The tests by name. Each receives the helpers of the run. */
export const measured = {
  async "targets at once"({ open, check }, size) {
    const page = await open("#/play/chess", size);
    await page.waitForSelector(".board-svg .piece");
    const speeds = await page.evaluate(() => ["d2", "c2", "b2", "a2", "d2"].map((square) => {
      const ground = document.querySelector(`[data-square="${square}"] .ground`);
      const { left, top } = ground.getBoundingClientRect();
      const begin = performance.now();
      ground.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0, clientX: left + 9, clientY: top + 9 }));
      const time = performance.now() - begin;
      return document.querySelectorAll(".target").length === 2 ? time : Infinity;
    }));
    check(median(speeds) < 16 && Math.max(...speeds) < Infinity, `targets after ${speeds.join(", ")} ms`);
    return page;
  },

  async same({ open, check }, size) {
    const page = await open("", size);
    if (!existsSync(program)) {
      page.skipped = `there is no native program at ${program}; set FERZ or build it`;
      return page;
    }
    await startWorker(page);
    const { positions, wrong } = await compare(100, { browser: standsInBrowser(page) });
    console.log(`    ${positions} positions`);
    check(wrong.length === 0, wrong.slice(0, 5).join("\n"));
    return page;
  },

  speed,
  "shared link on a phone": sharedLink,
  calm,
  newcomer,
};
