// Tests that a part of the page that is drawn again, because a game was compiled or the computer has moved, takes nothing away from the
// user: no text, no focus, no open choice, and no click that has begun.
import { designed, source, until } from "./design.mjs";

/** Delays what the page asks of the rules engine, so that a part of it is drawn again while the user goes on. */
const SLOW = () => {
  const delay = { page: 700, view: 700, think: 3000 };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    setTimeout(() => post.call(this, message, ...rest), delay[message?.method] ?? 0);
  };
};

/** Presses the pointer on an element, waits, and releases it. */
async function clickDuring(page, locator, wait) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await wait();
  await page.mouse.up();
}

/** The tests by name. Each receives the helpers of the run. */
export const redrawn = {
  async "typing while rules are compiled"({ open, check }, size) {
    const page = await open("#/edit/new", { ...size, seed: SLOW });
    await designed(page, "size");
    const square = (name) => page.locator(`.squares-editor [title="${name}"]`);
    const isHole = (name) => page.locator(`.squares-editor [title="${name}"].hole`).waitFor();
    // A click that begins before the squares are drawn again, and a name that is typed meanwhile.
    await square("d4").click();
    await clickDuring(page, square("e5"), () => isHole("d4"));
    await until(page, "hole d4, e5");
    const name = page.getByLabel("Name of the new region");
    await name.pressSequentially("Mid");
    await isHole("e5");
    await page.keyboard.type("dle");
    check((await name.inputValue()) === "Middle", `the name is ${await name.inputValue()}`);
    await name.press("Enter");
    await square("c4").click();
    await until(page, "region middle = c4");
    // The form of a new rule, while a sentence changes.
    await designed(page, "rules");
    const sentence = (words) => page.locator(".sentences li", { hasText: words });
    await sentence("stalemate").getByLabel("Result").selectOption("loss");
    await until(page, "stalemate:  loss");
    const number = sentence("repetition").getByLabel("Number");
    await number.fill("5");
    await number.press("Tab");
    await page.getByLabel("Kind of rule").selectOption("ending");
    await until(page, "repetition: draw when repeated 5");
    const field = page.locator(".sentence-form").getByLabel("name", { exact: true });
    await field.pressSequentially("robbed");
    await sentence("arriving").getByLabel("Piece").selectOption("knight");
    await until(page, "becomes knight");
    await field.press("End");
    await field.pressSequentially("-bare");
    await page.waitForTimeout(1200);
    check((await field.inputValue()) === "robbed-bare" && (await field.evaluate((one) => one === document.activeElement)), `the name of the ending is ${await field.inputValue()}`);
    // The names that the form offers follow the game, and what is typed stays.
    await page.evaluate(() => {
      const content = document.querySelector(".cm-content");
      const view = content.cmTile?.view ?? content.cmView.view;
      const at = view.state.doc.toString().indexOf("piece knight");
      view.dispatch({ changes: { from: at, insert: "piece gryphon G `[F?R]`\n" } });
    });
    await sentence("arriving").getByLabel("Piece").locator("option[value=gryphon]").waitFor({ state: "attached" });
    check((await field.inputValue()) === "robbed-bare", "the form of a new rule is empty after an edit of the text");
    // A click on a diagram.
    await designed(page, "pieces");
    await page.locator(".tab-pieces select").first().selectOption({ label: "Knight" });
    await page.waitForSelector('.moves-editor [data-step="1,2"].set');
    const step = (place) => page.locator(`.moves-editor [data-step="${place}"]`);
    await step("0,1").click();
    await clickDuring(page, step("0,3"), () => page.locator(".moves-editor .gained").first().waitFor());
    await until(page, "piece knight N `NWH`");
    check((await source(page)).match(/piece gryphon/g).length === 1, "another piece is added");
    return page;
  },

  async "two answers at once"({ open, check }, size) {
    const page = await open("#/rules/tamerlane", { ...size, seed: SLOW });
    const second = page.locator(".switch").nth(4).locator("input").nth(1);
    const id = await second.getAttribute("name");
    await page.locator('input[name="giraffe.reach"]').nth(1).check();
    await second.check();
    await page.waitForFunction((id) => location.hash.includes("giraffe.reach=2") && location.hash.includes(id), id, { timeout: 10_000 }).catch(() => undefined);
    check(page.url().includes("giraffe.reach=2") && page.url().includes(id), `an answer is lost: ${page.url()}`);
    return page;
  },

  async "clicks while the computer moves"({ open, check, tap, played, player }, size) {
    const page = await open("#/play/chess", { ...size, seed: SLOW });
    await page.waitForSelector(".board-svg .piece");
    await player(page, "black", "level 1");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await clickDuring(page, page.locator('.moves [data-move="e2e4"]'), () => played(page, 2));
    await page.waitForFunction(() => document.querySelector(".moves [aria-current]")?.dataset.move === "e2e4");
    // A piece that is dragged when the computer moves stays in the hand of the user.
    await page.getByLabel("Last position").click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("White"));
    await tap(page, "a2");
    await tap(page, "a3");
    await played(page, 3);
    const middle = async (name) => {
      const { x, y, width, height } = await page.locator(`.board-svg [data-square="${name}"] .ground`).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await middle("h2")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("h3")), { steps: 3 });
    check((await page.locator(".moves .move").count()) === 3, "the computer has moved too early for this test");
    await played(page, 4);
    await page.mouse.up();
    await played(page, 5);
    check((await page.locator('.moves [data-move="h2h3"]').count()) === 1, "the dragged piece is not moved");
    return page;
  },
};
