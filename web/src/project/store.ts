/**
 * The current state of each project in the browser's storage. It is written with every keystroke, so that a crash loses nothing. The
 * earlier states are in the history. If the storage is full or blocked, a project lasts until the page is closed.
 */
import { newId, storage } from "../setting";
import { isSame, parse, TEXTS, textsOf, type Project, type Texts } from "./project";

const PREFIX = "ferz.file.";

/** The texts of each open project at the time when it was last read or saved. */
const known = new WeakMap<Project, Texts>();
/** The projects that cannot be stored. */
const memory = new Map<string, Project>();

function learned(project: Project): Project {
  known.set(project, textsOf(project));
  return project;
}

export function read(id: string): Project | undefined {
  const kept = memory.get(id);
  if (kept) return learned(structuredClone(kept));
  try {
    const found = parse(JSON.parse(storage()?.getItem(PREFIX + id) ?? "null"));
    return found && learned(found);
  } catch {
    return undefined;
  }
}

function every(): Project[] {
  const ids = new Set(memory.keys());
  try {
    for (const key of Object.keys(storage() ?? {})) if (key.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
  } catch {
    // The storage is blocked, so only the projects in memory are listed.
  }
  return [...ids].map(read).filter((project) => project !== undefined);
}

/** Returns the projects, the latest first. */
export function all(): Project[] {
  return every().filter((one) => !one.deleted).sort((a, b) => b.saved - a.saved);
}

/** Returns the projects in the trash, the latest first. */
export function trash(): Project[] {
  return every().filter((one) => one.deleted).sort((a, b) => b.deleted! - a.deleted!);
}

/** Returns true if the project has changed since it was last read or saved. */
export function isChanged(project: Project): boolean {
  const base = known.get(project);
  return !base || !isSame(base, project);
}

export interface Saved {
  /** False if the storage is full or blocked. */
  stored: boolean;
  /** The texts of another page that this save replaced, because both pages had changed the same part. */
  replaced?: Texts;
}

/** Takes the parts of a project that only another page has changed, and returns true if both have changed a part. */
export function merge(project: Project, theirs: Project): boolean {
  const base = known.get(project);
  let isClash = false;
  for (const part of TEXTS) {
    if (project[part] === base?.[part]) project[part] = theirs[part];
    else if (theirs[part] !== base?.[part] && theirs[part] !== project[part]) isClash = true;
  }
  project.version = theirs.version;
  project.origin = theirs.origin;
  known.set(project, textsOf(theirs));
  return isClash;
}

/** Saves a project that has changed. With `always`, an unchanged one is saved, too. */
export function save(project: Project, always = false): Saved {
  const before = read(project.id);
  if (before && !before.deleted && !always && !isChanged(project)) return { stored: !memory.has(project.id) };
  const replaced = before && before.version !== project.version && merge(project, before) ? textsOf(before) : undefined;
  learned(project);
  project.deleted = undefined;
  project.version += 1;
  project.saved = Date.now();
  return { stored: put(project), replaced };
}

function put(project: Project): boolean {
  try {
    const store = storage();
    if (!store) throw new Error("blocked");
    store.setItem(PREFIX + project.id, JSON.stringify(project));
    memory.delete(project.id);
    return true;
  } catch {
    memory.set(project.id, structuredClone(project));
    return false;
  }
}

/** Puts a project into the trash, or takes it out again. */
export function setDeleted(id: string, isDeleted: boolean): void {
  const project = read(id);
  if (!project) return;
  project.deleted = isDeleted ? Date.now() : undefined;
  project.version += 1;
  put(project);
}

/** Removes a project for good. Its history is removed separately. */
export function purge(id: string): void {
  memory.delete(id);
  try {
    storage()?.removeItem(PREFIX + id);
  } catch {
    // The storage is blocked, so nothing is stored.
  }
}

export function create(texts: Pick<Texts, "name" | "rules"> & Partial<Texts> & Pick<Project, "base">): Project {
  const { name, rules, readings = "", cases = "", choice = "", base } = texts;
  return learned({ id: newId(), name, rules, readings, cases, choice, base, version: 0, saved: 0, origin: { rules, readings } });
}

/** Calls a function when another page has saved a project. Returns the function that ends this. */
export function watch(id: () => string, changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === PREFIX + id()) changed();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
