// Games of other programs: files that are opened, and texts to copy.
import { existsSync } from "node:fs";
import { holds } from "./kit.mjs";

/** Whether the module for other programs has been built. */
const built = existsSync(new URL("../../bindings/bridges/pkg/ferz_bridges_bg.wasm", import.meta.url));

const INI = `# Two towers against an army
[towers:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1
variantTemplate = fairy
[bug:chess]
twoBoards = true
`;

const PAGE = `<!DOCTYPE html>
<html><head><title>Small Knights</title></head><body><table><tr><td>
<div class="idiagram">
files=6
ranks=6
promoZone=1
promoChoice=NQ
pawn::fmWfcF::a2-f2
knight:N:N::a1,f1
queen::::b1
king::K::c1
</div></td></tr></table></body></html>`;

const LINES = `feature variants="tall" done=1
setup (PNRKpnrk) 5x6+0_fairy rnkn1/ppppp/5/5/PPPPP/RNKN1 w - - 0 1
piece P& fmWfcF
piece N& N
piece R& R
piece K& K
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
    await holds(async () => (await page.getByLabel("The game for XBoard").inputValue()).includes("setup ("), "no setup");
    return page;
  },

  async "pages and engines"({ open, ready, check, address }, size) {
    if (!built) throw new Error("the module for other programs is not built");
    const page = await open("#/edit", size);
    const input = page.getByLabel("Open a file from disk");
    // A page is chosen.
    await input.setInputFiles(file("small.html", PAGE));
    await page.locator(".cm-content").filter({ hasText: "variant small-knights" }).waitFor();
    await page.locator(".editor-board .board").waitFor();
    await holds(async () => (await page.locator(".editor-board .piece").count()) === 20, "the board of the page has other pieces");
    // What an engine sends is dropped.
    const drop = async (name, text) => {
      await page.goto(`${address}#/edit`);
      await ready(page);
      const data = await page.evaluateHandle(([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name, { type: "text/plain" }));
        return data;
      }, [name, text]);
      await page.dispatchEvent("#main > *", "drop", { dataTransfer: data });
    };
    await drop("tall.txt", LINES);
    await page.locator(".cm-content").filter({ hasText: "variant tall" }).waitFor();
    await page.locator(".editor-board .board").waitFor();
    await holds(async () => (await page.locator(".editor-board .piece").count()) === 18, "the board of the engine has other pieces");
    // What is left out is said.
    await drop("parent.txt", LINES.replace("_fairy", "_atomic"));
    await page.locator(".toast").filter({ hasText: "setup = atomic" }).waitFor();
    await page.locator(".cm-content").filter({ hasText: "variant parent" }).waitFor();
    await drop("empty.html", "<html><body>No diagram.</body></html>");
    await page.locator(".problem").filter({ hasText: "no Interactive Diagram" }).waitFor();
    await drop("empty.txt", "setup (\n");
    await page.locator(".cm-content, .problem").first().waitFor();
    // The way back, and each text read again.
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const written = async (title, part) => {
      await page.getByRole("button", { name: title, exact: true }).click();
      const field = page.getByLabel(`The game for ${title}`);
      await field.waitFor();
      const text = await field.inputValue();
      check(text.includes(part), `${title}: ${text}`);
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.locator(".toast").filter({ hasText: "The text is copied." }).waitFor();
      check((await page.evaluate(() => navigator.clipboard.readText())) === text, `another text is copied for ${title}`);
      return text;
    };
    await drop("tall.txt", LINES);
    await page.locator(".cm-content").filter({ hasText: "variant tall" }).waitFor();
    await page.getByText("For other programs").click();
    const diagram = await written("Interactive Diagram", 'class="idiagram"');
    const lines = await written("XBoard", "setup (");
    for (const [name, text] of [["again.html", diagram], ["again.txt", lines]]) {
      await drop(name, text);
      await page.locator(".cm-content").filter({ hasText: "variant tall" }).waitFor();
      await page.locator(".toast").filter({ hasText: "The whole game is in the file." }).first().waitFor();
    }
    return page;
  },
};
