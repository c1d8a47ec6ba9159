/** The page's side of the workers. */
import type { Problem, SearchLimits, Thought } from "../../bindings/web/pkg/ferz.js";
import type { Line, Methods } from "./work";

export type { Line, Spec } from "./work";

let make: () => Worker;

/** Says how workers are made: the site and a page of its own have them in different places. */
export function useWorkers(maker: () => Worker): void {
  make = maker;
}

/** What went wrong in a worker; `problems` if it is a text that is wrong. */
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
  thought?: (thought: Thought) => void;
  timer?: number;
}

/** After this time the page stops waiting for what should take a moment: a hostile file must not hold it up for ever. */
const PATIENCE = 20_000;

class Helper {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  /** True once the worker has its module. */
  private started = false;

  constructor(private readonly patience = PATIENCE) {}

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = make();
    worker.addEventListener("message", ({ data }) => {
      if (data.started) {
        this.started = true;
        for (const waiting of this.waiting.values()) this.time(waiting);
        return;
      }
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
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

  private time(waiting: Waiting): void {
    const late = () => this.stop("This took too long and was stopped. The file may ask for too much.");
    if (this.patience) waiting.timer = window.setTimeout(late, this.patience);
  }

  /** Ends whatever is going on; the next call begins anew. */
  stop(why = "stopped"): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.started = false;
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new Refusal(why));
    }
    this.waiting.clear();
  }

  call<M extends keyof Methods>(
    method: M,
    args: unknown[],
    thought?: (thought: Thought) => void,
  ): Promise<ReturnType<Methods[M]>> {
    const worker = this.start();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve: resolve as (value: unknown) => void, reject, thought };
      this.waiting.set(id, waiting);
      // The download of the module takes as long as it takes.
      if (this.started) this.time(waiting);
      worker.postMessage({ id, method, args });
    });
  }
}

const desk = new Helper();
const lab = new Helper(60_000);
const reader = new Helper();

/** Asks the worker for something that takes a moment. */
export function ask<M extends keyof Methods>(
  method: M,
  ...args: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  return desk.call(method, args);
}

/** Asks a worker of its own for what must not wait for anything else. */
export function now<M extends keyof Methods>(
  method: M,
  ...args: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  return reader.call(method, args);
}

/** Asks the worker for long work; it can be stopped. */
export function study<M extends keyof Methods>(
  method: M,
  ...args: Parameters<Methods[M]>
): Promise<ReturnType<Methods[M]>> {
  return lab.call(method, args);
}

export function stopStudy(): void {
  lab.stop();
}

/** A player in a worker of its own. */
export class Thinker {
  private helper = new Helper(0);
  private best: string | undefined;
  private busy = false;
  private run = 0;

  /** The move it makes, or the best so far if it was hurried. Nothing if it was stopped. */
  async think(line: Line, limits: SearchLimits, thought: (thought: Thought) => void): Promise<string | null> {
    // What it is still thinking about is over.
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
    const found = this.helper.call("think", [line, limits], (one) => {
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
