// Tests that a project cannot be lost: its history, trash, archive, and board, records of games, and files that are dropped.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { cacheName, worker } from "../scripts/offline.mjs";
import { holds } from "./kit.mjs";
import { serve, SITE } from "./server.mjs";


/** Types at the start of the rules. */
async function type(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
}

/** The whole text of the editor, of which the page shows only a part. */
export function rules(page) {
  return page.evaluate(() => (document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView.view).state.doc.toString());
}

/** Fills the storage to the last character, or frees it. */
export function fill(page, isFull) {
  return page.evaluate((isFull) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("x.")) localStorage.removeItem(key);
    for (let size = 1 << 20, number = 0; isFull && size >= 1; size = Math.floor(size / 8)) {
      try {
        for (;;) localStorage.setItem(`x.${(number += 1)}`, "x".repeat(size));
      } catch {
        // A smaller one may fit.
      }
    }
  }, isFull);
}

/** Drops files on an element. */
async function drop(page, selector, files) {
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, bytes, type] of files) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    return data;
  }, files.map(([name, content, type = "text/plain"]) => [name, [...Buffer.from(content)], type]));
  await page.dispatchEvent(selector, "drop", { dataTransfer: data });
}

const PGN = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Annotator "Cy"]
[Result "1-0"]

{An old line.} 1. e4! {best} e5 $2 (1... c5 {sharp}) 2. Nf3 {a knight} Nc6 1-0

[Event "Club"]
[White "Dee"]
[Black "Eve"]
[Result "*"]

