/** Asks the browser to keep the storage of the page when space is short. */
let asked = false;

/** Asks once, when the user has something to lose. */
export async function persist(): Promise<void> {
  if (asked) return;
  asked = true;
  const store = navigator.storage;
  try {
    if (!(await store?.persisted?.())) await store?.persist?.();
  } catch {
    // Some browsers refuse this on some pages. The page works without it.
  }
}
