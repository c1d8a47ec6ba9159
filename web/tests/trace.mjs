// What the threads of a page have done, from a trace of the browser. Tasks have the time of the processor beside that of the clock: other
// work on the machine does not change it.
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "blink.user_timing"];

/** The tasks of the page's own thread and of its workers while something is done, and the times of the marks that it sets. */
export async function traced(browser, page, act) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
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
