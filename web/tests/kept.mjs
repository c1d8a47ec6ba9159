// Tests of what the page saves: one for each fault that lost work or a game.
import { holds } from "./kit.mjs";
import { serve } from "./server.mjs";

const CASES = "# Kept\n\n```game\nchess\n```\n";

/** The tests by name. Each receives the helpers of the run. */
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

  async "baseline of edits"({ open, ready }, size) {
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
      await holds(async () => (await page.locator(".changes").textContent()).includes("knight"), async () => `the change is forgotten: ${await page.locator(".changes").textContent()}`);
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
    await page.getByText("History", { exact: true }).click();
    // The list is read from storage when it is opened.
    await page.getByText("first version").first().waitFor({ timeout: 5000 }).catch(() => {});
    await holds(async () => (await page.getByText("first version").count()) === 1, "the first version is not listed");
    return page;
  },

  async "set up by hand"({ open, tap, check, address }, size) {
    const page = await open("#/play/crazyhouse", size);
    const fen = () => page.locator("#fen").inputValue();
    const load = async (text) => {
      await page.fill("#fen", text);
      await page.getByText("Load", { exact: true }).click();
      await page.waitForFunction((text) => document.querySelector("#fen").value === text || document.querySelector(".side [role=alert]").textContent, text);
    };
    await page.getByText("Position and files").click();
    const position = "r1bqkbnr/ppp1pppp/2n5/3pP3/8/8/PPPP1PPP/RNBQKBNR[Pn] w KQk d6 0 3";
    await load(position);
    const before = await fen();
    check(before.includes("[") && before.includes("KQk d6"), `the position is another: ${before}`);
    await page.getByText("Set up by hand").click();
    await page.getByText("Done", { exact: true }).click();
    await page.getByText("Set up by hand").waitFor();
    await holds(async () => (await fen()) === before, async () => `nothing was touched, and the position is ${await fen()}`);
    // Removing a pawn removes nothing else.
    await page.getByText("Set up by hand").click();
    await page.getByText("Remove", { exact: true }).click();
    await tap(page, "a2");
    await page.getByText("Done", { exact: true }).click();
    await page.waitForFunction((before) => document.querySelector("#fen").value !== before, before);
    await holds(async () => (await fen()).includes("/1PPP1PPP/") && (await fen()).endsWith(before.slice(before.indexOf("["))), async () => `more has changed: ${await fen()}`);
    // An invalid position stays on the board, and Cancel restores the previous one.
    const now = await fen();
    await page.getByText("Set up by hand").click();
    await page.getByText("Clear the board").click();
    await page.getByText("Done", { exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".palette [role=alert]").textContent.length > 5);
    await holds(async () => await page.locator(".palette").isVisible(), "the set-up is thrown away");
    await page.locator(".palette").getByText("Cancel").click();
    await page.waitForSelector(".board-svg .piece");
    await holds(async () => (await fen()) === now, "Cancel does not lead back");
    // Rights that no longer apply to the pieces are removed.
    await page.getByText("Set up by hand").click();
    await page.getByText("Remove", { exact: true }).click();
    await tap(page, "h1");
    await page.getByText("Done", { exact: true }).click();
    await page.waitForFunction((now) => document.querySelector("#fen").value !== now, now);
    await holds(async () => (await fen()).includes("[") && !(await fen()).includes("KQk"), async () => `the rights are wrong: ${await fen()}`);
    for (const game of ["tamerlane", "shogi", "seirawan", "threekings", "xiangqi", "marseillais", "duck", "full-tamerlane"]) {
      await page.goto(`${address}#/play/${game}`);
      await page.locator(`.links a[href="#/rules/${game}"]`).waitFor();
      await page.waitForFunction(() => document.querySelector("#fen").value);
      const begin = await fen();
      await page.getByText("Position and files").click();
      await page.getByText("Set up by hand").click();
      await page.getByText("Done", { exact: true }).click();
      await page.getByText("Set up by hand").waitFor();
      await holds(async () => (await fen()) === begin, async () => `${game}: ${begin} became ${await fen()}`);
    }
    return page;
  },

  async "slow download"({ browser }, size) {
    const slow = await serve(undefined, { pause: 350 });
    const context = await browser.newContext({ viewport: { width: size.width, height: size.height }, serviceWorkers: "block" });
    const page = await context.newPage();
    page.wrong = [];
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    // The page's time limit of 20 seconds is one second here.
    await page.addInitScript(() => {
      const usual = window.setTimeout;
      window.setTimeout = (act, time, ...rest) => usual(act, time === 20_000 ? 1000 : time, ...rest);
    });
    await page.goto(`${slow.address}#/play/chess`);
    await page.waitForFunction(() => {
      const bar = document.querySelector("#main .loading progress");
      return bar && !bar.hidden && bar.value > 0.15 && bar.value < 0.95;
    }, null, { timeout: 20_000 });
    // The board is there before the engine.
    await page.waitForSelector(".preview .still .piece");
    await page.waitForSelector(".board-svg .piece", { timeout: 30_000 });
    await holds(async () => (await page.locator(".problem").filter({ hasText: "took too long" }).count()) === 0, "the download is cut off");
    slow.close();
    return page;
  },

  async "slow link"({ browser, check }, size) {
    // 1.6 Mbit/s: the board is there after 2 seconds, and can be played on after 7.5. What was sent by then does not depend on
    // how fast this machine is.
    const rate = 200_000;
    const link = await serve(undefined, { rate });
    const page = await (await browser.newContext({ viewport: { width: size.width, height: size.height } })).newPage();
    page.wrong = [];
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    const begin = Date.now();
    const passed = async (selector) => {
      await page.waitForSelector(selector, { timeout: 60_000 });
      return { time: Date.now() - begin, sent: link.sent() };
    };
    await page.goto(`${link.address}#/play/tamerlane`);
    const drawn = await passed(".preview .still .piece");
    const playable = await passed(".board-svg .piece");
    link.close();
    const told = ({ time, sent }) => `${(time / 1000).toFixed(1)} s and ${Math.round(sent / 1000)} kB`;
    console.log(`    at 1.6 Mbit/s, the board is drawn after ${told(drawn)}, and can be played on after ${told(playable)}`);
    check(drawn.sent < 2 * rate, `${drawn.sent} bytes were sent before the board was drawn`);
    check(playable.sent < 7.5 * rate, `${playable.sent} bytes were sent before the game could be played`);
    return page;
  },

  async "resigning"({ open, tap, check, played, player, resign }, size) {
    const page = await open("#/play/chess", size);
    await player(page, "black", "level 10");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await resign(page);
    const status = await page.locator(".status").textContent();
    check(status === "Black wins: White resigned.", status);
    return page;
  },

  async "claims and draws"({ open, tap, played, player, command }, size) {
    // A claim can be a win, and a computer that has not thought yet declines a draw.
    const rules = 'variant still "Still" extends chess\nabout "Chess for the patient."\nchange ending { patience: win on claim when quiet 1 }\n';
    const seed = `localStorage.setItem("ferz.file.still", ${JSON.stringify(JSON.stringify({ id: "still", name: "Still", rules, version: 1, saved: 1, history: [] }))});`;
    const page = await open("#/play/my:still", { ...size, seed });
    const status = () => page.locator(".status").textContent();
    await player(page, "black", "level 1");
    await command(page, "Offer a draw");
    await holds(async () => (await page.locator(".side").textContent()).includes("The computer declines the draw."), async () => await status());
    await player(page, "black", "human");
    await tap(page, "g1");
    await tap(page, "f3");
    await played(page, 1);
    await page.getByText("Claim: patience").click();
    await holds(async () => (await status()) === "Black wins: patience.", async () => await status());
    return page;
  },

  async "undo and the computer"({ open, ready, tap, check, played, says, address, player }, size) {
    const page = await open("#/play/chess", size);
    await player(page, "white", "level 1");
    await played(page, 1);
    // The computer moves again, and then it is the human player's turn.
    await says(page, () => page.getByText("Take back").click(), "^White", "^Black to move");
    await tap(page, "e7");
    await holds(async () => (await page.locator(".target").count()) > 0, "Black cannot move after Undo");
    await tap(page, "e5");
    await page.waitForFunction(() => /^Black to move/.test(document.querySelector(".status").textContent) && document.querySelectorAll(".moves .move").length >= 3, null, { timeout: 20_000 });
    // In an earlier position with the computer to move, the user can let it move, or move for it.
    const earlier = await page.evaluate(() => [...document.querySelectorAll(".moves .move")].findIndex((one) => one.dataset.move === "e7e5"));
    await page.locator(".moves .move").nth(earlier).click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("waits"));
    // The computer may have moved one of these pawns before.
    let targets = 0;
    for (const square of ["a2", "d2", "h2"]) {
      if (targets === 0) {
        await tap(page, square);
        targets = await page.locator(".target").count();
      }
    }
    check(targets > 0, "nobody can move for the computer");
    await tap(page, "a2");
    await page.getByText("Move now").click();
    await page.waitForFunction(() => /^Black to move/.test(document.querySelector(".status").textContent), null, { timeout: 20_000 });
    await page.goto(`${address}#/play/progressive`);
    await ready(page);
    await player(page, "black", "level 1");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 3);
    await page.waitForFunction(() => /^White to move/.test(document.querySelector(".status").textContent), null, { timeout: 20_000 });
    await page.getByText("Take back").click();
    await page.waitForFunction(() => !document.querySelector(".moves [aria-current]"));
    await holds(async () => /^White to move/.test(await page.locator(".status").textContent()), "the computer's second move is the person's");
    await tap(page, "d2");
    await holds(async () => (await page.locator(".target").count()) > 0, "White cannot move after Undo");
    return page;
  },

  async "readings of copies"({ open, ready, check }, size) {
    const page = await open("#/rules/tamerlane@wikibooks?giraffe.reach=2", size);
    await page.locator(".piece-block", { hasText: "Giraffe" }).first().getByText("Change this piece").click();
    await page.waitForSelector(".cm-content");
    const readings = await page.getByLabel("Readings, in TOML").inputValue();
    check((readings.match(/wikibooks/g) ?? []).length > 0 && readings.length > 500, "the copy has no readings");
    const chosen = await page.locator(".chosen").textContent();
    check(chosen.includes("the reading “Wikibooks”") && chosen.includes("at least two squares"), `the choices are dropped: ${chosen}`);
    await page.waitForSelector(".editor-board .piece");
    await page.getByRole("link", { name: "Play", exact: true }).last().click();
    await page.waitForFunction(() => /^#\/play\/my:\w+@wikibooks\?giraffe\.reach=2/.test(location.hash));
    await ready(page);
    await holds(async () => (await page.locator("h1").textContent()).includes("Wikibooks"), "the board has other rules");
    return page;
  },

  async "a game is kept"({ open, ready, tap, check, played, address }, size) {
    const page = await open("#/play/chess", size);
    for (const [index, [from, to]] of [["e2", "e4"], ["e7", "e5"], ["g1", "f3"]].entries()) {
      await tap(page, from);
      await tap(page, to);
      await played(page, index + 1);
    }
    const moves = () => page.locator(".moves").textContent();
    const whole = await moves();
    const has = async (text) => {
      await ready(page);
      await page.waitForFunction((text) => document.querySelector(".moves")?.textContent === text, text, { timeout: 10_000 }).catch(() => undefined);
      await holds(async () => (await moves()) === text, async () => `the moves are ${await moves()}`);
    };
    await page.reload();
    await has(whole);
    await page.getByRole("link", { name: "Rules", exact: true }).click();
    await page.waitForSelector(".rules h1");
    await page.goBack();
    await has(whole);
    // The game is also restored without its moves in the address.
    await page.goto(`${address}#/library`);
    await page.goto(`${address}#/play/chess`);
    await has(whole);
    // An earlier position and a variation are restored after a reload.
    await page.locator(".moves .move").nth(1).click();
    await page.waitForFunction(() => document.querySelector(".moves [aria-current]").dataset.move === "e7e5");
    await tap(page, "b1");
    await tap(page, "c3");
    await page.waitForSelector(".variation");
    const tree = await moves();
    await page.reload();
    await has(tree);
    await holds(async () => (await page.locator(".moves [aria-current]").getAttribute("data-move")) === "b1c3", "another position is shown");
    const link = page.url();
    const other = await open(link.slice(address.length), size);
    await other.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
    await holds(async () => (await other.locator('.board-svg [data-square="c3"] .piece').count()) === 1, "the link shows another position");
    await other.context().close();
    // A new game is a separate one, and Back returns to the old one.
    await page.getByText("New game").click();
    await page.waitForSelector(".moves .empty");
    await page.reload();
    await has("No moves yet.");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".moves [aria-current]")?.dataset.move === "b1c3");
    // Two tabs with the same game do not overwrite each other.
    const twin = await page.context().newPage();
    await twin.goto(page.url());
    await ready(twin);
    await tap(twin, "a7");
    await tap(twin, "a6");
    await twin.waitForFunction(() => location.hash.includes("a7a6"));
    await tap(page, "h7");
    await tap(page, "h6");
    await page.waitForFunction(() => location.hash.includes("h7h6"));
    const games = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("ferz.game.")).map(([, text]) => text));
    check(games.some((text) => text.includes("a7a6")) && games.some((text) => text.includes("h7h6")), "a game of one of the tabs is lost");
    return page;
  },

  async "reload at once"({ open, ready, check }, size) {
    const page = await open("#/edit/copy:chess", size);
    await page.waitForSelector(".cm-content");
    await page.reload();
    await ready(page);
    await holds(async () => (await page.locator(".cm-content").count()) === 1, async () => await page.locator("#main").textContent());
    check(!(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("ferz.file.")))), "a copy that was only looked at is left behind");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# typed just now");
    await page.reload();
    await ready(page);
    const texts = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("ferz.file.")).map(([, text]) => text));
    check(texts.some((text) => text.includes("# typed just now")), "what was typed just before the reload is lost");
    await holds(async () => (await page.locator(".cm-content").textContent()).includes("# typed just now"), "the page shows another text");
    return page;
  },

  async "numbers of moves"({ open, tap, check, played }, size) {
    const page = await open("#/play/marseillais", size);
    const shown = [];
    for (const [from, to] of [["e2", "e4"], ["d7", "d5"], ["e7", "e5"], ["d2", "d4"], ["g1", "f3"], ["b8", "c6"]]) {
      await tap(page, from);
      await tap(page, to);
      shown.push(from + to);
      await played(page, shown.length);
    }
    const text = await page.locator(".moves").textContent();
    check(text === "1.e41…d5e52.d4Nf32…Nc6", text);
    return page;
  },

  async "clock and undo"({ open, tap, check }, size) {
    const page = await open("#/play/chess", size);
    await page.selectOption("#clock", "other");
    await page.getByLabel("Minutes for each side").fill("10");
    await page.getByLabel("Seconds added for each move").fill("60");
    await page.getByText("Start clocks").click();
    for (let count = 0; count < 3; count += 1) {
      await tap(page, "e2");
      await tap(page, "e4");
      await page.waitForFunction(() => document.querySelector(".moves [aria-current]"));
      await page.getByText("Take back").click();
      await page.waitForFunction(() => !document.querySelector(".moves [aria-current]"));
    }
    await page.waitForTimeout(600);
    const clock = await page.locator('.player[data-color="white"] .clock').textContent();
    check(/^(9:\d\d|10:00)$/.test(clock), `undo has banked time: ${clock}`);
    await page.getByLabel("Next position").click();
    await page.waitForFunction(() => /^(10:[345]\d|11:00)$/.test(document.querySelector('.player[data-color="white"] .clock').textContent), null, { timeout: 5000 });
    return page;
  },

  async "links that are too large"({ open }, size) {
    const rules = `variant large "Large"\n${`# ${"abc ".repeat(1000)}\n`.repeat(112)}board { grid 3 x 4; black is white mirrored }\npiece chief C \`K\` royal\nending { checkmate: loss; stalemate: draw }\narray usual { 1 | . C . }\n`;
    const seed = `localStorage.setItem("ferz.file.large", ${JSON.stringify(JSON.stringify({ id: "large", name: "Large", rules, version: 1, saved: 1, history: [] }))});`;
    const page = await open("#/rules/my:large", { ...size, seed });
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForSelector(".toast");
    await holds(async () => (await page.locator(".toast").textContent()).includes("too large for a link"), async () => await page.locator(".toast").textContent());
    await holds(async () => (await page.getByLabel("Link to share").count()) === 0, "a link that nobody can open is given");
    return page;
  },
};
