import type * as ferz from "./node/ferz.js";

export * from "./node/ferz.js";

/** Everything that the module exports. */
export type Ferz = typeof ferz;
/** Returns everything that the module exports, as in a browser. */
export function load(): Promise<Ferz>;
