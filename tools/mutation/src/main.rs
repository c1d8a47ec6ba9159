//! Writes mutants of a program into its sources, each behind a switch, so that one build contains all of them:
//! `ferz-mutation FOLDER < MUTANTS.json > APPLIED.json`.
//!
//! The input is a list of mutants as `cargo mutants --list --json` prints it, with a number for each, and the output
//! is the list of the numbers that could be applied. `crate::mutant(7)` is true if mutant 7 is chosen.

use proc_macro2::{LineColumn, Span};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Error};
use std::path::Path;
use std::{env, fs};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    line: usize,
    column: usize,
}

#[derive(Clone, Copy, Deserialize)]
struct Extent {
    start: Place,
    end: Place,
}

#[derive(Deserialize)]
struct Function {
    span: Extent,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
enum Genre {
    BinaryOperator,
    FnValue,
    MatchArm,
    MatchArmGuard,
    UnaryOperator,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Mutant {
    number: usize,
    file: String,
    genre: Genre,
    span: Extent,
    #[serde(default)]
    replacement: String,
    function: Option<Function>,
}

fn main() -> io::Result<()> {
    let root =
        env::args_os().nth(1).ok_or_else(|| Error::other("usage: ferz-mutation FOLDER < MUTANTS.json"))?;
    let mutants: Vec<Mutant> = serde_json::from_reader(io::stdin())?;
    let mut files: BTreeMap<String, Vec<Mutant>> = BTreeMap::new();
    mutants.into_iter().for_each(|mutant| files.entry(mutant.file.clone()).or_default().push(mutant));
    let mut applied = BTreeSet::new();
    for (file, mutants) in files {
        let path = Path::new(&root).join(file);
        let text = fs::read_to_string(&path)?;
        let tree = syn::parse_file(&text).map_err(Error::other)?;
        let starts = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut editor =
            Editor { text: &text, starts, mutants, insertions: Vec::new(), applied: BTreeSet::new() };
        editor.visit_file(&tree);
        fs::write(&path, editor.edited())?;
        applied.append(&mut editor.applied);
    }
    serde_json::to_writer(io::stdout(), &applied)?;
    Ok(())
}

/// The order of texts that are inserted at the same place: ends before starts, the ends of inner expressions before
/// those of outer ones, and the starts of outer expressions before those of inner ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    End { size: usize },
    Middle,
    Start { size: std::cmp::Reverse<usize> },
}

/// The insertions into one file.
struct Editor<'t> {
    text: &'t str,
    /// The offset of each line.
    starts: Vec<usize>,
    mutants: Vec<Mutant>,
    insertions: Vec<(usize, Order, String)>,
    applied: BTreeSet<usize>,
}

