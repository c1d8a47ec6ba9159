//! The selection of a game: its array, its reading, and the values of its switches.
//!
//! [`Selection::choose`] computes the values of all switches. Unknown names are reported at their places in the
//! selection.

use super::merge::{Reading, Switches, unknown_switch};
use super::statement::{Report, listing};
use crate::base::gather;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Parts, nearest};
use crate::messages::text::did_you_mean;
use crate::rules::{Switch, Variant};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A selection: the array, the reading, and single switches, each with its place for diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The name of the array. The default is the first array.
    pub array: Option<(String, Span)>,
    pub reading: Option<(String, Span)>,
    pub set: Vec<(String, String, Span)>,
}

/// The values of all switches.
pub(super) struct Chosen<'a> {
    switches: &'a Switches,
    /// The switches whose value is not the default, with these values.
    others: BTreeMap<&'a str, &'a str>,
}

impl<'a> Chosen<'a> {
    /// Returns the value of a switch, if it exists and has values.
    pub(super) fn get(&self, switch: &str) -> Option<&'a str> {
        self.others.get(switch).copied().or_else(|| self.switches.default(switch))
    }
}

impl Selection {
    /// Computes the values of all switches, and reports unknown readings, switches, and values.
    pub(super) fn choose<'a>(
        &self,
        switches: &'a Switches,
        readings: &[Reading],
        report: &Report,
    ) -> Chosen<'a> {
        let refuse = |problem: Diagnostic| report.push(problem.depends_on(Parts::CHOICE));
        let mut others = BTreeMap::new();
        let mut choose = |switch: &str, value: &str| {
            let known = switches.get(switch).and_then(|switch| Some((switch, switch.value(value)?)));
            others.extend(known.map(|(switch, value)| (switch.name.as_str(), value.name.as_str())));
            known.is_some()
        };
        if let Some((name, span)) = self.reading.as_ref().filter(|(name, _)| name != "default") {
            let reading = readings.iter().find(|reading| reading.name == *name);
            for (switch, _, value, _) in reading.iter().flat_map(|reading| &reading.set) {
                // A reading may set a switch of another game in the family, which is ignored here.
                choose(switch, value);
            }
            // `@READING/ARRAY` is a common mistake for `/ARRAY@READING`.
            if let (None, Some((reading, array))) = (reading, name.split_once('/')) {
                let message = "the array comes before the reading";
                let problem = Diagnostic::new(Code::UnknownReading, *span, message);
                refuse(problem.help(format!("write `/{array}@{reading}` after the name of the game")));
            } else if reading.is_none() {
                let named = readings.iter().map(|reading| reading.name.as_str());
                let names: Vec<&str> = ["default"].into_iter().chain(named).collect();
                let message = format!("the game has no reading `{name}`");
                let problem = Diagnostic::new(Code::UnknownReading, *span, message).misses(name);
                refuse(listing(problem, name, &names));
            }
        }
        for (name, value, span) in &self.set {
            match switches.get(name) {
                Some(_) if choose(name, value) => {}
                Some(switch) => refuse(unknown_value(switch, value, *span)),
                None => refuse(unknown_switch(name, *span, switches)),
            }
        }
        Chosen { switches, others }
    }

    pub(super) fn check_array(&self, variant: &Variant, report: &Report) {
        let Some((name, span)) = &self.array else { return };
        let names: Vec<&str> = variant.arrays.iter().map(|info| info.name.as_str()).collect();
        if !names.is_empty() && !names.contains(&name.as_str()) && variant.order(name).is_none() {
            let message = format!("the game has no array `{name}`");
            let refuse = |problem: Diagnostic| report.push(problem.depends_on(Parts::CHOICE));
            let orders = variant.arrays.iter().find_map(|info| Some((info, info.orders?)));
            if let Some((info, orders)) = orders.filter(|_| name.bytes().all(|byte| byte.is_ascii_digit())) {
                let help =
                    format!("the orders of the array `{}` are numbered from 0 to {}", info.name, orders - 1);
                refuse(Diagnostic::new(Code::UnknownArray, *span, message).help(help));
                return;
            }
            let problem = Diagnostic::new(Code::UnknownArray, *span, message).misses(name);
            refuse(listing(problem, name, &names));
        }
    }
}

/// Reports unknown values and misspelled switches in readings.
pub(super) fn check_readings(readings: &[Reading], switches: &Switches, report: &Report) {
    let values = |reading: &Reading| -> BTreeMap<String, String> {
        gather(reading.set.iter().map(|(name, _, value, _)| (name.clone(), value.clone())))
    };
    let mut seen: BTreeMap<BTreeMap<String, String>, &Reading> = BTreeMap::new();
    for reading in readings.iter().filter(|reading| !reading.set.is_empty()) {
        match seen.entry(values(reading)) {
            Entry::Vacant(entry) => {
                entry.insert(reading);
            }
            Entry::Occupied(first) => {
                let message =
                    format!("the readings `{}` and `{}` set the same values", first.get().name, reading.name);
                let problem = Diagnostic::new(Code::EqualReadings, reading.span, message);
                let problem = problem.label(first.get().span, "the other reading");
                report.push(problem.help("change a value, or name both sources in one reading"));
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
            let problem =
                Diagnostic::new(Code::UnknownSwitch, *name_span, message).misses(name).into_warning();
            let help = did_you_mean(near).and("A switch of another game of the family is ignored here");
            report.push(problem.label(origin.0, "the most similar one").help(help));
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
        Diagnostic::new(Code::UnknownValue, span, format!("`{}` has no value `{value}`", switch.name))
            .misses(&format!("{} {value}", switch.name))
            .label(
                place,
                if near.is_some() { "the most similar one" } else { "its values are declared here" },
            ),
        value,
        &names,
    )
}
