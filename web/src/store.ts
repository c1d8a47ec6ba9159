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
  /** The original rules and readings of the file, with which edits are compared. */
  origin?: { rules: string; readings: string };
  /** The array, reading, and switches of its board, as in an address. */
  choice: string;
}

/** An earlier text of the rules. */
export interface Earlier {
  saved: number;
  rules: string;
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
/** The earlier texts are stored apart from the file, so that it is saved quickly with every keystroke. */
const PAST = "ferz.past.";
const HISTORY = 20;
/** The minimum time between two texts of the history, in milliseconds. */
const APART = 60_000;

/** The files that cannot be stored. They are lost when the page is closed. */
const memory = new Map<string, OwnFile>();
const pasts = new Map<string, Earlier[]>();

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

function parsed(key: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the earlier texts of a file, the latest first. */
export function past(id: string): Earlier[] {
  // In files of the first version of the page, the texts are in the file itself.
  const found = pasts.get(id) ?? parsed(PAST + id) ?? (parsed(PREFIX + id) as { history?: unknown } | null)?.history;
  return Array.isArray(found) ? found.filter((one) => typeof one?.rules === "string" && Number.isFinite(one.saved)) : [];
}

function keepPast(id: string, list: Earlier[]): void {
  try {
    const store = storage();
    if (!store) throw new Error("blocked");
    store.setItem(PAST + id, JSON.stringify(list));
    pasts.delete(id);
  } catch {
    pasts.set(id, list);
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

/** The time at which a text was last added to the history of each file. */
const latest = new Map<string, number>();

/** Adds the stored text of a file to its history, unless the latest one there is recent. */
function remember({ id, rules, saved }: OwnFile, file: OwnFile): void {
  if (!latest.has(id)) {
    const [last] = past(id);
    latest.set(id, last?.saved ?? 0);
    // What the file itself still contains is not lost when it is saved.
    if (last && !parsed(PAST + id)) keepPast(id, past(id));
  }
  if (rules === file.rules || Date.now() - latest.get(id)! <= APART) return;
  // Another page may have added one.
  const list = past(id);
  const isRecent = list[0] && Date.now() - list[0].saved <= APART;
  if (!isRecent) keepPast(id, [{ saved, rules }, ...list].slice(0, HISTORY));
  latest.set(id, isRecent ? list[0]!.saved : Date.now());
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
    file.origin = other.origin;
  }
  if (other && WRITTEN.some(clash)) {
    file.id = newId();
    file.name = `${file.name} (copy)`;
    copied = true;
  } else if (before) {
    remember(before, file);
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
  pasts.delete(id);
  try {
    storage()?.removeItem(PREFIX + id);
    storage()?.removeItem(PAST + id);
  } catch {
    // The storage is blocked, so there is nothing to remove.
  }
}

export function create(name: string, rules: string, readings = "", cases = "", choice = ""): OwnFile {
  const file = { id: newId(), name, rules, readings, cases, version: 0, saved: 0, origin: { rules, readings }, choice };
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
