/** Records the states of an open project in its history: every state that stands for two seconds. */
import * as history from "./history";
import type { State } from "./history";

/** The time for which a state stands before it is recorded, in milliseconds. */
const STANDS = 1500;
/** The maximum time between two versions while the user types without a pause. */
const LONGEST = 30_000;

export class Recorder {
  private timer = 0;
  /** The latest state that is not yet recorded, and the time since which it stands. */
  private waiting: { state: State; since: number } | undefined;
  private recorded = Date.now();
  private queue: Promise<boolean> = Promise.resolve(true);

  constructor(
    private readonly id: () => string,
    private readonly state: () => State,
    /** Called with the outcome of each attempt to store a version. */
    private readonly told: (isStored: boolean) => void,
  ) {}

  /** Notes the state after a change. */
  changed(): void {
    const now = Date.now();
    // A timer can be late, but no state that stood is lost.
    if (this.waiting && (now - this.waiting.since >= STANDS || now - this.recorded > LONGEST)) void this.flush();
    this.waiting = { state: this.state(), since: now };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), STANDS);
  }

  /** Records the state that waits, at once. */
  flush(): Promise<boolean> {
    clearTimeout(this.timer);
    const { waiting } = this;
    this.waiting = undefined;
    return waiting ? this.record(waiting.state) : this.queue;
  }

  /** Records a state, such as one with a name, or one that another page has replaced. Returns false if the browser cannot store it. */
  record(state: State, name?: string): Promise<boolean> {
    this.recorded = Date.now();
    const id = this.id();
    this.queue = this.queue.then(() => history.record(id, state, name)).then(() => true, () => false);
    void this.queue.then(this.told);
    return this.queue;
  }
}
