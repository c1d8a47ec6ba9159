// The helpers of the tests in one browser.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const shots = fileURLToPath(new URL("../test-results/", import.meta.url));
mkdirSync(shots, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules of axe that depend on the colors. */
const COLORS = ["color-contrast", "link-in-text-block"];

function check(is, text) {
  if (!is) throw new Error(text);
}

/** Waits until a condition about the page holds, because the page may still be drawing what the user has done. */
export async function holds(condition, text) {
  for (const end = Date.now() + 5_000; !(await condition()); await new Promise((done) => setTimeout(done, 50))) {
    if (Date.now() > end) throw new Error(typeof text === "string" ? text : await text());
  }
}

/** Waits until the page shows the view of its address. */
async function ready(page) {
  // A new address behind the # replaces the view only in the event that follows.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await page.waitForFunction(() => document.querySelector("#main > *") && !document.querySelector("#main .loading"), null, { timeout: 60_000 });
}

/** Checks a page with axe, either with all its rules or with those about colors. */
async function accessible(page, { onlyColors = false } = {}) {
  // The script is added with the debugger, because the policy of the page allows no foreign scripts.
  const session = await page.context().newCDPSession(page);
  const run = async (expression) => (await session.send("Runtime.evaluate", { expression, awaitPromise: true })).result.value;
  if ((await run("typeof axe")) === "undefined") await run(axe);
  const options = JSON.stringify({ resultTypes: ["violations"], ...(onlyColors && { runOnly: COLORS }) });
  const found = await run(`axe.run(document, ${options}).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary).slice(0, 3)])))`);
  await session.detach();
  check(found === "[]", `axe found ${found}`);
}

async function wide(page) {
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(extra <= 1, `the page is ${extra} pixels wider than the screen`);
}

async function tap(page, square) {
  const box = page.locator(`.board-svg [data-square="${square}"] .ground`).first();
  await box.click({ force: true });
}

/** Opens a folded part of the panel. */
async function unfold(page, selector) {
  if (!(await page.locator(selector).evaluate((part) => part.open))) await page.locator(`${selector} > summary`).click();
}

/** Chooses the player of a side in the start panel. */
async function player(page, color, who) {
  await unfold(page, ".start");
  await page.selectOption(`#player-${color}`, who);
}

/** Gives a command of the menu. */
async function command(page, name) {
  await page.locator(".commands .dropdown summary").click();
  await page.locator(".commands .dropdown-list").getByText(name, { exact: true }).click();
}

async function resign(page) {
  await command(page, "Resign");
  check(await page.locator(".asking").isVisible(), "the game is resigned without a question");
  await page.getByText("Yes, resign").click();
}

/** The moves of the list, in the notation of ferz. */
function moves(page) {
  return page.locator(".moves .move").evaluateAll((list) => list.map((one) => one.dataset.move));
}

async function played(page, number) {
  await page.waitForFunction((number) => document.querySelectorAll(".moves .move").length >= number, number, { timeout: 20_000 });
}

/** Does something, and waits until the status has said two things, one after the other. A state that is soon over is seen, too. */
async function says(page, act, first, second) {
  const seen = page.evaluate(([first, second]) => new Promise((done) => {
    const [earlier, later] = [new RegExp(first, "u"), new RegExp(second, "u")];
    let isSeen = false;
    const observer = new MutationObserver(look);
    function look() {
      const text = document.querySelector(".status")?.textContent ?? "";
      isSeen ||= earlier.test(text);
      if (!isSeen || !later.test(text)) return;
      observer.disconnect();
      done();
    }
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    window.observed = true;
  }), [first, second]);
  await page.waitForFunction(() => window.observed);
  await act();
  await seen;
}

/** Copies the game as PGN, and returns the text. */
async function copied(page) {
  const box = page.getByLabel("Game as PGN");
  await box.fill("");
  await page.getByText("Copy PGN").click();
  await page.waitForFunction((box) => box.value, await box.elementHandle());
  return box.inputValue();
}

/** Returns the helpers for a browser and the address of the built page. */
export function kitOf(browser, address) {
  /** Opens a page that records its errors and must not contact other hosts. */
  async function open(path, { width = 1280, height = 800, touch = false, seed, computer = false, colorScheme = "light", reducedMotion = "no-preference" } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, colorScheme, reducedMotion, bypassCSP: false });
    const page = await context.newPage();
    page.wrong = [];
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && page.wrong.push(`console: ${message.text()}`));
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) page.wrong.push(`asked for ${request.url()}`);
    });
    if (seed) await page.addInitScript(seed);
    // Two human players, unless the test chooses others.
    if (!computer) await page.addInitScript(() => {
      try {
        if (!localStorage.getItem("ferz.setting.opponent")) localStorage.setItem("ferz.setting.opponent", "human");
      } catch {
        // Blocked storage is a test of its own.
      }
    });
    await page.goto(address + path);
    await ready(page);
    return page;
  }

  return { browser, address, shots, open, ready, tap, played, moves, check, accessible, wide, player, command, resign, unfold, says, copied };
}
