/**
 * Projects as a zip file: a folder for each, with files that other tools read, and the rest as JSON. This module is loaded when the
 * user saves or opens such a file.
 */
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from "fflate";
import { Fault } from "../faults";
import * as games from "../games";
import { isOwn, own, ownId } from "../spec";
import * as history from "./history";
import { gameName, isSame, type Project } from "./project";
import * as store from "./store";

/** The largest size of an archive that is opened, in bytes. */
const LARGEST = 200_000_000;

/** The part of a project that its other files do not contain. */
interface Rest {
  id: string;
  name: string;
  choice: string;
  origin?: Project["origin"];
  versions: { time: number; name?: string; state: Partial<history.State> }[];
  games: games.KeptGame[];
}

function gamesOf(id: string): games.KeptGame[] {
  return games.all().filter(({ game }) => isOwn(game) && ownId(game.split(/[/@?]/)[0]!) === id);
}

/** The files of a project that other tools read. */
function plain({ rules, readings, cases }: Project): [string, string][] {
  const files: [string, string][] = [[`${gameName(rules)}.ferz`, rules]];
  if (readings.trim()) files.push(["readings.toml", readings]);
  if (cases.trim()) files.push(["cases/cases.md", cases]);
  return files;
}

function zipped(files: [string, string][]): Blob {
  const tree: Zippable = {};
  for (const [name, text] of files) tree[name] = strToU8(text);
  return new Blob([zipSync(tree) as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}

/** Returns a project without its history, for other tools. */
export function saveOne(project: Project): Blob {
  return zipped(plain(project));
}

/** Returns all projects with their histories and games, and the games of the library. */
export async function saveAll(): Promise<Blob> {
  const files: [string, string][] = [];
  for (const project of [...store.all(), ...store.trash()]) {
    const versions = await Promise.all((await history.list(project.id)).map(async (version) => ({ time: version.time, name: version.name, state: await history.read(version) })));
    const { id, name, choice, origin } = project;
    const rest: Rest = { id, name, choice, origin, versions, games: gamesOf(id) };
    const folder = `${gameName(project.rules)}-${id}`;
    files.push(...plain(project).map(([path, text]): [string, string] => [`${folder}/${path}`, text]), [`${folder}/project.json`, JSON.stringify(rest)]);
  }
  files.push(["games.json", JSON.stringify(games.all().filter(({ game }) => !isOwn(game)))]);
  return zipped(files);
}

/** What was found in an archive. */
export interface Opened {
  projects: Project[];
  games: number;
  /** False if the browser could not store something. */
  stored: boolean;
}

/** Reads the texts of an archive by path. */
async function texts(file: Blob): Promise<Map<string, string>> {
  let size = 0;
  try {
    const found = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter({ name, originalSize }) {
        size += originalSize;
        if (size > LARGEST) throw new Fault("This archive is too large: more than 200 MB.");
        return /\.(ferz|toml|md|json)$/.test(name);
      },
    });
    return new Map(Object.entries(found).map(([path, bytes]) => [path, strFromU8(bytes)]));
  } catch (error) {
    throw error instanceof Fault ? error : new Fault("This archive is damaged.");
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Adds the projects and games of an archive. A project that differs from the one in the browser becomes a second one. */
export async function open(file: Blob): Promise<Opened> {
  const files = await texts(file);
  const opened: Opened = { projects: [], games: 0, stored: true };
  for (const [path, rules] of files) {
    if (!path.endsWith(".ferz")) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const rest = parsed(files.get(`${folder}project.json`)) as Partial<Rest> | null;
    const cases = [...files].filter(([name]) => name.startsWith(`${folder}cases/`) && name.endsWith(".md")).map(([, text]) => text).join("\n");
    const project = store.create({ name: String(rest?.name ?? gameName(rules)), rules, readings: files.get(`${folder}readings.toml`) ?? "", cases, choice: String(rest?.choice ?? "") });
    if (rest?.origin) project.origin = rest.origin;
    await take(project, rest ?? {}, opened);
  }
  const kept = parsed(files.get("games.json"));
  for (const game of Array.isArray(kept) ? kept : []) add(game, opened);
  if (!opened.projects.length && !opened.games) throw new Fault("There is no rule file in this archive.");
  return opened;
}

async function take(project: Project, { id, versions, games: played }: Partial<Rest>, opened: Opened): Promise<void> {
  const here = id === undefined ? undefined : store.read(id);
  opened.projects.push(project);
  if (here && isSame(here, project)) {
    store.setDeleted(here.id, false);
    project.id = here.id;
    return;
  }
  if (id !== undefined && !here) project.id = id;
  if (!store.save(project, true).stored) opened.stored = false;
  if (Array.isArray(versions)) await history.restore(project.id, versions).catch(() => (opened.stored = false));
  for (const game of Array.isArray(played) ? played : []) add({ ...game, game: game.game.replace(own(id ?? ""), own(project.id)) }, opened);
}

function add(value: unknown, opened: Opened): void {
  const game = games.whole(value);
  if (!game) return;
  opened.games += 1;
  const here = games.read(game.id);
  if (here && JSON.stringify(here) === JSON.stringify(game)) return;
  if (!games.restore(here ? { ...game, id: "" } : game)) opened.stored = false;
}
