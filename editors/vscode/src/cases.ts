// Shows cases in the test explorer: each heading with questions is a test.
import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { headings, parse, type Result } from "./results";

const PAGES = "**/cases/*.md";
const MOST_OUTPUT = 64 << 20;

export class Cases implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("ferz", "Cases of Games");
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly program: () => string | undefined) {
    const watcher = vscode.workspace.createFileSystemWatcher(PAGES);
    this.subscriptions = [
      this.controller,
      watcher,
      watcher.onDidCreate((uri) => this.read(uri)),
      watcher.onDidChange((uri) => this.read(uri)),
      watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString())),
    ];
    this.controller.createRunProfile(
      "Run",
      vscode.TestRunProfileKind.Run,
      (request, token) => this.run(request, token),
      true,
    );
    this.controller.refreshHandler = () => this.all();
    void this.all();
  }

  dispose(): void {
    for (const one of this.subscriptions) one.dispose();
  }

  private async all(): Promise<void> {
    const pages = await vscode.workspace.findFiles(PAGES, "**/node_modules/**", 5000);
    await Promise.all(pages.map((uri) => this.read(uri)));
  }

  private async read(uri: vscode.Uri): Promise<void> {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    const cases = headings(text);
    if (cases.length === 0) return this.controller.items.delete(uri.toString());
    const page = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    page.children.replace(
      cases.map(({ line, name }) => {
        const item = this.controller.createTestItem(`${uri}#${line}`, name, uri);
        item.range = new vscode.Range(line - 1, 0, line - 1, 0);
        return item;
      }),
    );
    this.controller.items.add(page);
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const wanted = new Map<string, vscode.TestItem[]>();
    const add = (item: vscode.TestItem) => {
      if (request.exclude?.includes(item) || !item.uri) return;
      if (item.children.size > 0) return item.children.forEach(add);
      wanted.set(item.uri.fsPath, [...(wanted.get(item.uri.fsPath) ?? []), item]);
    };
    if (request.include) request.include.forEach(add);
    else this.controller.items.forEach(add);
    for (const [path, items] of wanted) {
      if (token.isCancellationRequested) break;
      for (const item of items) run.started(item);
      const results = await this.results(path, token);
      for (const item of items) {
        const line = (item.range?.start.line ?? 0) + 1;
        const result = typeof results === "string" ? undefined : results.find((one) => one.line === line);
        if (result?.passed) run.passed(item);
        else run.failed(item, messages(item, result, typeof results === "string" ? results : "no result"));
      }
    }
    run.end();
  }

  /** Returns the results of a page, or the reason why there are none. */
  private results(path: string, token: vscode.CancellationToken): Promise<Result[] | string> {
    const program = this.program();
    if (!program) return Promise.resolve("the program ferz was not found");
    return new Promise((resolve) => {
      const child = execFile(program, ["test", "--json", path], { maxBuffer: MOST_OUTPUT }, (error, out, problems) =>
        resolve(parse(out) ?? (problems || String(error))),
      );
      token.onCancellationRequested(() => child.kill());
    });
  }
}

function messages(item: vscode.TestItem, result: Result | undefined, otherwise: string): vscode.TestMessage[] {
  if (!result || result.answers.length === 0) return [new vscode.TestMessage(otherwise)];
  return result.answers.map(({ line, question, expected, actual }) => {
    const message = vscode.TestMessage.diff(question, expected.join("\n"), actual.join("\n"));
    if (item.uri) message.location = new vscode.Location(item.uri, new vscode.Position(line - 1, 0));
    return message;
  });
}
