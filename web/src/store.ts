/** The user's files in the browser's storage, with their history. If the storage is full or blocked, no text is lost. */

export interface OwnFile {
  id: string;
  name: string;
  rules: string;
  readings: string;
  /** Cases in Markdown: positions, questions, and expected answers. */
  cases: string;
  /** The number of times that the file was saved. It shows whether another page has saved the same file. */
  version: number;
  saved: number;
  /** Earlier texts of the rules, the latest first. */
  history: { saved: number; rules: string }[];
  /** The original rules and readings of the file, with which edits are compared. */
  origin?: { rules: string; readings: string };
  /** The array, reading, and switches of its board, as in an address. */
  choice: string;
}

/** The parts of a file that the user writes. */
const WRITTEN = ["name", "rules", "readings", "cases", "choice"] as const;
type Written = Pick<OwnFile, (typeof WRITTEN)[number]>;

/** The parts of each open file at the time when it was last read or saved. */
const known = new WeakMap<OwnFile, Written>();

function written({ name, rules, readings, cases, choice }: OwnFile): Written {
  return { name, rules, readings, cases, choice };
}

const PREFIX = "ferz.file.";
const HISTORY = 20;
/** The minimum time between two texts of the history, in milliseconds. */
const APART = 60_000;

/** The files that cannot be stored. They are lost when the page is closed. */
const memory = new Map<string, OwnFile>();

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function whole(value: unknown): OwnFile | undefined {
  const file = value as Partial<OwnFile> | null;
  if (!file || typeof file.id !== "string" || typeof file.rules !== "string") return undefined;
  const { origin } = file;
  const found: OwnFile = {
    id: file.id,
    name: String(file.name ?? file.id),
    rules: file.rules,
    readings: String(file.readings ?? ""),
    cases: String(file.cases ?? ""),
    version: Number(file.version) || 0,
    saved: Number(file.saved) || 0,
    history: Array.isArray(file.history) ? file.history : [],
    origin: typeof origin?.rules === "string" ? { rules: origin.rules, readings: String(origin.readings ?? "") } : undefined,
    choice: String(file.choice ?? ""),
  };
  known.set(found, written(found));
  return found;
}

export function read(id: string): OwnFile | undefined {
  const kept = memory.get(id);
  if (kept) return whole(structuredClone(kept));
  try {
    return whole(JSON.parse(storage()?.getItem(PREFIX + id) ?? "null"));
  } catch {
    return undefined;
  }
}

export function all(): OwnFile[] {
  const ids = new Set(memory.keys());
  const store = storage();
  try {
    for (let index = 0; store && index < store.length; index += 1) {
      const key = store.key(index);
      if (key?.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
    }
  } catch {
    // The storage is blocked, so only the files in memory are listed.
  }
  const files = [...ids].map(read).filter((file) => file !== undefined);
  return files.sort((a, b) => b.saved - a.saved);
}

export type Saved = "saved" | "memory" | "copied";

/** Returns true if the file has changed since it was last read or saved. */
export function isChanged(file: OwnFile): boolean {
  const base = known.get(file);
  return !base || WRITTEN.some((part) => base[part] !== file[part]);
}

/**
 * Saves a file that has changed. If another page has saved it in the meantime, the parts that only that page has changed are
 * taken from there. If both have changed the same part, this text is saved as a separate file (`copied`). If the storage is
 * full or blocked, the file is kept until the page is closed (`memory`).
 */
export function save(file: OwnFile, always = false): Saved {
  const before = read(file.id);
  if (before && !always && !isChanged(file)) return memory.has(file.id) ? "memory" : "saved";
  const base = known.get(file);
  let copied = false;
  const other = before && before.version !== file.version ? before : undefined;
  const clash = (part: (typeof WRITTEN)[number]) => other![part] !== file[part] && other![part] !== base?.[part] && file[part] !== base?.[part];
  if (other && !WRITTEN.some(clash)) {
    for (const part of WRITTEN) if (file[part] === base?.[part]) file[part] = other[part];
    file.version = other.version;
    file.history = other.history;
    file.origin = other.origin;
  }
  if (other && WRITTEN.some(clash)) {
    file.id = newId();
    file.name = `${file.name} (copy)`;
    file.history = [];
    copied = true;
  } else if (before && before.rules !== file.rules) {
    const last = file.history[0];
    if (!last || Date.now() - last.saved > APART) {
      file.history = [{ saved: before.saved, rules: before.rules }, ...file.history].slice(0, HISTORY);
    }
  }
  known.set(file, written(file));
  file.version += 1;
  file.saved = Date.now();
  try {
    const store = storage();
    if (!store) throw new Error("blocked");
    store.setItem(PREFIX + file.id, JSON.stringify(file));
    memory.delete(file.id);
    return copied ? "copied" : "saved";
  } catch {
    memory.set(file.id, structuredClone(file));
    return "memory";
  }
}

export function remove(id: string): void {
  memory.delete(id);
  try {
    storage()?.removeItem(PREFIX + id);
  } catch {
    // The storage is blocked, so there is nothing to remove.
  }
}

export function create(name: string, rules: string, readings = "", cases = "", choice = ""): OwnFile {
  const file = { id: newId(), name, rules, readings, cases, version: 0, saved: 0, history: [], origin: { rules, readings }, choice };
  known.set(file, written(file));
  return file;
}

export function newId(): string {
  return Math.random().toString(36).slice(2, 10);
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
    // The storage is blocked, so the setting is kept until the page is closed.
  }
}
