// Opens all pages of the site in Chromium: no errors, no requests to other places, nothing wider than the screen, and no violation that axe
// finds, on a phone with light colors and on a desk with dark ones. The front page is also opened without scripts, and the language
// card must fit on one printed page. Needs the packages of web/.
//
//   node tools/site/browse.mjs [FOLDER]      target/site by default
//
// PAGES names the pages to open, separated by commas; SHOTS names a folder for their pictures. EVERY=12 opens each twelfth page of
// the folders with 15 pages or more, and all lists of pages. The folders of the rule files count as one.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { launch } from "../../web/tests/chromium.mjs";
import { serve } from "../../web/tests/server.mjs";
import { root } from "./places.mjs";

const axe = readFileSync(createRequire(join(root, "web/package.json")).resolve("axe-core/axe.min.js"), "utf8");
const site = resolve(process.argv[2] ?? join(root, "target/site"));
/** References that other programs wrote. */
const FOREIGN = ["rust/", "python/"];
const all = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html") && !FOREIGN.some((folder) => name.startsWith(folder))).sort();
const folder = (name) => dirname(name).replace(/^games\/files\/.*/, "games/files");
const size = (name) => all.filter((one) => folder(one) === folder(name)).length;
const every = Number(process.env.EVERY ?? 1);
const pages = process.env.PAGES?.split(",") ?? all.filter((name, at) => size(name) < 15 || name.endsWith("index.html") || at % every === 0);
const VIEWS = [
  { viewport: { width: 390, height: 800 }, colorScheme: "light" },
  { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
];
const AXE = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => \`axe: \${id} at \${nodes.slice(0, 2).map(({ target }) => target.join(" ")).join(", ")}\`))`;

const browser = await launch();
const { address, close } = await serve(site);
let [passed, failed] = [0, 0];

function note(name, found) {
  found.length ? (failed += 1) : (passed += 1);
  for (const one of found) console.log(`FAIL ${name}: ${one}`);
}

/** Opens pages one after another as a view shows them, and notes what is wrong with each. */
async function open(paths, view) {
  const { javaScriptEnabled = true, viewport: { width } } = view;
  const context = await browser.newContext(view);
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let found = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => message.type() === "error" && found.push(message.text()));
  page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || found.push(`asks for ${request.url()}`));
  const run = async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  for (const path of paths) {
    found = [];
    // The front page draws its boards after it is loaded.
    await page.goto(address + path, { waitUntil: path === "index.html" ? "networkidle" : "load" });
    const extra = await run("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    if (extra > 1) found.push(`is ${extra} pixels wider than a screen of ${width}`);
    if (javaScriptEnabled) {
      await run(axe);
      found.push(...(await run(AXE)));
    } else if ((await page.innerText("body")).length < 1000) {
      found.push("has no text without its script");
    }
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${path.replaceAll("/", "-")}-${width}${javaScriptEnabled ? "" : "-plain"}.png`) });
    note(`${path} (${width}${javaScriptEnabled ? "" : ", without scripts"})`, found);
  }
  await context.close();
}

/** Counts the printed pages of the language card. */
async function print() {
  const page = await browser.newPage();
  await page.goto(`${address}card.html`);
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  note("card.html", sheets === 1 ? [] : [`is printed on ${sheets} pages`]);
}

await Promise.all(VIEWS.map((view) => open(pages, view)));
if (pages.includes("index.html")) for (const view of VIEWS) await open(["index.html"], { ...view, javaScriptEnabled: false });
if (pages.includes("card.html")) await print();
await browser.close();
close();
console.log(`${pages.length} pages: ${passed} views passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
