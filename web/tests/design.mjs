// Tests designs without typing: each gesture changes the text, and undo gives it back byte for byte.
import { holds } from "./kit.mjs";

/** Returns the text of the editor. */
export const source = (page) => page.evaluate(() => {
  const content = document.querySelector(".cm-content");
  return (content.cmTile?.view ?? content.cmView.view).state.doc.toString();
});

/** Waits until the text of the editor contains a part. */
export const until = (page, part) => page.waitForFunction((part) => {
  const content = document.querySelector(".cm-content");
  return (content.cmTile?.view ?? content.cmView.view).state.doc.toString().includes(part);
}, part, { timeout: 20_000 }).catch(async () => {
  throw new Error(`the text has no “${part}”: ${await page.locator(".toast").allTextContents()}`);
});

/** Opens a part of the design panel. */
export async function designed(page, tab) {
  await page.waitForSelector(".editor-board .board-svg .piece", { timeout: 30_000 });
  if (!(await page.locator(".design").evaluate((part) => part.open))) await page.getByRole("button", { name: "Design", exact: true }).click();
  await page.locator(`#design-tab-${tab}`).click();
}

const undo = (page) => page.locator(".design").getByRole("button", { name: "Undo" }).click();
const step = (page, place) => page.locator(`.moves-editor [data-step="${place}"]`).first().click();
const choose = (page, title) => page.locator(".tab-pieces select").first().selectOption({ label: title });

/** Invites a friend as White, and returns the page of the friend when both are connected. */
async function connected(page, open, size, server = "") {
  await page.getByLabel("Address of a STUN or TURN server").fill(server);
  await page.getByRole("button", { name: "Invite as White" }).click();
  const link = await page.getByLabel("Link for the friend").inputValue();
  const other = await open(link.slice(link.indexOf("#")), size);
  await other.waitForSelector(".board-svg .piece");
  // The friend is asked before a server is contacted.
  if (server) await other.getByText(server).waitFor();
  if (server) await other.getByRole("button", { name: "Connect without it" }).click();
  await page.getByLabel("Answer code", { exact: true }).fill(await other.getByLabel("Answer code for the friend").inputValue());
  const status = (one) => one.locator(".friend [role=status]").textContent();
  for (const [one, side] of [[page, "White"], [other, "Black"]]) {
    await one.waitForFunction((side) => document.querySelector(".friend [role=status]")?.textContent === `Connected: you are ${side}.`, side, { timeout: 40_000 }).catch(async () => {
      throw new Error(`${side} is not connected: “${await status(page)}” and “${await status(other)}”`);
    });
  }
  return other;
}

