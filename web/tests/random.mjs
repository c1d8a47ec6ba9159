// Does things at random with a project: types, waits, reloads, opens a second tab, deletes, restores, fills the storage, and goes
// offline. Afterwards, every text that stood for two seconds is found, unless the page had said that it is not stored.
//
//   FERZ_RANDOM=SEED,COUNT node web/tests/run.mjs random     the default is 1,24
import { fill, history, rules } from "./project.mjs";

const [seed, count] = (process.env.FERZ_RANDOM ?? "1,24").split(",").map(Number);

/** Returns a function that draws numbers below a limit. Equal seeds give equal numbers. */
function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export async function random({ open, ready, check, address }, size) {
  const roll = dice(seed);
  let page = await open("#/edit/copy:chess", { ...size, seed: () => localStorage.setItem("ferz.setting.opponent", "human") });
  page.on("dialog", (dialog) => dialog.accept());
  await page.waitForFunction(() => navigator.serviceWorker.ready.then((found) => found.active?.state === "activated"), null, { timeout: 30_000 });
  let tabs = [page];
  /** The texts that stood, each with the step after which it was seen. */
  const stood = [];
  const log = [];
  let [link, lines, isFull, isOffline] = ["", 0, false, false];

  const type = async () => {
    page = tabs[roll(tabs.length)];
    await page.bringToFront();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(`# line ${(lines += 1)}\n`);
    await page.waitForFunction(() => /#\/edit\/[a-z0-9]+$/.test(location.hash));
    link = page.url();
  };
  const stand = async () => {
    await page.waitForTimeout(2100);
    const said = await page.locator(".notice").count();
    if (!said) stood.push(await rules(page));
  };
  const reopen = async (tab) => {
    await tab.goto(`${address}#/library`);
    await ready(tab);
    await tab.goto(link);
    await tab.waitForSelector(".cm-content");
  };
  const acts = {
    type,
    "type and stand": async () => {
      await type();
      await stand();
    },
    reload: async () => {
      await page.reload();
      await page.waitForSelector(".cm-content", { timeout: 60_000 });
    },
    "second tab": async () => {
      if (!link || isFull) return;
      if (tabs.length > 1) await tabs.pop().close();
      const tab = await page.context().newPage();
      tab.wrong = tabs[0].wrong;
      tab.on("dialog", (dialog) => dialog.accept());
      await tab.goto(link);
      await tab.waitForSelector(".cm-content", { timeout: 60_000 });
      tabs = [tabs[0], tab];
      page = tabs[0];
    },
    "delete and restore": async () => {
      if (!link || isFull) return;
      page = tabs[0];
      await page.bringToFront();
      await page.goto(`${address}#/library`);
      await ready(page);
      await page.getByLabel(/^Delete Chess/).first().click();
      await page.locator(".trash summary").click();
      await page.getByLabel(/^Restore Chess/).first().click();
      await page.goto(link);
      await page.waitForSelector(".cm-content");
    },
    "restore a version": async () => {
      await page.bringToFront();
      const box = page.locator("details.history");
      if (!(await box.evaluate((details) => details.open))) await box.locator("summary").first().click();
      await page.waitForTimeout(500);
      const versions = await box.locator(".versions li button").count();
      if (!versions || isFull) return;
      await box.locator(".versions li button").nth(roll(versions)).click();
      await page.waitForTimeout(300);
      const restore = box.getByText("Restore all");
      if (await restore.count()) await restore.click();
      await stand();
    },
    "full storage": async () => {
      if (!link) return;
      isFull = !isFull;
      await fill(page, isFull);
      await type();
      const said = await page.locator(".notice").count();
      check(Boolean(said) === isFull, `${log.join(", ")}: the storage is ${isFull ? "full, and nothing is said" : "free, and the page says that it is full"}`);
    },
    offline: async () => {
      isOffline = !isOffline;
      await page.context().setOffline(isOffline);
    },
  };

  await acts["type and stand"]();
  for (let step = 0; step < count; step += 1) {
    const names = [...Object.keys(acts), "type and stand", "type and stand", "type and stand"];
    const name = names[roll(names.length)];
    log.push(name);
    try {
      await acts[name]();
    } catch (error) {
      throw new Error(`seed ${seed}: ${log.join(", ")}: ${error.message}`);
    }
  }
  await page.context().setOffline(false);
  await fill(tabs[0], false);
  await reopen(tabs[0]);
  await tabs[0].waitForTimeout(2100);
  const found = new Set([...(await history(tabs[0])), await rules(tabs[0])]);
  const missing = stood.filter((text) => !found.has(text));
  console.log(`    seed ${seed}: ${log.length} actions, ${stood.length} texts that stood, ${found.size} kept texts`);
  check(missing.length === 0, `seed ${seed}: ${log.join(", ")}: ${missing.length} texts are lost, such as ${missing[0]?.slice(0, 60)}`);
  return tabs[0];
}
