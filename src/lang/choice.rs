//! What decides a game: a selection of its array, its reading and its switches.

use super::merge::{Reading, Switches, unknown_switch};
use super::statement::{Report, listing};
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::text::did_you_mean;
use crate::rules::{Switch, Variant};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What decides a game: the array, the reading, and switches set one by one, each with its place for diagnostics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// The array; the first without one.
    pub array: Option<(String, Span)>,
    pub reading: Option<(String, Span)>,
    pub set: Vec<(String, String, Span)>,
}

/// The values of all switches by name.
pub(super) type Chosen = BTreeMap<String, String>;

impl Selection {
    /// Decides the switches. What is wrong with the selection is reported at the places it carries.
    pub(super) fn choose(&self, switches: &Switches, readings: &[Reading], report: &Report) -> Chosen {
        let mut chosen = switches.defaults();
        let has = |switch: &Switch, value: &str| switch.values.iter().any(|known| known.name == value);
        if let Some((name, span)) = self.reading.as_ref().filter(|(name, _)| name != "default") {
            let reading = readings.iter().find(|reading| reading.name == *name);
            for (switch, _, value, _) in reading.iter().flat_map(|reading| &reading.set) {
                if switches.get(switch).is_some_and(|known| has(known, value)) {
                    chosen.insert(switch.clone(), value.clone());
                }
            }
            if let (None, Some((reading, array))) = (reading, name.split_once('/')) {
                let message = "the array comes before the reading";
                let problem = Diagnostic::error("unknown-reading", *span, message);
                report.push(problem.help(format!("write `/{array}@{reading}` after the name of the game")));
            } else if reading.is_none() {
                let named = readings.iter().map(|reading| reading.name.as_str());
                let names: Vec<&str> = ["default"].into_iter().chain(named).collect();
                let message = format!("the game has no reading `{name}`");
                let problem = Diagnostic::error("unknown-reading", *span, message).misses(name);
                report.push(listing(problem, name, &names));
            }
        }
        for (name, value, span) in &self.set {
            match switches.get(name) {
                Some(switch) if has(switch, value) => {
                    chosen.insert(name.clone(), value.clone());
                }
                Some(switch) => report.push(unknown_value(switch, value, *span)),
                None => report.push(unknown_switch(name, *span, switches)),
            }
        }
        chosen
    }

    pub(super) fn check_array(&self, variant: &Variant, report: &Report) {
        let Some((name, span)) = &self.array else { return };
        let names: Vec<&str> = variant.arrays.iter().map(|info| info.name.as_str()).collect();
        if !names.is_empty() && !names.contains(&name.as_str()) && variant.order(name).is_none() {
            let message = format!("the game has no array `{name}`");
            let orders = variant.arrays.iter().find_map(|info| Some((info, info.orders?)));
            if let Some((info, orders)) = orders.filter(|_| name.bytes().all(|byte| byte.is_ascii_digit())) {
                let help =
                    format!("the orders of the array `{}` have the numbers 0 to {}", info.name, orders - 1);
                report.push(Diagnostic::error("unknown-array", *span, message).help(help));
                return;
            }
            let problem = Diagnostic::error("unknown-array", *span, message).misses(name);
            report.push(listing(problem, name, &names));
        }
    }
}

/// What is wrong with the switches and values that readings set.
pub(super) fn check_readings(readings: &[Reading], switches: &Switches, report: &Report) {
    let values = |reading: &Reading| -> Chosen {
        reading.set.iter().map(|(name, _, value, _)| (name.clone(), value.clone())).collect()
    };
    let mut seen: BTreeMap<Chosen, &Reading> = BTreeMap::new();
    for reading in readings.iter().filter(|reading| !reading.set.is_empty()) {
        match seen.entry(values(reading)) {
            Entry::Vacant(entry) => {
                entry.insert(reading);
            }
            Entry::Occupied(first) => {
                let message =
                    format!("the readings `{}` and `{}` set the same values", first.get().name, reading.name);
                let problem = Diagnostic::lint("equal-readings", reading.span, message);
                let problem = problem.label(first.get().span, "the same reading");
                report.push(problem.help("change a value, or give both sources in one reading"));
            }
        }
    }
    for (name, name_span, value, value_span) in readings.iter().flat_map(|reading| &reading.set) {
        let Some(switch) = switches.get(name) else {
            // A reading may set a switch that only another game of the family has.
            let names = switches.all.iter().map(|switch| switch.name.as_str());
            let near = nearest(name, names).and_then(|near| switches.get(near));
            let Some(Switch { name: near, origin, .. }) = near else { continue };
            let message = format!("this game has no switch `{name}`");
            let problem = Diagnostic::warning("unknown-switch", *name_span, message).misses(name);
            report.push(problem.label(origin.0, "this one is near").help(format!(
                "{} A switch of another game of the family is ignored here",
                did_you_mean(near)
            )));
            continue;
        };
        let known = switch.values.iter().any(|known| known.name == *value);
        if !known && !switches.is_doubtful(name) {
            report.push(unknown_value(switch, value, *value_span));
        }
    }
}

fn unknown_value(switch: &Switch, value: &str, span: Span) -> Diagnostic {
    let names: Vec<&str> = switch.values.iter().map(|value| value.name.as_str()).collect();
    let near = nearest(value, names.iter().copied());
    let near = switch.values.iter().find(|known| near == Some(known.name.as_str()));
    let place = near.map_or(switch.origin.0, |known| known.origin.0);
    listing(
        Diagnostic::error("unknown-value", span, format!("`{}` has no value `{value}`", switch.name))
            .misses(format!("{} {value}", switch.name))
            .label(place, if near.is_some() { "this one is near" } else { "its values are declared here" }),
        value,
        &names,
    )
}
