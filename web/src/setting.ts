/** The choices of the user that the browser stores, such as the style of the pieces. */

/** Returns the storage of the browser, unless it is blocked. */
export function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

export function setting(name: string, usual: string): string {
  try {
    return storage()?.getItem(`ferz.setting.${name}`) ?? usual;
  } catch {
    return usual;
  }
}

export function set(name: string, value: string): void {
  try {
    storage()?.setItem(`ferz.setting.${name}`, value);
  } catch {
    // The storage is full or blocked, so the choice lasts until the page is closed.
  }
}

/** Returns an identifier for a project or a game. */
export function newId(): string {
  return Math.random().toString(36).slice(2, 10);
}
