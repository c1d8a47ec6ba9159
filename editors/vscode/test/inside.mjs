// Tests the packed extension inside VS Code: node test/inside.mjs SERVER EXTENSION
//
// SERVER is the folder `vscode` that `test/server` makes, and EXTENSION a `.vsix`. The test installs the extension, and works with it in
// Chromium as a person does. FERZ names the program, by default that of the tests, and NODE a Node that suits the server. Needs the
// packages of web/. SHOTS names a folder for pictures.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch } from "../../../web/tests/chromium.mjs";

const root = resolve(import.meta.dirname, "../../..");
const [server, extension] = process.argv.slice(2).map((path) => resolve(path));
const ferz = resolve(process.env.FERZ ?? join(root, "target/debug/ferz"));
const node = resolve(process.env.NODE ?? process.execPath);
const work = mkdtempSync(join(tmpdir(), "ferz-inside-"));
const [data, project] = [join(work, "data"), join(work, "project")];
const options = ["--accept-server-license-terms", "--server-data-dir", data, "--user-data-dir", data, "--extensions-dir", join(work, "extensions")];
const settings = (values) => writeFileSync(join(data, "Machine/settings.json"), JSON.stringify({ "security.workspace.trust.enabled": false, ...values }));

mkdirSync(join(data, "Machine"), { recursive: true });
mkdirSync(join(data, "User"));
writeFileSync(join(data, "User/settings.json"), JSON.stringify({ "security.workspace.trust.enabled": false, "workbench.startupEditor": "none" }));
mkdirSync(project);
const file = join(project, "mine.ferz");
writeFileSync(file, 'variant mine "Mine"\nboard { grid 6 x 6; black is white mirrored }\npiece chief K `K` royal\nimmune cheif to capture\nending { checkmate: loss; stalemate: draw }\narray usual { 1 | . . K . . . }\n');
settings({ "ferz.path": "/bin/false" });

// The main program of the server of VS Code, and that of `code-server`, have the same options.
const said = execFileSync(node, [join(server, "out/server-main.js"), ...options, "--install-extension", extension], { encoding: "utf8" });
assert.match(said, /successfully installed/);

const port = 20000 + (process.pid % 20000);
const running = spawn(node, [join(server, "out/server-main.js"), ...options, "--without-connection-token", "--host", "127.0.0.1", "--port", String(port)]);
const browser = await launch();
let page;
try {
  await new Promise((done, fail) => {
    running.stdout.on("data", (text) => String(text).includes("started") && done());
    running.on("exit", () => fail(new Error("the server of VS Code ended")));
  });
  page = await browser.newPage({ viewport: { width: 1300, height: 850 } });
  page.setDefaultTimeout(120_000);
  const payload = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${file}`]]);
  await page.goto(`http://127.0.0.1:${port}/?folder=${project}&payload=${encodeURIComponent(payload)}`);
  const shot = async (name) => process.env.SHOTS && page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
  const run = async (command) => {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input.input").fill(`>${command}`);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: command }).first().click();
  };
  await page.locator(".view-lines", { hasText: "immune" }).waitFor();
  // The first start fails, because the setting names a program that is no server.
  // A message vanishes after a while, but stays in the list of all messages.
  const reported = page.locator(".notifications-center, .notifications-toasts", { hasText: "Ferz" });
  for (let left = 10; left > 0 && !(await reported.first().isVisible()); left -= 1) {
    await run("Notifications: Show Notifications");
    await reported.first().waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  assert.ok(await reported.first().isVisible(), "the failed start is not reported");
  await shot("failed");
  assert.equal(await page.locator(".squiggly-error").count(), 0);
  console.log("ok    a failed start is reported");

  settings({ "ferz.path": ferz });
  await run("Ferz: Restart the Server");
  await page.locator(".squiggly-error").first().waitFor();
  console.log("ok    a restart after it shows problems");

  await run("Problems: Focus on Problems View");
  await page.locator(".markers-panel", { hasText: "did you mean `chief`?" }).waitFor();
  await shot("problems");
  await run("Notifications: Clear All Notifications");
  const shown = page.locator(".view-lines", { hasText: "How to fix it" });
  for (let left = 10; left > 0 && !(await shown.isVisible()); left -= 1) {
    // A list that is drawn again while it is clicked loses the click.
    await page.locator(".markers-panel a", { hasText: "unknown" }).first().click({ modifiers: ["Control"] });
    await shown.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  await shown.waitFor({ timeout: 1000 });
  await shot("page");
  console.log("ok    a problem links to its page");

  await page.locator(".tab", { hasText: "mine.ferz" }).click();
  await page.locator(".view-line", { hasText: "immune" }).getByText("cheif").click();
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget", { hasText: "chief" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  console.log("ok    a fix removes the problem");

  await run("Ferz: Show the Board");
  await page.locator(".view-line", { hasText: "piece chief" }).getByText("chief").click();
  const board = page.frameLocator("iframe.webview").last().frameLocator("iframe");
  await board.locator("svg").first().waitFor();
  await shot("board");
  console.log("ok    the board is drawn");
} catch (error) {
  if (page && process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "error.png") });
  console.error(`FAIL  ${error.stack}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  running.removeAllListeners("exit");
  running.kill();
}
