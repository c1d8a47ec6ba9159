// Tests that unfinished work survives a reload or a crash, that deleted moves can be put back, and that faulty links are explained.
import { holds } from "./kit.mjs";

const piece = "8/8/8/8/8/8/8/K1k5 w - - 0 1";

/** The tests by name. Each receives the helpers of the run. */
export const lost = {
  async "unfinished work"({ open, ready, tap, check, address, accessible }, size) {
    const page = await open("#/play/chess", size);
    await page.getByText("Position and files").click();
    await page.getByLabel("Game as PGN").fill("1. e4 e5 2. Nf3");
    await page.fill("#fen", piece);
    await page.getByText("Set up by hand").click();
    await page.getByText("Clear the board").click();
    await page.locator('.palette button[title="white King"]').click();
    await tap(page, "e1");
    await page.selectOption("#setup-turn", "black");
    await page.reload();
    await ready(page);
    await page.waitForSelector(".palette:not([hidden])");
    await holds(async () => (await page.locator(".board-svg .piece").count()) === 1 && (await page.inputValue("#setup-turn")) === "black", "the set-up is lost by a reload");
    await holds(async () => (await page.inputValue("#fen")) === piece && (await page.getByLabel("Game as PGN").inputValue()) === "1. e4 e5 2. Nf3", "what was typed is lost by a reload");
    await accessible(page);
    await page.locator(".palette").getByText("Cancel").click();
    await page.waitForFunction(() => document.querySelectorAll(".board-svg .piece").length === 32);
    await page.reload();
    await ready(page);
    await holds(async () => !(await page.locator(".palette").isVisible()), "a set-up that was canceled comes back");
    // A crash of the tab, without warning.
    await page.goto(`${address}#/edit/copy:chess`);
    await page.waitForSelector(".cm-content");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# one\n");
    await page.waitForFunction(() => /#\/edit\/[a-z0-9]+$/.test(location.hash));
    await page.waitForTimeout(400);
    await page.keyboard.type("# two");
    const link = page.url();
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    const again = await page.context().newPage();
    again.wrong = page.wrong;
    await again.goto(link);
    await ready(again);
    const text = await again.evaluate(() => (document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView.view).state.doc.toString());
    check(text.startsWith("# one\n# two"), "what was typed is lost by a crash");
    return again;
  },

  async "earlier versions"({ open, ready, check }, size) {
    // A file of the first version of the page, with its history inside.
    const rules = 'variant mine "Mine" extends chess\nabout "One."\n';
    const old = { id: "old", name: "Old", rules, version: 3, saved: 1000, history: [{ saved: 500, rules: "# the oldest\n" }] };
    // Later versions of the page had the history beside the file. Of old versions, one an hour is kept.
    const past = [{ saved: 7_200_000, rules: "# the second oldest\n" }];
    const seed = `if (!localStorage.getItem("ferz.file.old")) {
      localStorage.setItem("ferz.file.old", ${JSON.stringify(JSON.stringify(old))});
      localStorage.setItem("ferz.past.old", ${JSON.stringify(JSON.stringify(past))});
    }`;
    const page = await open("#/edit/old", { ...size, seed });
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# new\n");
    await page.reload();
    await ready(page);
    await page.getByText("History", { exact: true }).click();
    // The two oldest rules, the current state, and the first version; the state before the change, if it stood for two seconds.
    await page.waitForFunction(() => document.querySelectorAll(".versions li").length >= 4, null, { timeout: 5000 }).catch(() => undefined);
    await holds(async () => (await page.locator(".versions li").count()) >= 4, async () => (await page.locator(".versions li").allTextContents()).join());
    check(!(await page.evaluate(() => localStorage.getItem("ferz.past.old"))), "the old history stays in the old place");
    await page.locator(".versions li button").nth(-2).click();
    await page.getByRole("button", { name: "Restore all" }).click();
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent === "# the oldest");
    await page.locator(".toast button").click();
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.startsWith("# newvariant mine"));
    return page;
  },

  async "full storage"({ open, tap, played }, size) {
    const page = await open("#/play/chess", size);
    const games = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ferz.game.")).length);
    // No number of games is too large.
    await page.evaluate(() => {
      const root = { text: "", turn: "white", children: [{ text: "e2e4", turn: "black", children: [] }] };
      for (let number = 0; number < 80; number += 1) localStorage.setItem(`ferz.game.g${number}`, JSON.stringify({ id: `g${number}`, game: "shatranj", root, path: [0], players: { white: "human", black: "human" }, version: 1, saved: number }));
    });
    await tap(page, "d2");
    await tap(page, "d4");
    await played(page, 1);
    await page.waitForFunction(() => location.hash.includes("d2d4"));
    await holds(async () => (await games()) === 81, async () => `${await games()} of 81 games are kept`);
    await page.evaluate(() => {
      for (let size = 1 << 20, number = 0; size >= 1; size = Math.floor(size / 8)) {
        try {
          for (;;) localStorage.setItem(`x${(number += 1)}`, "x".repeat(size));
        } catch {
          // A smaller one may fit.
        }
      }
    });
    await tap(page, "d7");
    await tap(page, "d5");
    await page.waitForSelector(".notice");
    await holds(async () => (await page.locator(".notice").textContent()).includes("full"), async () => await page.locator(".notice").textContent());
    // The moves after that are in the address, and in the page.
    await page.evaluate(() => (location.hash = "#/notation"));
    await page.waitForSelector("#betza");
    await page.evaluate(() => (location.hash = "#/play/chess"));
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
    return page;
  },

  async "deleted moves"({ open, tap, played, accessible, address, ready }, size) {
    const page = await open("#/play/chess;moves=e2e4,e7e5,g1f3", size);
    await played(page, 3);
    await page.locator(".moves .move").nth(1).click();
    await page.waitForFunction(() => document.querySelector(".moves [aria-current]").dataset.move === "e7e5");
    await tap(page, "b1");
    await tap(page, "c3");
    await page.waitForSelector(".variation");
    const before = await page.locator(".moves").textContent();
    await page.getByText("Delete from here").click();
    await page.waitForFunction(() => !document.querySelector(".variation"));
    await accessible(page);
    await page.locator(".toast button").click();
    await page.waitForSelector(".variation");
    await holds(async () => (await page.locator(".moves").textContent()) === before, async () => await page.locator(".moves").textContent());
    await page.goto(`${address}#/library`);
    await ready(page);
    await page.getByLabel(/^Delete the game/).click();
    await holds(async () => (await page.locator(".files li").count()) === 0, "the game is not deleted");
    await page.locator(".toast button").click();
    await page.locator(".files a").click();
    await page.waitForSelector(".variation");
    return page;
  },

  async "going on at once"({ open, ready }, size) {
    const page = await open("#/play/tamerlane", size);
    // The view of the old address saves its game before the event of the new address.
    await page.evaluate(() => {
      location.hash = "#/play/shogi";
      const player = document.querySelector("#player-black");
      player.value = "human";
      player.dispatchEvent(new Event("change"));
    });
    await ready(page);
    await page.waitForFunction(() => document.title.includes("Shogi"), null, { timeout: 5000 }).catch(() => undefined);
    await holds(async () => page.url().endsWith("#/play/shogi") && (await page.title()).includes("Shogi"), () => `the page stays at ${page.url()}`);
    await page.goBack();
    await page.waitForFunction(() => document.title.includes("Tamerlane"), null, { timeout: 5000 }).catch(() => undefined);
    await holds(async () => (await page.title()).includes("Tamerlane"), () => `Back leads to ${page.url()}`);
    return page;
  },

  async "faulty links"({ open, ready, check, address, accessible }, size) {
    const page = await open("#/library", size);
    const said = {
      "play/nonesuch": "There is no such game",
      "play/chess@nope": "no reading “nope”",
      "play/tamerlane?giraffe.reach=77": "no value “77”",
      "play/chess;moves=%E0%A4%A": "The address is damaged",
      "rules/my:gone": "this browser does not have it",
      "shared/%25%25": "The address is damaged",
      "shared/abc": "The address is damaged",
      "compare/x/y": "There is no such game",
      "play/__proto__": "There is no such game",
    };
    for (const [path, words] of Object.entries(said)) {
      await page.goto(`${address}#/${path}`);
      await page.waitForFunction((words) => document.querySelector("main .problem")?.textContent.includes(words), words, { timeout: 10_000 }).catch(() => undefined);
      const text = await page.locator("main").textContent();
      check(text.includes(words), `${path}: ${text.slice(0, 200)}`);
      check(!/error\[|command line|help:/.test(text), `${path}: the compiler speaks: ${text.slice(0, 200)}`);
    }
    await page.goto(`${address}#/play/chess@nope`);
    await page.getByText("Open the game as it is in its file").waitFor();
    await accessible(page);
    await page.getByText("Open the game as it is in its file").click();
    await page.waitForSelector(".board-svg .piece");
    return page;
  },
};
