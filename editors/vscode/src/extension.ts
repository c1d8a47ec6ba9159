// The extension: starts the server and adds the board, cases as tests, tasks, and terminals.
import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { Board } from "./board";
import { Cases } from "./cases";
import { link, Pages } from "./pages";
import { complaint, find } from "./program";
import { Server } from "./server";
import { line } from "./shell";
import { Tasks } from "./tasks";

let server: Server<LanguageClient> | undefined;
let board: Board | undefined;

function program(context: vscode.ExtensionContext): string | undefined {
  const settings = vscode.workspace.getConfiguration("ferz");
  return find({
    setting: settings.get("path", ""),
    path: process.env.PATH ?? "",
    home: homedir(),
    extension: context.extensionPath,
  });
}

async function noProgram(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("ferz").get("path", "");
  const message = complaint(setting, vscode.workspace.isTrusted);
  const choice = await vscode.window.showErrorMessage(message, "Open Settings");
  if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "ferz.path");
}

/** Returns a new client of the server, or undefined after a message if there is no program. */
function create(context: vscode.ExtensionContext): LanguageClient | undefined {
  const command = program(context);
  // Nothing waits for an answer to the message, because the other parts work without the server.
  if (!command) return void noProgram();
  const pages = vscode.workspace.getConfiguration("ferz").get("pages", "");
  const run: ServerOptions = { command, args: pages ? ["lsp", "--pages", pages] : ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { language: "ferz" },
      { scheme: "file", pattern: "**/readings.toml" },
      { scheme: "file", pattern: "**/cases/*.md" },
    ],
    middleware: { handleDiagnostics: (uri, problems, next) => next(uri, link(problems)) },
  };
  const client = new LanguageClient("ferz", "Ferz", run, options);
  client.onDidChangeState(() => board?.follow());
  return client;
}

/** Runs the program in a terminal, as requested by a code lens of the server. */
function run(context: vscode.ExtensionContext, words: string[]): void {
  const shellPath = program(context);
  if (!shellPath) return void noProgram();
  const terminal = vscode.window.createTerminal({ name: `ferz ${words[0] ?? ""}` });
  terminal.show();
  terminal.sendText(line(vscode.env.shell, shellPath, words));
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const register = vscode.commands.registerCommand;
  server = new Server(() => create(context));
  const restart = () => server?.restart();
  board = new Board(() => server?.client);
  context.subscriptions.push(
    register("ferz.restart", restart),
    register("ferz.run", (words: string[]) => run(context, words)),
    register("ferz.play", () => {
      const path = vscode.window.activeTextEditor?.document.fileName;
      if (path) run(context, ["play", path]);
    }),
    board,
    new Cases(() => program(context)),
    new Pages(() => program(context)),
    vscode.tasks.registerTaskProvider("ferz", new Tasks(() => program(context))),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("ferz.path") || change.affectsConfiguration("ferz.pages")) void restart();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
