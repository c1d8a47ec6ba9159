// Links each problem to the page about it that the program has built in.
import { execFile } from "node:child_process";
import * as vscode from "vscode";

const SCHEME = "ferz-problem";

export class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  constructor(private readonly program: () => string | undefined) {}

  provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const code = path.replace(/^\/|\.md$/g, "");
    const program = this.program();
    if (!program) return Promise.resolve("The program ferz was not found.");
    return new Promise((resolve) => execFile(program, ["explain", code], (error, page, said) => resolve(error ? said || String(error) : page)));
  }

  dispose(): void {
    this.registered.dispose();
  }
}

/** Adds a link to the problems that have none. */
export function link(problems: vscode.Diagnostic[]): vscode.Diagnostic[] {
  for (const problem of problems) {
    const { code } = problem;
    if (typeof code === "string") problem.code = { value: code, target: vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` }) };
  }
  return problems;
}
