/**
 * The history of every project, in IndexedDB. A version refers to its texts, so that a text that does not change is stored once. This
 * module is loaded when a project is opened.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { storage } from "../setting";
import { TEXTS, type Texts } from "./project";
import { superfluous } from "./thinning";

/** A state of a project: its texts, and the game on its board as JSON. */
export type State = Texts & { board: string };
export const PARTS = [...TEXTS, "board"] as const;
export type Part = (typeof PARTS)[number];

/** A version of a project. Versions of the first page have only the rules. */
export interface Version {
  id: number;
  project: string;
  time: number;
  /** The name that the user gave it. Such versions are kept for good. */
  name?: string;
  /** The keys of its texts. */
  texts: Partial<Record<Part, number>>;
  /** The compressed size of the texts that it has added. */
  size: number;
}

interface Packed {
  project: string;
  bytes: Uint8Array;
}

interface Schema extends DBSchema {
  versions: { key: number; value: Version; indexes: { project: [string, number] } };
  texts: { key: number; value: Packed; indexes: { project: string } };
}

type Store = "versions" | "texts";
type Writing = IDBPTransaction<Schema, Store[], "readwrite">;

let database: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>("ferz-history", 1, {
    upgrade(base) {
      base.createObjectStore("versions", { keyPath: "id", autoIncrement: true }).createIndex("project", ["project", "time"]);
      base.createObjectStore("texts", { autoIncrement: true }).createIndex("project", "project");
    },
    terminated() {
      database = undefined;
    },
  });
  database.catch(() => (database = undefined));
  return database;
}

/** The versions of a project, from the first to the last moment. */
function range(project: string): IDBKeyRange {
  return IDBKeyRange.bound([project, -Infinity], [project, Infinity]);
}

async function writing<T>(act: (writing: Writing) => Promise<T>): Promise<T> {
  const transaction = (await open()).transaction(["versions", "texts"], "readwrite") as Writing;
  try {
    const found = await act(transaction);
    await transaction.done;
    return found;
  } catch (error) {
    // A transaction that has failed by itself cannot be aborted again.
    transaction.done.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // It has ended already.
    }
    throw error;
  }
}

async function unpacked({ texts }: Version, read: (key: number) => Promise<Packed | undefined>): Promise<Partial<State>> {
  const state: Partial<State> = {};
  for (const part of PARTS) {
    const key = texts[part];
    const found = key === undefined ? undefined : await read(key);
    if (found) state[part] = strFromU8(inflateSync(found.bytes));
  }
  return state;
}

/** Adds a version whose unchanged texts are those of the version before it. */
async function add(writing: Writing, project: string, state: Partial<State>, time: number, before: Version | undefined, old: Partial<State>): Promise<Version> {
  const texts: Version["texts"] = {};
  let size = 0;
  for (const part of PARTS) {
    const text = state[part];
    if (text === undefined) continue;
    if (before && old[part] === text) texts[part] = before.texts[part];
    else {
      const bytes = deflateSync(strToU8(text));
      size += bytes.length;
      texts[part] = await writing.objectStore("texts").add({ project, bytes });
    }
  }
  const version = { project, time, texts, size };
  const id = await writing.objectStore("versions").add(version as Version);
  return { ...version, id };
}

/** The time at which the history of each project was last thinned. */
const thinned = new Map<string, number>();

async function thin(writing: Writing, project: string, now: number): Promise<void> {
  if (now - (thinned.get(project) ?? 0) < 60_000) return;
  thinned.set(project, now);
  const [versions, texts] = [writing.objectStore("versions"), writing.objectStore("texts")];
  const found = await versions.index("project").getAll(range(project));
  const removed = new Set(superfluous(found, now));
  if (!removed.size) return;
  const used = new Set(found.filter(({ id }) => !removed.has(id)).flatMap((version) => Object.values(version.texts)));
  for (const id of removed) await versions.delete(id);
  for (const key of await texts.index("project").getAllKeys(project)) if (!used.has(key)) await texts.delete(key);
}

/** Stores a state of a project, unless it is that of the latest version. With a name, the version is kept for good. */
export async function record(project: string, state: State, name?: string): Promise<void> {
  await migrate(project);
  await writing(async (transaction) => {
    const versions = transaction.objectStore("versions");
    const before = (await versions.index("project").openCursor(range(project), "prev"))?.value;
    const old = before ? await unpacked(before, (key) => transaction.objectStore("texts").get(key)) : {};
    const now = Date.now();
    const isNew = !before || PARTS.some((part) => old[part] !== state[part]);
    const version = isNew ? await add(transaction, project, state, Math.max(now, (before?.time ?? 0) + 1), before, old) : before;
    if (name) await versions.put({ ...version, name });
    if (isNew) await thin(transaction, project, now);
  });
}

/** Returns the versions of a project, the latest first. */
export async function list(project: string): Promise<Version[]> {
  await migrate(project);
  return (await (await open()).getAllFromIndex("versions", "project", range(project))).reverse();
}

export async function read(version: Version): Promise<Partial<State>> {
  const base = await open();
  return unpacked(version, (key) => base.get("texts", key));
}

/** Names a version, or takes its name away. */
export async function rename(id: number, name: string | undefined): Promise<void> {
  await writing(async (transaction) => {
    const versions = transaction.objectStore("versions");
    const version = await versions.get(id);
    if (version) await versions.put({ ...version, name });
  });
}

/** Adds versions from a file to the history of a project. */
export async function restore(project: string, versions: { time: number; name?: string; state: Partial<State> }[]): Promise<void> {
  await writing(async (transaction) => {
    let before: Version | undefined;
    let old: Partial<State> = {};
    for (const { time, name, state } of [...versions].sort((a, b) => a.time - b.time)) {
      before = await add(transaction, project, state, time, before, old);
      if (name) await transaction.objectStore("versions").put({ ...before, name });
      old = state;
    }
  });
}

/** Removes the history of a project. */
export async function forget(project: string): Promise<void> {
  storage()?.removeItem(PAST + project);
  await writing(async (transaction) => {
    const [versions, texts] = [transaction.objectStore("versions"), transaction.objectStore("texts")];
    for (const key of await versions.index("project").getAllKeys(range(project))) await versions.delete(key);
    for (const key of await texts.index("project").getAllKeys(project)) await texts.delete(key);
  });
}

/** The key of the earlier rules that the first pages kept in the other storage. */
const PAST = "ferz.past.";

const migrated = new Set<string>();

/** Takes over the earlier rules that an earlier version of the page has stored. */
async function migrate(project: string): Promise<void> {
  if (migrated.has(project)) return;
  const store = storage();
  const kept = (key: string): unknown => {
    try {
      return JSON.parse(store?.getItem(key) ?? "null");
    } catch {
      return null;
    }
  };
  const whole = kept(`ferz.file.${project}`) as { history?: unknown } | null;
  const old = [kept(PAST + project), whole?.history].filter(Array.isArray).flat() as { saved?: unknown; rules?: unknown }[];
  const versions = old.flatMap(({ saved, rules }) => (typeof rules === "string" && Number.isFinite(saved) ? [{ time: saved as number, state: { rules } }] : []));
  if (versions.length) {
    const times = new Set((await (await open()).getAllFromIndex("versions", "project", range(project))).map((one) => one.time));
    await restore(project, versions.filter((one) => !times.has(one.time)));
  }
  store?.removeItem(PAST + project);
  migrated.add(project);
}
