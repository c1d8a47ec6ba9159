// The entry for `import` in Node and Deno, where the module is loaded at once.
import ferz from "./node/ferz.js";

export * from "./node/ferz.js";

/** Returns everything that the module exports, as in a browser. */
export async function load() {
  return ferz;
}
