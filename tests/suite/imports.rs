//! Tests of the order of the source files of all packages: which file imports which other one.
//!
//! An import of a type that a parent module exports again counts as an import of the file that declares the type.

use super::architecture::sources;
use std::collections::{BTreeMap, BTreeSet};

/// A module as its path, such as `["core", "fast", "compile", "paths"]`.
type Module = Vec<String>;

/// Each source file with the files that it imports.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// Returns the paths of one import, as in `super::{a::B, c}`. Names after `as` are left out.
fn expanded(import: &str) -> Vec<String> {
    let Some(at) = import.find('{') else {
        let name = import.split(" as ").next().unwrap_or_default();
        return vec![name.split_whitespace().collect()];
    };
    let inside = &import[at + 1..import.rfind('}').unwrap_or(import.len())];
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in inside.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match (letter, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (_, Some(part)) => part.push(letter),
            (_, None) => {}
        }
    }
    let prefix: String = import[..at].split_whitespace().collect();
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expanded(part)).map(|part| format!("{prefix}{part}")).collect()
}

/// Returns the imports of a file and whether other files can see them, and the rest of its text.
fn imports_of(code: &str) -> (Vec<(bool, String)>, String) {
    let (mut imports, mut rest, mut open) = (Vec::new(), String::new(), None::<(bool, String)>);
    for line in code.lines() {
        let line = line.trim();
        let visible = line.starts_with("pub");
        let after_visibility = match line.strip_prefix("pub(") {
            Some(inner) => inner.split_once(") ").map_or("", |(_, after)| after),
            None => line.strip_prefix("pub ").unwrap_or(line),
        };
        match (&mut open, after_visibility.strip_prefix("use ")) {
            (Some((_, text)), _) => text.push_str(line),
            (None, Some(text)) => open = Some((visible, text.to_owned())),
            (None, None) => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
        if let Some((visible, text)) = open.take_if(|(_, text)| text.ends_with(';')) {
            imports.extend(expanded(text.trim_end_matches(';')).into_iter().map(|path| (visible, path)));
        }
    }
    (imports, rest)
}

/// Returns the paths in the text that begin with `crate`, `super`, `self`, or a package.
fn written_paths(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts =
        ["crate::", "super::", "self::", "ferz_"].map(|start| text.match_indices(start).collect::<Vec<_>>());
    let path = |at: usize| text[at..].chars().take_while(|c| is_name(*c) || *c == ':').collect::<String>();
    // A path after `in` limits who can see an item, and imports nothing.
    let begins =
        |at: usize| !text[..at].ends_with(|c: char| is_name(c) || c == ':') && !text[..at].ends_with("(in ");
    starts.concat().into_iter().filter(|(at, _)| begins(*at)).map(|(at, _)| path(at)).collect()
}

/// Returns the module from which a path starts, and the rest of the path. Returns `None` for a path to another crate.
fn started(own: &Module, path: &str, modules: &BTreeSet<Module>) -> Option<(Module, Vec<String>)> {
    let mut parts: Vec<String> = path.split("::").map(str::to_owned).collect();
    if let Some(package) = parts[0].strip_prefix("ferz_") {
        let base = vec![package.to_owned()];
        return modules.contains(&base).then(|| (base, parts.split_off(1)));
    }
    let child = [own.as_slice(), &parts[..1]].concat();
    let mut base = own.clone();
    if !["crate", "super", "self"].contains(&parts[0].as_str()) {
        return modules.contains(&child).then_some((base, parts));
    }
    while let Some(first) = parts.first().filter(|part| ["crate", "super", "self"].contains(&part.as_str())) {
        match first.as_str() {
            "crate" => base.truncate(1),
            "super" => drop(base.pop()),
            _ => {}
        }
        parts.remove(0);
    }
    Some((base, parts))
}

/// Reads the imports of all files.
fn imports() -> Imports {
    let texts: BTreeMap<Module, String> = sources()
        .into_iter()
        .map(|source| {
            let parts = source.module.split('/').filter(|part| !["mod", "lib"].contains(part));
            (std::iter::once(source.package).chain(parts).map(str::to_owned).collect(), source.code)
        })
        .collect();
    let modules: BTreeSet<Module> = texts.keys().cloned().collect();
    let read: BTreeMap<&Module, _> = texts.iter().map(|(own, code)| (own, imports_of(code))).collect();
    let mut exported: BTreeMap<(Module, String), (Module, Vec<String>)> = BTreeMap::new();
    for (own, (imports, _)) in &read {
        // All modules of a package can use the imports of its root.
        for (_, path) in imports.iter().filter(|(visible, _)| *visible || own.len() == 1) {
            if let Some((base, parts)) = started(own, path, &modules)
                && let Some(name) = parts.last()
            {
                exported.insert(((*own).clone(), name.clone()), (base, parts.clone()));
            }
        }
    }
    let declared_in = |mut base: Module, mut parts: Vec<String>| {
        // Each step either enters a module or follows a name to where it is exported from.
        for _ in 0..20 {
            let Some(first) = parts.first().cloned() else { break };
            let child = [base.as_slice(), std::slice::from_ref(&first)].concat();
            if modules.contains(&child) {
                base = child;
                parts.remove(0);
            } else if let Some(next) = exported.get(&(base.clone(), first)) {
                (base, parts) = next.clone();
            } else {
                break;
            }
        }
        base
    };
    let mut all = Imports::new();
    for (own, (imports, rest)) in &read {
        // A module that only exports a name again does not use it.
        let own_imports = imports.iter().filter(|(visible, _)| !visible).map(|(_, path)| path.clone());
        let paths = own_imports.chain(written_paths(rest));
        let starts = paths.filter_map(|path| started(own, path.trim_end_matches(':'), &modules));
        let used = starts.map(|(base, parts)| declared_in(base, parts));
        all.insert((*own).clone(), used.filter(|other| other != *own && modules.contains(other)).collect());
    }
    all
}

/// Returns the files that a file imports directly or indirectly.
fn reached<'a>(all: &'a Imports, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(used) = open.pop().and_then(|name| all.get(name)) {
        open.extend(used.iter().filter(|other| seen.insert(*other)));
    }
    seen
}

