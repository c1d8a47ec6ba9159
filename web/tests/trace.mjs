// Reads the tasks of a page's threads from a trace of the browser. Each task has its processor time besides its elapsed time, because
// other work on the machine does not change the former.
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "blink.user_timing"];

/** Runs a function, and returns the tasks of the page's main thread and of its workers, and the times of the marks that it sets. */
export async function traced(browser, page, act) {
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace;
  try {
    await act();
  } finally {
    // A trace that is left running would make the next one fail.
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  const thread = ({ pid, tid }) => `${pid}:${tid}`;
  const named = (name) => new Set(traceEvents.filter((one) => one.name === "thread_name" && one.args.name.startsWith(name)).map(thread));
  const [own, workers] = [named("CrRendererMain"), named("DedicatedWorker")];
  const tasks = traceEvents
    .filter((one) => one.ph === "X" && one.name === "RunTask" && (own.has(thread(one)) || workers.has(thread(one))))
    .map((one) => ({ own: own.has(thread(one)), begin: one.ts / 1000, clock: one.dur / 1000, processor: (one.tdur ?? one.dur) / 1000 }));
  const marks = Object.fromEntries(traceEvents.filter((one) => one.cat === "blink.user_timing").map((one) => [one.name, one.ts / 1000]));
  return { tasks, marks };
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** The time of the loop below on the machine for which the limits in milliseconds are stated. */
const LOOP = 20;

/** Returns how many times slower than that machine this one is now, and at least 1. */
export async function slowness(page) {
  const times = await page.evaluate(() => Array.from({ length: 5 }, () => {
    const begin = performance.now();
    let seed = 1;
    const numbers = Array.from({ length: 50_000 }, () => (seed = (seed * 16_807) % 2_147_483_647));
    numbers.sort((a, b) => a - b);
    return performance.now() - begin;
  }));
  return Math.max(1, median(times) / LOOP);
}
