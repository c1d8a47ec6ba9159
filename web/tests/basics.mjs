// Tests the views of the page, one after the other: the library, rules, boards, the editor, comparisons, and notation.
import { readFileSync } from "node:fs";
import { holds } from "./kit.mjs";
import { MOVES } from "./tamerlane.mjs";

/** The tests by name. Each receives the helpers of the run. */
export const basics = {
  async library({ open, check, accessible, wide }, size) {
    const page = await open("", size);
    await page.fill("#search", "giraffe");
    await holds(async () => (await page.locator(".card").allTextContents()).some((text) => text.includes("Full Tamerlane")), "no game with giraffes is found");
    await page.fill("#search", "shogi");
    const count = await page.locator(".card").count();
    check(count >= 3 && count < 30, `${count} cards for shogi`);
    await page.fill("#search", "");
    const heads = () => page.locator(".families h3").allTextContents();
    await page.getByLabel("Group by").selectOption("century");
    await holds(async () => (await heads()).indexOf("7th century") < (await heads()).indexOf("14th century"), async () => `the centuries: ${await heads()}`);
    await page.getByLabel("Group by").selectOption("tree");
    const branch = page.locator(".descent li", { hasText: "Chaturanga" }).first().locator("li", { hasText: "Shatranj" }).first();
    await holds(async () => (await branch.locator("li").allTextContents()).some((text) => text.startsWith("Tamerlane Chess Persia, 14th century")), "Tamerlane Chess does not descend from shatranj");
    const listed = await page.locator(".descent li").count();
    check(listed > 100, `${listed} games in the tree`);
    await accessible(page);
    await page.getByLabel("Group by").selectOption("family");
    await page.fill("#search", "tamerlane");
    await accessible(page);
    await wide(page);
    await page.locator(".card", { hasText: "Full Tamerlane" }).getByText("Open").click();
    await page.waitForSelector(".rules h1");
    return page;
  },

  async rules({ address, open, ready, check, accessible, wide }, size) {
    const page = await open("#/rules/tamerlane", size);
    const before = await page.locator(".piece-block", { hasText: "Giraffe" }).first().locator(".diagram").first().innerHTML();
    await page.locator('input[name="giraffe.reach"]').nth(1).check();
    await page.waitForFunction(() => location.hash.includes("giraffe.reach=2"));
    const after = await page.locator(".piece-block", { hasText: "Giraffe" }).first().locator(".diagram").first().innerHTML();
    check(before !== after, "the diagram has not changed");
    await page.selectOption("#reading", "wikibooks");
    await page.waitForFunction(() => location.hash.includes("@wikibooks"));
    await page.getByText("The answers of all readings").click();
    const cells = await page.locator(".answers tbody tr").nth(4).locator("td").allTextContents();
    check(cells.join("|").replace(/\s+/g, " ") === "3|✓ 2|? 3|✓ 3|✓ 3|✓ 3", `the answers: ${cells.join("|")}`);
    await holds(async () => (await page.locator('.answers th button[aria-pressed="true"]').textContent()) === "wikibooks", "no reading is marked");
    await page.locator("#array-1").click();
    await page.waitForFunction(() => location.hash.includes("/feminine"));
    await page.reload();
    await ready(page);
    await holds(async () => (await page.locator("#reading").inputValue()) === "wikibooks", "the address is no reading");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Page as Markdown").click()]);
    await holds(async () => readFileSync(await download.path(), "utf8").startsWith("# Tamerlane Chess"), "no Markdown");
    const [picture] = await Promise.all([page.waitForEvent("download"), page.getByText("Board as PNG").click()]);
    await holds(async () => readFileSync(await picture.path()).length > 5000, "no picture");
    await accessible(page);
    await wide(page);
    return page;
  },

  async board({ shots, open, tap, played, moves, accessible, wide }, size) {
    const page = await open("#/play/chess", size);
    await tap(page, "e2");
    await holds(async () => (await page.locator(".target").count()) === 2, "e2 has two targets");
    await tap(page, "e5");
    await page.waitForSelector(".refusal li");
    await holds(async () => (await page.locator(".refusal").textContent()).includes("e2e5 is not legal"), "no reason");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await page.getByText("Take back").click();
    await page.waitForFunction(() => !document.querySelector('.moves [aria-current]'));
    await page.getByLabel("Next position").click();
    await page.waitForFunction(() => document.querySelector('.moves [aria-current]'));
    await page.getByText("Take back").click();
    await page.waitForFunction(() => !document.querySelector('.moves [aria-current]'));
    await tap(page, "d2");
    await tap(page, "d4");
    await page.waitForSelector(".variation");
    await accessible(page);
    await page.getByText("Position and files").click();
    await page.fill("#fen", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    await page.getByText("Load", { exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".board-svg .piece").length === 3);
    await tap(page, "e7");
    await tap(page, "e8");
    await page.waitForSelector(".choices");
    await accessible(page);
    await page.screenshot({ path: `${shots}choices-${size.name}.png` });
    await page.locator(".choices button", { hasText: "knight" }).click();
    await played(page, 1);
    await holds(async () => (await moves(page)).includes("e7e8n"), "no knight");
    await page.fill("#fen", "nonsense");
    await page.getByText("Load", { exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".side [role=alert]").textContent.length > 5);
    await wide(page);
    return page;
  },

  async keyboard({ open, played, moves }, size) {
    const page = await open("#/play/chess", size);
    await page.locator(".board-focus").focus();
    const go = async (keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // The cursor begins on a1.
    await go(["ArrowUp", ...Array(4).fill("ArrowRight"), "ArrowUp", "Enter"]);
    await holds(async () => (await page.locator("#live").textContent()).includes("e2"), async () => `the cursor is elsewhere: ${await page.locator("#live").textContent()}`);
    await go(["ArrowUp", "ArrowUp", "Enter"]);
    await played(page, 1);
    await go(["ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowDown", "ArrowDown", "Enter"]);
    await played(page, 2);
    await holds(async () => (await moves(page)).includes("e7e5"), "e7e5 was not played");
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".moves [aria-current]")?.dataset.move === "e2e4");
    return page;
  },

  async hands({ open, tap, played, moves, accessible }, size) {
    const page = await open("#/play/crazyhouse", size);
    let number = 0;
    for (const [from, to] of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"], ["d8", "d5"]]) {
      await tap(page, from);
      await tap(page, to);
      await played(page, ++number);
    }
    await page.locator(".held:enabled").first().click();
    await holds(async () => (await page.locator(".target").count()) > 10, "nowhere to drop");
    await tap(page, "e3");
    await played(page, ++number);
    await holds(async () => (await moves(page)).includes("P@e3"), "nothing was dropped");
    await accessible(page);
    return page;
  },

  async setup({ open, tap, played, accessible, command }, size) {
    const page = await open("#/play/chess", size);
    await page.getByText("Position and files").click();
    await page.getByText("Set up by hand").click();
    await accessible(page);
    await page.getByText("Remove", { exact: true }).click();
    for (const square of ["d8", "d7", "d2"]) await tap(page, square);
    await page.locator('.palette button[title="white Queen"]').click();
    await tap(page, "d4");
    await page.getByText("Done", { exact: true }).click();
    // The field shows the position as soon as the page has accepted it.
    await page.waitForFunction(() => document.querySelector("#fen").value.includes("/3Q4/"));
    await tap(page, "d4");
    await holds(async () => (await page.locator(".target.quiet").count()) > 10, "the queen does not move");
    await tap(page, "d8");
    await played(page, 1);
    await command(page, "Flip");
    return page;
  },

  async cases({ open, accessible, wide }, size) {
    const page = await open("#/edit/copy:chess", size);
    await page.locator("details.cases summary").click();
    await page.getByText("Begin with a template").click();
    await page.getByText("Write the answer in").click();
    await page.waitForFunction(() => document.querySelector(".case-results p")?.textContent === "1 of 1 questions passed.", null, { timeout: 15_000 });
    await accessible(page);
    await wide(page);
    return page;
  },

  async tamerlane({ open, tap, played, moves, check }, size) {
    const page = await open("#/play/full-tamerlane", size);
    check(MOVES.length >= 60, `${MOVES.length} plies`);
    for (const [index, text] of MOVES.entries()) {
      const [from, to] = text.match(/[a-z]\d+/g);
      await tap(page, from);
      await tap(page, to);
      const menu = page.locator(".choices");
      if (await menu.count()) await menu.locator("button", { has: page.locator("small", { hasText: new RegExp(`^${text}$`) }) }).click();
      await played(page, index + 1);
    }
    const all = (await moves(page)).join(" ");
    check(MOVES.every((text) => all.includes(text)) && all.includes("~") && all.includes("@"), "a move is not in the list");
    await holds(async () => (await page.locator('.board-svg [data-square="c10"] title').textContent()).includes("elephant"), "no elephant stands where its pawn arrived");
    const status = await page.locator(".status").textContent();
    check(/drawn/.test(status) && /citadel/.test(status), status);
    return page;
  },

  async opponent({ open, tap, played, wide, player, command, resign }, size) {
    const page = await open("#/play/tamerlane", size);
    await player(page, "black", "level 3");
    await tap(page, "f3");
    await tap(page, "f4");
    await played(page, 2);
    await command(page, "Hint");
    await page.waitForSelector(".hint-ring", { timeout: 20_000 });
    await player(page, "white", "level 2");
    await played(page, 6);
    await player(page, "black", "level 10");
    await page.waitForTimeout(1500);
    await page.getByText("Move now").click();
    await player(page, "white", "human");
    await resign(page);
    await holds(async () => (await page.locator(".status").textContent()).includes("resigned"), "not resigned");
    await wide(page);
    return page;
  },

  async editor({ shots, open, check, accessible, wide }, size) {
    const page = await open("#/edit/copy:tamerlane", size);
    await page.waitForFunction(() => document.querySelector(".summary")?.textContent === "No problems.", null, { timeout: 30_000 });
    const [left, board] = [await page.locator(".editor-left").boundingBox(), await page.locator(".editor-board").boundingBox()];
    check(left.x < 40 && (size.name === "phone" || (board.x > left.x + left.width && board.y < 200)), "the board is not beside the text");
    await holds(async () => (await page.locator(".editor-left > .bar").boundingBox()).height < 260, "the buttons stand below each other");
    const edit = (from, to) => page.evaluate(([from, to]) => {
      const view = document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView.view;
      const at = view.state.doc.toString().indexOf(from);
      view.dispatch({ changes: { from: at, to: at + from.length, insert: to }, selection: { anchor: at }, scrollIntoView: true });
    }, [from, to]);
    await edit("`[F-W-W-R]`", "`[F-W-W-W-R]`");
    await page.waitForTimeout(900);
    await page.getByText("What did my edit change?").click();
    await page.waitForSelector(".changes .diagram");
    await holds(async () => (await page.locator(".changes").textContent()).includes("giraffe"), "no giraffe");
    await page.locator(".changes .telling").click();
    await page.waitForSelector(".changes code", { timeout: 30_000 });
    await edit("becomes princ", "becomes prnc");
    await page.waitForSelector(".cm-lintRange-error, .problems .error", { timeout: 10_000 });
    await page.screenshot({ path: `${shots}problem-${size.name}.png` });
    await accessible(page);
    await edit("becomes prnc", "becomes princ");
    await page.waitForFunction(() => !document.querySelector(".problems .error"));
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByLabel("Link to share").inputValue();
    check(link.includes("#/shared/"), "no link");
    await wide(page);
    // The link leads to the same text in another browser.
    const other = await open(link.slice(link.indexOf("#")), size);
    await other.waitForSelector(".cm-content");
    check((await other.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("ferz.file.")))), "the copy is not kept");
    const text = await other.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith("ferz.file."))[1]);
    check(text.includes("F-W-W-W-R"), "another text");
    check(other.wrong.length === 0, other.wrong.join("\n"));
    await other.context().close();
    return page;
  },

  async compare({ open, accessible, wide }, size) {
    const page = await open("#/compare/tamerlane/tamerlane@applet", size);
    await page.waitForSelector("table");
    await page.locator(".telling").click();
    const status = page.locator("section [role=status]").first();
    await page.waitForFunction(() => !/^(Searching.*)?$/.test(document.querySelector("section [role=status]").textContent), null, { timeout: 60_000 });
    await holds(async () => /game/.test(await status.textContent()), async () => await status.textContent());
    await accessible(page);
    await wide(page);
    return page;
  },

  async notation({ open, check, accessible, wide }, size) {
    const page = await open("#/notation", size);
    await page.fill("#betza", "gryphon");
    await page.waitForFunction(() => document.querySelector(".result")?.textContent);
    await page.fill("#betza", "fmWfcF");
    await page.waitForFunction(() => document.querySelector(".result")?.textContent.includes("forward"));
    await page.fill("#betza", "fmWfc");
    await page.waitForSelector(".result .problem");
    const said = await page.locator(".result").textContent();
    check(/^“fc” modifies no atom\. Write /.test(said) && !said.includes("error["), said);
    await accessible(page);
    await wide(page);
    return page;
  },

  async hostile({ address, open, ready, check }, size) {
    const script = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
    const rules = `variant evil "${script.replaceAll('"', "'")}"\nabout "${"<b>x</b>".repeat(10)}" [E]\nnote "javascript:window.hurt=1" [E1]\nsource evil as E "javascript:window.hurt=1" {\n  address "javascript:window.hurt=1"\n  place E1 "<a href=javascript:window.hurt=1>page</a>"\n}\nboard { grid 3 x 4; black is white mirrored }\npiece chief C \`K\` royal\nending { checkmate: loss; stalemate: draw }\narray usual { 1 | . C . }\n`;
    const seed = `localStorage.setItem("ferz.file.evil", ${JSON.stringify(JSON.stringify({ id: "evil", name: script, rules, version: 1, saved: 1, history: [] }))});`;
    const page = await open("#/", { ...size, seed });
    const addresses = () => page.evaluate(() => [...document.querySelectorAll("a[href], [src], form[action]")].map((one) => one.href?.baseVal ?? one.href ?? one.src ?? one.action).filter((text) => !/^(https?|blob):/.test(text)));
    for (const path of ["#/rules/my:evil", "#/play/my:evil", "#/edit/evil", "#/rules/%3Cimg%20src=x%20onerror=alert(1)%3E", "#/shared/%3Cscript%3E", "#/play/javascript:window.hurt=1", "#/javascript:window.hurt=1", "#/notation/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "#/compare/x/y", "#/nowhere"]) {
      await page.goto(address + path);
      await ready(page);
      await page.waitForTimeout(150);
      await holds(async () => (await addresses()).length === 0, async () => `${path} leads to ${await addresses()}`);
    }
    check(!(await page.evaluate(() => window.hurt)), "a script of a file has run");
    await holds(async () => (await page.locator("main script, main img[onerror]").count()) === 0, "markup of a file is in the page");
    // A line of 1 MB and an explosive repetition lead to messages.
    const bombs = [`variant a "${"x".repeat(1_000_000)}"`, `variant a "A"\nboard { grid 16 x 16; black is white turned }\npiece p P \`${"[".repeat(2000)}\` royal\n`, "{".repeat(100_000), `piece p P \`${"W99".repeat(3000)}\``];
    for (const [index, bomb] of bombs.entries()) {
      await page.evaluate(([index, bomb]) => localStorage.setItem(`ferz.file.b${index}`, JSON.stringify({ id: `b${index}`, name: "bomb", rules: bomb, version: 1, saved: 1, history: [] })), [index, bomb]);
      await page.goto(`${address}#/edit/b${index}`);
      await page.waitForSelector(".problems li", { timeout: 40_000 });
    }
    page.wrong = page.wrong.filter((text) => !text.includes("404"));
    return page;
  },

  async storage({ open, check }, size) {
    const seed = 'Object.defineProperty(window, "localStorage", { get() { throw new Error("blocked"); } });';
    const page = await open("#/edit/copy:chess", { ...size, seed });
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# mine\n");
    await page.waitForSelector(".notice");
    await holds(async () => (await page.locator(".notice").first().textContent()).includes("blocked"), "no message");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".notice button").first().click()]);
    await holds(async () => readFileSync(await saved.path()).includes("chess.ferz"), "the project is not offered as a file");
    // Two pages with one project: no text is lost.
    const one = await open("#/edit/copy:chess", size);
    await one.locator(".cm-content").click();
    await one.keyboard.press("Control+Home");
    await one.keyboard.type("# one\n");
    const stored = (part) => one.waitForFunction((part) => Object.entries(localStorage).some(([key, text]) => key.startsWith("ferz.file.") && text.includes(part)), part, { timeout: 10_000 });
    await stored("# one");
    const two = await one.context().newPage();
    await two.goto(one.url());
    await two.reload();
    await two.waitForSelector(".cm-content");
    await two.locator(".cm-content").click();
    await two.keyboard.press("Control+Home");
    await two.keyboard.type("# two\n");
    await stored("# two");
    await one.keyboard.type("# more\n");
    await stored("# more");
    const files = await one.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("ferz.file.")).map(([, text]) => JSON.parse(text).rules));
    check(files.some((text) => text.includes("# two")) && files.some((text) => text.includes("# more")), "a text is lost");
    await one.context().close();
    return page;
  },

  async offline({ address, open, ready }, size) {
    const page = await open("", size);
    await page.waitForFunction(() => navigator.serviceWorker.ready.then((found) => found.active?.state === "activated"), null, { timeout: 30_000 });
    await page.reload();
    await ready(page);
    await page.context().setOffline(true);
    await page.goto(`${address}#/rules/shogi`);
    await page.reload();
    await page.waitForSelector(".rules h1", { timeout: 30_000 });
    await page.goto(`${address}#/play/makruk`);
    await page.waitForSelector(".board-svg .piece");
    return page;
  },

  async dark({ address, open, ready, check, accessible }, size) {
    const page = await open("#/play/tamerlane", { ...size, colorScheme: "dark" });
    check((await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)) === "rgb(25, 29, 27)", "the page is not dark");
    // The test of every view has the other pages.
    for (const path of ["#/edit/copy:chess", "#/compare/chess/shatranj"]) {
      await page.goto(address + path);
      await ready(page);
      await page.waitForTimeout(300);
      await accessible(page);
    }
    return page;
  },
};
