//! The program `ferz`. All of its code is in the library, in the module `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::main()
}
