#!/usr/bin/env python3
"""Measures if `ferz engine` obeys its time limits in every game, by UCI and by the XBoard protocol.

    tools/time_limits.py [--sequences N] [--seed N] [--files FOLDER ...] [--game GAME ...] [--ferz PATH]

A sequence is a new process with one game: some moves, then random searches with `movetime`, a clock, `ponder`, or without a limit, which
`stop`, `ponderhit`, another command, `quit`, or the end of the input ends. The games are all built-in ones, alternately with the rule files
of the folders. `--position GAME FEN` replaces them by positions.

For each answer, the program measures its delay after the limit: the end of the time, or the command that ends the search. On a busy machine,
a process waits for a processor; the corrected delay omits the times that the threads of both programs have waited, which follow on one
another: the thread that reads a line wakes the one that handles it, which waits for the one that searches. The program
fails if an answer is missing, or if the corrected delay is over 50 ms in more than 1 % of the answers or over 250 ms in any.
"""

import argparse
import collections
import glob
import os
import pathlib
import queue
import random
import subprocess
import sys
import threading
import time

# Seconds after which an answer counts as missing.
MISSING = 20
OFTEN, ALWAYS, SHARE = 0.050, 0.250, 0.99


class Missing(Exception):
    pass


def waited(process):
    """Returns the time that each thread of a process has waited for a processor, in seconds."""
    times = {}
    for path in glob.glob(f"/proc/{process}/task/*/schedstat"):
        try:
            times[path] = int(pathlib.Path(path).read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            pass
    return times


class Client:
    def __init__(self, program, reference):
        self.child = subprocess.Popen([program, "engine", reference], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.lines = queue.Queue()
        # Moves that came while the client waited for another answer.
        self.skipped = []
        self.log = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.child.stdout:
            self.lines.put((time.perf_counter(), line.rstrip("\n")))
        self.lines.put((time.perf_counter(), None))

    def send(self, *lines):
        self.log += lines
        try:
            self.child.stdin.write("".join(line + "\n" for line in lines))
            self.child.stdin.flush()
        except OSError:
            raise Missing("ferz has ended") from None
        return time.perf_counter()

    def take_skipped(self, words):
        """Returns a move that came before, if it begins with one of these words."""
        found = next((pair for pair in self.skipped if pair[1].startswith(words)), None)
        if found:
            self.skipped.remove(found)
        return found

    def until(self, *words, seconds=MISSING):
        """Returns the time and the text of the next line that begins with one of these words."""
        if found := self.take_skipped(words):
            return found
        end = time.perf_counter() + seconds
        while True:
            try:
                when, line = self.lines.get(timeout=max(end - time.perf_counter(), 0.001))
            except queue.Empty:
                raise Missing(f"no {' or '.join(words)} within {seconds:.1f} s") from None
            if line is None:
                raise Missing(f"no {' or '.join(words)}: ferz has ended")
            if line.startswith(words):
                return when, line
            if line.startswith("bestmove"):
                self.skipped.append((when, line))

    def pending(self, *words):
        """Returns the first line that has come and begins with one of these words, or None."""
        if found := self.take_skipped(words):
            return found
        while True:
            try:
                when, line = self.lines.get_nowait()
            except queue.Empty:
                return None
            if line is not None and line.startswith(words):
                return when, line

    def close(self):
        self.child.kill()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            try:
                pipe.close()
            except OSError:
                pass


class Sequence:
    """One process, with the delays of its answers."""

    def __init__(self, args, reference, fen, dice, delays):
        self.dice, self.reference, self.fen, self.delays = dice, reference, fen, delays
        self.client = Client(args.ferz, reference)

    def delay(self, kind, limit, answer):
        """Waits until a limit, then for an answer, and records its delay. The answer may come before the limit."""
        early = None
        while early is None and (left := limit - time.perf_counter()) > 0:
            time.sleep(min(left, 0.02))
            early = answer(True)
        before = [waited(self.client.child.pid), waited(os.getpid())]
        when, line = early or answer(False)
        after = [waited(self.client.child.pid), waited(os.getpid())]
        late = max(when - limit, 0)
        lost = sum(end[path] - begin.get(path, 0) for begin, end in zip(before, after) for path in end)
        self.delays.append((max(late - lost, 0), late, kind, self.reference))
        return line

    def line(self, kind, limit, *words):
        return self.delay(kind, limit, lambda early: self.client.pending(*words) if early else self.client.until(*words))

    def ends(self, kind, limit):
        """Waits for the end of the process."""
        def answer(early):
            if early:
                return None
            # The process is not removed yet, so that its times can be read.
            end, child = time.perf_counter() + MISSING, self.client.child.pid
            while os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
                if time.perf_counter() > end:
                    raise Missing(f"ferz has not ended {MISSING} s after {kind}")
                time.sleep(0.002)
            return time.perf_counter(), ""
        self.delay(kind, limit, answer)

    def run(self):
        try:
            # Loading the game is not a search.
            self.play()
        except Missing as missing:
            missing.args = (f"{self.reference}: {missing} ({' / '.join(self.client.log[-12:])})",)
            raise
        finally:
            self.client.close()


class Uci(Sequence):
    def play(self):
        client, dice = self.client, self.dice
        client.send("uci", "isready")
        client.until("readyok", seconds=120)
        place, moves = f"position fen {self.fen}" if self.fen else "position startpos", []
        for _ in range(dice.choice([0, 0, 2, 5, 12])):
            client.send(place + (" moves " + " ".join(moves) if moves else ""))
            spent = dice.choice([1, 5, 20])
            sent = client.send(f"go movetime {spent}")
            move = self.line("movetime", sent + spent / 1000, "bestmove").split()[1]
            if move == "(none)":
                moves = moves[:-1]
                break
            moves.append(move)
        place += " moves " + " ".join(moves) if moves else ""
        for _ in range(dice.randint(2, 5)):
            client.send(place)
            if self.search(place):
                return
        self.leave()

    def search(self, place):
        """Makes one search, and returns true if it has ended the process."""
        client, dice = self.client, self.dice
        spent = dice.choice([1, 10, 50, 100, 300])
        go = dice.choice([f"movetime {spent}", f"wtime {spent} btime {spent}", f"wtime {spent} btime {spent} winc 10 binc 10 movestogo 1",
                          "infinite", f"ponder movetime {spent}", f"ponder wtime {spent} btime {spent}", "depth 30", "nodes 1000000000",
                          "mate 20", ""])
        sent = client.send(f"go {go}".strip())
        if dice.random() < 0.3:
            # The program answers during the search.
            self.line("isready", client.send("isready"), "readyok")
        if go.startswith("ponder"):
            time.sleep(dice.choice([0, 0.01, 0.1]))
            if dice.random() < 0.7:
                sent = client.send("ponderhit")
                self.line("ponderhit", sent + spent / 1000, "bestmove")
                return False
        elif "time" in go and dice.random() < 0.7:
            self.line(go.split()[0], sent + spent / 1000, "bestmove")
            return False
        time.sleep(dice.choice([0, 0.001, 0.01, 0.05, 0.2]))
        end = dice.choice(["stop", "stop", "stop", "stop", "quit", "close", "ucinewgame", place, "go movetime 1",
                           "setoption name MultiPV value 2", "setoption name Hash value 4"])
        if end in ("quit", "close"):
            # After the end of the input, a search with a limit may last for a second.
            endless = end == "quit" or go in ("infinite", "") or go.startswith("ponder")
            self.leave(end, f"{end} in a search", 0 if endless else 1)
            return True
        self.line(end.split()[0] if end != "stop" else "stop", client.send(end), "bestmove")
        if end.startswith("go"):
            self.line("movetime", time.perf_counter(), "bestmove")
        return False

    def leave(self, end=None, kind=None, left=0):
        end = end or self.dice.choice(["quit", "close"])
        if end == "quit":
            sent = self.client.send("quit")
        else:
            self.client.child.stdin.close()
            sent = time.perf_counter()
        self.ends(kind or end, sent + left)


class XBoard(Sequence):
    MOVES = ("move ", "1-0", "0-1", "1/2-1/2", "offer", "Illegal", "Error", "resign", "tellusererror")

    def play(self):
        client, dice = self.client, self.dice
        client.send("xboard", "protover 2", "ping 1")
        client.until("pong", seconds=120)
        client.send("new", f"setboard {self.fen}" if self.fen else "easy")
        for number in range(dice.choice([1, 2, 6])):
            spent = dice.choice([1, 5, 20])
            client.send("force", f"st {spent / 1000}")
            if not self.line("st", client.send("go") + spent / 1000, *self.MOVES).startswith("move"):
                client.send("new")
                break
        for _ in range(dice.randint(1, 4)):
            if self.search():
                return
        Uci.leave(self)

    def search(self):
        client, dice = self.client, self.dice
        spent = dice.choice([10, 50, 100, 300])
        kind = dice.choice(["st", "clock", "?", "force", "analyze", "hard", "leave"])
        client.send("force", "st 100" if kind in ("?", "force", "leave") else f"st {spent / 1000}")
        if kind == "clock":
            client.send("level 0 1 0", f"time {spent // 10}", f"otim {spent // 10}")
        if kind in ("analyze",):
            client.send("analyze")
            time.sleep(dice.choice([0, 0.01, 0.1]))
            self.line("exit", client.send("exit", "ping 2"), "pong")
            return False
        sent = client.send("go")
        if kind in ("st", "clock", "hard"):
            if kind == "hard":
                client.send("hard")
            over = not self.line(kind, sent + spent / 1000, *self.MOVES).startswith("move")
            if kind == "hard":
                # The engine thinks in the time of its opponent, until it is told to stop.
                time.sleep(dice.choice([0, 0.05]))
                self.line("pondering", client.send("easy", "force", "ping 3"), "pong")
            if over:
                client.send("new")
            return False
        time.sleep(dice.choice([0, 0.01, 0.1]))
        if kind == "leave":
            end = dice.choice(["quit", "close"])
            Uci.leave(self, end, f"{end} in a search", 1 if end == "close" else 0)
            return True
        if kind == "?":
            if not self.line("?", client.send("?"), *self.MOVES).startswith("move"):
                client.send("new")
        else:
            self.line("force", client.send("force", "ping 4"), "pong")
        return False


def shown(delays):
    kinds = collections.defaultdict(list)
    for corrected, late, kind, _ in delays:
        kinds[kind].append((corrected, late))
    for kind, times in sorted(kinds.items()):
        corrected, late = (sorted(time[at] for time in times) for at in (0, 1))
        rank = max(int(len(times) * SHARE + 0.999) - 1, 0)
        print(f"{kind:18} {len(times):6}  99 %: {1000 * corrected[rank]:6.1f} ms, all: {1000 * corrected[-1]:6.1f} ms"
              f"  (uncorrected {1000 * late[rank]:.1f} and {1000 * late[-1]:.1f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sequences", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", action="append", default=[], metavar="FOLDER", help="a folder of rule files")
    parser.add_argument("--game", action="append", default=[], help="play only these games; may be repeated")
    parser.add_argument("--position", action="append", nargs=2, default=[], metavar=("GAME", "FEN"), help="play only from these positions; may be repeated")
    parser.add_argument("--ferz", default="target/release/ferz")
    args = parser.parse_args()
    built_in = subprocess.run([args.ferz, "list", "--json"], capture_output=True, text=True, check=True).stdout
    built_in = [(line.split('"')[3], "") for line in built_in.splitlines() if line.startswith('    "name":')]
    files = [(str(path), "") for folder in args.files for path in sorted(pathlib.Path(folder).glob("**/*.ferz"))]
    only = [(game, "") for game in args.game] + [tuple(pair) for pair in args.position]
    dice, delays, missing = random.Random(args.seed), [], []
    dice.shuffle(built_in)
    dice.shuffle(files)
    for number in range(args.sequences):
        of = only or (files if files and number % 2 else built_in)
        reference, fen = of[(number if only or not files else number // 2) % len(of)]
        kind = dice.choice([Uci, Uci, XBoard])
        try:
            kind(args, reference, fen, random.Random(f"{args.seed} {number}"), delays).run()
        except Missing as failure:
            missing.append(str(failure))
            print(f"sequence {number}: {failure}", flush=True)
    shown(delays)
    worst = sorted(delays, reverse=True)[:12]
    print("\nthe worst: " + ", ".join(f"{game} {kind} {1000 * corrected:.1f} ms ({1000 * late:.1f})" for corrected, late, kind, game in worst))
    often = sum(corrected <= OFTEN for corrected, *_ in delays) / max(len(delays), 1)
    print(f"{args.sequences} sequences, {len(delays)} answers, {100 * often:.2f} % within {1000 * OFTEN:.0f} ms, {len(missing)} without an answer")
    if missing or often < SHARE or delays and worst[0][0] > ALWAYS:
        sys.exit(1)


if __name__ == "__main__":
    main()