/// Files that import each other must be read together, so a circle has at most three files.
#[test]
fn circles_of_imports_are_small() {
    let all = imports();
    assert!(all.values().map(BTreeSet::len).sum::<usize>() > 2_000, "the imports were not found");
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        all.keys().map(|own| (own, reached(&all, own))).collect();
    for (own, others) in &reached {
        let circle: Vec<String> = others
            .iter()
            .filter(|other| reached.get(*other).is_some_and(|back| back.contains(own)))
            .map(|other| other.join("/"))
            .collect();
        assert!(circle.len() <= 3, "{} is in a circle of {circle:?}", own.join("/"));
    }
}

/// The parts of the fast path in order. A file uses only its own part and the parts before it.
const FLOORS: [&str; 7] = ["tables", "compile", "position", "movegen", "stack", "engine", "material"];

#[test]
fn parts_of_the_fast_path_use_only_earlier_parts() {
    let floor = |module: &Module| match module.as_slice() {
        [_, layer, part, ..] if layer == "fast" => FLOORS.iter().position(|floor| floor == part),
        _ => None,
    };
    let mut arrows = 0;
    for (own, used) in imports() {
        let Some(level) = floor(&own) else {
            assert!(
                own.get(1).is_none_or(|layer| layer != "fast") || own.len() == 2,
                "{own:?} is on no floor"
            );
            continue;
        };
        for other in used.iter().filter(|other| other.get(1).is_some_and(|layer| layer == "fast")) {
            arrows += 1;
            assert!(floor(other).is_some_and(|below| below <= level), "{own:?} uses {other:?}");
        }
    }
    assert!(arrows > 100, "the imports were not found");
}
