// Games of other programs: files that are opened, and texts to copy.
import { existsSync } from "node:fs";

/** Whether the module for other programs has been built. */
const built = existsSync(new URL("../../bindings/bridges/pkg/ferz_bridges_bg.wasm", import.meta.url));

const INI = `# Two towers against an army
[towers:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1
variantTemplate = fairy
[bug:chess]
twoBoards = true
`;

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

export const bridges = {
  async "other programs"({ open, ready, check, address }, size) {
    if (!built) throw new Error("the module for other programs is not built");
    const page = await open("#/edit", size);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const input = page.getByLabel("Open a file from disk");
    await input.setInputFiles(file("mine.ini", INI));
    await page.getByRole("button", { name: "bug", exact: true }).click();
    await page.waitForURL(/#\/edit\/(?!new)./);
    await page.locator(".toast").filter({ hasText: "twoBoards = true" }).waitFor();
    await page.goto(`${address}#/edit`);
    await ready(page);
    await input.setInputFiles(file("mine.ini", INI));
    await page.getByRole("button", { name: "towers", exact: true }).click();
    await page.locator(".cm-content").filter({ hasText: "variant towers" }).waitFor();
    check(asked.some((url) => /bridges_bg.*\.wasm/.test(url)), "the module was not loaded");
    await page.locator(".editor-board .board").waitFor();
    // The way back.
    await page.getByText("For other programs").click();
    await page.getByRole("button", { name: "Fairy-Stockfish", exact: true }).click();
    const text = await page.getByLabel("The game for Fairy-Stockfish").inputValue();
    check(text.includes("[towers]") && text.includes("startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"), text);
    // What a rule file of one's own says stays as it is.
    await page.goto(`${address}#/edit`);
    await ready(page);
    await input.setInputFiles(file("broken.ini", "[one:nowhere]\n"));
    await page.locator(".problem").filter({ hasText: "nowhere" }).waitFor();
    await page.goto(`${address}#/rules/minishogi`);
    await ready(page);
    await page.getByText("For other programs").click();
    await page.getByRole("button", { name: "XBoard", exact: true }).click();
    check((await page.getByLabel("The game for XBoard").inputValue()).includes("setup ("), "no setup");
    return page;
  },
};
