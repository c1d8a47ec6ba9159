#!/usr/bin/env python3
"""Measures which mutants of the code its tests notice: a seeded sample of those that cargo-mutants proposes for some folders.

    tools/mutation/run.py WORK [--number N] [--seed N] [--seconds N] [--workers N] [FOLDER ...]

A build for each mutant would take days. So all mutants are written into one copy of the sources in the folder `WORK`, each behind a
switch, and the tests are built once. Each test runs by itself and records which mutants it executes; then each mutant runs with the tests
that execute it, the fastest ones first, until one of them fails. `--seconds` limits the time of these tests for one mutant.

Mutants that do not compile are replaced by the next ones of the sample. A run that was interrupted goes on. Needs `cargo install
cargo-mutants`.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["core/src/rules/interpreter", "core/src/fast/movegen", "text/src/notation"]

# The function that tells which mutant is chosen, and records those that are executed.
SWITCH = '''
#[doc(hidden)]
pub fn mutant(number: usize) -> bool {
    use std::sync::atomic::{AtomicBool, Ordering};
    static CHOSEN: std::sync::LazyLock<Option<usize>> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").ok()?.parse().ok());
    static TRACE: std::sync::LazyLock<Option<std::ffi::OsString>> =
        std::sync::LazyLock::new(|| std::env::var_os("MUTANT_TRACE"));
    static SEEN: [AtomicBool; 4000] = [const { AtomicBool::new(false) }; 4000];
    if let Some(path) = &*TRACE
        && !SEEN[number].swap(true, Ordering::Relaxed)
    {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let _ = file.and_then(|mut file| std::io::Write::write_all(&mut file, format!("{number}\\n").as_bytes()));
    }
    *CHOSEN == Some(number)
}
'''


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


class Study:
    """A sample of mutants in a copy of the sources."""

    def __init__(self, args):
        self.args, self.work = args, pathlib.Path(args.work).resolve()
        self.sources, self.state = self.work / "sources", self.work / "state.json"
        self.environment = {**os.environ, "CARGO_TARGET_DIR": str(self.work / "target"), "INSTA_UPDATE": "no"}
        self.lock = threading.Lock()

    def kept(self, name, make):
        """Returns a part of the state, which is made once. It is read back as a later run reads it."""
        state = json.loads(self.state.read_text()) if self.state.exists() else {}
        if name not in state:
            self.keep(name, make())
            return self.kept(name, make)
        return state[name]

    def keep(self, name, value):
        state = json.loads(self.state.read_text()) if self.state.exists() else {}
        state[name] = value
        new = self.state.with_suffix(".new")
        new.write_text(json.dumps(state))
        new.replace(self.state)

    def sample(self):
        """Returns twice as many mutants as are wanted, because some do not compile."""
        found = []
        for folder in self.args.folders:
            listed = json.loads(run("cargo", "mutants", "--workspace", "--list", "--json", "--file", f"{folder}/**", cwd=ROOT))
            listed = [one for one in listed if one["function"]]
            random.seed(self.args.seed)
            for one in random.sample(listed, min(len(listed), 2 * self.args.number)):
                found.append({**one, "folder": folder, "number": len(found)})
            print(f"{folder}: {len(listed)} mutants")
        return found

    def apply(self, mutants):
        """Writes the mutants into a new copy of the sources, and returns the numbers of those that could be written."""
        if not self.sources.exists():
            run("git", "clone", "--quiet", str(ROOT), str(self.sources))
        run("git", "checkout", "--quiet", ".", cwd=self.sources)
        program = ("cargo", "run", "--quiet", "--manifest-path", str(ROOT / "tools/mutation/Cargo.toml"), "--", str(self.sources))
        environment = {**os.environ, "CARGO_TARGET_DIR": str(self.work / "program")}
        applied = json.loads(run(*program, input=json.dumps(mutants), env=environment))
        for path, text in (("core/src/lib.rs", SWITCH), ("text/src/lib.rs", "use ferz_core::mutant;\n")):
            with open(self.sources / path, "a") as file:
                file.write(text)
        return set(applied)

    def refused(self, package):
        """Returns the numbers of mutants that the compiler refuses."""
        command = ["cargo", "check", "--lib", "--package", package, "--message-format", "json"]
        checked = subprocess.run(command, cwd=self.sources, env=self.environment, text=True, capture_output=True)
        numbers = set()
        for line in checked.stdout.splitlines():
            message = json.loads(line).get("message") or {}
            if message.get("level") != "error":
                continue
            near = []
            for span in sorted(message["spans"], key=lambda span: not span["is_primary"]):
                lines = (self.sources / span["file_name"]).read_text().split("\n")[span["line_start"] - 1:]
                line = lines[0]
                all = [(found.start(), int(found.group(1))) for found in re.finditer(r"crate::mutant\((\d+)\)", line)]
                if span["is_primary"] and message["code"] and message["code"]["code"] == "E0004":
                    # A match without one of its arms does not cover all values. The compiler names its first line only.
                    end = re.match(r"\s*", line).group() + "}"
                    block = itertools.takewhile(lambda line: not line.startswith(end), lines)
                    numbers.update(map(int, re.findall(r"if !crate::mutant\((\d+)\) =>", "\n".join(block))))
                    continue
                before = [number for column, number in all if column < span["column_end"]]
                near += [number for _, number in all if not before] or before[-1:]
            numbers.update(near[:1])
        if checked.returncode and not numbers:
            raise SystemExit(checked.stderr)
        return numbers

    def viable(self):
        """Returns the mutants to study, which compile together."""
        sampled = self.kept("sample", self.sample)
        refused = set()
        for package in ("ferz-core", "ferz-text"):
            while True:
                applied = self.apply([one for one in sampled if one["number"] not in refused])
                found = self.refused(package)
                if not found:
                    break
                refused |= found
        chosen, count = [], collections.Counter()
        for one in sampled:
            if one["number"] in applied and count[one["folder"]] < self.args.number:
                count[one["folder"]] += 1
                chosen.append(one["number"])
        self.apply([one for one in sampled if one["number"] in chosen])
        return chosen

    def build(self):
        """Returns the programs that run the tests."""
        command = ["cargo", "test", "--package", "ferz", "--test", "suite", "--no-run", "--message-format", "json"]
        lines = run(*command, cwd=self.sources, env=self.environment).splitlines()
        return [one["executable"] for one in map(json.loads, lines) if one.get("executable") and one["profile"]["test"]]

    def test(self, program, name, limit, **variables):
        """Runs one test, and returns the number with which it ends and its time. A test that takes too long fails."""
        begin = time.monotonic()
        command = [program, "--exact", name, "--test-threads", "1"]
        environment = {**self.environment, "CARGO_MANIFEST_DIR": str(self.sources), **variables}
        quiet = {name: subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
        try:
            code = subprocess.run(command, cwd=self.sources, env=environment, timeout=limit, **quiet).returncode
        except subprocess.TimeoutExpired:
            code = 124
        return code, time.monotonic() - begin

    def trace(self):
        """Returns for each test its time and the mutants that it executes."""
        tests = []
        for program in self.kept("programs", self.build):
            every, ignored = (set(run(program, "--list", *options, env=self.environment).splitlines())
                              for options in ((), ("--ignored",)))
            tests += [(program, line[:-6]) for line in sorted(every - ignored) if line.endswith(": test")]
        found = []

        def one(test):
            path = self.work / "traces" / str(tests.index(test))
            path.unlink(missing_ok=True)
            code, took = self.test(*test, 1800, MUTANT_TRACE=str(path))
            numbers = sorted(map(int, path.read_text().split())) if path.exists() else []
            # A test that fails by itself shows nothing.
            found.append([*test, took, numbers if code == 0 else []])

        (self.work / "traces").mkdir(exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(self.args.workers) as pool:
            list(pool.map(one, tests))
        return found

    def study(self):
        """Runs the tests for each mutant, and returns the results by number."""
        chosen, traced = self.kept("chosen", self.viable), self.kept("traced", self.trace)
        results, kills = self.kept("results", dict), collections.Counter()

        def one(number):
            old = results.get(str(number), {"by": None, "tried": []})
            tests = [test for test in traced if number in test[3] and [test[0], test[1]] not in old["tried"]]
            used = 0
            # First the fast tests, and those that have killed other mutants.
            for program, name, took, _ in sorted(tests, key=lambda test: test[2] / (1 + kills[test[1]])):
                if old["by"] or used + took > self.args.seconds:
                    continue
                code, spent = self.test(program, name, 20 + 10 * took, MUTANT=str(number))
                used += spent
                old["tried"].append([program, name])
                if code:
                    old["by"] = name
                    kills[name] += 1
            with self.lock:
                left = sum([test[0], test[1]] not in old["tried"] for test in tests)
                results[str(number)] = {**old, "left": left}
                self.keep("results", results)

        with concurrent.futures.ThreadPoolExecutor(self.args.workers) as pool:
            list(pool.map(one, chosen))
        return results

    def report(self, results):
        mutants = {str(one["number"]): one for one in self.kept("sample", self.sample)}
        for folder in self.args.folders:
            own = {number: result for number, result in results.items() if mutants[number]["folder"] == folder}
            print(f"{folder}: {sum(bool(result['by']) for result in own.values())} of {len(own)} killed")
        for number, result in results.items():
            if not result["by"]:
                tests = f"{len(result['tried'])} tests passed, {result['left']} not run"
                print(f"survives: {number} {mutants[number]['name']} ({tests})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", help="the folder for the sources, the build, and the results")
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="the folders whose code is changed")
    parser.add_argument("--number", type=int, default=150, help="the number of mutants of each folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="the time of the tests for one mutant")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    pathlib.Path(args.work).mkdir(parents=True, exist_ok=True)
    study = Study(args)
    study.report(study.study())


if __name__ == "__main__":
    main()
