// Tests the extension without an editor: its grammar, how it finds the program, its client's messages against the real server, a restart
// of the real client, the results of cases, the board's page, the conformance file, and the problem matcher. FERZ names the program; by
// default that of the tests.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const ferz = resolve(process.env.FERZ ?? join(root, "../../target/debug/ferz"));
const require = createRequire(import.meta.url);
const work = mkdtempSync(join(tmpdir(), "ferz-"));
const load = (name) => {
  const outfile = join(work, `${name}.cjs`);
  buildSync({ entryPoints: [join(root, "src", `${name}.ts`)], bundle: true, platform: "node", outfile });
  return require(outfile);
};
const tests = {};

tests["the grammar is the generated one and names what it should"] = () => {
  const path = join(root, "syntaxes/ferz.tmLanguage.json");
  const before = readFileSync(path, "utf8");
  assert.equal(spawnSync("node", [join(root, "../generate.mjs")]).status, 0);
  assert.equal(readFileSync(path, "utf8"), before, "run `npm run generate`");
  const args = ["-g", path, join(root, "test/grammar/*.test.ferz")];
  const run = spawnSync(join(root, "node_modules/.bin/vscode-tmgrammar-test"), args, { encoding: "utf8" });
  assert.equal(run.status, 0, run.stdout + run.stderr);
};

tests["the program is found: the setting, the path, the home folder, the extension"] = () => {
  const { complaint, find } = load("program");
  const program = (...folders) => {
    const folder = join(work, ...folders);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "ferz");
    writeFileSync(path, "");
    chmodSync(path, 0o755);
    return path;
  };
  const [own, onPath, inside] = [program("own"), program("path"), program("extension", "bin")];
  const installed = program("home", ".cargo", "bin");
  const place = { setting: "", path: join(work, "path"), home: "/no/such", extension: join(work, "extension"), windows: false };
  assert.equal(find({ ...place, setting: own }), own);
  assert.equal(find(place), onPath);
  assert.equal(find({ ...place, path: "/no/such" }), inside);
  assert.equal(find({ ...place, path: "/no/such", home: join(work, "home") }), installed);
  assert.equal(find({ ...place, path: "", extension: "/no/such" }), undefined);
  // A wrong setting is reported.
  assert.equal(find({ ...place, setting: "/no/such" }), undefined);
  assert.match(complaint("/no/such", true), /names \/no\/such, which is not a program/);
  // The message says where the program was sought, and in a folder without trust why its setting does not count.
  assert.match(complaint("", true), /path of the editor.* set its path\.$/);
  assert.match(complaint("", false), /only if you trust the folder\.$/);
};

