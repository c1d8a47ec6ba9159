// The entry for browsers, bundlers, and networks that serve modules.
import init from "./pkg/ferz.js";
import * as ferz from "./pkg/ferz.js";

export * from "./pkg/ferz.js";
export { default } from "./pkg/ferz.js";

/** The module, once it is requested. */
let loading;

/** Loads the module once, and returns everything that it exports. `source` replaces the file beside it. */
export function load(source = new URL("./pkg/ferz_bg.wasm", import.meta.url)) {
  loading ??= init({ module_or_path: source }).then(() => ferz);
  // A failed download can be tried again.
  loading.catch(() => (loading = undefined));
  return loading;
}
