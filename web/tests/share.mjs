// Counts moves in Node, in Chromium, and with the native program, by turns and with one thread, and says what share of the native
// speed the module has. The machine may be busy, so the shortest time of several counts.
//
//   node web/tests/share.mjs [ROUNDS]     5 if not said
import { execFileSync } from "node:child_process";
import { ferz, program } from "../../bindings/web/tests/positions.mjs";
import { launch } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { startWorker } from "./worker.mjs";

/** The least share of the native speed. */
const LEAST = 0.4;
const GAMES = [["chess", 6], ["shatranj", 6], ["capablanca", 5], ["crazyhouse", 5], ["shogi", 5], ["xiangqi", 4], ["tamerlane", 5], ["full-tamerlane", 5]];
const rounds = Number(process.argv[2] ?? 5);

const browser = await launch();
const { address, close } = await serve();
const page = await browser.newPage();
await page.goto(address);
await startWorker(page);

async function timed(act) {
  const begin = performance.now();
  const count = await act();
  return { count: Number(count), time: performance.now() - begin };
}

function native(name, depth) {
  return execFileSync(program, ["perft", name, "--depth", depth, "--hash", "0", "--threads", "1"], { encoding: "utf8" });
}

let slow = 0;
for (const [name, depth] of GAMES) {
  const line = { spec: { game: name, options: {} }, moves: [] };
  const game = ferz.Rules.load(name, undefined).start();
  const begin = [];
  const times = { native: [], node: [], chromium: [] };
  let counts = new Set();
  for (let round = 0; round < rounds; round += 1) {
    begin.push((await timed(() => native(name, 1))).time);
    for (const [who, act] of [
      ["native", () => native(name, depth)],
      ["node", () => game.perft(depth)],
      ["chromium", () => page.evaluate(([line, depth]) => window.asked("perft", line, depth), [line, depth])],
    ]) {
      const { count, time } = await timed(act);
      counts.add(count);
      times[who].push(time);
    }
  }
  if (counts.size > 1) throw new Error(`${name}: the counts differ: ${[...counts]}`);
  const [count] = counts;
  const whole = Math.min(...times.native) - Math.min(...begin);
  const share = (who) => whole / Math.min(...times[who]);
  const speed = (time) => (count / time / 1000).toFixed(1);
  console.log(`${name} to depth ${depth}, in millions a second: native ${speed(whole)}, Node ${speed(Math.min(...times.node))} (${Math.round(100 * share("node"))} %), Chromium ${speed(Math.min(...times.chromium))} (${Math.round(100 * share("chromium"))} %)`);
  if (Math.min(share("node"), share("chromium")) < LEAST) slow += 1;
}
await browser.close();
close();
if (slow) console.log(`${slow} games are counted at less than ${100 * LEAST} % of the native speed`);
process.exit(slow ? 1 : 0);
