#!/usr/bin/env python3
"""Prints the depth that ferz reaches in one second in every built-in game, on one thread.

    tools/depths.py [GAME ...] [--time MS] [--peer PROGRAM] [--ferz PATH]

For each game, it prints the depth, the number of positions searched in a second, and the move. With --peer, a UCI engine then
searches the same starting position, and its speed is printed in the same line.
"""

import argparse
import re
import subprocess


def searched(command, game, time):
    """Searches the starting position, and returns the last `info` line and the move."""
    pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    pipe.stdin.write(f"uci\nsetoption name UCI_Variant value {game}\nposition startpos\nisready\ngo movetime {time}\n")
    pipe.stdin.flush()
    last = ""
    for line in pipe.stdout:
        if line.startswith("info depth") and " pv " in line and "bound" not in line:
            last = line
        if line.startswith("bestmove"):
            pipe.stdin.write("quit\n")
            pipe.stdin.flush()
            pipe.wait()
            number = lambda word: int((re.search(rf"\b{word} (\d+)", last) or [0, 0])[1])
            return number("depth"), number("nodes"), max(number("time"), 1), line.split()[1]
    return 0, 0, 1, "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--time", type=int, default=1000)
    parser.add_argument("--peer")
    parser.add_argument("--ferz", default="target/release/ferz")
    args = parser.parse_args()
    games = args.games
    if not games:
        greeting = subprocess.run([args.ferz, "engine"], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
        games = re.findall(r" var (\S+)", greeting)
    for game in games:
        depth, nodes, time, move = searched([args.ferz, "engine"], game, args.time)
        line = f"{game:18} depth {depth:3}  {nodes / time / 1000:6.2f} million a second  {move}"
        if args.peer:
            own, count, spent, _ = searched([args.peer], game, args.time)
            line += f"   peer: depth {own}, {count / spent / 1000:.2f} million a second"
        print(line, flush=True)


if __name__ == "__main__":
    main()
