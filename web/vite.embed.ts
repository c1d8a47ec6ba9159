/** Builds the element `<ferz-board>`: one script with the module inside, in the folder of its npm package. */
import { defineConfig } from "vite";
import { drawings } from "./scripts/drawing.mjs";
import { inside } from "./scripts/inside.mjs";

export default defineConfig({
  plugins: [drawings(), inside()],
  publicDir: false,
  build: {
    target: "es2022",
    outDir: "package/dist",
    lib: { entry: "src/embed.ts", formats: ["es"], fileName: () => "ferz-board.js" },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
