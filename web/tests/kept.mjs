// What the page must not lose or get wrong: a test for each fault that lost work or a game.
import { serve } from "./server.mjs";

const CASES = "# Kept\n\n```game\nchess\n```\n";

/** The tests by name; each gets the kit of the run. */
export const kept = {
  async "slow download"({ browser, check }, size) {
    const slow = await serve(undefined, { pause: 350 });
    const context = await browser.newContext({ viewport: { width: size.width, height: size.height }, serviceWorkers: "block" });
    const page = await context.newPage();
    // The page's patience of 20 seconds lasts one second here.
    await page.addInitScript(() => {
      const usual = window.setTimeout;
      window.setTimeout = (act, time, ...rest) => usual(act, time === 20_000 ? 1000 : time, ...rest);
    });
    await page.goto(`${slow.address}#/play/chess`);
    await page.waitForFunction(() => {
      const bar = document.querySelector("#main .loading progress");
      return bar && !bar.hidden && bar.value > 0.15 && bar.value < 0.95;
    }, null, { timeout: 20_000 });
    await page.waitForSelector(".board-svg .piece", { timeout: 30_000 });
    check((await page.locator(".problem").filter({ hasText: "took too long" }).count()) === 0, "the download is cut off");
    slow.close();
    return page;
  },
};
