// Takes the pictures that the pages show, from the built page.
//
//   node web/scripts/shots.mjs [FOLDER]
//
// Afterwards they are reduced to 128 colors: `pngquant 128 --ext .png --force FILES`, or any tool that does the same.
import { fileURLToPath } from "node:url";
import { launch } from "../tests/chromium.mjs";
import { serve } from "../tests/server.mjs";

/** The pictures by file below docs: the game, its moves, and the size of the window. */
const PICTURES = {
  "workshop.png": { game: "full-tamerlane", moves: [], size: [1280, 800] },
  "book/workshop-xiangqi.png": { game: "xiangqi", moves: ["b3e3", "b10c8", "b1c3", "h10g8", "e3e7"], size: [1280, 720] },
};

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/", import.meta.url));
const browser = await launch();
const { address, close } = await serve();
for (const [file, { game, moves, size: [width, height] }] of Object.entries(PICTURES)) {
  const page = await (await browser.newContext({ viewport: { width, height }, colorScheme: "light" })).newPage();
  const line = moves.length > 0 ? `;moves=${moves.map(encodeURIComponent).join(",")}` : "";
  await page.goto(`${address}#/play/${game}${line}`);
  await page.waitForSelector(".board-svg .piece");
  await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length === count, moves.length, { timeout: 30_000 });
  await page.waitForTimeout(300);
  // The panel below the board begins in the last lines.
  await page.screenshot({ path: `${folder}/${file}`, clip: { x: 0, y: 0, width, height: height - 18 } });
  await page.context().close();
}
await browser.close();
close();
