#!/usr/bin/env python3
"""Lets XBoard play complete games on a virtual display, and checks its records and debug files.

    tools/xboard.py [GAME[=PROGRAM] ...] [--games N] [--time M:S] [--folder DIR] [--picture FILE.png] [--ferz PATH]

ferz plays every GAME against PROGRAM, an engine for XBoard's protocol, or against itself. A GAME is the name of a built-in game, or
`normal` for chess; without games, those of the table below are played. The folder then contains the record (PGN) and XBoard's debug
file of each. The program fails if a game has no result, if XBoard or an engine rejects a move, or if an engine exits too early.
`--picture` takes a picture of the window of the last game after some moves. XBoard has pictures for the pieces of Tamerlane Chess but
does not know which belongs to which; `--dress` gives it a folder in which they are named correctly. `--trust` turns off XBoard's test
of moves. Needs XBoard and Xvfb, and for a picture also xdotool and ImageMagick's `import`.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

USUAL = ["normal=fairymax", "shatranj=sjaakii", "tamerlane", "xiangqi", "shogi"]
# Options that a program needs: Fairy-Max exits at the command `computer`.
NEEDS = {"fairymax": ["-secondComputerString", ""]}
SCREEN = (1600, 1200)

THEME = pathlib.Path("/usr/share/games/xboard/themes/default")
# XBoard's names of the pictures, in the order of the letters of `setup`; the king is last.
SLOTS = """Pawn Knight Bishop Rook Queen Advisor Elephant Archbishop Marshall Gold Commoner Canon Nightrider CrownedBishop CrownedRook
Crown Chancellor Hawk Lance Cobra Unicorn Lion Sword Zebra Camel Tower Wolf Hat Duck Axe Dragon Gnu Cub""".split()
# The pictures by the letters of the pieces in ferz. All other pieces are pawns.
DRESS = {"N": "Knight", "R": "Rook", "P": "Prince", "G": "Advisor", "V": "Viking", "E": "Elephant", "D": "Tower", "C": "Camel",
         "A": "HCrown", "T": "Sword", "Z": "Unicorn"}

# Texts that XBoard and the engines must not print.
BAD = re.compile(
    r"illegal (?:move|position)|false [\w-]+ claim|invalid move|exited unexpectedly|error writing|not supported by|"
    r"does not play this|tellusererror|failed to start|unknown command|no such game",
    re.IGNORECASE,
)
# Messages of an engine to the user.
NOTE = re.compile(r"<(first|second) ?: (?:telluser|askuser) (.*)")
SENT = re.compile(r">(?:first|second) ?: ")
CLOCK = re.compile(r">(?:first|second) ?: time (-?\d+)")
THOUGHT = re.compile(r"<(?:first|second) ?: \d+ ")


def find(name):
    for folder in ("", "/usr/games", "/usr/local/games"):
        found = shutil.which(name, path=folder) if folder else shutil.which(name)
        if found:
            return found
    sys.exit(f"missing: {name}")


class Display:
    """A virtual display."""

    def __init__(self):
        reading, writing = os.pipe()
        width, height = SCREEN
        command = [find("Xvfb"), "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        if not number:
            sys.exit("Xvfb does not start")
        self.name = f":{number}"

    def close(self):
        self.server.terminate()
        self.server.wait()


def dressed(args, game, folder):
    """Creates a folder in which XBoard finds the pictures of the pieces."""
    said = subprocess.run([args.ferz, "engine"], input=f"xboard\nprotover 2\nvariant {game}\nquit\n", capture_output=True, text=True, check=True)
    letters = re.search(r"^setup \((\S+)\)", said.stdout, re.MULTILINE)[1]
    *others, king = letters[:len(letters) // 2]
    folder.mkdir()
    for color in ("White", "Black"):
        for slot, letter in [*zip(SLOTS, others), ("King", king)]:
            wanted = "King" if letter == king else DRESS.get(letter, "Pawn")
            (folder / f"{color}{slot}.svg").symlink_to(THEME / f"{color}{wanted}.svg")
    return folder


class Table:
    """XBoard with two engines."""

    def __init__(self, args, display, home, game, other):
        name = re.sub(r"\W+", "-", game)
        self.folder = pathlib.Path(args.folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.record, self.debug = self.folder / f"{name}.pgn", self.folder / f"{name}.debug"
        for path in (self.record, self.debug):
            path.unlink(missing_ok=True)
        ferz = f"{pathlib.Path(args.ferz).resolve()} engine"
        second = ferz if other is None else find(other)
        command = [find("xboard"), "-fcp", ferz, "-scp", second, "-mode", "TwoMachines"]
        command += ["-variant", game, "-matchGames", str(args.games), "-mps", "40", "-tc", args.time, "-xponder"]
        command += ["-debug", "-nameOfDebugFile", str(self.debug), "-saveGameFile", str(self.record)]
        command += ["-size", args.size, "-popupMoveErrors", "false", "-popupExitMessage", "false", "-soundProgram", ""]
        command += ["-testLegality", "false" if args.trust else "true", "-autoRaiseBoard", "false", "-xanimate", "-coords"]
        command += NEEDS.get(pathlib.Path(other).name, []) if other else []
        if args.dress:
            command += ["-pieceImageDirectory", str(dressed(args, game, pathlib.Path(home) / f"{name}-pictures"))]
        command += args.option
        self.environment = {**os.environ, "DISPLAY": display.name, "HOME": home}
        self.words = (self.folder / f"{name}.out").open("w+")
        self.process = subprocess.Popen(command, env=self.environment, stdout=self.words, stderr=subprocess.STDOUT, cwd=home)

    def lines(self):
        text = self.debug.read_text(errors="replace") if self.debug.exists() else ""
        return text.splitlines()

    def plies(self):
        """Returns the number of plies of the current game."""
        count = 0
        for line in self.lines():
            if line.startswith("New game"):
                count = 0
            elif re.search(r"<(?:first|second) ?: move ", line):
                count += 1
        return count

    def ask(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False).stdout.split()

    def picture(self, path):
        """Takes a picture of the window after moving all others away."""
        windows = [(window, " ".join(self.ask("xdotool", "getwindowname", window)))
                   for window in self.ask("xdotool", "search", "--onlyvisible", "--class", "xboard")]
        for window, title in windows:
            if " vs. " not in title:
                self.ask("xdotool", "windowmove", window, str(SCREEN[0] - 2), str(SCREEN[1] - 2))
        main = [window for window, title in windows if " vs. " in title]
        if not main:
            print("there is no window to take a picture of", file=sys.stderr)
            return False
        self.ask("xdotool", "mousemove", str(SCREEN[0] - 1), "0")
        time.sleep(1)
        self.ask("import", "-window", main[0], "-depth", "8", "-strip", str(path))
        return True

    def wait(self, args):
        """Waits until all games have ended, and returns whether they have."""
        begun, wanted = time.monotonic(), args.picture
        quiet, size = begun, 0
        while self.process.poll() is None:
            time.sleep(0.5)
            now, grown = time.monotonic(), self.debug.stat().st_size if self.debug.exists() else 0
            if grown != size:
                quiet, size = now, grown
            if wanted and self.plies() >= args.after:
                wanted = None if self.picture(args.picture) else wanted
            if now - quiet > args.quiet or now - begun > args.timeout * args.games:
                return False
        return True

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.words.close()


def games(path):
    """Returns the games of a record: the tags, the number of plies, and the last comment of each."""
    text = path.read_text(errors="replace") if path.exists() else ""
    for part in re.split(r"\n(?=\[Event )", text):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.MULTILINE))
        if not tags:
            continue
        body = re.sub(r"^\[.*\]$", "", part, flags=re.MULTILINE)
        remarks = re.findall(r"\{([^{}]*)\}", body)
        words = re.sub(r"\{[^{}]*\}", " ", body).split()
        moves = [word for word in words if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]
        last = " ".join(remarks[-1].split()) if remarks else ""
        yield tags, len(moves), last


def judge(table, game, args, ended):
    """Prints the results, and returns the number of faults."""
    wrong, played = 0, list(games(table.record))
    for tags, plies, remark in played:
        result = tags.get("Result", "*")
        white, black = tags.get("White"), tags.get("Black")
        print(f"{game}: {white} - {black} {result} ({remark or 'no reason'}), {plies} plies", flush=True)
        wrong += result == "*"
    if len(played) < args.games:
        print(f"{game}: {len(played)} of {args.games} games have ended")
        wrong += 1
    if not ended:
        print(f"{game}: stopped after {table.plies()} plies of the last game; nothing happened for {args.quiet} s, or it took too long")
        wrong += 1
    lines = table.lines()
    table_words = pathlib.Path(table.words.name).read_text(errors="replace").splitlines()
    bad = [line for line in lines + table_words if BAD.search(line) and not SENT.search(line) and not THOUGHT.search(line)]
    # XBoard writes the end of a game several times.
    for line in dict.fromkeys(re.sub(r"^\d+ |^GE\(\d+, |^GameEnds\(\d+, |, \d+\)( bare king.*)?$", "", line) for line in bad):
        print(f"{game}: {line.strip()}")
    notes = {match[2] for line in lines for match in NOTE.finditer(line)}
    for note in sorted(notes):
        print(f"{game}: note: {note}")
    clocks = [int(match[1]) for line in lines for match in CLOCK.finditer(line)]
    if clocks:
        print(f"{game}: the least time left on a clock was {min(clocks) / 100:.2f} s")
    return wrong + len(bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=USUAL)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--time", default="0:10", help="minutes and seconds for 40 moves")
    parser.add_argument("--timeout", type=float, default=240, help="seconds for a game")
    parser.add_argument("--quiet", type=float, default=30, help="stop after this number of seconds in which nothing happens")
    parser.add_argument("--folder", default="target/xboard")
    parser.add_argument("--picture")
    parser.add_argument("--dress", action="store_true", help="use fitting pictures for the pieces of Tamerlane Chess")
    parser.add_argument("--after", type=int, default=24, help="plies before the picture is taken")
    parser.add_argument("--size", default="80", help="size of a square in pixels on a board of 8 files")
    parser.add_argument("--trust", action="store_true", help="let XBoard accept all moves of the engines")
    parser.add_argument("--option", action="append", default=[], help="a word for XBoard's command line; may be repeated")
    parser.add_argument("--ferz", default="target/release/ferz")
    args = parser.parse_args()
    if args.picture:
        args.picture = pathlib.Path(args.picture).resolve()
    wrong, display = 0, Display()
    try:
        with tempfile.TemporaryDirectory() as home:
            for text in args.game:
                game, _, other = text.partition("=")
                table = Table(args, display, home, game, other or None)
                try:
                    ended = table.wait(args)
                finally:
                    table.close()
                wrong += judge(table, game, args, ended)
    finally:
        display.close()
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
