// Tests the looks of pieces: silhouettes by default, letters and strokes by choice, and names for screen readers.
import { createRequire } from "node:module";
import { holds } from "./kit.mjs";

const ferz = createRequire(import.meta.url)("../../bindings/web/node/ferz.js");

/** Checks that drawings of several games on one page, in both themes, show their own pictures, also if two of them draw one name differently. */
async function together({ context, check }) {
  const page = await context.newPage();
  const drawn = ["chess", "tamerlane", "shatranj", "chess"].map((game) => ferz.Rules.load(game).start().svg());
  // By default, these two have discs and pentagons with signs.
  drawn.push(...["xiangqi", "shogi"].map((game) => ferz.Rules.load(game).start().svg("pictures")));
  // Another program or another version can draw the same name with other shapes. The ids then differ in their hashes.
  const other = drawn[0].replaceAll(/id="ferz-knight-[0-9a-f]{8}"/g, 'id="ferz-knight-00000000"').replaceAll(/#ferz-knight-[0-9a-f]{8}/g, "#ferz-knight-00000000").replace(/(id="ferz-knight-00000000">\n)<path d="[^"]*"/, '$1<path d="M0 0H9"');
  check(other !== drawn[0], "chess has no shared picture of the knight");
  await page.setContent([other, ...drawn].map((svg) => `<div>${svg}</div>`).join("\n"));
  const seen = () => page.evaluate(() => [...document.querySelectorAll("svg")].map((svg) => [...svg.querySelectorAll("use")].map((use) => {
    const id = use.getAttribute("href").slice(1);
    const [own, shown] = [svg.querySelector(`[id="${id}"]`), document.getElementById(id)];
    return { id, isSame: own?.innerHTML === shown?.innerHTML, colors: [getComputedStyle(use).fill, getComputedStyle(use).stroke] };
  })));
  const light = await seen();
  check(light.every((uses) => uses.length >= 10) && light.flat().every(({ id, isSame }) => isSame && /^ferz-.+-[0-9a-f]{8}$/.test(id)), "a drawing shows the pictures of another");
  await page.emulateMedia({ colorScheme: "dark" });
  check(JSON.stringify(await seen()) === JSON.stringify(light), "the dark theme changes a drawing");
  await page.close();
}

/** Returns the contrast of two colors `rgb(r, g, b)`, from 1 to 21. */
function contrast(one, other) {
  const light = (color) => {
    const [r, g, b] = color.match(/\d+/g).slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Checks on the boards of all games that two kinds of piece of a side look different, and that no two sides look the same. */
async function differ({ page, check, address }) {
  // All cards are on the screen at once, so that all boards are drawn.
  await page.setViewportSize({ width: 1280, height: 20_000 });
  await page.goto(`${address}#/library`);
  await page.waitForFunction(() => document.querySelector(".frame") && [...document.querySelectorAll(".frame")].every((frame) => frame.querySelector(".piece, .ground")), null, { timeout: 90_000 });
  const drawn = new Map(await page.locator(".frame").evaluateAll((frames) => frames.map((frame) => [frame.dataset.game, [...frame.querySelectorAll("[data-square]:has(.piece)")].map((one) => [one.dataset.square, one.querySelector(".piece").innerHTML])])));
  const cards = await page.evaluate(() => fetch("./library.json").then((answer) => answer.json()));
  for (const { name, pieces, board } of cards) {
    // Pieces in reserve are those that come onto the board.
    const onBoard = new Set(board.squares.filter(({ grid }) => grid).map((square) => square.name));
    const [pictures, seen] = [new Map(drawn.get(name)), new Map()];
    check(pictures.size === pieces.length, `${name}: ${pictures.size} of ${pieces.length} pieces are drawn`);
    for (const [square, token, color] of pieces.filter(([square]) => onBoard.has(square))) {
      const [kind, before] = [`${color} ${token}`, seen.get(pictures.get(square))];
      check(before === undefined || before === kind, `${name}: ${before} and ${kind} look alike`);
      seen.set(pictures.get(square), kind);
    }
  }
}

export async function pictures({ unfold, open, ready, check, address, shots }, size) {
  const page = await open("#/play/tamerlane", size);
  const board = page.locator(".board-svg");
  await page.waitForSelector(".board-svg .piece");
  const count = await board.locator(".piece").count();
  // The board is drawn first. Its pictures are in a separate chunk.
  await page.waitForFunction((wanted) => document.querySelectorAll(".board-svg .piece .figure").length >= wanted, count, { timeout: 5000 }).catch(() => {});
  await holds(async () => count > 50 && (await board.locator(".piece .figure").count()) === count, "a piece of Tamerlane Chess has no picture");
  await holds(async () => (await board.locator(".piece text").count()) === 0, "a piece of Tamerlane Chess has letters");
  const titles = await board.locator(".square:has(.piece) title").allTextContents();
  check(titles.length === count && titles.includes("White’s pawn of giraffes, h3"), `${titles.length} names of ${count} pieces: ${titles.join("; ")}`);
  await holds(async () => (await page.locator(".told").textContent()).includes("pawn of giraffes h3"), "screen readers are not told the pieces");
  const drawings = await board.locator('[data-square$="3"] .figure').evaluateAll((list) => list.map((one) => one.innerHTML));
  check(new Set(drawings).size === drawings.length && drawings.length === 11, "two kinds of pawn look alike");
  const colors = await board.locator(".square").evaluateAll((list) => list.flatMap((square) => {
    const figure = square.querySelector(".figure");
    return figure ? [[getComputedStyle(square.querySelector(".ground")).fill, getComputedStyle(figure).stroke]] : [];
  }));
  check(colors.every(([ground, line]) => contrast(ground, line) >= 4.5), "an outline is hard to see");
  await unfold(page, ".appearance");
  await page.selectOption("#look", "letters");
  await holds(async () => (await board.locator(".figure").count()) === 0 && (await board.locator(".piece text").count()) === count, "no letters");
  await page.reload();
  await ready(page);
  await holds(async () => (await page.locator("#look").inputValue()) === "letters" && (await board.locator(".figure").count()) === 0, "the look is forgotten");
  await unfold(page, ".appearance");
  await page.selectOption("#look", "shapes");
  await holds(async () => (await board.locator(".piece text").count()) === 0 && (await board.locator(".figure").count()) === 0, "no strokes");
  await page.selectOption("#look", "pictures");
  await page.screenshot({ path: `${shots}pictures-tamerlane-${size.name}.png` });
  for (const name of ["chess", "shogi"]) {
    await page.goto(`${address}#/play/${name}`);
    await page.waitForFunction((name) => document.title.toLowerCase().includes(name) && document.querySelector(".board-svg .figure"), name);
    await page.screenshot({ path: `${shots}pictures-${name}-${size.name}.png` });
  }
  // Cells for pieces in reserve stand apart from the board.
  await page.goto(`${address}#/play/shinobi`);
  await page.waitForFunction(() => document.title.toLowerCase().includes("shinobi") && document.querySelector(".board-svg .figure"));
  const places = await page.evaluate(() => ["g1", "h1", "x1"].map((name) => document.querySelector(`.board-svg [data-square="${name}"] .ground`).getBoundingClientRect().left));
  check(places[2] - places[1] > 1.1 * (places[1] - places[0]), `reserves touch the board: ${places}`);
  await page.goto(`${address}#/play/shogi`);
  await page.waitForFunction(() => document.title.toLowerCase().includes("shogi") && document.querySelector(".board-svg .figure"));
  await page.getByText("Position and files").click();
  await page.getByText("Set up by hand").click();
  await holds(async () => (await page.locator(".palette .star").count()) >= 6, "promoted pieces have no mark");
  await differ({ page, check, address });
  await together({ context: page.context(), check });
  return page;
}
