// Measures how soon a shared link is open on a phone that has visited the page before, so that everything is stored.
import { designed, source, until } from "./design.mjs";
import { slowness, traced } from "./trace.mjs";

/** The limit in milliseconds, and how many times slower than a desktop computer the main thread of a phone is. */
const [OPEN, PHONE] = [2000, 4];
/** Of several openings, the fastest counts, because other work on the machine does not make the page slower. */
const TIMES = 6;

/** Opens a link in a new tab, and returns the time until a part of the view is there: by the clock, and of the processor. */
async function opened(browser, context, link, selector) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: PHONE });
  let clock;
  const { tasks } = await traced(browser, page, async () => {
    const begin = Date.now();
    await page.goto(link);
    await page.waitForSelector(selector, { timeout: 60_000 });
    clock = Date.now() - begin;
  });
  await page.close();
  // The page and its workers take turns for most of the time, so their times are added.
  return { clock, processor: Math.round(tasks.reduce((sum, task) => sum + task.processor, 0)) };
}

export async function sharedLink({ browser, open, check, address }) {
  const size = { name: "phone", width: 390, height: 844, touch: true };
  const page = await open("#/edit/copy:tamerlane", size);
  await designed(page, "pieces");
  await page.locator(".tab-pieces select").first().selectOption({ label: "Vizier" });
  await page.waitForSelector('.moves-editor [data-step="1,0"].set');
  await page.locator('.moves-editor [data-step="2,0"]').first().click();
  await until(page, "piece vizier V `WD` {");
  const text = await source(page);
  await page.locator(".editor-left > .bar").getByRole("button", { name: "Share" }).click();
  const file = await page.getByLabel("Link to share").inputValue();
  await page.getByRole("link", { name: "Play", exact: true }).last().click();
  await page.waitForSelector(".playing .board-svg .piece");
  await page.getByRole("button", { name: "Share" }).click();
  const board = await page.getByLabel("Link to share").inputValue();
  // The page is stored a few seconds after the first view.
  await page.waitForFunction(async () => {
    const counts = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length));
    return navigator.serviceWorker.controller && counts.length > 1 && counts.every((count) => count > 0);
  }, null, { timeout: 60_000 });
  const context = page.context();
  await page.evaluate(() => localStorage.clear());
  const times = { file: [], board: [] };
  for (let count = 0; count < TIMES; count += 1) {
    times.file.push(await opened(browser, context, file, ".editor-board .board-svg .piece"));
    times.board.push(await opened(browser, context, board, ".playing .board-svg .piece"));
  }
  const slow = await slowness(page);
  const found = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, Math.min(...list.flatMap(({ clock, processor }) => [clock, processor]))]));
  console.log(`    a link to a file is open after ${found.file} ms, and one to a board after ${found.board} ms, on a machine that is ${slow.toFixed(1)} times slower; ${JSON.stringify(times)}`);
  check(file.length < 400 && text.includes("WD"), `the link has ${file.length} characters`);
  check(Math.max(found.file, found.board) < OPEN * slow, `the links are open after ${JSON.stringify(found)} ms`);
  await page.goto(address);
  return page;
}
