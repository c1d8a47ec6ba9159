// Tests what users of chess sites expect: two players, a panel, analysis, records, special boards, and touch.
import { fileURLToPath } from "node:url";
import { holds } from "./kit.mjs";
import { serve } from "./server.mjs";
import { MOVES } from "./tamerlane.mjs";

/** Moves a finger from one place to another. */
async function swipe(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (let step = 1; step <= 4; step += 1) await touch("touchMove", [{ x: from.x + ((to.x - from.x) * step) / 4, y: from.y + ((to.y - from.y) * step) / 4 }]);
  await touch("touchEnd", []);
}

async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

const square = (page, name) => page.locator(`.board-svg [data-square="${name}"] .ground`);

export const panel = {
  async "a board on another page"({ browser, check }, size) {
    const { address, close } = await serve(fileURLToPath(new URL("../package", import.meta.url)));
    const page = await (await browser.newContext({ viewport: { width: size.width, height: size.height } })).newPage();
    page.wrong = [];
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    await page.goto(`${address}example.html`);
    await page.locator("ferz-board .piece").first().waitFor({ timeout: 60_000 });
    for (const name of ["a2", "a3"]) await page.locator(`ferz-board [data-square="${name}"] .ground`).click({ force: true });
    await page.waitForFunction(() => document.getElementById("moves").textContent.split(" ").length === 2, null, { timeout: 20_000 });
    await page.evaluate(() => document.getElementById("board").play("b3"));
    await page.waitForFunction(() => document.getElementById("moves").textContent.split(" ").length === 4, null, { timeout: 20_000 });
    check((await page.evaluate(() => document.getElementById("board").moves[2])) === "b2b3", "a typed move is not played");
    close();
    return page;
  },

  async "players and records"({ open, played, moves, check, accessible, wide, address, player, resign, copied }, size) {
    const page = await open("#/play/chess", { ...size, computer: true });
    await page.waitForSelector(".board-svg .piece");
    const row = (color) => page.locator(`.player[data-color="${color}"]`);
    await holds(async () => (await row("black").textContent()).includes("computer, level 3") && (await row("white").textContent()).includes("you"), "the computer is not on the other side");
    const type = async (text) => {
      await page.fill("#typed", text);
      await page.press("#typed", "Enter");
    };
    await type("e4");
    await played(page, 2);
    await holds(async () => (await page.locator("#live").textContent()).match(/^Black’s .* from /), async () => `the answer is announced as ${await page.locator("#live").textContent()}`);
    await page.getByText("New game").click();
    await page.waitForSelector(".moves .empty");
    await player(page, "black", "human");
    for (const [index, text] of ["e4", "d7d5", "exd5", "Qxd5"].entries()) {
      await type(text);
      await played(page, index + 1);
    }
    await holds(async () => (await page.locator(".moves").textContent()) === "1.e4d52.exd5Qxd5", async () => await page.locator(".moves").textContent());
    await holds(async () => (await row("white").locator(".taken-piece").count()) === 1 && (await row("black").locator(".taken-piece").count()) === 1, "captured pieces are not shown");
    // The arrow keys step through the game and take back no move.
    await page.locator(".moves .move").last().focus();
    for (let count = 0; count < 2; count += 1) {
      await page.keyboard.press("ArrowLeft");
      await page.waitForTimeout(150);
    }
    await holds(async () => (await page.locator(".moves [aria-current]").getAttribute("data-move")) === "d7d5" && (await moves(page)).length === 4, "ArrowLeft is no step");
    await type("e5");
    await page.waitForSelector(".variation");
    await type("g1f3");
    await page.waitForSelector(".refusal li, .refusal p");
    await page.getByText("Position and files").click();
    const text = await copied(page);
    check(text.includes("1. e4 d5 2. exd5 (2. e5) 2... Qxd5 *"), text);
    await page.getByLabel("Game as PGN").fill('[Event "x"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 1-0');
    await page.getByText("Load PGN").click();
    await played(page, 8);
    await holds(async () => (await page.locator(".moves").textContent()).includes("1.e4e5(1…c52.Nf3)2.Nf3Nc63.Bb5a6"), async () => await page.locator(".moves").textContent());
    await page.fill("#fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    await page.getByText("Load", { exact: true }).click();
    await page.waitForSelector(".moves .empty");
    await page.getByLabel("Game as PGN").fill('[Variant "Atomic"]\n\n1. Nf3 f6');
    await page.getByText("Load PGN").click();
    await page.waitForFunction(() => location.hash.startsWith("#/play/atomic;moves=g1f3,f7f6"));
    await played(page, 2);
    await page.getByText("Analysis").click();
    await page.waitForFunction(() => document.querySelectorAll(".engine-lines li").length === 3 && document.querySelector(".arrow.engine"), null, { timeout: 20_000 });
    await holds(async () => /^[+−]?\d+\.\d\d$/.test(await page.locator(".bar-value").textContent()), async () => await page.locator(".bar-value").textContent());
    await accessible(page);
    await wide(page);
    await page.getByText("Analysis").click();
    // The user plays Black: the board is turned, and a draw is offered to the computer.
    await player(page, "white", "level 1");
    await page.waitForFunction(() => [...document.querySelectorAll(".board-side > .player")].at(-1)?.dataset.color === "black");
    await resign(page);
    await holds(async () => (await page.locator(".status").textContent()) === "White wins: Black resigned.", async () => await page.locator(".status").textContent());
    await page.goto(`${address}#/library`);
    await page.waitForSelector(".card");
    const kept = page.locator("details", { hasText: "Your games" }).locator("li");
    await page.fill("#search", "shogi");
    await page.getByLabel("Open Shogi", { exact: true }).click();
    await page.waitForSelector(".rules h1");
    check((await page.evaluate(() => document.activeElement.id)) === "main", "the focus is lost");
    await page.goBack();
    await page.waitForSelector(".card");
    await holds(async () => (await page.inputValue("#search")) === "shogi", "the search is forgotten");
    await holds(async () => (await kept.count()) >= 2 && (await kept.first().textContent()).includes("Black resigned"), "the games are not listed");
    return page;
  },

  async "boards of their own kind"({ open, ready, check, address, accessible, wide, command }, { name }) {
    const page = await open("#/play/xiangqi", { name, width: 1280, height: 720 });
    await page.waitForSelector(".board-svg .sign");
    const count = (what) => page.locator(`.board-svg ${what}`).count();
    await holds(async () => (await count(".sign")) === 32 && (await count(".river")) === 1 && (await count(".lines")) === 1, "no points, signs, or river");
    // The palaces have two diagonals each.
    const diagonals = () => page.locator(".lines").evaluate((path) => path.getAttribute("d").split("M").filter((part) => {
      const [x, y, u, v] = part.split(/[ L]/).map(Number);
      return part && x !== u && y !== v;
    }).length);
    await holds(async () => (await diagonals()) === 4, async () => `${await diagonals()} diagonals`);
    await accessible(page);
    await page.goto(`${address}#/play/janggi`);
    await page.waitForFunction(() => document.title.includes("Janggi") && document.querySelector(".board-svg .sign"));
    await holds(async () => (await count(".river")) === 0 && (await diagonals()) === 4, "Janggi has a river");
    await page.goto(`${address}#/play/tamerlane`);
    await page.waitForFunction(() => document.title.includes("Tamerlane") && document.querySelector(".board-svg .piece"));
    await holds(async () => (await page.locator('[data-square="z9"] title').textContent()) === "Black’s citadel, z9", "no citadel");
    await page.goto(`${address}#/play/shogi`);
    await page.waitForFunction(() => document.title.includes("Shogi") && document.querySelector(".board-svg .sign"));
    const turned = () => page.locator('[data-square="a9"] .sign').getAttribute("transform");
    await holds(async () => (await turned()) === "rotate(180)" && (await page.locator('[data-square="a1"] .sign').getAttribute("transform")) === null, "pieces do not point away from their owners");
    await command(page, "Flip");
    await holds(async () => (await turned()) === null, "pieces do not turn with the board");
    for (const [width, height] of [[1280, 720], [1440, 900], [390, 844], [844, 390], [640, 360]]) {
      await page.setViewportSize({ width, height });
      // Sittuyin begins with six kinds of pieces in each hand, and placement chess with five.
      for (const game of ["shogi", "crazyhouse", "tamerlane", "sittuyin", "placement"]) {
        await page.goto(`${address}#/play/${game}`);
        await page.waitForFunction((game) => document.title.toLowerCase().includes(game) && document.querySelector(".board-svg .piece"), game);
        const bottom = await page.locator(".board").evaluate((board) => board.getBoundingClientRect().bottom);
        check(bottom <= height, `${game} at ${width} x ${height}: the board ends at ${Math.round(bottom)}`);
        await wide(page);
      }
    }
    await ready(page);
    return page;
  },

  async "a lake on the board"({ open, shots }, size) {
    // Holes between squares are drawn; the cut corners of a board are not.
    const rules = 'variant lake "Lake" extends chess\nabout "Chess around a lake."\nchange board { hole d4, e4, d5, e5, a1 }\nremove array orthodox\narray start {\n  2 | P P P P P P P P\n  1 | * N B Q K B N R\n}\n';
    const seed = `localStorage.setItem("ferz.file.lake", ${JSON.stringify(JSON.stringify({ id: "lake", name: "Lake", rules, version: 1, saved: 1, history: [] }))});`;
    const page = await open("#/play/my:lake", { ...size, seed });
    await page.waitForSelector(".board-svg .piece");
    await holds(async () => (await page.locator(".board-svg .hole").count()) === 4, async () => `${await page.locator(".board-svg .hole").count()} holes`);
    await page.screenshot({ path: `${shots}lake.png` });
    return page;
  },

  async "fingers and early moves"({ open, tap, played, moves, address, player }, { name }) {
    const page = await open("#/play/duck", { name, width: 390, height: 844, touch: true });
    await page.waitForSelector(".board-svg .piece");
    await tap(page, "b1");
    await tap(page, "c3");
    await holds(async () => (await page.locator(".choices").count()) === 0 && (await page.locator(".target").count()) === 32, "the duck is not put on the board");
    await tap(page, "e5");
    await played(page, 1);
    await holds(async () => (await moves(page))[0] === "b1c3,e5", async () => String(await moves(page)));
    const top = () => page.evaluate(() => window.scrollY);
    const before = await top();
    await swipe(page, await middle(square(page, "d7")), await middle(square(page, "d5")));
    await page.waitForFunction(() => document.querySelectorAll(".target").length > 20);
    await holds(async () => (await top()) === before && (await page.locator(".ghost").count()) === 0, "the page has moved, or a ghost is left");
    // A piece that is released outside the board goes back.
    await page.keyboard.press("Escape");
    await swipe(page, await middle(square(page, "a7")), { x: 200, y: 830 });
    await holds(async () => (await page.locator(".ghost").count()) === 0, "a ghost is left");
    await page.goto(`${address}#/play/crazyhouse;moves=e2e4,d7d5,e4d5,d8d5`);
    await page.waitForSelector(".held:enabled");
    await swipe(page, await middle(page.locator(".held:enabled").first()), await middle(square(page, "e3")));
    await played(page, 5);
    await holds(async () => (await moves(page))[4] === "P@e3", async () => String(await moves(page)));
    // A move that is chosen while the computer thinks.
    await page.goto(`${address}#/play/chess`);
    await page.waitForFunction(() => document.title.includes("Chess") && document.querySelector(".board-svg .piece"));
    await player(page, "black", "level 6");
    await tap(page, "e2");
    await tap(page, "e4");
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Black"));
    await tap(page, "a2");
    await tap(page, "a3");
    await played(page, 3);
    await holds(async () => (await moves(page))[2] === "a2a3", async () => String(await moves(page)));
    return page;
  },

  async "what a piece does"({ open, check, accessible, shots }, { name }) {
    const page = await open("#/play/tamerlane", { name, width: 1280, height: 800 });
    await page.waitForSelector(".board-svg .piece");
    const box = page.locator(".about-piece");
    const giraffe = await page.evaluate(() => [...document.querySelectorAll(".board-svg [data-square]")].find((one) => one.querySelector("title")?.textContent.startsWith("White’s giraffe")).dataset.square);
    const isAtOnce = await square(page, giraffe).evaluate((ground) => {
      const { left, top } = ground.getBoundingClientRect();
      ground.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse", clientX: left + 9, clientY: top + 9 }));
      return document.querySelector(".about-piece") !== null;
    });
    check(!isAtOnce, "it is shown at once");
    await square(page, giraffe).hover();
    await box.waitFor();
    await holds(async () => (await box.textContent()).startsWith("Giraffe") && (await box.locator(".diagram").count()) > 0, async () => await box.textContent());
    await page.screenshot({ path: `${shots}about-piece.png` });
    await accessible(page);
    await page.mouse.move(5, 5);
    await box.waitFor({ state: "detached" });
    // By keyboard, with words for those who do not see it.
    await page.locator(".board-focus").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("i");
    await box.waitFor();
    const title = await box.locator("strong").textContent();
    await holds(async () => (await page.locator("#live").textContent()).startsWith(`${title}. `), "nothing is said of the piece");
    await page.keyboard.press("Escape");
    await holds(async () => (await box.count()) === 0, "Escape leaves it");
    // By a long press.
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [await middle(square(page, giraffe))]);
    await box.waitFor();
    await touch("touchEnd", []);
    await holds(async () => (await box.count()) === 1, "it does not stay after a long press");
    return page;
  },

  async "a game by keyboard"({ open, played }, size) {
    const page = await open("#/play/full-tamerlane", size);
    const said = () => page.locator("#live").textContent();
    await page.waitForSelector(".board-svg .piece");
    await page.locator(".board-focus").focus();
    let at = [0, 0];
    // White's citadel is beside l, which is not a file of the board, and Black's beside a.
    const place = (name) => [name[0] === "z" ? -1 : name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
    await page.keyboard.press("ArrowUp");
    const go = async (name) => {
      const to = place(name);
      const keys = (count, plus, minus) => Array(Math.abs(count)).fill(count > 0 ? plus : minus);
      for (const key of [...keys(to[1] - at[1], "ArrowUp", "ArrowDown"), ...keys(to[0] - at[0], "ArrowRight", "ArrowLeft")]) await page.keyboard.press(key);
      at = to;
      await page.keyboard.press("Enter");
    };
    for (const [index, text] of MOVES.entries()) {
      const [from, to] = text.match(/[a-z]\d+/g);
      await go(from);
      await holds(async () => (await said()).startsWith(`${from}, `), async () => `${text}: the cursor is elsewhere: ${await said()}`);
      await go(to);
      const choices = page.locator(".choices button");
      if (await choices.count()) {
        const wanted = await choices.evaluateAll((all, text) => all.findIndex((one) => one.querySelector("small")?.textContent === text), text);
        for (let step = 0; step < wanted; step += 1) await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      }
      await played(page, index + 1);
    }
    await holds(async () => /citadel/.test(await page.locator(".status").textContent()), "the game has not ended in the citadel");
    // The same by moves that are typed.
    await page.getByText("New game").click();
    for (const [index, text] of MOVES.entries()) {
      await page.locator("#typed").fill(text);
      await page.keyboard.press("Enter");
      await played(page, index + 1);
    }
    await holds(async () => /citadel/.test(await page.locator(".status").textContent()), "the typed game has not ended in the citadel");
    return page;
  },

  async "sounds and motion"({ open, tap, played, check, unfold }, size) {
    // The sounds are counted, and each moving piece is noted.
    const seed = () => {
      window.tones = 0;
      window.moving = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...time) {
        window.tones += 1;
        return start.apply(this, time);
      };
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node.classList?.contains("moving")) window.moving += 1;
      }).observe(document, { childList: true, subtree: true });
    };
    const page = await open("#/play/chess", { ...size, seed, reducedMotion: "reduce" });
    const seen = () => page.evaluate(() => [window.tones, window.moving]);
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await holds(async () => String(await seen()) === "0,0", async () => `although the user prefers little motion, there are ${await seen()} sounds and moving pieces`);
    await unfold(page, ".appearance");
    await page.locator("#sounds").check();
    await page.locator("#motion").check();
    await tap(page, "d7");
    await tap(page, "d5");
    await played(page, 2);
    await holds(async () => String(await seen()) === "1,1", async () => `after a move: ${await seen()}`);
    await tap(page, "e4");
    await tap(page, "d5");
    await played(page, 3);
    await holds(async () => String(await seen()) === "3,2", async () => `after a capture: ${await seen()}`);
    await page.waitForFunction(() => !document.querySelector(".moving"));
    check(await page.evaluate(() => [...document.querySelectorAll(".board-svg .piece")].every((one) => one.style.visibility !== "hidden")), "a piece stays hidden");
    // The choice is kept.
    await page.reload();
    await page.waitForSelector("#sounds", { state: "attached" });
    await holds(async () => (await page.locator("#sounds").isChecked()) && (await page.locator("#motion").isChecked()), "the choice is lost");
    return page;
  },

  async "linked boards"({ open }, size) {
    const page = await open("#/compare/chess/torpedo", size);
    const boards = page.locator(".two > section");
    await page.waitForFunction(() => document.querySelectorAll(".two .board-svg").length === 2 && [...document.querySelectorAll(".two .board-svg")].every((one) => one.querySelector(".piece")), null, { timeout: 30_000 });
    await page.locator(".telling").click();
    await page.getByText("Show it on the boards").click({ timeout: 30_000 });
    await page.waitForFunction(() => document.querySelectorAll(".two .move").length === 4);
    // The pawn goes two squares once more, which only one of the games allows.
    const file = (await boards.nth(1).locator(".move").first().textContent()).match(/([a-h])3/)[1];
    await boards.nth(1).locator(`[data-square="${file}3"] .ground`).click({ force: true });
    await boards.nth(1).locator(`[data-square="${file}5"] .ground`).click({ force: true });
    await page.waitForFunction((move) => document.querySelector(".differs:not(:empty)")?.textContent.includes(move), `${file}3${file}5`, { timeout: 10_000 });
    await holds(async () => (await boards.nth(1).locator(".move").count()) === 3 && (await boards.nth(0).locator(".move").count()) === 2, "the board that leads is taken back");
    return page;
  },

  async "clocks and moves after a reload"({ open, ready, tap, played, check }, size) {
    const page = await open("#/play/chess", size);
    await page.selectOption("#clock", "other");
    await page.getByLabel("Minutes for each side").fill("7");
    await page.getByText("Start clocks").click();
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await page.waitForTimeout(1200);
    await page.reload();
    await ready(page);
    await page.waitForFunction(() => /^[67]:/.test(document.querySelector('.player[data-color="black"] .clock').textContent));
    const clock = await page.locator('.player[data-color="black"] .clock').textContent();
    check(/^6:5\d$/.test(clock), `the clock shows ${clock}`);
    await holds(async () => (await page.locator(".moves").textContent()) === "1.e4", async () => await page.locator(".moves").textContent());
    return page;
  },
};