impl Editor<'_> {
    fn edited(&mut self) -> String {
        self.insertions.sort_by_key(|(at, order, _)| (*at, *order));
        let (mut edited, mut last) = (String::new(), 0);
        for (at, _, inserted) in &self.insertions {
            edited.extend([&self.text[last..*at], inserted]);
            last = *at;
        }
        edited + &self.text[last..]
    }

    fn offset(&self, place: LineColumn) -> usize {
        let start = self.starts[place.line - 1];
        let line = &self.text[start..];
        start + line.char_indices().nth(place.column).map_or(line.len(), |(at, _)| at)
    }

    fn of(&self, span: Span) -> &str {
        &self.text[self.offset(span.start())..self.offset(span.end())]
    }

    /// Surrounds the code of a span with two texts.
    fn surround(&mut self, span: Span, before: String, after: String) {
        let (start, end) = (self.offset(span.start()), self.offset(span.end()));
        let size = end - start;
        self.insertions.push((start, Order::Start { size: std::cmp::Reverse(size) }, before));
        self.insertions.push((end, Order::End { size }, after));
    }

    /// Replaces an expression if a mutant is chosen.
    fn choose(&mut self, number: usize, whole: Span, replacement: &str) {
        let before = format!("(if crate::mutant({number}) {{ {replacement} }} else {{ ");
        self.surround(whole, before, " })".to_owned());
        self.applied.insert(number);
    }

    /// Returns the mutants of a kind that start at a span, with their replacements.
    fn at(&self, span: Span, genre: Genre) -> Vec<(usize, String)> {
        let fits = |mutant: &&Mutant| mutant.genre == genre && mutant.span.start == place(span.start());
        self.mutants.iter().filter(fits).map(|mutant| (mutant.number, mutant.replacement.clone())).collect()
    }

    /// Applies the mutants that replace what a function returns.
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let (start, end) = (place(block.span().start()), place(block.span().end()));
        let first = block.stmts.first().map(|statement| place(statement.span().start()));
        let head = place(signature.span().start());
        let fits = |mutant: &&Mutant| {
            let encloses = |function: &Function| function.span.start <= head && function.span.end >= end;
            mutant.genre == Genre::FnValue
                && (mutant.span.start == start || first == Some(mutant.span.start))
                && mutant.span.end <= end
                && mutant.function.as_ref().is_some_and(encloses)
        };
        let found: Vec<(usize, String)> = self
            .mutants
            .iter()
            .filter(fits)
            .map(|mutant| (mutant.number, mutant.replacement.clone()))
            .collect();
        for (number, value) in
            found.into_iter().filter(|(number, _)| !self.applied.contains(number)).collect::<Vec<_>>()
        {
            if let Some(iterator) = value.strip_prefix("::std::iter::") {
                // Both values of a function that returns some iterator must have one type.
                let Some(syn::Stmt::Expr(tail, None)) = block.stmts.last() else { continue };
                let once = iterator.strip_prefix("once(").and_then(|value| value.strip_suffix(')'));
                let once = once.map(|value| format!(".chain(crate::mutant({number}).then(|| {value}))"));
                let after =
                    format!(").filter(move |_| !crate::mutant({number})){}", once.unwrap_or_default());
                self.surround(tail.span(), "(".to_owned(), after);
            } else {
                let at = self.offset(block.brace_token.span.open().end());
                let value = if value == "()" { "" } else { &value };
                self.insertions.push((
                    at,
                    Order::Middle,
                    format!("if crate::mutant({number}) {{ return {value}; }} "),
                ));
            }
            self.applied.insert(number);
        }
    }
}

impl<'ast> Visit<'ast> for Editor<'_> {
    // What the compiler evaluates cannot ask which mutant is chosen.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() {
            self.function(&item.sig, &item.block);
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() {
            self.function(&item.sig, &item.block);
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, whole: &'ast syn::ExprBinary) {
        for (number, operator) in self.at(whole.op.span(), Genre::BinaryOperator) {
            if !has_let(&whole.left) && !has_let(&whole.right) {
                let mutated =
                    format!("{} {operator} {}", self.of(whole.left.span()), self.of(whole.right.span()));
                self.choose(number, whole.span(), &mutated);
            }
        }
        visit::visit_expr_binary(self, whole);
    }

    fn visit_expr_unary(&mut self, whole: &'ast syn::ExprUnary) {
        for (number, _) in self.at(whole.op.span(), Genre::UnaryOperator) {
            let mutated = self.of(whole.expr.span()).to_owned();
            self.choose(number, whole.span(), &mutated);
        }
        visit::visit_expr_unary(self, whole);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let guard = arm.guard.as_ref().map(|(_, guard)| guard).filter(|guard| !has_let(guard));
        for (number, _) in self.at(arm.span(), Genre::MatchArm) {
            match guard {
                Some(guard) => {
                    self.surround(guard.span(), format!("!crate::mutant({number}) && ("), ")".to_owned());
                }
                None if arm.guard.is_none() => {
                    let at = self.offset(arm.pat.span().end());
                    self.insertions.push((at, Order::Middle, format!(" if !crate::mutant({number})")));
                }
                None => continue,
            }
            self.applied.insert(number);
        }
        if let Some(guard) = guard {
            for (number, replacement) in self.at(guard.span(), Genre::MatchArmGuard) {
                self.choose(number, guard.span(), &replacement);
            }
        }
        visit::visit_arm(self, arm);
    }

    // The tree has no expressions inside of macros.
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}

fn place(at: LineColumn) -> Place {
    Place { line: at.line, column: at.column + 1 }
}

/// Returns true if an expression is a part of a condition with `let`, which no parentheses may surround.
fn has_let(expr: &syn::Expr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.0 = true;
        }
        fn visit_expr_block(&mut self, _: &'ast syn::ExprBlock) {}
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut finder = Finder(false);
    finder.visit_expr(expr);
    finder.0
}