1. d4 d5 2. Qd5 Nf6 *
`;

/** The tests by name. Each receives the helpers of the run. */
export const project = {
  async "history and trash"({ open, ready, check, address, accessible }, size) {
    const page = await open("#/edit/copy:chess", size);
    await type(page, "# first\n");
    await page.waitForTimeout(2100);
    await page.locator("details.cases summary").click();
    await page.getByLabel("Cases, in Markdown").fill("# Mine\n");
    await page.getByText("Begin with a template").click();
    await holds(async () => (await page.getByLabel("Cases, in Markdown").inputValue()).startsWith("# First cases"), "no template");
    await page.locator(".toast button").click();
    await holds(async () => (await page.getByLabel("Cases, in Markdown").inputValue()) === "# Mine\n", "the template has replaced the cases for good");
    await page.waitForTimeout(2100);
    await type(page, "# second\n");
    await page.reload();
    await ready(page);
    const history = page.locator("details.history");
    await history.locator("summary").first().click();
    await history.getByLabel("Name of this version").fill("with the second line");
    await history.getByText("Keep this version").click();
    await history.locator("strong", { hasText: "with the second line" }).waitFor();
    await accessible(page);
    // The first state that stood: without cases and without the second line. Only its rules are restored.
    const count = await history.locator(".versions li").count();
    await history.locator(".versions li button").nth(count - 2).click();
    await history.locator(".version summary", { hasText: "rules" }).click();
    await history.locator(".difference .cm-deletedChunk", { hasText: "# second" }).waitFor();
    await accessible(page);
    await history.getByText("Restore the rules").click();
    await holds(async () => (await rules(page)).startsWith("# first\n") && (await page.getByLabel("Cases, in Markdown").inputValue()) === "# Mine\n", "a part is not restored by itself");
    await page.locator(".toast button").click();
    await holds(async () => (await rules(page)).startsWith("# second\n# first\n"), "a restored version cannot be undone");
    // The project goes to the trash with its history, and comes back with it.
    await page.goto(`${address}#/library`);
    await ready(page);
    await page.getByLabel(/^Delete Chess/).click();
    await holds(async () => (await page.getByRole("link", { name: "Chess, copy" }).count()) === 0, "the project is not deleted");
    await page.reload();
    await ready(page);
    await page.locator(".trash summary").click();
    await page.getByLabel(/^Restore Chess/).click();
    await page.getByRole("link", { name: "Chess, copy" }).click();
    await page.waitForSelector(".cm-content");
    await page.locator("details.history summary").first().click();
    await page.locator("details.history strong", { hasText: "with the second line" }).waitFor();
    // Only the trash is emptied.
    await page.goto(`${address}#/library`);
    await ready(page);
    await page.getByLabel(/^Delete Chess/).click();
    page.once("dialog", (dialog) => dialog.accept());
    await page.locator(".trash summary").click();
    await page.getByText("Empty the trash").click();
    await page.waitForFunction(() => !document.querySelector(".trash"));
    const left = await page.evaluate(async () => {
      const base = await new Promise((done) => (indexedDB.open("ferz-history").onsuccess = (event) => done(event.target.result)));
      const all = (store) => new Promise((done) => (base.transaction(store).objectStore(store).count().onsuccess = (event) => done(event.target.result)));
      return [await all("versions"), await all("texts"), Object.keys(localStorage).filter((key) => key.startsWith("ferz.file.")).length];
    });
    check(String(left) === "0,0,0", `something is left in the storage: ${left}`);
    return page;
  },

  async "moves on the boards"({ open, ready, tap, played, browser, shots }, size) {
    const page = await open("#/edit/copy:chess", size);
    await page.waitForSelector(".editor-board .piece");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await page.waitForFunction(() => /#\/edit\/[a-z0-9]+$/.test(location.hash));
    await page.reload();
    await ready(page);
    await played(page, 1);
    await holds(async () => (await page.locator(".moves .move").getAttribute("data-move")) === "e2e4", "the editor's board has lost the move");
    // So does a game that is over.
    for (const [index, [from, to]] of [["e7", "e5"], ["d1", "h5"], ["b8", "c6"], ["f1", "c4"], ["g8", "f6"], ["h5", "f7"]].entries()) {
      await tap(page, from);
      await tap(page, to);
      await played(page, index + 2);
    }
    await page.reload();
    await ready(page);
    await played(page, 7);
    await holds(async () => (await page.locator(".status").textContent()).includes("White wins"), async () => await page.locator(".status").textContent());
    await page.getByText("New game").click();
    await page.waitForSelector(".moves .empty");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    // Rules that forbid the move for a while do not remove it.
    const edit = (from, to) => page.evaluate(([from, to]) => {
      const view = document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView.view;
      const at = view.state.doc.toString().indexOf(from);
      view.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
    }, [from, to]);
    await edit("fmWfceFifmnD", "fmFfcWifmnA");
    await page.waitForFunction(() => !document.querySelector('.moves [aria-current]'), null, { timeout: 10_000 }).catch(() => undefined);
    await edit("fmFfcWifmnA", "fmWfceFifmnD");
    await page.waitForTimeout(800);
    await holds(async () => (await page.locator(".moves .move").count()) === 1, "the moves are lost by an edit");
    // A page of one game.
    const file = `${shots}page.html`;
    writeFileSync(file, `<!doctype html><meta charset="utf-8"><div id="ferz-board"></div><script type="application/json" id="ferz-game">{"game":"makruk","options":{}}</script><script>${readFileSync(join(SITE, "ferz-runtime.js"), "utf8")}</script>`);
    const single = await (await browser.newContext()).newPage();
    await single.goto(pathToFileURL(file).href);
    await single.locator(".board-svg .piece").first().waitFor({ timeout: 60_000 });
    await tap(single, "a3");
    await tap(single, "a4");
    await played(single, 1);
    await single.reload();
    await single.locator(".board-svg .piece").first().waitFor({ timeout: 60_000 });
    await played(single, 1);
    await holds(async () => (await single.locator(".moves .move").getAttribute("data-move")) === "a3a4", "the page of one game has lost the move");
    return page;
  },

  async "full storage stays said"({ open, ready, check, accessible }, size) {
    const page = await open("#/edit/copy:chess", size);
    await type(page, "# stored\n");
    await page.waitForFunction(() => /#\/edit\/[a-z0-9]+$/.test(location.hash));
    await fill(page, true);
    await type(page, "# a longer line that no longer fits\n");
    await holds(async () => (await page.locator(".notice").textContent()).includes("full"), "nothing is said");
    await accessible(page);
    await page.waitForTimeout(7000);
    await holds(async () => (await page.locator(".notice").count()) === 1, "it is not said any more");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(".notice button").first().click()]);
    const files = unzipSync(readFileSync(await saved.path()));
    check(strFromU8(files["chess.ferz"]).startsWith("# a longer line"), "the file has another text");
    await fill(page, false);
    await type(page, "# more\n");
    await page.waitForFunction(() => !document.querySelector(".notice"));
    await page.reload();
    await ready(page);
    await holds(async () => (await rules(page)).startsWith("# more\n# a longer line"), "the text is lost");
    return page;
  },

  async "save all and open all"({ open, ready, check, address, tap, played }, size) {
    const page = await open("#/edit/copy:chess", size);
    await type(page, "# one\n");
    await page.waitForTimeout(2100);
    await page.goto(`${address}#/edit/copy:shogi`);
    await page.waitForFunction(() => document.title.startsWith("Shogi"));
    await type(page, "# two\n");
    await page.goto(`${address}#/play/chess`);
    await page.waitForFunction(() => document.title.includes("Play") && document.querySelector(".board-svg .piece"));
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await page.goto(`${address}#/library`);
    await ready(page);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByText("Save all").click()]);
    const path = await saved.path();
    // Another browser.
    const other = await open("#/library", size);
    await other.locator("summary", { hasText: "Your projects" }).click();
    await other.getByLabel("Archive of projects").setInputFiles({ name: "all.zip", mimeType: "application/zip", buffer: readFileSync(path) });
    await other.getByRole("link", { name: "Shogi, copy" }).waitFor();
    await other.locator("summary", { hasText: "Your games" }).waitFor();
    await other.getByRole("link", { name: "Chess, copy" }).click();
    await other.waitForSelector(".cm-content");
    await holds(async () => (await rules(other)).startsWith("# one\n"), "another text");
    await other.locator("details.history summary").first().click();
    await other.waitForFunction(() => document.querySelectorAll(".versions li").length >= 2);
    // Opening the same archive again adds nothing, and a changed project is not replaced.
    await type(other, "# changed\n");
    await drop(other, "body", [["all.zip", readFileSync(path), "application/zip"]]);
    await other.waitForFunction(() => document.querySelectorAll("#main .files li a").length > 0 && location.hash === "#/library");
    const names = await other.locator(".files li a[href^='#/edit/']").allTextContents();
    check(names.filter((name) => name.startsWith("Chess")).length === 2 && names.filter((name) => name.startsWith("Shogi")).length === 1, names.join());
    check(other.wrong.length === 0, other.wrong.join("\n"));
    await drop(other, "body", [["bad.zip", "PK nothing", "application/zip"]]);
    await other.locator(".problem", { hasText: "damaged" }).waitFor();
    return page;
  },

  async "dropped anywhere"({ open, ready, address, played }, size) {
    const page = await open("#/play/shogi", size);
    await drop(page, ".board-svg", [["mine.ferz", 'variant mine "Mine" extends chess\nabout "Dropped."\n']]);
    await page.waitForFunction(() => /#\/edit\//.test(location.hash) && document.querySelector(".cm-content"));
    await holds(async () => (await rules(page)).startsWith("variant mine"), "the file is not opened");
    // The editor takes the file as well, and not its text.
    await drop(page, ".cm-content", [["other.ferz", 'variant other "Other" extends chess\nabout "Dropped."\n']]);
    await page.waitForFunction(() => document.title.startsWith("other"));
    await drop(page, "#nav", [["games.pgn", PGN]]);
    await page.locator(".records button", { hasText: "Ann – Bob" }).waitFor();
    await page.locator(".records button", { hasText: "Dee – Eve" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/play/chess"));
    await played(page, 2);
    await page.locator(".toast", { hasText: "“Qd5” is not a legal move here (White's move 2). 2 moves were read." }).waitFor();
    await page.goto(`${address}#/library`);
    await ready(page);
    return page;
  },

  async "records are kept"({ open, ready, check, played, tap, player, copied }, size) {
    const page = await open("#/play/chess", size);
    await page.getByText("Position and files").click();
    const box = page.getByLabel("Game as PGN");
    await box.fill(PGN);
    await page.getByText("Load PGN").click();
    await page.locator(".records button").first().click();
    await played(page, 5);
    await holds(async () => (await page.locator(".moves .comment").allTextContents()).map((text) => text.trim()).join("|") === "An old line.|best|sharp|a knight", async () => (await page.locator(".moves .comment").allTextContents()).join("|"));
    await page.reload();
    await ready(page);
    await played(page, 5);
    await page.getByText("Position and files").click();
    const text = await copied(page);
    for (const part of ['[Event "Club"]', '[White "Ann"]', '[Black "Bob"]', '[Annotator "Cy"]', '[Result "1-0"]', "{ An old line. } 1. e4 $1 { best } 1... e5 $2 (1... c5 { sharp }) 2. Nf3 { a knight } 2... Nc6 1-0"]) check(text.replaceAll(/\s+/g, " ").includes(part.replaceAll(/\s+/g, " ")), `${part} is missing: ${text}`);
    // Who goes on with the game is neither Ann nor Bob.
    await tap(page, "f1");
    await tap(page, "b5");
    await played(page, 6);
    const continued = await copied(page);
    check(/\[White "\?"\]/.test(continued) && /\[Black "Bob"\]/.test(continued) && /\[Result "\*"\]/.test(continued), continued);
    // A game of two people stays one when the computer is chosen afterwards.
    await page.getByText("New game").click();
    await page.waitForSelector(".moves .empty");
    await tap(page, "e2");
    await tap(page, "e4");
    await played(page, 1);
    await tap(page, "e7");
    await tap(page, "e5");
    await played(page, 2);
    await player(page, "black", "level 3");
    const shared = await copied(page);
    check(/\[White "\?"\]\n\[Black "\?"\]/.test(shared), shared);
    return page;
  },

  async "two tabs see each other"({ open, ready, check }, size) {
    const one = await open("#/edit/copy:chess", size);
    await type(one, "# one\n");
    await one.waitForFunction(() => /#\/edit\/[a-z0-9]+$/.test(location.hash));
    const two = await one.context().newPage();
    await two.goto(one.url());
    await ready(two);
    await type(two, "# two\n");
    await one.waitForFunction(() => document.querySelector(".cm-content").textContent.startsWith("# two# one"), null, { timeout: 5000 });
    await type(one, "# three\n");
    await two.waitForFunction(() => document.querySelector(".cm-content").textContent.startsWith("# three# two# one"), null, { timeout: 5000 });
    // A tab that has not heard of the other's text: both texts are kept.
    await two.evaluate(() => {
      const read = Storage.prototype.getItem;
      const known = Object.fromEntries(Object.keys(localStorage).map((key) => [key, read.call(localStorage, key)]));
      window.fresh = () => (Storage.prototype.getItem = read);
      Storage.prototype.getItem = function (key) {
        return key.startsWith("ferz.file.") ? (known[key] ?? null) : read.call(this, key);
      };
    });
    await type(one, "# from one\n");
    await one.waitForTimeout(300);
    await two.evaluate(() => window.fresh());
    await type(two, "# from two\n");
    await two.waitForTimeout(2500);
    const kept = [await rules(one), await rules(two)].join("\n");
    check(kept.includes("# from two"), kept.slice(0, 200));
    await holds(async () => kept.includes("# from one") || (await history(two)).some((text) => text.startsWith("# from one")), "a text is lost");
    return one;
  },

  async "a new version of the page"({ browser, check }, size) {
    const folder = mkdtempSync(join(tmpdir(), "ferz-page-"));
    cpSync(SITE, folder, { recursive: true });
    const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile() && !["sw.js", "ferz-runtime.js"].includes(name));
    const files = () => names.map((name) => [name, readFileSync(join(folder, name))]);
    check(readFileSync(join(folder, "sw.js"), "utf8").includes(cacheName(files())), "the worker is not named after the files");
    const { address, close } = await serve(folder);
    const page = await (await browser.newContext({ viewport: { width: size.width, height: size.height } })).newPage();
    page.wrong = [];
    page.on("pageerror", (error) => page.wrong.push(`error: ${error.message}`));
    await page.goto(address);
    await page.waitForFunction(() => navigator.serviceWorker.ready.then((found) => found.active?.state === "activated"), null, { timeout: 30_000 });
    // Only the text of the first page changes.
    writeFileSync(join(folder, "index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("<span>ferz workshop</span>", "<span>ferz, renewed</span>"));
    writeFileSync(join(folder, "sw.js"), worker(files()));
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready.then((found) => found.update()));
    for (let tries = 0; tries < 20 && !(await page.locator(".brand").textContent()).includes("renewed"); tries += 1) {
      await page.waitForTimeout(500);
      await page.reload();
    }
    await holds(async () => (await page.locator(".brand").textContent()).includes("renewed"), "a returning visitor sees the old page");
    close();
    rmSync(folder, { recursive: true });
    return page;
  },
};

/** Returns the rules of all versions that the browser keeps. */
export async function history(page) {
  const packed = await page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "ferz-history")) return [];
    const base = await new Promise((done) => (indexedDB.open("ferz-history").onsuccess = (event) => done(event.target.result)));
    const texts = await new Promise((done) => (base.transaction("texts").objectStore("texts").getAll().onsuccess = (event) => done(event.target.result)));
    base.close();
    return texts.map(({ bytes }) => btoa(String.fromCharCode(...bytes)));
  });
  const { inflateSync } = await import("fflate");
  return packed.map((text) => strFromU8(inflateSync(Buffer.from(text, "base64"))));
}
