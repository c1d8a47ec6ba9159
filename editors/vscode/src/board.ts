// The panel beside the text, which shows the server's drawing of the subject under the cursor.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type BoardView, hint, page } from "./page";

/** The delay in milliseconds after the last movement of the cursor. */
const REST = 80;
const TYPE = "ferz.board";
const NOTHING = "Put the cursor on a piece, a notation, a region, an array, or a case.";
const NO_SERVER = "The server of ferz is not running. “Ferz: Restart the Server” starts it.";

export class Board implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** True if the panel shows a drawing. */
  private drawn = false;
  /** The number of requests so far; answers to older ones are dropped. */
  private asked = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.subscriptions = [
      vscode.commands.registerCommand("ferz.board", () => this.show()),
      // The editor opens the panel again after a restart.
      vscode.window.registerWebviewPanelSerializer(TYPE, {
        deserializeWebviewPanel: async (panel) => this.adopt(panel),
      }),
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
      this.adopt(vscode.window.createWebviewPanel(TYPE, "Board", place, { enableScripts: false }));
    }
    this.panel?.reveal(undefined, true);
    void this.draw();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.panel?.dispose();
    this.panel = panel;
    this.drawn = false;
    panel.onDidDispose(() => {
      if (this.panel === panel) this.panel = undefined;
    });
    void this.draw();
  }

  /** Draws again a moment later, because the cursor, the text, or the server has changed. */
  follow(): void {
    if (!this.panel) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), REST);
  }

  private async draw(): Promise<void> {
    const [editor, client] = [vscode.window.activeTextEditor, this.client()];
    if (!this.panel) return;
    if (!client?.isRunning()) return this.say(NO_SERVER);
    if (!editor) return this.say(NOTHING);
    this.asked += 1;
    const asked = this.asked;
    const { document, selection } = editor;
    const view = await client
      .sendRequest<BoardView | null>("ferz/board", {
        textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
        position: client.code2ProtocolConverter.asPosition(selection.active),
      })
      .catch(() => null);
    if (asked !== this.asked || !this.panel) return;
    if (!view) return this.say(NOTHING);
    this.drawn = true;
    this.panel.title = `Board: ${view.title}`;
    this.panel.webview.html = page(view);
  }

  /** Says why there is nothing to draw. The last drawing remains if there is one. */
  private say(text: string): void {
    if (this.panel && !this.drawn) this.panel.webview.html = hint(text);
  }
}
