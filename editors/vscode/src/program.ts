// Finds the program `ferz`: by the setting, on the path, in the folder of `cargo install`, or in the extension. Does not
// depend on the editor, so that it can be tested without one.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Place {
  /** The value of the setting `ferz.path`. */
  setting: string;
  /** The value of the variable `PATH`. */
  path: string;
  /** The folder of the user. An editor that was not started from a shell often has a shorter path than the shell. */
  home: string;
  /** The folder of the extension. */
  extension: string;
  /** The platform, because programs have an extension on Windows. */
  windows?: boolean;
}

function isProgram(path: string, windows: boolean): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    if (!windows) accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the program, or undefined if the setting is wrong or no program is found. */
export function find({ setting, path, home, extension, windows = process.platform === "win32" }: Place): string | undefined {
  const name = windows ? "ferz.exe" : "ferz";
  if (setting) return isProgram(setting, windows) ? setting : undefined;
  const folders = path.split(delimiter).filter(Boolean);
  const others = [join(home, ".cargo", "bin"), join(home, ".local", "bin"), join(extension, "bin")];
  return [...folders, ...others].map((folder) => join(folder, name)).find((one) => isProgram(one, windows));
}

/** Says why `find` returned nothing. */
export function complaint(setting: string, trusted: boolean): string {
  if (setting) return `The setting ferz.path names ${setting}, which is not a program.`;
  const places = "on the path of the editor, in ~/.cargo/bin, in ~/.local/bin, or in the extension";
  const folder = trusted ? "" : " A path that this folder sets counts only if you trust the folder.";
  return `The program ferz was not found ${places}. Install it, or set its path.${folder}`;
}
