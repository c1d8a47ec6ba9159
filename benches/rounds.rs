//! Runs perft tasks alternately, and measures their processor time.

use std::collections::BTreeMap;
use std::time::Instant;

/// The minimum processor time of a measurement, in seconds. The system counts time in hundredths of a second.
const MIN: f64 = 0.4;

/// A perft task: its name, the number of nodes, and the function that counts them.
pub struct Task {
    pub name: String,
    pub nodes: u64,
    pub run: Box<dyn Fn() -> u64>,
}

/// The speeds of the tasks by name, in million nodes per second, with one entry for each round.
pub struct Speeds(BTreeMap<String, Vec<f64>>);

impl Speeds {
    /// Runs every task once in each round. Panics if a total is wrong.
    pub fn measure(tasks: &[Task], rounds: usize) -> Speeds {
        let mut speeds: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for round in 1..=rounds {
            for task in tasks {
                let (wall, start) = (Instant::now(), processor());
                let seconds = || match (start, processor()) {
                    (Some(start), Some(end)) => end - start,
                    _ => wall.elapsed().as_secs_f64(),
                };
                // A short task is repeated, because the clock of processor time is coarse.
                let mut nodes = 0;
                while nodes == 0 || seconds() < MIN {
                    let found = (task.run)();
                    assert_eq!(found, task.nodes, "{}", task.name);
                    nodes += found;
                }
                let speed = nodes as f64 / seconds() / 1e6;
                eprintln!("round {round}  {:<20} {speed:>10.3} million nodes per second", task.name);
                speeds.entry(task.name.clone()).or_default().push(speed);
            }
        }
        Speeds(speeds)
    }

    /// Returns the median speed of a task. Returns `None` if there is no such task.
    pub fn median(&self, name: &str) -> Option<f64> {
        let mut speeds = self.0.get(name)?.clone();
        speeds.sort_by(f64::total_cmp);
        speeds.get(speeds.len() / 2).copied()
    }
}

/// Returns the processor time of this process and of the children that have ended, in seconds.
fn processor() -> Option<f64> {
    let own = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let own: f64 = own.split_whitespace().next()?.parse().ok()?;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let children = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(own / 1e9 + children / 100.0)
}
