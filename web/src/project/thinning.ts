/** Decides which versions of a project are removed as they grow old. */

/** The part of a version that decides. `size` is in bytes. */
export interface Dated {
  id: number;
  time: number;
  name?: string;
  size: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** After a day one version a minute is kept, and after a week one an hour: the last of each. */
const STEPS = [
  { after: DAY, each: MINUTE },
  { after: 7 * DAY, each: 60 * MINUTE },
];
/** The limit of a project's history. Of the versions beyond it, the oldest without a name are removed. */
export const LIMIT = { versions: 5000, bytes: 50_000_000 };

/** Returns the versions to remove from a history. Versions with names are kept. */
export function superfluous(versions: Dated[], now: number): number[] {
  const removed: number[] = [];
  const seen = new Set<string>();
  let [count, bytes] = [0, 0];
  for (const { id, time, name, size } of [...versions].sort((a, b) => b.time - a.time || b.id - a.id)) {
    const step = STEPS.findLast(({ after }) => now - time > after);
    const slot = step && `${step.each} ${Math.floor(time / step.each)}`;
    const isNeeded = name !== undefined || !slot || !seen.has(slot);
    if (slot) seen.add(slot);
    const fits = name !== undefined || (count < LIMIT.versions && bytes + size <= LIMIT.bytes);
    if (isNeeded && fits) {
      count += 1;
      bytes += size;
    } else removed.push(id);
  }
  return removed;
}
