#!/usr/bin/env python3
"""Drives the engine as cutechess does, by UCI and by XBoard's protocol, for machines without cutechess.

Needs the Python package `pyffish`, which knows the rules. Usage:

    tools/cutechess.py [--ferz PATH] [--games N] [--seed N] [VARIANT ...]

The commands and their order are those of `projects/lib/src/uciengine.cpp` and `xboardengine.cpp` of cutechess. The engine chooses half
of the moves, and the others are random. An illegal or rejected move or a wrong result ends the run with exit status 1.
"""

import argparse
import random
import subprocess
import sys

# cutechess's names of variants, with Fairy-Stockfish's name and whether castling is written as in Chess960.
VARIANTS = {
    "standard": ("chess", False),
    "fischerandom": ("chess", True),
    **{name: (name, False) for name in """3check 5check ai-wok almost amazon antichess asean atomic cambodian capablanca chancellor chigorin
    coregal courier crazyhouse embassy extinction giveaway gothic grand gustav3 hoppelpoppel horde janus karouk kingofthehill knightmate
    losalamos losers makruk modern newzealand pocketknight racingkings seirawan shatranj threekings""".split()},
}
# On a board of ten ranks, XBoard counts them from 0 and cutechess from 1; ferz does as XBoard.
NOT_BY_XBOARD = {"grand"}
LONGEST = 80


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, *begins):
        """Returns the first line with this beginning. An error message of the engine ends the run."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine has ended")
            line = line.strip()
            if line.startswith(begins):
                return line
            if line.startswith(("Illegal", "Error", "tellusererror")) or "info string" in line and "claim" not in line and "variant " not in line and "cannot write some moves" not in line:
                raise RuntimeError(line)

    def quit(self):
        self.send("quit")
        self.process.wait(10)


class Uci(Engine):
    def start(self, name, start, is_960):
        self.send("uci")
        self.until("uciok")
        game = "chess" if name in ("standard", "fischerandom") else name
        self.send(f"setoption name UCI_Chess960 value {str(is_960).lower()}")
        if game != "chess":
            self.send(f"setoption name UCI_Variant value {game}")
        self.start_fen, self.moves = start, []
        self.send("ucinewgame")
        self.place()

    def place(self):
        self.send(f"position fen {self.start_fen}" + (" moves " + " ".join(self.moves) if self.moves else ""), "isready")
        self.until("readyok")

    def play(self, move, _san):
        self.moves.append(move)
        self.place()

    def think(self):
        self.place()
        self.send("go nodes 60")
        move = self.until("bestmove").split()[1]
        if move == "(none)":
            return None
        self.moves.append(move)
        return move


class XBoard(Engine):
    def start(self, name, start, is_960):
        self.send("xboard", "protover 2")
        self.until("feature done=1")
        self.send("accepted done", "new")
        if name != "standard":
            self.send(f"variant {name}")
        self.is_forced = True
        self.send("force")
        if is_960:
            self.send(f"setboard {start}")
        self.send("level 0 5 0", "sd 1", "post", "easy", "computer", "name other", "ping 1")
        self.until("pong 1")

    def play(self, move, san):
        if not self.is_forced:
            self.send("force")
        self.is_forced = True
        # If pieces can begin on any square, castling is written in letters.
        self.send("usermove " + (san if san.startswith("O-O") else move), "ping 2")
        self.until("pong 2")

    def think(self):
        self.is_forced = False
        self.send("time 30000", "otim 30000", "go")
        line = self.until("move ", "1/2", "1-0", "0-1", "resign")
        return line.split()[1] if line.startswith("move ") else None


def play(fish, engine, name, chance):
    game, is_960 = VARIANTS[name]
    start = fish.start_fen(game)
    if is_960:
        # A shuffled position with castling rights as in Shredder-FEN.
        row = None
        while row is None or not (row.index("r") < row.index("k") < row.rindex("r") and (row.index("b") + row.rindex("b")) % 2):
            row = "".join(chance.sample("rnbqkbnr", 8))
        files = "".join("abcdefgh"[at] for at in (row.rindex("r"), row.index("r")))
        start = f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w {files.upper()}{files} - 0 1"
    engine.start(name, start, is_960)
    fen, plies = start, 0
    while plies < LONGEST and not fish.is_immediate_game_end(game, fen, [])[0]:
        legal = fish.legal_moves(game, fen, [], is_960)
        if not legal:
            break
        if chance.random() < 0.5:
            move = chance.choice(legal)
            engine.play(move, fish.get_san(game, fen, move, is_960) if is_960 else "")
        else:
            said = engine.think()
            if said is None:
                break
            if said.startswith("O-O"):
                said = next(mv for mv in legal if fish.get_san(game, fen, mv, is_960).rstrip("+#") == said)
            if said not in legal:
                raise RuntimeError(f"{said} is not legal in {fen}")
            move = said
        fen, plies = fish.get_fen(game, fen, [move], is_960), plies + 1
    return plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--games", type=int, default=2, help="number of games of each variant and protocol")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("variants", nargs="*")
    args = parser.parse_args()
    try:
        import pyffish as fish
    except ImportError:
        print("skipped: the Python package pyffish is not installed (pip install pyffish)")
        return 0
    failed = 0
    for name in args.variants or VARIANTS:
        for protocol in (Uci,) if name in NOT_BY_XBOARD else (Uci, XBoard):
            chance, plies, said = random.Random(f"{args.seed} {name}"), 0, ""
            for _ in range(args.games):
                engine = protocol(args.ferz)
                try:
                    plies += play(fish, engine, name, chance)
                    engine.quit()
                except (RuntimeError, StopIteration, subprocess.TimeoutExpired) as problem:
                    engine.process.kill()
                    said, failed = f", and then {problem}", failed + 1
                    break
            print(f"{name} by {protocol.__name__}: {plies} plies{said}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
