// Starts the server of an unpacked extension through its own client: node unpacked.cjs EXTENSION PROGRAM
const { chmodSync, mkdtempSync, readFileSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { start } = require("./editor.cjs");

const [extension, program] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "ferz-"));
const wrapper = join(work, "ferz");
writeFileSync(wrapper, `#!/bin/sh\necho $$ >"${work}/id"\nexec "${program}" "$@"\n`);
chmodSync(wrapper, 0o755);

start(join(extension, "out", "extension.js"), { path: wrapper }).then(async (editor) => {
  const id = Number(readFileSync(join(work, "id"), "utf8"));
  process.kill(id, 0);
  if (editor.messages.length > 0) throw new Error(editor.messages.join("\n"));
  await editor.stop();
  console.log(`the server of ${extension} started and stopped`);
}).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
