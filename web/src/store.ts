/** Files of one's own, in the browser's storage, with their history. Storage that is full or blocked costs no text. */

export interface OwnFile {
  id: string;
  name: string;
  rules: string;
  readings: string;
  /** Cases in Markdown: positions, questions, and what is expected. */
  cases: string;
  /** How often it was saved: two pages that have the same file open notice each other. */
  version: number;
  saved: number;
  /** Earlier texts of the rules, the latest first. */
  history: { saved: number; rules: string }[];
  /** The rules and readings from which the file was begun, to which edits are compared. */
  origin?: { rules: string; readings: string };
  /** The array, reading, and switches that its board shows, as in an address. */
  choice: string;
}

/** The parts of a file that its owner writes. */
const WRITTEN = ["name", "rules", "readings", "cases", "choice"] as const;
type Written = Pick<OwnFile, (typeof WRITTEN)[number]>;

/** The parts of each open file as they were when it was read or saved last. */
const known = new WeakMap<OwnFile, Written>();

function written({ name, rules, readings, cases, choice }: OwnFile): Written {
  return { name, rules, readings, cases, choice };
}

const PREFIX = "ferz.file.";
const HISTORY = 20;
/** The least time between two texts of the history. */
const APART = 60_000;

/** What cannot be stored stays here until the page is closed. */
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
    // Blocked: only what is in memory.
  }
  const files = [...ids].map(read).filter((file) => file !== undefined);
  return files.sort((a, b) => b.saved - a.saved);
}

export type Saved = "saved" | "memory" | "copied";

/** Returns true if the file differs from what was read or saved last. */
export function isChanged(file: OwnFile): boolean {
  const base = known.get(file);
  return !base || WRITTEN.some((part) => base[part] !== file[part]);
}

/**
 * Saves a file that has changed. If another page has saved it meanwhile, the parts that only that page has changed are taken
 * over. If both have changed the same part, this text becomes a file of its own (`copied`). If the storage is full or blocked,
 * the file lasts as long as the page (`memory`).
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
    // Blocked: there is nothing to remove.
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
    // The setting lasts as long as the page.
  }
}
