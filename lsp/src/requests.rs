//! The capabilities of the server, and the answers to the requests that do not change the session.

use super::documents::{Document, Workspace};
use super::{
    beside, board, completion, drawings, hints, hover, layout, lenses, navigation, rename, selection,
    symbols, tokens,
};
use lsp_server::ErrorCode;
use lsp_types as lsp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The parameters of `textDocument/onTypeFormatting`, without its options.
#[derive(Deserialize)]
struct OnTypeParams {
    #[serde(flatten)]
    at: lsp::TextDocumentPositionParams,
    ch: String,
}

/// The answer to a request, or an error.
pub(super) type Reply = Result<Value, (ErrorCode, String)>;

/// Answers a request that does not change the session.
pub(super) fn answer(workspace: &Workspace, method: &str, params: Value) -> Reply {
    match method {
        "textDocument/formatting" => {
            with(params, |it: lsp::DocumentFormattingParams| layout::format(workspace, &it.text_document.uri))
        }
        "textDocument/completion" => anywhere(workspace, params, |one, at| match one.is_game() {
            true => completion::complete(workspace, one, at),
            false => beside::complete(workspace, one, at),
        }),
        "completionItem/resolve" => with(params, completion::resolve),
        "textDocument/hover" => anywhere(workspace, params, |one, at| match one.is_game() {
            true => hover::hover(workspace, one, at),
            false => beside::hover(workspace, one, at),
        }),
        "textDocument/documentSymbol" => with(params, |it: lsp::DocumentSymbolParams| {
            let document = workspace.get(it.text_document.uri.as_str())?;
            Some(if document.is_game() { symbols::symbols(document) } else { beside::symbols(document) })
        }),
        "textDocument/foldingRange" => of(workspace, params, symbols::folds),
        "textDocument/semanticTokens/full" => of(workspace, params, tokens::tokens),
        "textDocument/definition" => anywhere(workspace, params, |one, at| match one.is_game() {
            true => navigation::definition(workspace, one, at),
            false => beside::definition(workspace, one, at),
        }),
        "textDocument/references" => with(params, |it: lsp::ReferenceParams| {
            let (at, declared) = (it.text_document_position, it.context.include_declaration);
            workspace.get(at.text_document.uri.as_str()).map(|one| match one.is_game() {
                true => navigation::references(workspace, one, at.position, declared),
                false => beside::references(workspace, one, at.position, declared),
            })
        }),
        "textDocument/documentHighlight" => anywhere(workspace, params, |one, at| match one.is_game() {
            true => navigation::highlights(one, at),
            false => beside::highlights(workspace, one, at),
        }),
        "textDocument/inlayHint" => with(params, |it: lsp::InlayHintParams| {
            workspace.game(&it.text_document.uri).map(|one| hints::hints(one, it.range))
        }),
        "textDocument/prepareRename" => {
            anywhere(workspace, params, |one, at| rename::prepare(workspace, one, at))
        }
        "textDocument/rename" => {
            let it: lsp::RenameParams = serde_json::from_value(params).map_err(|error| invalid(&error))?;
            let at = it.text_document_position;
            let Some(document) = workspace.get(at.text_document.uri.as_str()) else { return Ok(Value::Null) };
            let edit = rename::rename(workspace, document, at.position, &it.new_name);
            edit.map(|edit| json!(edit)).map_err(|why| (ErrorCode::RequestFailed, why))
        }
        "textDocument/linkedEditingRange" => at(workspace, params, drawings::linked),
        _ => answer_about_documents(workspace, method, params),
    }
}

/// Answers a request that also concerns other documents than rule files, or a range of a document.
fn answer_about_documents(workspace: &Workspace, method: &str, params: Value) -> Reply {
    match method {
        "ferz/text" => with(params, |it: lsp::DocumentSymbolParams| {
            workspace.get(it.text_document.uri.as_str()).map(|one| one.text.text())
        }),
        "ferz/board" => with(params, |it: lsp::TextDocumentPositionParams| {
            let document = workspace.get(it.text_document.uri.as_str())?;
            board::board(workspace, document, it.position)
        }),
        "workspace/symbol" => {
            with(params, |it: lsp::WorkspaceSymbolParams| selection::everywhere(workspace, &it.query))
        }
        "textDocument/codeLens" => with(params, |it: lsp::CodeLensParams| {
            workspace.get(it.text_document.uri.as_str()).map(lenses::lenses)
        }),
        "textDocument/selectionRange" => with(params, |it: lsp::SelectionRangeParams| {
            let document = workspace.game(&it.text_document.uri)?;
            Some(it.positions.iter().map(|at| selection::around(document, *at)).collect::<Vec<_>>())
        }),
        "textDocument/rangeFormatting" => with(params, |it: lsp::DocumentRangeFormattingParams| {
            layout::format_range(workspace, &it.text_document.uri, it.range)
        }),
        "textDocument/onTypeFormatting" => with(params, |it: OnTypeParams| {
            let document = workspace.game(&it.at.text_document.uri)?;
            Some(layout::on_type(&document.outline().tree, &document.text, it.at.position, &it.ch))
        }),
        _ => Err((ErrorCode::MethodNotFound, format!("unknown request `{method}`"))),
    }
}

/// Answers a request about a position in a rule file.
fn at<R: Serialize>(
    workspace: &Workspace,
    params: Value,
    answer: impl FnOnce(&Document, lsp::Position) -> R,
) -> Reply {
    with(params, |it: lsp::TextDocumentPositionParams| {
        workspace.game(&it.text_document.uri).map(|one| answer(one, it.position))
    })
}

/// Answers a request about a position in any document.
fn anywhere<R: Serialize>(
    workspace: &Workspace,
    params: Value,
    answer: impl FnOnce(&Document, lsp::Position) -> R,
) -> Reply {
    with(params, |it: lsp::TextDocumentPositionParams| {
        workspace.get(it.text_document.uri.as_str()).map(|one| answer(one, it.position))
    })
}

/// Answers a request about a whole rule file.
fn of<R: Serialize>(workspace: &Workspace, params: Value, answer: impl FnOnce(&Document) -> R) -> Reply {
    with(params, |it: lsp::DocumentSymbolParams| workspace.game(&it.text_document.uri).map(answer))
}

pub(super) fn invalid(error: &serde_json::Error) -> (ErrorCode, String) {
    (ErrorCode::InvalidParams, error.to_string())
}

/// Parses the parameters of a request, and answers it.
pub(super) fn with<P: DeserializeOwned, R: Serialize>(params: Value, answer: impl FnOnce(P) -> R) -> Reply {
    serde_json::from_value(params).map(|params| json!(answer(params))).map_err(|error| invalid(&error))
}

/// Returns the capabilities of the server, as `initialize` reports them.
pub(super) fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "codeActionProvider": {
                "codeActionKinds": ["quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll.ferz"],
            },
            "codeLensProvider": { "resolveProvider": false },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"] },
            "completionProvider": { "triggerCharacters": ["`", "[", ".", "@", "/", "="], "resolveProvider": true },
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
