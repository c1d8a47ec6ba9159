//! The server's capabilities, and the requests for which `lsp_types` has no type or an incomplete one.

use super::server::{Reply, Server, with};
use super::{board, drawings, layout, lenses, selection, tokens};
use lsp_server::ErrorCode;
use lsp_types as lsp;
use serde::Deserialize;
use serde_json::{Value, json};

/// The parameters of `ferz/board`.
type BoardParams = lsp::TextDocumentPositionParams;

/// The parameters of `textDocument/onTypeFormatting`, without its options.
#[derive(Deserialize)]
struct OnTypeParams {
    #[serde(flatten)]
    at: lsp::TextDocumentPositionParams,
    ch: String,
}

impl Server {
    pub(super) fn further(&self, method: &str, params: Value) -> Reply {
        match method {
            "ferz/board" => with(params, |it: BoardParams| {
                let document = self.documents.get(it.text_document.uri.as_str())?;
                board::board(self, document, it.position)
            }),
            "workspace/symbol" => {
                with(params, |it: lsp::WorkspaceSymbolParams| selection::everywhere(self, &it.query))
            }
            "textDocument/codeLens" => with(params, |it: lsp::CodeLensParams| {
                self.documents.get(it.text_document.uri.as_str()).map(lenses::lenses)
            }),
            "textDocument/selectionRange" => with(params, |it: lsp::SelectionRangeParams| {
                let document = self.game(&it.text_document.uri)?;
                Some(it.positions.iter().map(|at| selection::around(document, *at)).collect::<Vec<_>>())
            }),
            "textDocument/rangeFormatting" => with(params, |it: lsp::DocumentRangeFormattingParams| {
                layout::format_range(self, &it.text_document.uri, it.range)
            }),
            "textDocument/onTypeFormatting" => with(params, |it: OnTypeParams| {
                let document = self.game(&it.at.text_document.uri)?;
                Some(layout::on_type(&document.text, it.at.position, &it.ch))
            }),
            "textDocument/linkedEditingRange" => with(params, |it: lsp::TextDocumentPositionParams| {
                self.game(&it.text_document.uri).and_then(|one| drawings::linked(one, it.position))
            }),
            _ => Err((ErrorCode::MethodNotFound, format!("unknown request `{method}`"))),
        }
    }
}

/// Returns the capabilities of the server, as `initialize` reports them.
pub(super) fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll.ferz"],
            },
            "codeLensProvider": { "resolveProvider": false },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"] },
            "completionProvider": { "triggerCharacters": ["`", "[", "."] },
            "hoverProvider": true,
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "selectionRangeProvider": true,
            "linkedEditingRangeProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "foldingRangeProvider": true,
            "semanticTokensProvider": { "legend": tokens::legend(), "full": true },
            "inlayHintProvider": true,
            "experimental": { "board": true },
        },
        "serverInfo": { "name": "ferz", "version": env!("CARGO_PKG_VERSION") },
    })
}
