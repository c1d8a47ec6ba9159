// Quotes the words of a command for the shell of a terminal. Does not depend on the editor, so that it can be tested without one.
import { basename, win32 } from "node:path";

type Quote = (word: string) => string;

/** Words that have no meaning of their own in any shell. */
const PLAIN = /^[\w./:+-][\w./:@=+-]*$/;

const posix: Quote = (word) => `'${word.replace(/'/g, "'\\''")}'`;
const fish: Quote = (word) => `'${word.replace(/[\\']/g, "\\$&")}'`;
const powershell: Quote = (word) => `'${word.replace(/'/g, "''")}'`;
// Within quotation marks, only the variables of `cmd` have a meaning. A name of a file contains no quotation mark on Windows.
const cmd: Quote = (word) => `"${word.replace(/"/g, '""').replace(/%/g, '"^%"')}"`;

/** Returns a line for a shell, which the editor names by its path, that runs a program with arguments. */
export function line(shell: string, program: string, words: string[]): string {
  const name = win32.basename(basename(shell)).toLowerCase().replace(/\.exe$/, "");
  const quote = name === "pwsh" || name === "powershell" ? powershell : name === "cmd" ? cmd : name === "fish" ? fish : posix;
  const quoted = [program, ...words].map((word) => (PLAIN.test(word) ? word : quote(word)));
  // PowerShell runs a quoted path only after `&`.
  return (quote === powershell ? "& " : "") + quoted.join(" ");
}
