// What the page must not lose or get wrong: a test for each fault that lost work or a game.
import { serve } from "./server.mjs";

const CASES = "# Kept\n\n```game\nchess\n```\n";

/** The tests by name; each gets the kit of the run. */
export const kept = {
  async "two tabs"({ open, ready, check, address }, size) {
    const one = await open("#/edit/copy:chess", size);
    await one.locator(".cm-content").click();
    await one.keyboard.press("Control+Home");
    await one.keyboard.type("# one\n");
    await one.waitForFunction(() => /#\/edit\/[a-z0-9]+$/.test(location.hash));
    await one.waitForTimeout(500);
    const two = await one.context().newPage();
    await two.goto(one.url());
    await ready(two);
    const details = two.locator("details", { has: two.getByLabel("Readings, in TOML") });
    await details.locator("summary").click();
    await two.getByLabel("Readings, in TOML").fill("# readings of the second tab\n");
    await two.locator("details.cases summary").click();
    await two.getByLabel("Cases, in Markdown").fill(CASES);
    await two.waitForTimeout(500);
    // The first tab only leaves the editor.
    await one.goto(`${address}#/library`);
    await ready(one);
    const files = () => one.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("ferz.file.")).map(([, text]) => JSON.parse(text)));
    let [file, ...rest] = await files();
    check(file.cases === CASES && file.readings.includes("second tab") && rest.length === 0, "the cases of the second tab are lost");
    // Each tab changes another part: both are kept in one file.
    await one.goto(two.url());
    await ready(one);
    await two.getByLabel("Cases, in Markdown").fill(`${CASES}\nMore.\n`);
    await two.waitForTimeout(400);
    await one.locator(".cm-content").click();
    await one.keyboard.press("Control+Home");
    await one.keyboard.type("# again\n");
    await one.waitForTimeout(400);
    [file, ...rest] = await files();
    check(file.cases.endsWith("More.\n") && file.rules.includes("# again") && rest.length === 0, "a part of one of the tabs is lost");
    return one;
  },

  async "baseline of edits"({ open, ready, check }, size) {
    const page = await open("#/edit/copy:chess", size);
    await page.evaluate(() => {
      const content = document.querySelector(".cm-content");
      const view = content.cmTile?.view ?? content.cmView.view;
      const text = view.state.doc.toString();
      const at = text.search(/piece knight\b/);
      const from = text.indexOf("`N`", at);
      view.dispatch({ changes: { from, to: from + 3, insert: "`NW`" } });
    });
    await page.waitForTimeout(600);
    const says = async () => {
      await page.getByRole("button", { name: "What did my edit change?" }).click();
      await page.waitForSelector(".changes p, .changes .diagram");
      check((await page.locator(".changes").textContent()).includes("knight"), `the change is forgotten: ${await page.locator(".changes").textContent()}`);
    };
    await says();
    await page.getByRole("link", { name: "Play", exact: true }).last().click();
    await page.waitForSelector(".links");
    await page.goBack();
    await page.waitForSelector(".cm-content");
    await says();
    await page.reload();
    await ready(page);
    await says();
    await page.getByText("Earlier versions").click();
    check((await page.getByText("as it was begun").count()) === 1, "the first version is not listed");
    return page;
  },

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

  async "readings of copies"({ open, ready, check }, size) {
    const page = await open("#/rules/tamerlane@wikibooks?giraffe.reach=2", size);
    await page.locator(".piece-block", { hasText: "Giraffe" }).first().getByText("Change this piece").click();
    await page.waitForSelector(".cm-content");
    const readings = await page.getByLabel("Readings, in TOML").inputValue();
    check((readings.match(/wikibooks/g) ?? []).length > 0 && readings.length > 500, "the copy has no readings");
    const chosen = await page.locator(".chosen").textContent();
    check(chosen.includes("reading wikibooks") && chosen.includes("giraffe.reach=2"), `the choices are dropped: ${chosen}`);
    await page.waitForSelector(".editor-board .piece");
    await page.getByRole("link", { name: "Play", exact: true }).last().click();
    await page.waitForFunction(() => /^#\/play\/my:\w+@wikibooks\?giraffe\.reach=2/.test(location.hash));
    await ready(page);
    check((await page.locator("h1").textContent()).includes("wikibooks"), "the board has other rules");
    return page;
  },

  async "reload at once"({ open, ready, check }, size) {
    const page = await open("#/edit/copy:chess", size);
    await page.waitForSelector(".cm-content");
    await page.reload();
    await ready(page);
    check((await page.locator(".cm-content").count()) === 1, await page.locator("#main").textContent());
    check(!(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("ferz.file.")))), "a copy that was only looked at is left behind");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# typed just now");
    await page.reload();
    await ready(page);
    const texts = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("ferz.file.")).map(([, text]) => text));
    check(texts.some((text) => text.includes("# typed just now")), "what was typed just before the reload is lost");
    check((await page.locator(".cm-content").textContent()).includes("# typed just now"), "the page shows another text");
    return page;
  },

  async "links that are too large"({ open, check }, size) {
    const rules = `variant large "Large"\n${`# ${"abc ".repeat(1000)}\n`.repeat(112)}board { grid 3 x 4; black is white mirrored }\npiece chief C \`K\` royal\nending { checkmate: loss; stalemate: draw }\narray usual { 1 | . C . }\n`;
    const seed = `localStorage.setItem("ferz.file.large", ${JSON.stringify(JSON.stringify({ id: "large", name: "Large", rules, version: 1, saved: 1, history: [] }))});`;
    const page = await open("#/rules/my:large", { ...size, seed });
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForSelector(".toast");
    check((await page.locator(".toast").textContent()).includes("too large for a link"), await page.locator(".toast").textContent());
    check((await page.getByLabel("Link to share").count()) === 0, "a link that nobody can open is given");
    return page;
  },
};
