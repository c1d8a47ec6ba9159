#!/usr/bin/env python3
"""Interrupts every command that writes at every system call that changes a file, and looks at the files.

    tools/kill_writes.py [--ferz PATH] [--only WORD] [--errors]

`strace` kills the program at its first such call, then in another run at the second, and so on; with `--errors`, the call fails instead,
as on a full disk. After each run, each file must hold its complete old text or the complete text that a run without faults writes; a file
that was not there may also be missing. The games of `study` and `tune` are kept after each game: there, the text must be a beginning of
the complete text that ends with a whole game, or the same command with `--resume` must complete it. Temporary files may remain.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The calls that change a file, a folder, or a name.
CALLS = ("open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync,sync_file_range,"
         "rename,renameat,renameat2,link,linkat,unlink,unlinkat,symlink,mkdir,mkdirat,rmdir,chmod,fchmod,fchmodat,chown,fchown,"
         "copy_file_range,sendfile,flock,close")
TEMPORARY = re.compile(r"\.ferz-\w+\.tmp$")

RULES = """variant x "X"
board {
 grid 8 x 8
 black is white mirrored
}
piece king K `K` royal
piece rook R `R`
royalty { check binds always }
ending {
 checkmate: loss
 stalemate: draw
}
array a {
1 | R . . . K . . R
}
"""
CASES = "# Cases\n\n```game\nx\n```\n\n## First\n\n```perft 1\n```\n\n## Second\n\n```perft 1\n9\n```\n"
FILES = {
    "x.ferz": RULES, "cases/a.md": CASES, "x.snapshot": "# X: recorded moves\n", "old.html": "<!doctype html>\n<title>old</title>\n",
    "mine.ini": "[mine:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\n",
}

# The commands, with what is typed, and true if they keep games one after the other.
WRITERS = [
    ("fmt x.ferz", "", False),
    ("test --accept", "", False),
    ("test --review cases/a.md", "y\ny\n", False),
    ("snapshot x.ferz", "", False),
    ("play x.ferz", "a1a2\nsave g.game\nquit\n", False),
    ("play x.ferz", "save h.game\nquit\n", False),
    ("betza R --svg p.svg", "", False),
    ("moves x.ferz --svg q.svg", "", False),
    ("new other", "", False),
    ("import mine.ini mine --output mine.ferz", "", False),
    ("export x.ferz --to fairy-stockfish -o x.ini", "", False),
    ("page x.ferz -o x.html", "", False),
    ("study x.ferz --number 2 --nodes 20 --plies 12 --threads 1 --out games.jsonl", "", True),
    ("study x.ferz --number 2 --nodes 20 --plies 12 --threads 1 --html s.html", "", False),
    ("tune x.ferz --number 10 --nodes 20 --plies 16 --threads 1 --trial 1 --games tuned.jsonl -o tuned.ferz", "", True),
]


def prepare(folder, ferz):
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for args, typed in (("betza N --svg p.svg", ""), ("play x.ferz", "save g.game\nquit\n")):
        run([ferz, *args.split()], typed, folder)


def run(command, typed, folder):
    # The games of `play` on the screen are kept in the folder as well, and the time of a game does not change.
    env = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "NO_COLOR": "1"}
    env.pop("CI", None)
    return subprocess.run(command, input=typed, capture_output=True, text=True, cwd=folder, env=env, timeout=300, check=False)


def held(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def unstable(text):
    """Removes what differs between two runs: dates and times, and the answers of the cases of `new`, which needs to read its rules."""
    text = re.sub(rb"(?s)```(perft|moves).*?```", b"", text)
    return re.sub(rb"\d{4}.\d\d.\d\d|\d\d:\d\d:\d\d|\"?(millis|seconds|time)\"?: ?[\d.]+", b"", text)


class Writer:
    def __init__(self, ferz, folder, args, typed, games):
        self.ferz, self.folder, self.args, self.typed, self.games = ferz, folder, args, typed, games
        self.before = self.start()
        self.code = run([ferz, *args.split()], typed, folder)
        self.after = held(folder)
        self.stable = {name: unstable(text) for name, text in self.after.items()}

    def start(self):
        prepare(self.folder, self.ferz)
        return held(self.folder)

    def problems(self):
        now, found = held(self.folder), []
        for name in {*now, *self.before} - {name for name in now if TEMPORARY.search(name)}:
            text, old, new = now.get(name), self.before.get(name), self.stable.get(name)
            if text == old or text is not None and unstable(text) == new:
                continue
            if self.games and text is not None and self.resumes(name):
                continue
            found.append(f"{name}: {'missing' if text is None else text[:200]}")
        return found

    def resumes(self, name):
        """Returns true if the command completes its games."""
        again = run([self.ferz, *self.args.split(), "--resume"], "", self.folder)
        return again.returncode == self.code.returncode and unstable(held(self.folder).get(name, b"")) == self.stable.get(name)

    def fault(self, kind, number):
        """Runs the command with a fault at the call with this number. Returns its exit status and True if the call was reached."""
        self.start()
        log = self.folder.parent / "log"
        strace = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={CALLS}", "-e", f"inject={CALLS}:{kind}:when={number}"]
        ended = run([*strace, self.ferz, *self.args.split()], self.typed, self.folder)
        text = log.read_text(errors="replace")
        return ended, "INJECTED" in text or "killed by SIGKILL" in text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--only", default="", help="only the commands that contain this word")
    parser.add_argument("--errors", action="store_true", help="let the calls fail instead of killing the program")
    args = parser.parse_args()
    ferz, failed, total = str(pathlib.Path(args.ferz).resolve()), 0, 0
    kind = "error=ENOSPC" if args.errors else "signal=SIGKILL"
    with tempfile.TemporaryDirectory() as place:
        for command, typed, games in WRITERS:
            if args.only not in command:
                continue
            writer = Writer(ferz, pathlib.Path(place) / "files", command, typed, games)
            changed = sorted(name for name in writer.after if writer.after[name] != writer.before.get(name))
            if not changed:
                sys.exit(f"`{command}` writes nothing: {writer.code.stdout}{writer.code.stderr}")
            number, misses = 0, 0
            # A thread may reach a call that the others do not, so a few more numbers are tried.
            while misses < 2 and number < 2000:
                number += 1
                ended, reached = writer.fault(kind, number)
                misses = 0 if reached else misses + 1
                problems = writer.problems()
                failed += bool(problems)
                total += reached
                for problem in problems:
                    print(f"`{command}`, call {number}: {problem}\n{ended.stderr[-300:]}", flush=True)
            print(f"`{command}` writes {', '.join(changed)}: {number - misses} calls", flush=True)
    print(f"{total} faults, {failed} with a damaged file")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
