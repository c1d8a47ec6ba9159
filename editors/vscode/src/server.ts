// Starts and restarts the client of the server. Does not depend on the editor, so that it can be tested without one.

/** The part of a client that a start and a restart need. */
export interface Client {
  start(): Promise<void>;
  dispose(): Promise<void>;
}

export class Server<C extends Client> {
  /** The client that runs or starts. */
  client: C | undefined;
  /** The end of the last start or stop. A client that is starting cannot be stopped. */
  private last: Promise<void> = Promise.resolve();

  /** `create` returns a new client, or undefined if there is no program. */
  constructor(private readonly create: () => C | undefined) {}

  /** Stops the client and starts another one. A failed start, which the client itself reports, leaves no client. */
  restart(): Promise<void> {
    return this.after(async () => {
      await this.drop();
      this.client = this.create();
      await this.client?.start().catch(() => this.drop());
    });
  }

  stop(): Promise<void> {
    return this.after(() => this.drop());
  }

  private after(step: () => Promise<void>): Promise<void> {
    const done = this.last.then(step);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async drop(): Promise<void> {
    const former = this.client;
    this.client = undefined;
    // A client that never ran refuses to stop.
    await former?.dispose().catch(() => undefined);
  }
}
