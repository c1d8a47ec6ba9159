import type * as ferz from "./pkg/ferz.js";

export * from "./pkg/ferz.js";
export { default } from "./pkg/ferz.js";

/** Everything that the module exports. */
export type Ferz = Omit<typeof ferz, "default" | "initSync">;
/** Loads the module once, and returns everything that it exports. `source` replaces the file beside it. */
export function load(source?: ferz.InitInput | Promise<ferz.InitInput>): Promise<Ferz>;
