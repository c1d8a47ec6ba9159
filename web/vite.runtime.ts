/** Builds the runtime of `ferz page`: one script with the module inside, whose first line names the hash of the rest. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { drawings } from "./scripts/drawing.mjs";
import { inside } from "./scripts/inside.mjs";

const OUT = new URL("./dist/ferz-runtime.js", import.meta.url);

function signed(): Plugin {
  return {
    name: "signed",
    closeBundle() {
      const made = readFileSync(OUT, "utf8").replace(/^\/\/ferz-runtime.*\n/, "").replaceAll(/<\/script/gi, "<\\/script").trimEnd();
      const hash = createHash("sha256").update(made, "utf8").digest("base64");
      writeFileSync(OUT, `//ferz-runtime 1 sha256-${hash}\n${made}`);
    },
  };
}

export default defineConfig({
  plugins: [drawings(), inside(), signed()],
  publicDir: false,
  build: {
    target: "es2022",
    emptyOutDir: false,
    lib: { entry: "src/runtime.ts", formats: ["iife"], name: "ferz", fileName: () => "ferz-runtime.js" },
  },
});
