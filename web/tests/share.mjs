// Counts moves in Node, in Chromium, and with the native program, in turn and with one thread, and prints the speed of the module
// relative to the native program. Each result is the shortest processor time of several rounds.
//
//   node web/tests/share.mjs [ROUNDS]     the default is 5
import { spawnSync } from "node:child_process";
import { ferz, program } from "../../bindings/web/tests/positions.mjs";
import { launch } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { traced } from "./trace.mjs";
import { startWorker } from "./worker.mjs";

/** The minimum speed relative to the native program. */
const LEAST = 0.4;
const GAMES = [["chess", 6], ["shatranj", 6], ["capablanca", 5], ["crazyhouse", 6], ["shogi", 5], ["xiangqi", 4], ["tamerlane", 5], ["full-tamerlane", 5]];
const rounds = Number(process.argv[2] ?? 5);

const browser = await launch();
const { address, close } = await serve();
const page = await browser.newPage();
await page.goto(address);
await startWorker(page);

/** Returns the number of moves, and the processor time to count them in milliseconds. */
function native(name, depth) {
  const { stdout, stderr } = spawnSync("bash", ["-c", 'TIMEFORMAT=%U; time "$0" perft "$1" --depth "$2" --hash 0 --threads 1', program, name, depth], { encoding: "utf8" });
  return [Number(stdout), 1000 * Number(stderr)];
}

function inNode(game, depth) {
  const begin = process.cpuUsage();
  const count = game.perft(depth);
  return [count, process.cpuUsage(begin).user / 1000];
}

async function inChromium(line, depth) {
  let count;
  const { tasks } = await traced(browser, page, async () => {
    count = await page.evaluate(([line, depth]) => window.asked("perft", line, depth), [line, depth]);
    // The trace contains a task only when the task has ended.
    await page.waitForTimeout(200);
  });
  return [count, tasks.filter((task) => !task.own).reduce((sum, task) => sum + task.processor, 0)];
}

let slow = 0;
for (const [name, depth] of GAMES) {
  const line = { spec: { game: name, options: {} }, moves: [] };
  const game = ferz.Rules.load(name, undefined).start();
  const counts = new Set();
  const times = { start: Infinity, native: Infinity, node: Infinity, chromium: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    times.start = Math.min(times.start, native(name, 1)[1]);
    for (const [who, [count, time]] of [["native", native(name, depth)], ["node", inNode(game, depth)], ["chromium", await inChromium(line, depth)]]) {
      counts.add(count);
      times[who] = Math.min(times[who], time);
    }
  }
  if (counts.size > 1) throw new Error(`${name}: the counts differ: ${[...counts]}`);
  const [count] = counts;
  const whole = times.native - times.start;
  const speed = (time) => (count / time / 1000).toFixed(1);
  const [node, chromium] = [whole / times.node, whole / times.chromium];
  console.log(`${name} to depth ${depth}, in millions a second: native ${speed(whole)}, Node ${speed(times.node)} (${Math.round(100 * node)} %), Chromium ${speed(times.chromium)} (${Math.round(100 * chromium)} %)`);
  if (!(Math.min(node, chromium) >= LEAST)) slow += 1;
}
await browser.close();
close();
if (slow) console.log(`${slow} games are counted at less than ${100 * LEAST} % of the native speed`);
process.exit(slow ? 1 : 0);