tests["a restart after a failed start starts the server"] = async () => {
  const outfile = join(work, "extension.cjs");
  buildSync({ entryPoints: [join(root, "src/extension.ts")], bundle: true, platform: "node", external: ["vscode"], outfile });
  const settings = { path: "/bin/false" };
  const editor = await require("./editor.cjs").start(outfile, settings);
  assert.ok(editor.messages.some((text) => text.includes("couldn't create connection")), editor.messages.join("\n"));
  // A second failure changes nothing, and two restarts at once leave one server.
  await editor.commands["ferz.restart"]();
  const [program, log] = [join(work, "my ferz"), join(work, "log")];
  writeFileSync(program, `#!/bin/sh\necho $$ >>"${log}"\nexec "${ferz}" "$@"\n`);
  chmodSync(program, 0o755);
  settings.path = program;
  await Promise.all([editor.commands["ferz.restart"](), editor.commands["ferz.restart"]()]);
  const running = () => readFileSync(log, "utf8").trim().split("\n").map((id) => spawnSync("kill", ["-0", id]).status === 0);
  // A server ends a moment after its client.
  const become = async (wanted) => {
    for (let left = 50; String(running()) !== String(wanted) && left > 0; left -= 1) await new Promise((done) => setTimeout(done, 100));
    assert.deepEqual(running(), wanted);
  };
  await become([false, true]);
  editor.commands["ferz.run"](["test", "my cases.md"]);
  assert.deepEqual(editor.lines, [`'${program}' test 'my cases.md'`]);
  await editor.stop();
  await become([false, false]);
  // The page of a problem needs no server.
  const page = await editor.providers["ferz-problem"].provideTextDocumentContent({ path: "/unknown-word.md" });
  assert.match(page, /^# .*\n/);
};

tests["commands are quoted for the shell of the terminal"] = () => {
  const { line } = load("shell");
  const words = ["play", "a 'b' $HOME.ferz", "x@y", "--set", "a.b=2"];
  const bash = spawnSync("bash", ["-c", line("/usr/bin/bash", "printf", ["%s|", ...words])], { encoding: "utf8" });
  assert.equal(bash.stdout, words.map((word) => `${word}|`).join(""));
  const program = "C:\\My Programs\\ferz.exe";
  const powershell = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
  assert.equal(line(powershell, program, words), `& 'C:\\My Programs\\ferz.exe' play 'a ''b'' $HOME.ferz' x@y --set a.b=2`);
  assert.equal(line("/usr/bin/pwsh", "ferz", ["@x"]), "& ferz '@x'");
  assert.equal(line("C:\\Windows\\System32\\cmd.exe", program, ["100% & b"]), `"C:\\My Programs\\ferz.exe" "100"^%" & b"`);
  assert.equal(line("/usr/bin/fish", "ferz", ["a\\'b"]), "ferz 'a\\\\\\'b'");
  assert.equal(line("C:\\Program Files\\Git\\bin\\bash.exe", program, []), `'${program}'`);
};

tests["each archive of a release has an extension that includes its program"] = () => {
  const workflow = join(root, "../../.github/workflows/release.yml");
  const archives = readFileSync(workflow, "utf8").matchAll(/target: (\S+), file: ferz/g);
  const packed = readFileSync(join(root, "scripts/package-all.sh"), "utf8").matchAll(/(\S+):(?:linux|alpine|darwin|win32)-/g);
  assert.deepEqual([...packed].map(([, one]) => one).sort(), [...archives].map(([, one]) => one).sort());
};

tests["cases are found, and their results are read"] = () => {
  const { headings, parse } = load("results");
  const folder = join(work, "great");
  assert.equal(spawnSync(ferz, ["new", "great", "--into", folder]).status, 0);
  const page = join(folder, "cases/great.md");
  const right = readFileSync(page, "utf8");
  const wrong = right.replace(/(```perft 2\n)\d+/, "$11");
  assert.notEqual(wrong, right);
  writeFileSync(page, wrong);
  const run = spawnSync(ferz, ["test", "--json", page], { encoding: "utf8" });
  const results = parse(run.stdout);
  assert.deepEqual(results.map(({ line }) => line), headings(wrong).map(({ line }) => line));
  const [{ passed, answers }] = results;
  assert.equal(passed, false);
  assert.deepEqual([answers.length, answers[0].question, answers[0].expected], [1, "perft 2", ["1"]]);
  assert.equal(parse("no JSON"), undefined);
  // Every case of the library is a heading.
  const library = join(root, "../../variants/chess/cases/chess.md");
  if (existsSync(library)) {
    const all = parse(spawnSync(ferz, ["test", "--json", library], { encoding: "utf8" }).stdout);
    assert.deepEqual(all.map(({ line }) => line), headings(readFileSync(library, "utf8")).map(({ line }) => line));
  }
};

tests["the problem matcher reads the output of the tasks"] = () => {
  const [{ pattern }, answers] = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).contributes.problemMatchers;
  const path = join(work, "bad.ferz");
  writeFileSync(path, 'variant bad "Bad"\nimune rook to capture\n');
  const lines = spawnSync(ferz, ["--plain", "check", path], { encoding: "utf8" });
  const text = (lines.stdout + lines.stderr).split("\n");
  const at = text.findIndex((line) => line.includes("imune"));
  const [first, second] = pattern.map(({ regexp }, offset) => new RegExp(regexp).exec(text[at + offset]));
  assert.equal(first[1], "error");
  assert.deepEqual([second[1], second[2], second[3]], [path, "2", "1"]);
  const page = join(work, "page.md");
  writeFileSync(page, "## One\n\n```game\nchess\n```\n\n```perft 1\n7\n```\n");
  const output = spawnSync(ferz, ["--plain", "test", page], { encoding: "utf8" }).stdout.split("\n");
  const [name, place] = answers.pattern.map(({ regexp }, offset) => new RegExp(regexp).exec(output[offset]));
  assert.deepEqual([name[1], ...place.slice(1)], ["One", page, "7", "perft 1"]);
};

/** Starts the server, and returns a connection to it and a function that waits for the problems of a version of a file. */
function served() {
  const rpc = require("vscode-languageserver-protocol/node");
  const child = spawn(ferz, ["lsp"]);
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  const shown = new Map();
  const waiting = [];
  connection.onNotification(rpc.PublishDiagnosticsNotification.type, (params) => {
    shown.set(`${params.uri} ${params.version}`, params.diagnostics);
    for (const one of waiting) one();
  });
  const problems = async (uri, version) => {
    while (!shown.has(`${uri} ${version}`)) await new Promise((done) => waiting.push(done));
    return shown.get(`${uri} ${version}`);
  };
  return { rpc, child, connection, problems };
}

tests["the problems and pictures of the conformance file are shown"] = async () => {
  const { does_not_apply, games, faulty } = JSON.parse(readFileSync(join(root, "../../tests/fixtures/conformance.json"), "utf8"));
  assert.deepEqual(Object.keys(does_not_apply.editor).sort(), ["faulty move", "faulty position", "faulty record", "legal", "pgn", "record"]);
  const { page } = load("page");
  const { rpc, child, connection, problems } = served();
  connection.listen();
  await connection.sendRequest(rpc.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  const open = (uri, text) => connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "ferz", version: 1, text } });
  const rules = faulty.filter(({ kind }) => kind === "rules");
  for (const [number, { text, problems: wanted }] of rules.entries()) {
    const uri = pathToFileURL(join(work, `faulty-${number}.ferz`)).href;
    await open(uri, text);
    const errors = (await problems(uri, 1)).filter(({ severity }) => severity === rpc.DiagnosticSeverity.Error);
    assert.deepEqual(errors.map(({ code, range: { start } }) => [code, start.line + 1, start.character + 1]), wanted.map(({ code, line, column }) => [code, line, column]));
    for (const [index, { message }] of errors.entries()) {
      const { message: first, help } = wanted[index];
      assert.ok(message.startsWith(first) && message.includes(help ?? ""), message);
    }
  }
  const library = join(root, "../../variants");
  const files = readdirSync(library, { recursive: true }).filter((name) => name.endsWith(".ferz"));
  for (const { record: { game }, pictures } of games) {
    const path = join(library, files.find((name) => basename(name) === `${game}.ferz`));
    const text = readFileSync(path, "utf8");
    const uri = pathToFileURL(path).href;
    await open(uri, text);
    await problems(uri, 1);
    const line = text.split("\n").findIndex((one) => one.startsWith("about "));
    const view = await connection.sendRequest("ferz/board", { textDocument: { uri }, position: { line, character: 0 } });
    const ids = [...page(view).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual([...new Set(ids)].sort(), pictures, game);
    await connection.sendNotification(rpc.DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }
  child.kill();
  connection.dispose();
};

tests["the client's messages are understood by the server"] = async () => {
  const { rpc, child, connection, problems } = served();
  const registered = [];
  connection.onRequest(rpc.RegistrationRequest.type, ({ registrations }) => void registered.push(...registrations));
  connection.listen();
  const { capabilities } = await connection.sendRequest(rpc.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(work).href,
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  for (const one of ["codeLensProvider", "linkedEditingRangeProvider", "workspaceSymbolProvider"]) {
    assert.ok(capabilities[one], one);
  }
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  const path = join(work, "mine.ferz");
  const text = `variant mine "Mine"
board { grid 6 x 6; black is white mirrored }
piece chief C \`K\` royal
piece runner R \`R\`
immune runer to capture
ending { checkmate: loss; stalemate: draw }
array usual { 1 | R . C . . R }
`;
  const uri = pathToFileURL(path).href;
  const textDocument = { uri, languageId: "ferz", version: 1, text };
  await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument });
  assert.match((await problems(uri, 1))[0].message, /did you mean `runner`/);
  const range = { start: { line: 4, character: 7 }, end: { line: 4, character: 12 } };
  await connection.sendNotification(rpc.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range, text: "runner" }],
  });
  assert.deepEqual(await problems(uri, 2), []);
  const position = { line: 3, character: 7 };
  const view = await connection.sendRequest("ferz/board", { textDocument: { uri }, position });
  assert.equal(view.title, "runner");
  const { hint, page } = load("page");
  const html = page({ ...view, title: "<b>&" });
  assert.ok(html.includes("&lt;b>&amp;") && html.includes("<svg") && !html.includes("<script"));
  assert.ok(hint("<b>").includes("<p>&lt;b>") && !hint("").includes("<svg"));
  if (process.env.PANEL) writeFileSync(process.env.PANEL, page(view));
  const lenses = await connection.sendRequest(rpc.CodeLensRequest.type, { textDocument: { uri } });
  assert.ok(lenses.every((lens) => lens.command.command === "ferz.run"));
  assert.equal(registered[0].method, "workspace/didChangeWatchedFiles");
  await connection.sendRequest(rpc.ShutdownRequest.type);
  await connection.sendNotification(rpc.ExitNotification.type);
  const code = await new Promise((done) => child.on("exit", done));
  assert.equal(code, 0);
  connection.dispose();
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    console.error(`FAIL  ${name}\n${error.stack}`);
  }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
