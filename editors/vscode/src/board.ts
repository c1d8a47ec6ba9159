// The panel beside the text, which shows the server's drawing of the subject under the cursor.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type BoardView, page } from "./page";

/** The delay in milliseconds after the last movement of the cursor. */
const REST = 80;

export class Board implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The number of requests so far; answers to older ones are dropped. */
  private asked = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.subscriptions = [
      vscode.commands.registerCommand("ferz.board", () => this.show()),
      vscode.window.onDidChangeTextEditorSelection(() => this.follow()),
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      vscode.languages.onDidChangeDiagnostics(() => this.follow()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
    for (const one of this.subscriptions) one.dispose();
  }

  private show(): void {
    if (!this.panel) {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("ferz.board", "Board", place, { enableScripts: false });
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    this.panel.reveal(undefined, true);
    void this.draw();
  }

  private follow(): void {
    if (!this.panel) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), REST);
  }

  private async draw(): Promise<void> {
    const [editor, client, panel] = [vscode.window.activeTextEditor, this.client(), this.panel];
    if (!editor || !client?.isRunning() || !panel) return;
    this.asked += 1;
    const asked = this.asked;
    const { document, selection } = editor;
    const view = await client
      .sendRequest<BoardView | null>("ferz/board", {
        textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
        position: client.code2ProtocolConverter.asPosition(selection.active),
      })
      .catch(() => null);
    // If there is nothing to draw, the last drawing remains.
    if (view && asked === this.asked && this.panel) {
      panel.title = `Board: ${view.title}`;
      panel.webview.html = page(view);
    }
  }
}
