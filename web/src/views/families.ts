/** The families of the library. */
import families from "./families.json";

export interface Family {
  title: string;
  about: string;
  /** The folders of its games. */
  folders: string[];
}

/** The families in the order in which the library and the static pages show them. */
export const FAMILIES: Family[] = families;

/** The games of all other folders. */
const REST: Family = { title: "More games", about: "", folders: [] };

/** Returns the family of a folder. */
export function familyOf(folder: string): Family {
  return FAMILIES.find(({ folders }) => folders.includes(folder)) ?? REST;
}

/** Returns the place of a folder's games in the library. */
export function rank(folder: string): number {
  const family = FAMILIES.indexOf(familyOf(folder));
  return family < 0 ? 100 * FAMILIES.length : 100 * family + FAMILIES[family]!.folders.indexOf(folder);
}
