#!/usr/bin/env python3
"""Sends `ferz engine` random UCI commands at random times, and checks that each answer follows the protocol.

    tools/random_commands.py [--game GAME ...] [--commands N] [--seed N] [--within MS] [--ferz PATH]

The commands are `go`, `stop`, `ponderhit`, `position`, `isready`, `setoption`, and `ucinewgame`, also at times when a careful program
would not send them, such as `go` during a search. Every `go` must get one `bestmove`, which must be legal in its position; a search that
must last until `stop` or `ponderhit` may not end earlier; every `isready` must get its `readyok` within two seconds. The program prints
the times from `stop` to `bestmove` for searches that were running when `stop` was sent, and fails if one of them is longer than
`--within`. The same seed makes the same choices, but not at the same moments of a search.
"""

import argparse
import queue
import random
import re
import statistics
import subprocess
import sys
import threading
import time

GAMES = ["chess", "tamerlane", "shogi", "marseillais"]
POSITIONS, PLIES = 6, 16
# Seconds.
READY, LONG = 2, 20
KINDS = {"go": 30, "stop": 25, "ponderhit": 12, "position": 12, "isready": 12, "setoption": 8, "ucinewgame": 1}


class Failure(Exception):
    pass


class Engine:
    def __init__(self, program):
        self.pipe = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.log = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.pipe.stdout:
            self.lines.put((time.perf_counter(), line.rstrip("\n")))
        self.lines.put((time.perf_counter(), None))

    def send(self, line):
        self.log.append(f"> {line}")
        try:
            self.pipe.stdin.write(line + "\n")
            self.pipe.stdin.flush()
        except OSError:
            raise Failure("ferz has ended") from None
        return time.perf_counter()

    def next(self, seconds):
        """Returns the next line and the time when it came, or None after this number of seconds."""
        try:
            when, line = self.lines.get(timeout=max(seconds, 0)) if seconds > 0 else self.lines.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            raise Failure("ferz has ended")
        self.log.append(f"< {line}")
        return when, line

    def until(self, word, seconds=LONG):
        end, lines = time.perf_counter() + seconds, []
        while (answer := self.next(end - time.perf_counter())) is not None:
            lines.append(answer[1])
            if answer[1].startswith(word):
                return lines
        raise Failure(f"no `{word}` within {seconds} s")

    def close(self):
        self.pipe.kill()
        self.pipe.wait()


class Search:
    """A `go` command without a `bestmove` yet."""

    def __init__(self, line, begun, endless, position):
        self.line, self.begun, self.endless, self.position = line, begun, endless, position
        # The time from which it may end, and the time when it was stopped.
        self.released = None if endless else begun
        self.stopped = None


