// Takes the screenshots of docs/workshop/ from the built page: six games at three sizes, light and dark.
//
//   node web/scripts/shots.mjs [FOLDER]
//
// Afterwards they are reduced to 128 colors: `pngquant 128 --ext .png --force docs/workshop/*.png`, or any tool that does the same.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch } from "../tests/chromium.mjs";
import { serve } from "../tests/server.mjs";

const GAMES = {
  tamerlane: ["f3f4", "f8f7", "b2c4", "b9c7", "c1d4"],
  shogi: ["c3c4", "g7g6", "b2h8", "g9h8", "h2c2"],
  xiangqi: ["b3e3", "b10c8", "b1c3", "h10g8", "e3e7"],
  crazyhouse: ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5"],
  duck: ["b1c3,e5", "d7d5,e4", "g1f3,c6"],
  chess: ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6"],
};
const SIZES = [["desk", 1280, 720], ["phone", 390, 844], ["landscape", 844, 390]];

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/workshop/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launch();
const { address, close } = await serve();
for (const colorScheme of ["light", "dark"]) {
  for (const [size, width, height] of SIZES) {
    const page = await (await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch: size !== "desk" })).newPage();
    for (const [game, moves] of Object.entries(GAMES)) {
      await page.goto(`${address}#/play/${game};moves=${moves.map(encodeURIComponent).join(",")}`);
      await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length === count, moves.length, { timeout: 30_000 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${game}-${size}-${colorScheme}.png` });
    }
    await page.context().close();
  }
}
await browser.close();
close();
