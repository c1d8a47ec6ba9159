/** Sends requests of the page to the workers. */
import type { Problem, SearchLimits, Thought } from "../../bindings/web/pkg/ferz.js";
import type { EngineLine, Line, Methods } from "./work";

export type { EngineLine, Line, Spec } from "./work";

let make: () => Worker;

/** Sets the function that creates workers, which differs between the site and a standalone page. */
export function useWorkers(maker: () => Worker): void {
  make = maker;
}

/** An error in a worker. It has `problems` if a text is invalid. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Refusal) => void;
  thought?: (thought: unknown) => void;
  timer?: number;
}

/** The time limit of short requests, in milliseconds, so that a hostile file cannot block the page forever. */
const PATIENCE = 20_000;

export class Helper {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(private readonly patience = PATIENCE) {}

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = make();
    worker.addEventListener("message", ({ data }) => {
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
      if (data.begun) {
        this.time(waiting);
        return;
      }
      if (data.thought) {
        waiting.thought?.(data.thought);
        return;
      }
      this.waiting.delete(data.id);
      clearTimeout(waiting.timer);
      if ("error" in data) {
        waiting.reject(new Refusal(data.error, data.problems ?? []));
        if (data.broken) this.stop("The computation failed and was started again.");
      } else {
        waiting.resolve(data.value);
      }
    });
    worker.addEventListener("error", () => this.stop("The computation could not be started."));
    this.worker = worker;
    return worker;
  }

  /** Limits the time of a request that the worker has begun. The download of the module and earlier requests do not count. */
  private time(waiting: Waiting): void {
    const late = () => this.stop("This took too long and was stopped. The rules may require too much computation.");
    if (this.patience) waiting.timer = window.setTimeout(late, this.patience);
  }

  /** Cancels all requests by ending the worker. The next request starts a new one. */
  stop(why = "stopped"): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new Refusal(why));
    }
    this.waiting.clear();
  }

  call<M extends keyof Methods>(
    method: M,
    args: unknown[],
    thought?: (thought: never) => void,
  ): Promise<ReturnType<Methods[M]>> {
    const worker = this.start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve: resolve as (value: unknown) => void, reject, thought: thought as ((thought: unknown) => void) | undefined };
      this.waiting.set(id, waiting);
      worker.postMessage({ id, method, args });
    });
  }
}

const desk = new Helper();
const lab = new Helper(60_000);
const reader = new Helper();

/** Sends a short request to the worker. */
export function ask<M extends keyof Methods>(
  method: M,
  ...args: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  return desk.call(method, args);
}

/** Sends a request that must not wait for others to a separate worker. */
export function now<M extends keyof Methods>(
  method: M,
  ...args: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  return reader.call(method, args);
}

/** Sends a long request, which can be stopped, to the worker. */
export function study<M extends keyof Methods>(
  method: M,
  ...args: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  return lab.call(method, args);
}

export function stopStudy(): void {
  lab.stop();
}

/** A computer player in a separate worker. */
export class Thinker {
  private helper = new Helper(0);
  private best: string | undefined;
  private busy = false;
  private run = 0;

  /** Returns the move of the player, or the best one so far if it was told to move now. Returns null if it was stopped. */
  async think(line: Line, limits: SearchLimits, thought: (thought: Thought) => void): Promise<string | null> {
    // A search that is still running is canceled.
    if (this.busy) this.helper.stop();
    const run = ++this.run;
    this.busy = true;
    this.best = undefined;
    let hurry: (move: string | null) => void = () => {};
    const hurried = new Promise<string | null>((resolve) => (hurry = resolve));
    this.hurry = () => {
      if (this.best) {
        hurry(this.best);
        this.helper.stop();
      }
    };
    const found = this.helper.call("think", [line, limits], (one: Thought) => {
      if (run !== this.run) return;
      this.best = one.line[0];
      thought(one);
    });
    const chosen = await Promise.race([found.catch(() => null), hurried]);
    if (run === this.run) this.busy = false;
    return run === this.run ? chosen : null;
  }

  hurry: () => void = () => {};

  stop(): void {
    this.run += 1;
    this.busy = false;
    this.helper.stop();
  }
}

/** Analyzes positions in a separate worker. Only the latest request is answered. */
export class Analyst {
  private helper = new Helper(0);
  private run = 0;

  async look(line: Line, count: number, report: (found: EngineLine[]) => void): Promise<void> {
    this.stop();
    const run = this.run;
    const told = (found: EngineLine[]) => run === this.run && report(found);
    await this.helper.call("lines", [line, count], told).catch(() => undefined);
  }

  stop(): void {
    this.run += 1;
    this.helper.stop();
  }
}
