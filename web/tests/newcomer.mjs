// Opens the page, changes the giraffe, plays, and shares the game, as a user would who has read no documentation: guided only by
// what is on the screen, and with a pause before every step.
import { holds } from "./kit.mjs";

/** The pause before each step, and the time limit of all steps, in milliseconds. */
const LOOK = 8_000;
const MOST = 120_000;

export async function newcomer({ open, ready, tap, played, check, address, shots }, size) {
  const begin = Date.now();
  let steps = 0;
  const step = async (name, act) => {
    steps += 1;
    await act();
    await page.screenshot({ path: `${shots}newcomer-${steps}-${name}-${size.name}.png` });
  };
  const page = await open("", size);
  await step("open", async () => {
    await page.getByRole("link", { name: "Tamerlane Chess", exact: true }).click();
    await ready(page);
  });
  const giraffe = page.locator(".piece-block", { has: page.getByRole("heading", { name: /^Giraffe/ }) });
  await step("find", () => giraffe.scrollIntoViewIfNeeded());
  await step("change", async () => {
    await giraffe.getByRole("link", { name: "Change this piece" }).click();
    await page.waitForSelector(".cm-content");
    await page.waitForFunction(() => document.querySelector(".summary")?.textContent === "No problems.", null, { timeout: 30_000 });
  });
  await step("type", async () => {
    const notation = page.locator(".cm-content span", { hasText: /^`\[F-W-W-R\]`$/ });
    const { width, height } = await notation.boundingBox();
    // Between the last two steps of the notation of eleven characters.
    await notation.click({ position: { x: (width * 8) / 11, y: height / 2 } });
    await page.keyboard.type("W-");
    await page.locator(".cm-content").getByText("[F-W-W-W-R]").waitFor();
  });
  await step("see", async () => {
    await page.getByRole("button", { name: "What did my edit change?" }).click();
    await page.waitForSelector(".changes .diagram");
    await holds(async () => (await page.locator(".changes").textContent()).includes("giraffe"), "it is not said that the giraffe has changed");
  });
  await step("play", async () => {
    await page.getByRole("link", { name: "Play", exact: true }).last().click();
    await page.waitForFunction(() => location.hash.startsWith("#/play/my:"));
    await ready(page);
    await page.selectOption("#player-black", { label: "computer, level 1" });
  });
  await step("move", async () => {
    await tap(page, "d3");
    await holds(async () => (await page.locator(".target").count()) > 0, "no squares are pointed out");
    await tap(page, "d4");
    await played(page, 2);
  });
  let link;
  await step("share", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    link = await page.getByLabel("Link to share").inputValue();
  });
  const time = Date.now() - begin;
  check(link.includes("#/shared/"), `the link leads nowhere else: ${link.slice(0, 80)}`);
  const other = await open(link.slice(address.length), size);
  // The link opens the board with the moves.
  await other.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  const texts = await other.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("ferz.file.")).map(([, text]) => text));
  check(texts.some((text) => text.includes("F-W-W-W-R")), "what was shared is not what was changed");
  check(other.wrong.length === 0, other.wrong.join("\n"));
  console.log(`    ${steps} steps, ${time} ms`);
  check(time + steps * LOOK < MOST, `${steps} steps and ${time} ms are more than two minutes`);
  return page;
}
