//! `ferz lsp`: serves an editor through the Language Server Protocol.
//!
//! One thread reads messages, another one checks documents (`checking`), and the main thread answers requests. Most
//! answers are based on the current text (`documents`). Answers that need the whole game use the last version without
//! errors. Start reading at [`Server::event`] in `server`.

mod beside;
mod board;
mod checking;
pub mod completion;
mod documents;
mod drawings;
mod edit;
mod families;
mod fixes;
mod hints;
mod hover;
pub mod layout;
mod lenses;
mod library;
mod mentions;
mod navigation;
mod open_files;
mod page;
mod problems;
mod progress;
mod readings;
mod recorded;
mod rename;
mod requests;
mod rewrites;
mod selection;
mod server;
mod symbols;
pub mod text;
mod tokens;
pub mod transport;
pub mod uri;

use ferz_cli::lsp::LspArgs;
use ferz_cli::output::{CommandError, ExitVerdict, Output};
use server::{Server, SessionStep};
use std::sync::mpsc::channel;
use std::thread::Builder;
use transport::ServerEvent;

/// Returns the address below which each problem has a page: the given address, or the site's folder of problems. A program built
/// without the address of the site has none.
pub fn pages(given: Option<&str>, site: &str) -> Option<String> {
    let of_site = || (!site.is_empty()).then(|| format!("{}/problems", site.trim_end_matches('/')));
    given.map(str::to_owned).or_else(of_site)
}

/// Serves an editor until it ends the session.
///
/// # Errors
/// Returns an error if standard output is closed, or no thread can be started.
pub fn run(args: &LspArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    output.flush()?;
    let (sender, events) = channel();
    let no_thread = |error| CommandError::message(format!("cannot start a thread: {error}"));
    let checked = sender.clone();
    let report = move |result| checked.send(ServerEvent::Checked(Box::new(result))).is_ok();
    let checker = checking::start(report).map_err(no_thread)?;
    Builder::new().name("read".to_owned()).spawn(move || transport::listen(&sender)).map_err(no_thread)?;
    let mut server = Server::new(pages(args.pages.as_deref(), env!("CARGO_PKG_HOMEPAGE")), checker);
    while let Ok(event) = events.recv() {
        // A request that was canceled before its turn is not processed.
        let waiting: Vec<ServerEvent> = std::iter::once(event).chain(events.try_iter()).collect();
        server.note_canceled(&waiting);
        for event in waiting {
            let next = server.event(event);
            for message in server.take_messages() {
                message.write(&mut std::io::stdout())?;
            }
            if let SessionStep::Leave(verdict) = next {
                return Ok(verdict);
            }
        }
    }
    Ok(ExitVerdict::No)
}
