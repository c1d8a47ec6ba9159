/** The clocks of a game: the time that each side has used, and the increments for its moves. */
import type { Color } from "../../../bindings/web/pkg/ferz.js";
import type { KeptClock } from "../games";

let clocks = 0;

export class Clock {
  /** The number that is stored with the moves played while these clocks were running. */
  readonly id = ++clocks;
  private since = Date.now();
  private stopped = false;

  /** All times are in milliseconds. */
  constructor(
    private readonly total: number,
    private readonly more: number,
    private readonly used: Record<Color, number> = { white: 0, black: 0 },
  ) {}

  /** Charges the time since the last call to a side. */
  charge(color: Color): void {
    const now = Date.now();
    if (!this.stopped) this.used[color] += now - this.since;
    this.since = now;
  }

  /** Restarts the measurement without charging either side. */
  restart(): void {
    this.since = Date.now();
  }

  stop(): void {
    this.stopped = true;
  }

  /** Returns the time that a side has left after this number of its own moves. Moves that were taken back add nothing. */
  left(color: Color, moves: number): number {
    return this.total + this.more * moves - this.used[color];
  }

  /** Returns the clocks in the form that is saved with the game. */
  kept(): KeptClock {
    return { total: this.total, more: this.more, used: { ...this.used } };
  }
}

/** Writes a time as minutes and seconds. */
export function minutes(time: number): string {
  const seconds = Math.max(0, Math.ceil(time / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
