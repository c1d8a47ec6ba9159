/** What the editor asks the rules engine for once: the table of statements, and the pieces with common names. */
import type { Language, NamedPiece } from "../../bindings/web/pkg/ferz.js";
import { ask } from "./rpc";

let asked: Promise<[Language, NamedPiece[]]> | undefined;

export function vocabulary(): Promise<[Language, NamedPiece[]]> {
  asked ??= Promise.all([ask("language"), ask("named")]);
  // What has failed is asked for again.
  asked.catch(() => (asked = undefined));
  return asked;
}
