/** The worker of the site: the module is a file beside it. */
import init from "../../bindings/web/pkg/ferz.js";
import wasm from "../../bindings/web/pkg/ferz_bg.wasm?url";
import { serve } from "./work";

serve(init({ module_or_path: wasm }));
