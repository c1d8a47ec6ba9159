// Tests that the page always responds: measures the longest task of its main thread while a page opens, changes, or receives
// keystrokes. The result is the least processor time of several rounds, because other work on the machine only adds to it.
import { slowness, traced } from "./trace.mjs";

/** The limit for the longest task, in milliseconds. On a slow machine it is higher. */
const LONGEST = 60;
const ROUNDS = 3;

const ACTS = {
  "cold load": async (page, address) => {
    await page.goto(address);
    await page.waitForSelector(".still");
  },
  "rule page": async (page, address) => {
    await page.goto(`${address}#/rules/tamerlane`);
    await page.waitForSelector(".rules h1");
  },
  "a switch": async (page) => {
    await page.locator('input[name="giraffe.reach"]').nth(1).check();
    await page.waitForFunction(() => location.hash.includes("giraffe.reach=2"));
  },
  "a game": async (page, address) => {
    await page.goto(`${address}#/play/full-tamerlane`);
    await page.waitForSelector(".board-svg .piece");
  },
  "the editor": async (page, address) => {
    await page.goto(`${address}#/edit/copy:tamerlane`);
    await page.waitForFunction(() => document.querySelector(".summary")?.textContent === "No problems.", null, { timeout: 30_000 });
  },
  "typing": async (page) => {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Home");
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.type("x");
      await page.waitForTimeout(200);
      await page.keyboard.press("Backspace");
      await page.waitForTimeout(200);
    }
  },
  "comparing": async (page, address) => {
    await page.goto(`${address}#/compare/tamerlane/tamerlane@applet`);
    await page.waitForSelector("table");
  },
};

/** Returns the longest task of the page's main thread, in processor time and in elapsed time. */
function longest(tasks) {
  const most = (what) => Math.round(Math.max(0, ...tasks.filter((task) => task.own).map((task) => task[what])));
  return { processor: most("processor"), clock: most("clock") };
}

export async function calm({ browser, address, check }, { width, height }) {
  const found = Object.fromEntries(Object.keys(ACTS).map((name) => [name, []]));
  let page;
  for (let round = 0; round < ROUNDS; round += 1) {
    await page?.context().close();
    page = await (await browser.newContext({ viewport: { width, height } })).newPage();
    page.wrong = [];
    for (const [name, act] of Object.entries(ACTS)) {
      const { tasks } = await traced(browser, page, async () => {
        await act(page, address);
        // Tasks that follow without further input count, too.
        await page.waitForTimeout(500);
      });
      found[name].push(longest(tasks));
    }
  }
  const limit = LONGEST * await slowness(page);
  const of = (list, what) => Math.min(...list.map((one) => one[what]));
  const told = Object.entries(found).map(([name, list]) => `${name} ${of(list, "processor")} (${of(list, "clock")})`);
  console.log(`    longest tasks in ms of the processor (of the clock): ${told.join(", ")}`);
  for (const [name, list] of Object.entries(found)) {
    check(list.every((one) => one.clock > 0), `${name}: the trace holds no task`);
    check(of(list, "processor") < limit, `${name}: the page stood still for ${of(list, "processor")} ms, more than ${Math.round(limit)}`);
  }
  return page;
}