class Test:
    def __init__(self, engine, game, dice):
        self.engine, self.game, self.dice = engine, game, dice
        self.searches, self.times = [], []
        self.count = dict.fromkeys([*KINDS, "bestmove", "readyok"], 0)
        engine.send(f"setoption name UCI_Variant value {game}")
        engine.send("isready")
        if not any(line.startswith("info string variant") for line in engine.until("readyok")):
            raise Failure("there is no such game")
        self.positions = [self.walk() for _ in range(POSITIONS)]
        self.position = self.positions[0]
        engine.send(self.position[0])

    def walk(self):
        """Returns a position after some random moves from the start, with its legal moves."""
        moves = []
        while True:
            line = "position startpos" + (" moves " + " ".join(moves) if moves else "")
            self.engine.send(line)
            self.engine.send("go perft 1")
            answer = self.engine.until("Nodes searched")
            legal = [match[1] for text in answer if (match := re.fullmatch(r"(\S+): \d+", text))]
            if not legal or len(moves) == PLIES or self.dice.random() < 0.05:
                return line, legal
            moves.append(self.dice.choice(legal))

    def answered(self, when, line):
        words = line.split()
        if words[:1] == ["readyok"]:
            self.count["readyok"] += 1
        if words[:1] == ["info"] and "unknown" in words:
            raise Failure(f"ferz says `{line}`")
        if words[:1] != ["bestmove"]:
            return
        self.count["bestmove"] += 1
        if not self.searches:
            raise Failure(f"`{line}` without a `go`")
        search = self.searches.pop(0)
        if search.released is None or when < search.released:
            raise Failure(f"`{search.line}` has ended by itself with `{line}`")
        move, legal = words[1], search.position[1]
        if move not in legal and (legal or move != "(none)"):
            raise Failure(f"`{line}` is not legal after `{search.position[0]}`")
        if search.stopped is not None and when >= search.stopped:
            self.times.append((1000 * (when - search.stopped), search.line))

    def listen(self, seconds):
        end = time.perf_counter() + seconds
        while True:
            answer = self.engine.next(end - time.perf_counter())
            if answer is None:
                return
            self.answered(*answer)

    def release(self, when):
        """Ends all searches."""
        for search in self.searches:
            search.released = search.released or when

    def ready(self):
        end, wanted = self.engine.send("isready") + READY, self.count["readyok"] + 1
        while self.count["readyok"] < wanted:
            answer = self.engine.next(end - time.perf_counter())
            if answer is None:
                raise Failure(f"no `readyok` within {READY} s")
            self.answered(*answer)

    def stop(self):
        # The time is that of the search only, if no other command is pending.
        measured = bool(self.searches) and self.dice.random() < 0.7
        if measured:
            self.count["isready"] += 1
            self.ready()
        now = time.perf_counter()
        self.release(now)
        if measured:
            for search in self.searches:
                search.stopped = search.stopped or now
        self.engine.send("stop")

    def limits(self):
        dice = self.dice
        kind = dice.choice(["infinite", "ponder", "movetime", "depth", "nodes", "clock", "nothing"])
        clock = f"wtime {dice.randint(1, 3000)} btime {dice.randint(1, 3000)}"
        clock += dice.choice(["", " winc 50 binc 50", " movestogo 10", " movestogo 0", " winc 0 binc 0 movestogo 1"])
        return {
            "infinite": ("infinite", True),
            "ponder": (f"ponder {clock}", True),
            "movetime": (f"movetime {dice.choice([0, 1, 10, 50, 200])}", False),
            "depth": (f"depth {dice.randint(1, 4)}", False),
            "nodes": (f"nodes {dice.choice([1, 100, 10000])}", False),
            "clock": (clock, False),
            "nothing": ("", True),
        }[kind]

    def option(self):
        return self.dice.choice([f"Hash value {self.dice.choice([1, 16, 64])}", f"Threads value {self.dice.randint(1, 2)}",
                                 f"MultiPV value {self.dice.randint(1, 4)}", "Clear Hash", "Ponder value true", "Ponder value false"])

    def step(self):
        kind = self.dice.choices(list(KINDS), list(KINDS.values()))[0]
        self.count[kind] += 1
        send, now = self.engine.send, time.perf_counter()
        if kind == "go":
            limits, endless = self.limits()
            self.release(now)
            line = f"go {limits}".strip()
            # The search must not end before this command, so the time is taken before it is sent.
            search = Search(line, now, endless, self.position)
            self.searches.append(search)
            send(line)
        elif kind == "stop":
            self.stop()
        elif kind == "ponderhit":
            for search in self.searches:
                if "ponder" in search.line:
                    search.released = search.released or now
            send("ponderhit")
        elif kind == "position":
            self.release(now)
            self.position = self.dice.choice(self.positions)
            send(self.position[0])
        elif kind == "isready":
            self.ready()
        elif kind == "setoption":
            self.release(now)
            send(f"setoption name {self.option()}")
        else:
            self.release(now)
            send(kind)
        self.listen(self.dice.choice([0, 0, 0.001, 0.005, 0.02, 0.06]))
        late = [search for search in self.searches if search.released and time.perf_counter() - search.released > LONG]
        if late:
            raise Failure(f"`{late[0].line}` has no `bestmove` after {LONG} s")

    def end(self):
        now = time.perf_counter()
        self.release(now)
        self.engine.send("stop")
        while self.searches:
            answer = self.engine.next(LONG - (time.perf_counter() - now))
            if answer is None:
                raise Failure(f"`{self.searches[0].line}` has no `bestmove`")
            self.answered(*answer)
        # No further line may come.
        self.listen(0.3)
        if self.count["readyok"] != self.count["isready"]:
            raise Failure(f"{self.count['isready']} times `isready`, {self.count['readyok']} times `readyok`")


def times(values):
    if not values:
        return "no search was stopped"
    worst, line = max(values)
    median = statistics.median(value for value, _ in values)
    return f"from stop to bestmove {median:.1f} ms, at worst {worst:.1f} ms (`{line}`), {len(values)} times"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help=f"a game; may be repeated; the default is {', '.join(GAMES)}")
    parser.add_argument("--commands", type=int, default=1000, help="number of commands for all games together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=10, help="most milliseconds from stop to bestmove; a busy machine needs more than the default of 10")
    parser.add_argument("--ferz", default="target/release/ferz")
    args = parser.parse_args()
    games = args.game or GAMES
    engine, all_times = Engine(args.ferz), []
    game = "uci"
    try:
        engine.send("uci")
        engine.until("uciok")
        for number, game in enumerate(games):
            test = Test(engine, game, random.Random(f"{args.seed} {game}"))
            for _ in range(args.commands * (number + 1) // len(games) - args.commands * number // len(games)):
                test.step()
            test.end()
            all_times += test.times
            print(f"{game}: " + ", ".join(f"{count} {kind}" for kind, count in test.count.items()) + f"; {times(test.times)}", flush=True)
            for name in ("Threads value 1", "MultiPV value 1", "Hash value 32"):
                engine.send(f"setoption name {name}")
        game = "quit"
        engine.send("quit")
        if engine.pipe.wait(READY) != 0:
            raise Failure(f"ferz ended with {engine.pipe.returncode}")
    except (Failure, subprocess.TimeoutExpired) as failure:
        print("\n".join(engine.log[-40:]))
        sys.exit(f"{game}: {failure}")
    finally:
        engine.close()
    print(times(all_times))
    if all_times and max(all_times)[0] > args.within:
        sys.exit(f"that is longer than {args.within:g} ms")


if __name__ == "__main__":
    main()