/** The tests by name. Each receives the helpers of the run. */
export const designs = {
  async "a diagram is an editor"({ open, check, accessible, wide, shots }, size) {
    const page = await open("#/edit/new", size);
    await designed(page, "pieces");
    const first = await source(page);
    await choose(page, "Knight");
    await page.waitForSelector('.moves-editor [data-step="1,2"].set');
    await step(page, "0,1");
    await until(page, "piece knight N `NW`");
    await page.waitForSelector(".moves-editor .gained");
    await holds(async () => (await page.locator(".changed").textContent()).includes("the knight gains 4 squares"), async () => await page.locator(".changed").textContent());
    await page.locator('input[value="slide"]').check();
    await page.locator('input[value="capture"]').check();
    await step(page, "1,1");
    await until(page, "piece knight N `NWcB`");
    await page.locator('input[value="quiet"]').check();
    await page.locator('input[value="leap"]').check();
    await page.getByLabel("first move only").check();
    await page.getByLabel("Which directions a click changes").selectOption("one");
    await step(page, "0,3");
    await until(page, "piece knight N `NWcBifmH`");
    await accessible(page);
    await wide(page);
    await page.screenshot({ path: `${shots}design-pieces-${size.name}.png` });
    const before = await page.locator(".moves-editor").evaluate((part) => part.getBoundingClientRect().top);
    for (let count = 0; count < 3; count += 1) await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    await page.waitForFunction((before) => Math.abs(document.querySelector(".moves-editor").getBoundingClientRect().top - before) < 60, before, { timeout: 3000 }).catch(() => {
      throw new Error("the page has scrolled");
    });
    // The keyboard reaches the squares, too.
    await page.waitForFunction(() => document.querySelectorAll(".moves-editor .set").length === 8 && !document.querySelector(".changed"));
    await page.locator('.moves-editor [tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    check((await page.evaluate(() => document.activeElement.dataset.step)) === "1,1", await page.evaluate(() => document.activeElement.getAttribute("aria-label")));
    return page;
  },

  async "sources of changed rules"({ open, check, shots }, size) {
    const page = await open("#/edit/copy:tamerlane", size);
    await designed(page, "pieces");
    const first = await source(page);
    await choose(page, "Vizier");
    await page.waitForSelector('.moves-editor [data-step="1,0"].set');
    await step(page, "2,0");
    await until(page, "piece vizier V `WD` {");
    const [before, after] = [first.split("\n"), (await source(page)).split("\n")];
    check(before.length === after.length && before.filter((line, index) => line !== after[index]).length === 1, "other lines have changed");
    await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    await choose(page, "Giraffe");
    await page.waitForFunction(() => document.querySelector(".way-text")?.textContent.includes("is changed in the text"));
    await designed(page, "questions");
    await page.locator('.tab-questions input[name="design-giraffe.reach"]').nth(1).check();
    await until(page, '2* "at least two squares');
    await page.screenshot({ path: `${shots}design-questions-${size.name}.png` });
    await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    return page;
  },

  async "an array by dragging"({ open, accessible, shots }, size) {
    const page = await open("#/edit/new", size);
    await designed(page, "array");
    const first = await source(page);
    const middle = async (selector) => {
      for (;;) {
        await page.locator(selector).first().waitFor();
        // The board may be drawn again after the wait.
        const box = await page.locator(selector).first().boundingBox();
        if (box) return [box.x + box.width / 2, box.y + box.height / 2];
      }
    };
    const drag = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(from[0] + 10, from[1] + 10);
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    };
    const square = (name) => middle(`.tab-array [data-square="${name}"] .ground`);
    await page.locator(".tab-array").scrollIntoViewIfNeeded();
    await drag(await middle('.design .palette button[title="white Rook"]'), await square("d1"));
    await until(page, "1 | R N . R K . N R");
    await page.waitForFunction(() => document.querySelectorAll(".tab-array .board-svg .piece").length === 28);
    await drag(await square("b2"), await square("b3"));
    await until(page, "3 | . P . . . . . .\n  2 | P . P P P P P P");
    await accessible(page);
    await page.screenshot({ path: `${shots}design-array-${size.name}.png` });
    await designed(page, "size");
    await page.fill("#design-files", "9");
    await page.locator("#design-files").press("Enter");
    await until(page, "grid 9 x 8");
    await holds(async () => (await source(page)).includes("1 | R N . R K . N R ."), "the rows do not follow");
    for (let count = 0; count < 3; count += 1) await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    return page;
  },

  async "gestures at random"({ open, check }, size) {
    const page = await open("#/edit/copy:makruk", size);
    await designed(page, "pieces");
    const first = await source(page);
    let seed = 7;
    const random = (limit) => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return Math.floor((seed / 0x80000000) * limit);
    };
    let changes = 0;
    for (let count = 0; count < 15; count += 1) {
      const before = await source(page);
      await page.locator(".tab-pieces select").first().selectOption({ index: random(5) });
      await page.locator(".moves-editor .middle svg").waitFor();
      await page.locator(`input[value="${["both", "quiet", "capture"][random(3)]}"]`).check();
      await page.locator(`input[value="${["leap", "slide"][random(2)]}"]`).check();
      await page.locator(".moves-editor button").nth(random(48)).click();
      await page.waitForTimeout(500);
      if ((await source(page)) !== before) changes += 1;
      await holds(async () => (await page.locator(".problems .error").count()) === 0, "the text has an error");
    }
    check(changes > 8, `only ${changes} gestures change the text`);
    for (let count = 0; count < changes; count += 1) await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    return page;
  },

  async "a new game begins with a choice"({ open, ready, accessible, wide, address, shots }, size) {
    const page = await open("#/edit", size);
    await page.waitForFunction(() => document.querySelectorAll(".templates .still").length === 10, null, { timeout: 60_000 });
    await accessible(page);
    await wide(page);
    await page.screenshot({ path: `${shots}begin-${size.name}.png` });
    await page.locator(".templates .card", { hasText: "Captured Pieces Return" }).getByRole("link").click();
    await page.waitForSelector(".editor-board .board-svg .piece");
    await holds(async () => (await source(page)).startsWith('variant drops "Captured Pieces Return"'), "another text");
    await holds(async () => (await page.locator(".problems li").count()) === 0, "a template has problems");
    await page.goto(`${address}#/edit`);
    await ready(page);
    await page.locator("#begin-game option[value=makruk]").waitFor({ state: "attached" });
    await page.selectOption("#begin-game", "makruk");
    await page.getByRole("button", { name: "Edit a copy" }).click();
    await page.waitForFunction(() => location.hash === "#/edit/copy:makruk" && document.querySelector(".cm-content"));
    return page;
  },

  async "links with changes"({ open, check, address }, size) {
    const page = await open("#/edit/copy:tamerlane", size);
    await designed(page, "pieces");
    await choose(page, "Vizier");
    await page.waitForSelector('.moves-editor [data-step="1,0"].set');
    await step(page, "2,0");
    await until(page, "piece vizier V `WD` {");
    await page.locator(".editor-left > .bar").getByRole("button", { name: "Share" }).click();
    const link = await page.getByLabel("Link to share").inputValue();
    check(link.length < 400, `a link of ${link.length} characters for one change`);
    const other = await open(link.slice(address.length), size);
    await other.waitForSelector(".cm-content");
    await holds(async () => (await source(other)) === (await source(page)), "another text");
    check((await other.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith("ferz.file."))[1])).includes("wikibooks"), "the readings are lost");
    check(other.wrong.length === 0, other.wrong.join("\n"));
    await other.context().close();
    return page;
  },

  async "rules as sentences"({ open, check, accessible, wide, shots }, size) {
    const page = await open("#/edit/new", size);
    await designed(page, "rules");
    const first = await source(page);
    const sentence = (words) => page.locator(".sentences li", { hasText: words });
    // A promotion, an ending, and a number of a rule are choices.
    await sentence("arriving").getByLabel("Piece").selectOption("knight");
    await until(page, "arriving at far-rank: becomes knight");
    await sentence("stalemate").getByLabel("Result").selectOption("loss");
    await until(page, "stalemate:  loss");
    await sentence("repetition").getByLabel("Number").fill("4");
    await sentence("repetition").getByLabel("Number").press("Enter");
    await until(page, "repetition: draw when repeated 4");
    await sentence("repetition").getByLabel(/^Remove/).click();
    await page.waitForFunction(() => ![...document.querySelectorAll(".sentences li")].some((one) => one.textContent.includes("repetition")));
    // The forms of new rules follow from the table of statements.
    await page.getByLabel("Kind of rule").selectOption("ending");
    await page.locator(".sentence-form").getByLabel("name", { exact: true }).fill("robbed");
    await page.locator(".sentence-form").getByLabel("result", { exact: true }).selectOption("loss");
    await page.locator(".sentence-form").getByLabel("also: when condition").check();
    await page.locator(".sentence-form").getByLabel("condition", { exact: true }).selectOption({ label: "a piece is gone" });
    await page.locator(".sentence-form").getByLabel("whose").selectOption("own");
    await page.locator(".sentence-form").getByLabel("pieces", { exact: true }).selectOption("rook");
    await accessible(page);
    await wide(page);
    await page.screenshot({ path: `${shots}design-rules-${size.name}.png` });
    await page.locator(".sentence-form").getByRole("button", { name: "Add" }).click();
    await until(page, "  robbed: loss when no own rook\n}");
    // A condition has choices, also inside parentheses.
    await sentence("robbed").getByLabel("Whose").selectOption("enemy");
    await until(page, "robbed: loss when no enemy rook");
    await sentence("robbed").getByLabel("Piece").selectOption("knight");
    await until(page, "robbed: loss when no enemy knight");
    await page.getByLabel("Kind of rule").selectOption("arriving");
    await page.locator(".sentence-form").getByLabel("also: at squares").check();
    await page.locator(".sentence-form").getByLabel("squares", { exact: true }).first().selectOption("rank 8");
    await page.locator(".sentence-form").getByLabel("consequence", { exact: true }).selectOption("win by arrival");
    await page.getByLabel("Piece with the rule").selectOption("king");
    await page.locator(".sentence-form").getByRole("button", { name: "Add" }).click();
    await until(page, "piece king   K `K` royal {\n  arriving at rank 8: win by arrival\n}");
    // A rule that the game cannot have is not offered, and the reason stands beside it.
    await page.getByLabel("Kind of rule").selectOption("ending");
    await page.locator(".sentence-form").getByLabel("name", { exact: true }).fill("stalemate");
    await page.waitForFunction(() => document.querySelector(".sentence-form .why-not")?.textContent.startsWith("This would leave the game with an error") && document.querySelector(".sentence-form button.main").disabled);
    // Neither are words that would leave an error: a claim needs a condition.
    await sentence("stalemate").getByLabel("Add words").focus();
    await page.waitForFunction(() => [...document.querySelectorAll(".more-words option")].some((one) => one.textContent === "on claim" && one.disabled));
    await sentence("arriving at far rank").getByLabel("Add words").selectOption({ label: "may" });
    await until(page, "may become knight");
    await page.locator('.sentences select[aria-label="Words"]', { hasText: "may" }).selectOption("");
    await until(page, ": becomes knight");
    for (let count = 0; count < 10; count += 1) await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    return page;
  },

  async "castling, hands, drops, and restrictions as sentences"({ open, check, accessible, wide, shots }, size) {
    const page = await open("#/edit/copy:chess960", size);
    await designed(page, "rules");
    const first = await source(page);
    const kind = (name) => page.getByLabel("Kind of rule").selectOption(name);
    const form = page.locator(".sentence-form");
    const add = async (text) => {
      await form.getByRole("button", { name: "Add" }).click();
      await until(page, text);
    };
    const sentence = (words) => page.locator(".sentences li", { hasText: words });
    // The words that the form of a statement can have are choices of the statement.
    await sentence("castling").first().getByLabel("Add words").selectOption({ label: "through attacks" });
    await until(page, "through attacks");
    await page.locator('.sentences select[aria-label="Words"]', { hasText: "through attacks" }).selectOption("");
    await page.waitForFunction((first) => {
      const content = document.querySelector(".cm-content");
      return !(content.cmTile?.view ?? content.cmView.view).state.doc.toString().includes("through attacks") && first;
    }, first);
    // What is captured comes back by a drop, which is an action with several lines.
    await kind("hands");
    await add("\nhands\n");
    await sentence(/^ hands/).getByLabel("Add words").selectOption({ label: "of owners" });
    await until(page, "hands of owners");
    await kind("action");
    await form.getByLabel("name", { exact: true }).fill("return");
    await form.getByLabel("also: drop pieces in hand").check();
    await form.getByLabel("pieces in hand", { exact: true }).selectOption("knight");
    await page.waitForFunction(() => document.querySelector(".sentence-form button.main").disabled);
    await form.getByLabel("also: to squares or home of piece").check();
    await form.getByLabel("squares", { exact: true }).last().selectOption("rank 2");
    await accessible(page);
    await wide(page);
    await page.screenshot({ path: `${shots}design-action-${size.name}.png` });
    await add("action return {\n  drop knight\n  to rank 2\n}");
    await kind("not");
    await page.waitForFunction(() => document.querySelector('.sentence-form [aria-label="Action with the rule"]')?.value === "return");
    await kind("player");
    await add("player must capture if it can");
    await kind("castling");
    await holds(async () => (await form.locator('select[aria-label="square"]').count()) === 2, "the squares of castling are no choices");
    await holds(async () => (await page.locator(".problems .error").count()) === 0, "the text has an error");
    for (let count = 0; count < 6; count += 1) await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    return page;
  },

  async "holes and regions by painting"({ open, accessible, wide, shots }, size) {
    const page = await open("#/edit/new", size);
    await designed(page, "size");
    const first = await source(page);
    const square = (name) => page.locator(`.squares-editor [title="${name}"]`);
    await square("d4").click();
    await until(page, "hole d4");
    await page.locator('.squares-editor [title="d4"].hole').waitFor();
    await square("e5").click();
    await until(page, "hole d4, e5");
    await page.locator('.squares-editor [title="e5"].hole').waitFor();
    await page.selectOption("#design-painted", "far-rank");
    await square("c7").click();
    await until(page, "region far-rank = rank 8 or c7");
    await page.getByLabel("Name of the new region").fill("Middle");
    await page.getByRole("button", { name: "Add a region" }).click();
    await square("c4").click();
    await until(page, "region middle = c4");
    await page.locator('.squares-editor [title="c4"][aria-pressed="true"]').waitFor();
    await square("f4").click();
    await until(page, "region middle = c4 or f4");
    await accessible(page);
    await wide(page);
    // A citadel for each side. A second click takes both away.
    await page.selectOption("#design-painted", { label: "cells beside the board" });
    await square("(0, 1)").click();
    await until(page, "  cell z1 at (0, 1) as citadel of white\n  cell z8 at (0, 8) as citadel of black\n");
    await square("z8").waitFor();
    await page.getByLabel("Region of a new cell").fill("");
    await square("(9, 2)").click();
    await until(page, "cell i2 at (9, 2)\n  cell i7 at (9, 7)\n");
    await square("i7").click();
    await page.waitForFunction(() => document.querySelector('.squares-editor [title="(9, 7)"]'));
    await holds(async () => !(await source(page)).includes("cell i"), "a cell of the pair stays");
    await accessible(page);
    await wide(page);
    await page.screenshot({ path: `${shots}design-board-${size.name}.png` });
    for (let count = 0; count < 8; count += 1) await undo(page);
    await holds(async () => (await source(page)) === first, "undo gives another text back");
    return page;
  },

  /** A new user invents a game without typing a line of rules, shares it, plays it elsewhere, and finds it again. */
  async "a designer's hour"({ open, ready, check, address, tap, played, shots }, size) {
    const page = await open("", size);
    await page.getByRole("link", { name: "Write a game of your own" }).click();
    await ready(page);
    await page.getByRole("link", { name: "New game" }).click();
    await designed(page, "pieces");
    // Two new pieces: one that is known by its name, and one of the user's own.
    const name = page.getByLabel("Name of the new piece");
    await name.fill("Gryphon");
    await page.getByRole("button", { name: "Add a piece" }).click();
    await until(page, "piece gryphon G `[F?R]`");
    await name.fill("Grasshopper rider");
    await page.getByRole("button", { name: "Add a piece" }).click();
    await until(page, "piece grasshopper-rider");
    await page.waitForFunction(() => document.querySelector(".tab-pieces select").selectedOptions[0]?.textContent === "Grasshopper rider");
    await page.waitForSelector('.moves-editor [data-step="0,1"].set');
    await page.locator('input[value="slide"]').check();
    await step(page, "1,1");
    await until(page, "piece grasshopper-rider A `WB`");
    // What the changes mean is told by a game.
    await page.locator(".design .telling").waitFor();
    // Both stand in the array.
    await designed(page, "array");
    await page.locator('.design .palette button[title="white Gryphon"]').click();
    await page.locator('.tab-array [data-square="c1"] .ground').click({ force: true });
    await until(page, "R N G . K . N R");
    await page.locator('.design .palette button[title="white Grasshopper rider"]').click();
    await page.locator('.tab-array [data-square="f1"] .ground').click({ force: true });
    await until(page, "R N G . K A N R");
    // A promotion to the new piece, and an ending.
    await designed(page, "rules");
    await page.locator(".sentences li", { hasText: "arriving" }).getByLabel("Piece").selectOption("gryphon");
    await until(page, "becomes gryphon");
    await page.locator(".sentences li", { hasText: "stalemate" }).getByLabel("Result").selectOption("loss");
    await until(page, "stalemate:  loss");
    // A piece that was added by mistake goes again, and the game says what is special about it.
    await designed(page, "pieces");
    await name.fill("Mistake");
    await page.getByRole("button", { name: "Add a piece" }).click();
    await until(page, "piece mistake");
    await page.getByRole("button", { name: "Remove the mistake" }).click();
    await page.waitForFunction(() => document.querySelector(".tab-pieces select").textContent.includes("Mistake") === false);
    await designed(page, "rules");
    await page.getByLabel("Text").first().fill("Chess with gryphons.");
    await page.getByLabel("Text").first().press("Tab");
    await until(page, 'about "Chess with gryphons."');
    await page.screenshot({ path: `${shots}hour-${size.name}.png` });
    await page.getByLabel("Name of the file").fill("Gryphons");
    await page.getByLabel("Name of the file").press("Tab");
    await until(page, 'variant mine "Gryphons"');
    await page.locator(".editor-left > .bar").getByRole("button", { name: "Share" }).click();
    const link = await page.getByLabel("Link to share").inputValue();
    await holds(async () => (await page.locator(".problems .error").count()) === 0, "the game has an error");
    // Another machine opens the link and plays.
    const other = await open(link.slice(address.length), size);
    await other.waitForSelector(".cm-content");
    await other.getByRole("link", { name: "Play", exact: true }).last().click();
    await other.waitForFunction(() => location.hash.startsWith("#/play/my:"));
    await other.waitForSelector(".board-svg .piece");
    await tap(other, "d2");
    await tap(other, "d3");
    await played(other, 1);
    check(other.wrong.length === 0, other.wrong.join("\n"));
    await other.context().close();
    // The tab is closed, and the library has the game.
    const again = await page.context().newPage();
    await page.close();
    again.wrong = page.wrong;
    await again.goto(address);
    await ready(again);
    await again.getByRole("link", { name: "Gryphons", exact: true }).click();
    await again.waitForSelector(".cm-content");
    await holds(async () => (await source(again)).includes("becomes gryphon"), "the game is lost");
    return again;
  },

  async "games of others"({ open, check, accessible, wide, played, tap, shots }, size) {
    const page = await open("", size);
    await page.locator(".gallery").scrollIntoViewIfNeeded();
    await page.waitForSelector(".gallery .still", { timeout: 30_000 });
    await holds(async () => (await page.locator(".gallery .card").first().textContent()).includes("by The ferz project"), "the author is not named");
    await accessible(page);
    await wide(page);
    await page.screenshot({ path: `${shots}gallery-${size.name}.png` });
    await page.getByRole("link", { name: "Play Gryphon Chess" }).click();
    await page.waitForSelector(".playing .board-svg .piece");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await page.goBack();
    await page.getByRole("link", { name: "Edit a copy of Gryphon Chess" }).click();
    await page.waitForSelector(".cm-content");
    await holds(async () => (await source(page)).startsWith("variant gryphon-chess"), "another text");
    check((await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ferz.file.")).length)) === 1, "the project is stored twice");
    return page;
  },

  async "a friend in another browser"({ open, tap, played, moves, accessible, wide, shots }, size) {
    const page = await open("#/play/makruk", size);
    await page.waitForSelector(".board-svg .piece");
    await page.locator(".friend > summary").click();
    await accessible(page);
    await wide(page);
    let other = await connected(page, open, size);
    await tap(page, "e3");
    await tap(page, "e4");
    await played(other, 1);
    // Each side moves its own pieces only.
    await tap(page, "d6");
    await holds(async () => (await page.locator(".target").count()) === 0, "White moves Black’s pieces");
    await tap(other, "d6");
    await tap(other, "d5");
    await played(page, 2);
    await holds(async () => (await moves(page)).join() === "e3e4,d6d5" && (await moves(other)).join() === "e3e4,d6d5", async () => `${await moves(page)} and ${await moves(other)}`);
    await page.screenshot({ path: `${shots}friend-${size.name}.png` });
    await other.context().close();
    await page.waitForFunction(() => document.querySelector(".friend [role=status]")?.textContent.startsWith("The connection has ended"), null, { timeout: 30_000 });
    // A new link continues the game, also after a reload.
    await page.reload();
    await page.waitForSelector(".board-svg .piece");
    await page.locator(".friend > summary").click();
    await page.getByLabel("Address of a STUN or TURN server").fill("example.org");
    await page.getByRole("button", { name: "Invite as White" }).click();
    await page.waitForFunction(() => document.querySelector(".friend [role=status]").textContent.startsWith("The address of a server is stun:HOST"));
    other = await connected(page, open, size, "stun:127.0.0.1:9");
    await played(other, 2);
    await tap(page, "e4");
    await tap(page, "d5");
    await played(other, 3);
    await holds(async () => (await moves(other)).join() === "e3e4,d6d5,e4d5", async () => `${await moves(other)}`);
    return page;
  },
};
