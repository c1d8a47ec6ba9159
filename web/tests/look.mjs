// Tests that the page looks and speaks like a product: colors by choice, the start of a game, commands, words, and telephones.
import { holds } from "./kit.mjs";

/** Returns the contrast of two colors, as the guidelines for accessible pages define it. */
function contrast(one, other) {
  const light = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => Number(part) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** The least contrast of a mark that carries a meaning. */
const LEAST = 3;

const color = (page, selector, part) => page.locator(selector).first().evaluate((element, part) => getComputedStyle(element)[part], part);

/** The tests by name. Each receives the helpers of the run. */
export const look = {
  async "colors by choice"({ open, ready, accessible, address }, size) {
    const page = await open("#/edit/copy:chess", { ...size, colorScheme: "light" });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const text = () => color(page, ".cm-content", "color");
    const [light, ink] = [await background(), await text()];
    const toggle = page.locator(".top .mode:not(.help-button)");
    await toggle.click();
    await holds(async () => (await background()) === light && (await toggle.getAttribute("aria-label")) === "Colors: light", async () => await toggle.getAttribute("aria-label"));
    await toggle.click();
    await holds(async () => (await background()) === "rgb(25, 29, 27)" && (await text()) !== ink, "the page or the editor's text is not dark");
    await accessible(page);
    await page.reload();
    await ready(page);
    await holds(async () => (await background()) === "rgb(25, 29, 27)", "the choice is forgotten");
    await page.emulateMedia({ colorScheme: "dark" });
    await toggle.click();
    await holds(async () => (await background()) === "rgb(25, 29, 27)" && (await toggle.getAttribute("aria-label")) === "Colors: as the system", "the colors are not those of the system");
    await page.emulateMedia({ colorScheme: "light" });
    await holds(async () => (await background()) === light, "the colors are not those of the system");
    await page.goto(`${address}#/library`);
    await ready(page);
    return page;
  },

  async "marks on every board"({ open, check, tap, player, unfold, shots, played }, size) {
    // White has just given check, and Black's next move is chosen while White, the computer, does not move.
    const page = await open("#/play/chess;moves=e2e4,e7e5,d1h5,g8f6,h5f7", size);
    await page.waitForSelector(".board-svg .alarm");
    await unfold(page, ".appearance");
    for (const name of ["paper", "brown", "green", "blue", "gray"]) {
      await page.selectOption("#board-colors", name);
      const [bright, dark] = [await color(page, ".square.light:not(.last, .check) .ground", "fill"), await color(page, ".square.dark:not(.last, .check) .ground", "fill")];
      for (const [mark, frame] of [["last", ".last-frame"], ["check", ".alarm"]]) {
        const [fill, line] = [await color(page, `.square.${mark} .ground`, "fill"), await color(page, `.square.${mark} ${frame}`, "stroke")];
        for (const [what, other] of Object.entries({ fill, bright, dark })) check(contrast(line, other) >= LEAST, `${name}: the frame of ${mark} has ${contrast(line, other).toFixed(2)}:1 against the ${what} square`);
      }
      await page.screenshot({ path: `${shots}board-${name}.png` });
    }
    await page.reload();
    await page.waitForSelector(".board-svg .alarm");
    check((await page.evaluate(() => document.documentElement.dataset.board)) === "gray", "the colors of the board are forgotten");
    await page.getByText("New game").click();
    await page.waitForSelector(".moves .empty");
    await player(page, "black", "level 10");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await tap(page, "d2");
    await tap(page, "d4");
    await page.waitForSelector(".square.early");
    const [fill, line] = [await color(page, ".square.early .ground", "fill"), await color(page, ".early-frame", "stroke")];
    await holds(async () => (await page.locator(".square.early").count()) === 2 && contrast(fill, line) >= LEAST, () => `the next move has ${contrast(fill, line)}:1`);
    return page;
  },

  async "the start of a game"({ open, check, tap, played, command, accessible }, size) {
    const page = await open("#/play/chess", { ...size, computer: true });
    const panel = page.locator(".start");
    check(await panel.evaluate((one) => one.open), "a new game does not begin with its panel");
    await holds(async () => (await panel.locator("summary").textContent()).startsWith("You play White against the computer, level 3"), async () => await panel.locator("summary").textContent());
    await page.selectOption("#player-black", "level 1");
    await page.selectOption("#clock", "3 2");
    await accessible(page);
    const clock = () => page.locator('.player[data-color="white"] .clock').textContent();
    await page.waitForTimeout(1300);
    await holds(async () => (await clock()) === "3:00", async () => `the clock runs before the first move: ${await clock()}`);
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 2);
    check(!(await panel.evaluate((one) => one.open)), "the panel stays open");
    await page.waitForTimeout(1300);
    await holds(async () => (await clock()) < "3:02", async () => `the clock stands: ${await clock()}`);
    // Resigning asks, and No changes nothing.
    await command(page, "Resign");
    await accessible(page);
    await page.locator(".asking").getByText("No", { exact: true }).click();
    await holds(async () => !(await page.locator(".status").textContent()).includes("resigned"), "resigned without a yes");
    await command(page, "Resign");
    await page.getByText("Yes, resign").click();
    await holds(async () => (await page.locator(".status").textContent()) === "Black wins: White resigned.", async () => await page.locator(".status").textContent());
    // The menu closes by Escape and by a click elsewhere.
    const menu = page.locator(".commands .dropdown");
    await menu.locator("summary").click();
    await page.keyboard.press("Escape");
    check(!(await menu.evaluate((one) => one.open)), "Escape does not close the menu");
    await menu.locator("summary").click();
    await page.locator(".status").click();
    check(!(await menu.evaluate((one) => one.open)), "a click elsewhere does not close the menu");
    return page;
  },

  async "a review of the game"({ open, check, command, tap, played, accessible, wide }, size) {
    // White gives the queen for a pawn.
    const page = await open("#/play/chess;moves=e2e4,e7e5,d1h5,b8c6,h5e5,c6e5,f2f3,d7d6", size);
    await page.waitForSelector(".moves .move");
    await page.getByLabel("First position").click();
    await holds(async () => await page.locator(".commands button", { hasText: /^Review$/ }).isHidden(), "a game that is not over asks for a review");
    await command(page, "Review the moves");
    await page.locator(".review table").waitFor({ timeout: 120_000 });
    const judged = (move) => page.locator(`.moves .move[data-move="${move}"]`).evaluate((one) => [one.className, one.textContent]);
    const [kind, text] = await judged("h5e5");
    check(kind.includes("blunder") && text.includes("??"), `the lost queen is ${kind}, ${text}`);
    await holds(async () => !(await judged("e2e4"))[0].includes("blunder"), "the first move is a blunder");
    await page.getByText("Next mistake").click();
    await page.waitForFunction(() => /(blunder|mistake|inaccuracy): .* before, .* after\. .* was better\.$/.test(document.querySelector(".slip").textContent), null, { timeout: 20_000 });
    await holds(async () => (await page.locator(".graph .graph-here").count()) === 1, "the position is not in the graph");
    await accessible(page);
    await wide(page);
    // A review belongs to its game, and a finished game offers one.
    await page.getByText("New game").click();
    await page.waitForSelector(".moves .empty");
    await holds(async () => await page.locator(".review").isHidden(), "the review of another game stays");
    for (const [index, [from, to]] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]].entries()) {
      await tap(page, from);
      await tap(page, to);
      await played(page, index + 1);
    }
    await holds(async () => await page.locator(".commands button", { hasText: /^Review$/ }).isVisible(), "a finished game offers no review");
    return page;
  },

  async "arrows by touch"({ open, command }, { name }) {
    const page = await open("#/play/chess", { name, width: 390, height: 844, touch: true });
    await page.waitForSelector(".board-svg .piece");
    const middle = async (square) => {
      const { x, y, width, height } = await page.locator(`.board-svg [data-square="${square}"] .ground`).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const session = await page.context().newCDPSession(page);
    const drag = async (from, to) => {
      await page.evaluate(() => window.scrollTo(0, 0));
      const [begin, end] = [await middle(from), await middle(to)];
      const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      await touch("touchStart", [begin]);
      await touch("touchMove", [{ x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 }]);
      await touch("touchMove", [end]);
      await touch("touchEnd", []);
    };
    await command(page, "Draw arrows");
    await drag("g1", "f3");
    await drag("e4", "e4");
    await holds(async () => (await page.locator(".arrows .arrow").count()) === 1 && (await page.locator(".arrows .mark").count()) === 1, "no arrow or no mark");
    await holds(async () => (await page.locator(".target").count()) === 0 && (await page.locator(".moves .move").count()) === 0, "the finger moves a piece");
    await drag("g1", "f3");
    await holds(async () => (await page.locator(".arrows .arrow").count()) === 0, "the arrow stays");
    await command(page, "Draw arrows");
    await drag("e2", "e4");
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 1);
    return page;
  },

  async "the page explains itself"({ open, ready, accessible, address }, size) {
    const page = await open("", size);
    await page.keyboard.press("?");
    const help = page.locator("dialog.help");
    await help.waitFor();
    await holds(async () => (await help.locator("kbd").count()) > 12, "no list of keys");
    await accessible(page);
    await help.getByText("A tour of one minute").click();
    const tour = page.locator(".tour");
    const places = ["", "play/tamerlane", "play/tamerlane", "rules/tamerlane", "edit/copy:chess", "edit/copy:chess"];
    for (const [index, place] of places.entries()) {
      await page.waitForFunction(() => document.querySelector("#main .toured"), null, { timeout: 60_000 });
      await holds(async () => (await tour.locator("small").textContent()) === `${index + 1} of 6` && (new URL(page.url()).hash || "#/").startsWith(`#/${place}`), async () => `${await tour.textContent()} at ${page.url()}`);
      if (index === 1) await accessible(page);
      await tour.locator(".main").click();
    }
    await holds(async () => (await tour.count()) === 0 && (await page.locator(".toured").count()) === 0, "the tour does not end");
    // The book follows the cursor.
    await page.goto(`${address}#/edit/copy:chess`);
    await ready(page);
    await page.getByRole("button", { name: "Book", exact: true }).click();
    const book = page.locator(".book");
    const at = (text) => page.evaluate((text) => {
      const view = document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView.view;
      view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf(text) + text.length } });
      view.focus();
    }, text);
    const shows = async (text, title, word) => {
      await at(text);
      await page.waitForFunction(([title, word]) => document.querySelector(".book h2").textContent === title && (!word || document.querySelector(".book .here code")?.textContent.startsWith(word)), [title, word], { timeout: 10_000 }).catch(() => undefined);
      await holds(async () => (await book.locator("h2").first().textContent()) === title, async () => `at “${text}”, the book shows ${await book.locator("h2").first().textContent()}`);
    };
    await shows("grid 8", "The board", "grid");
    await holds(async () => (await book.locator(".here").count()) === 1, "the entry of the statement is not marked");
    await shows("ending {", "The end of the game");
    await accessible(page);
    await page.keyboard.press("F1");
    await holds(async () => await book.isHidden(), "F1 does not close the book");
    return page;
  },

  async "words of players"({ open, ready, check, address }, size) {
    const page = await open("#/rules/tamerlane", size);
    await holds(async () => (await page.locator(".switch legend code, .value label code:first-child").count()) === 0, "the questions have the names of switches");
    await holds(async () => (await page.locator(".tabs button").allTextContents()).every((text) => text.length < 20), "an array has a sentence as its name");
    await page.locator("#array-3").click();
    await page.waitForFunction(() => location.hash.includes("/third-facing"));
    await holds(async () => (await page.locator(".choices-bar").textContent()).includes("with each pawn in front of its own piece"), "the array has no sentence");
    await page.goto(`${address}#/compare/tamerlane/tamerlane@applet`);
    await page.waitForSelector("table");
    const heads = await page.locator("thead th").allTextContents();
    check(heads[1] === "Tamerlane Chess" && heads[2] === "Tamerlane Chess, The applet of 2001", heads.join());
    await holds(async () => (await page.locator("td .cites").count()) > 2, "the table has no citations");
    await holds(async () => !(await page.locator("td").allTextContents()).some((text) => /^(yes|no|[a-z-]+): /.test(text) && text.startsWith("may-stay")), "a cell begins with the name of a value");
    const rows = await page.locator("tbody th").allTextContents();
    check(rows.includes("Giraffe") && rows.every((text) => !/[a-z]\.[a-z]|=|\(\d+\)|^piece|^switch/.test(text)), `the heads of the rows are ${rows.join("; ")}`);
    await page.goto(`${address}#/edit/copy:tamerlane/feminine@applet?giraffe.reach=3`);
    await ready(page);
    await page.waitForFunction(() => document.querySelector(".chosen")?.textContent.includes("at least three squares"));
    const choice = await page.locator(".chosen").textContent();
    check(choice.includes("the array “Feminine”") && choice.includes("The applet of 2001") && !choice.includes("giraffe.reach"), choice);
    // The editor opens where the rules begin, and not at the sources.
    const first = await page.evaluate(() => [...document.querySelectorAll(".cm-line")].find((line) => line.getBoundingClientRect().bottom > document.querySelector(".cm-scroller").getBoundingClientRect().top + 4).textContent);
    check(first.startsWith("board {"), `the editor begins with “${first}”`);
    return page;
  },

  async "the first page"({ open, check, accessible, wide }, size) {
    const page = await open("", size);
    await page.waitForSelector(".front .still");
    await holds(async () => (await page.locator(".things a").count()) === 3, "not three things to do");
    await holds(async () => (await page.locator(".family").count()) >= 10 && (await page.locator(".card .about").first().textContent()).length > 20, "no families, or cards without a sentence");
    const { width } = await page.locator(".large .card .frame").first().boundingBox();
    check(width > 350, `the flagship has a card of ${width} pixels`);
    await accessible(page);
    await wide(page);
    await page.locator(".things a").first().click();
    await page.waitForSelector(".board-svg .piece");
    return page;
  },

  async "on a telephone"({ open, ready, check, address, accessible, wide, tap, played }, { name }) {
    const page = await open("#/play/tamerlane", { name, width: 390, height: 844, touch: true });
    await page.waitForSelector(".board-svg .piece");
    const { width } = await page.locator('.board-svg [data-square="f5"] .ground').boundingBox();
    check(width >= 36, `the squares have ${width} pixels`);
    await wide(page);
    await tap(page, "f3");
    await tap(page, "f4");
    await played(page, 1);
    const scrolls = await page.locator(".playing .board-row").evaluate((row) => {
      row.scrollLeft = 0;
      const first = row.scrollLeft;
      row.scrollLeft = 1000;
      return row.scrollLeft > first;
    });
    check(scrolls, "the rest of the board cannot be reached");
    // The controls of the editor are at most two rows.
    await page.goto(`${address}#/edit/copy:tamerlane`);
    await ready(page);
    const bar = await page.locator(".editor .bar").first().boundingBox();
    check(bar.height <= 84, `the controls are ${bar.height} pixels high`);
    await page.locator(".editor .dropdown summary").first().click();
    await page.getByText("Format", { exact: true }).waitFor();
    await wide(page);
    await accessible(page);
    // A row of a comparison has its question above both answers.
    await page.goto(`${address}#/compare/tamerlane/tamerlane@applet`);
    await page.waitForSelector(".sides td");
    const [head, one, other] = await Promise.all(["th[scope=row]", "td >> nth=0", "td >> nth=1"].map((part) => page.locator(`.sides tbody tr >> nth=0 >> ${part}`).boundingBox()));
    check(head.width > 340 && Math.abs(one.y - other.y) < 2 && one.width > 160 && other.width > 160, JSON.stringify([head, one, other]));
    await accessible(page);
    await wide(page);
    return page;
  },
};
