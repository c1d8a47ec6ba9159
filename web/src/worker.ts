/** The worker of the site. The page sends it the WebAssembly module. */
import init from "../../bindings/web/pkg/ferz.js";
import { serve } from "./work";

const given = new Promise<WebAssembly.Module>((resolve, reject) => {
  self.addEventListener("message", ({ data }: MessageEvent<{ module?: WebAssembly.Module; failed?: string }>) => {
    if (data.module) resolve(data.module);
    else if (data.failed) reject(new Error(data.failed));
  });
});

serve(given.then((module) => init({ module_or_path: module })));
