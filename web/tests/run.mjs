// Tests the built page in Chromium, in the window sizes of a desktop computer and of a telephone.
//
//   node tests/run.mjs [NAME ...]     only tests whose names contain one of these words
//
// Two tests run at a time, each in a browser of its own, and then those that measure times, alone. JOBS=1 runs all one after the
// other. The last lines list the tests that were skipped. STRICT=1 makes them failures, and SKIPPED_TO names a file to which they
// are added. Screenshots are written to test-results/.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { basics } from "./basics.mjs";
import { bridges } from "./bridges.mjs";
import { launch } from "./chromium.mjs";
import { designs } from "./design.mjs";
import { kept } from "./kept.mjs";
import { kitOf } from "./kit.mjs";
import { look } from "./look.mjs";
import { lost } from "./lost.mjs";
import { measured } from "./measured.mjs";
import { panel } from "./panel.mjs";
import { pictures } from "./pictures.mjs";
import { project } from "./project.mjs";
import { random } from "./random.mjs";
import { redrawn } from "./redrawn.mjs";
import { serve } from "./server.mjs";
import { views } from "./views.mjs";

const SIZES = [["desk", 1280, 800], ["phone", 390, 844]];
const tests = { ...views, ...basics, "random actions": random, pictures, ...kept, ...lost, ...project, ...look, ...panel, ...bridges, ...designs, ...redrawn, ...measured };
/** What is the same at every size. */
const ONCE = ["same", "random actions", "slow download", "slow link", "two tabs", "clock and undo", "numbers of moves", "links that are too large", "resigning", "pictures", "opponent", "hostile", "storage", "offline", "baseline of edits", "claims and draws", "undo and the computer", "readings of copies", "reload at once", "sources of changed rules", "shared link on a phone", "speed", "calm", ...Object.keys({ ...lost, ...redrawn, ...project, ...look, ...panel, ...bridges, ...views }), "gestures at random", "links with changes", "a game is kept", "set up by hand", "games of others", "a designer's hour", "a friend in another browser", "a new game begins with a choice", "keyboard"];
/** What measures times. */
const ALONE = [...Object.keys(measured), "slow download", "slow link"];
/** The longest tests begin first, so that none of them is left over at the end. */
const FIRST = ["tamerlane", "random actions", "a game by keyboard"];

const only = process.argv.slice(2);
const chosen = (name) => !only.length || only.some((word) => name.includes(word));
const rank = (name) => (FIRST.includes(name) ? 0 : 1);
const jobs = Object.keys(tests).filter(chosen).toSorted((a, b) => rank(a) - rank(b)).flatMap((name) => (ONCE.includes(name) ? SIZES.slice(0, 1) : SIZES).map(([size, width, height]) => ({ name, size: { name: size, width, height, touch: size === "phone" } })));

const begin = Date.now();
const { address, close } = await serve();
let [passed, failed] = [0, 0];
/** The tests that could not run, with the reasons. */
const skipped = [];

/** Runs one test, and closes what it has opened. */
async function run(kit, { name, size }) {
  const begin = Date.now();
  const { browser, shots } = kit;
  let page;
  try {
    page = await tests[name](kit, size);
    kit.check(page.wrong.length === 0, page.wrong.join("\n"));
    if (page.skipped) {
      skipped.push(`${name} (${size.name}), because ${page.skipped}`);
    } else {
      passed += 1;
      console.log(`ok   ${name} (${size.name}) ${Date.now() - begin} ms`);
    }
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name} (${size.name}): ${error.message}`);
    page ??= browser.contexts().flatMap((context) => context.pages()).at(-1);
  }
  await page?.screenshot({ path: `${shots}${name}-${size.name}.png` }).catch(() => undefined);
  for (const context of browser.contexts()) await context.close();
}

/** Runs the tests that need no browser in a process of their own, because they would keep this one from driving the browsers. */
async function model() {
  const child = spawn(process.execPath, [fileURLToPath(new URL("model.mjs", import.meta.url))], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, code] = await Promise.all([text(child.stdout), new Promise((done) => child.on("close", done))]);
  process.stdout.write(said);
  if (code !== 0) failed += 1;
}

/** Runs tests in a number of browsers. Each takes the next test when it has finished one. */
async function share(list, count) {
  const next = list.values();
  const browsers = await Promise.all(Array.from({ length: Math.min(count, list.length) }, launch));
  await Promise.all(browsers.map(async (browser, index) => {
    if (index === 0 && !only.length) await model();
    for (const job of next) await run(kitOf(browser, address), job);
    await browser.close();
  }));
}

await share(jobs.filter(({ name }) => !ALONE.includes(name)), Number(process.env.JOBS ?? 2));
await share(jobs.filter(({ name }) => ALONE.includes(name)), 1);
close();
const isStrict = process.env.STRICT === "1";
for (const text of skipped) console.log(`${isStrict ? "FAIL" : "skipped"} ${text}`);
if (process.env.SKIPPED_TO) appendFileSync(process.env.SKIPPED_TO, skipped.map((text) => `${text}\n`).join(""));
if (isStrict) failed += skipped.length;
console.log(`${passed} passed, ${failed} failed${isStrict ? "" : `, ${skipped.length} skipped`}, ${Math.round((Date.now() - begin) / 1000)} s`);
process.exit(failed ? 1 : 0);
