/** The unfinished input of the user, which survives a reload of the tab. */

export interface Drafts {
  read(part: string): string | undefined;
  /** Keeps a text, or forgets it if there is none. */
  write(part: string, text: string | undefined): void;
}

/** Returns the drafts of a game, as in an address. Each tab has its own, so that tabs do not overwrite each other. */
export function drafts(game: string): Drafts {
  const key = (part: string) => `ferz.draft.${part}.${game}`;
  return {
    read: (part) => {
      try {
        return sessionStorage.getItem(key(part)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write: (part, text) => {
      try {
        if (text) sessionStorage.setItem(key(part), text);
        else sessionStorage.removeItem(key(part));
      } catch {
        // The storage is full or blocked, so the draft lasts until the page is closed.
      }
    },
  };
}
