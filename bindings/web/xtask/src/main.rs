//! Generates the JavaScript side of the web module: `ferz-web-bindings MODULE.wasm FOLDER web|node [NAME]`.
//! `NAME` is that of the files, by default `ferz`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (module, folder, target, name) = match &arguments[..] {
        [module, folder, target] => (module, folder, target, "ferz"),
        [module, folder, target, name] => (module, folder, target, name.as_str()),
        _ => {
            eprintln!("usage: ferz-web-bindings MODULE.wasm FOLDER web|node [NAME]");
            return ExitCode::from(2);
        }
    };
    match make(module, folder, target, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn make(module: &str, folder: &str, target: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true).remove_name_section(true);
    let made = match target {
        "web" => bindgen.web(true),
        "node" => bindgen.nodejs(true),
        _ => return Err(format!("unknown target `{target}`; expected web or node")),
    };
    made.and_then(|bindgen| bindgen.generate(folder)).map_err(|error| format!("{error:#}"))
}
