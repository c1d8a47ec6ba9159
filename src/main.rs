//! The command line of ferz.

use clap::Parser;
use ferz::cli::betza::{BetzaArgs, run};

#[derive(Parser)]
#[command(name = "ferz", about = "Rules of chess variants, checked and played")]
enum Command {
    Betza(BetzaArgs),
}

fn main() -> std::process::ExitCode {
    let Command::Betza(args) = Command::parse();
    let answer = run(&args);
    for problem in &answer.problems {
        eprintln!(
            "{}: {}: {}",
            if problem.is_error() { "error" } else { "warning" },
            problem.code,
            problem.message
        );
        for label in &problem.labels {
            eprintln!("  `{}` {}", answer.sources.slice(label.span), label.text);
        }
        if let Some(help) = &problem.help {
            eprintln!("  help: {help}");
        }
    }
    eprint!("{}", answer.err);
    print!("{}", answer.out);
    answer.code.into()
}
