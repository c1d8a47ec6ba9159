#!/usr/bin/env python3
"""Plays random games of xiangqi beside cchess, and compares the texts of moves and positions in UCCI.

Needs the Python package `cchess`. Usage:

    tools/step_cchess.py [--ferz PATH] [--positions N] [--seed N]

In each position, ferz reads the position of cchess by UCCI, both must list the same texts of moves, and ferz must write the position
as cchess does. At the end of a game, ferz reads all its moves from the start. The exit status is 1 after a difference.
"""

import argparse
import json
import random
import subprocess
import sys

LONGEST_GAME = 160


class Engine:
    """ferz as an engine for UCCI."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("ucci")

    def ask(self, commands):
        """Returns the answer to commands, line by line."""
        self.process.stdin.write(commands + "\nisready\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != "readyok\n":
            if not line:
                raise RuntimeError("the engine has ended")
            lines.append(line.rstrip("\n"))
        return lines

    def quit(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        self.process.wait()


def legal(cchess, board):
    """Returns the texts of the legal moves of cchess."""
    moves = [move for move in board.create_moves() if board.is_valid_move(*move) and not board.is_checked_move(*move)]
    return sorted({cchess.pos2iccs(*move) for move in moves})


def view(program, fen, played=()):
    """Returns what the program says about a position in the format of UCCI."""
    after = ["--after", " ".join(played)] if played else []
    command = [program, "moves", "xiangqi", "--fen", fen, "--style", "ucci", *after, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)


def placed(text):
    """Returns the fields of a position that cchess has: the pieces and the side to move."""
    return text.split(" ")[:2]


def compare(cchess, program, chance, wanted):
    """Returns the numbers of positions and games, and the first difference."""
    engine = Engine(program)
    seen = games = 0
    while seen < wanted:
        board, played = cchess.ChessBoard(cchess.FULL_INIT_FEN), []
        first = board.to_full_fen()
        games += 1
        while len(played) < LONGEST_GAME and seen < wanted:
            text = board.to_full_fen()
            said = engine.ask(f"position fen {text}\ngo perft 1")
            remarks = [line for line in said if line.startswith("info")]
            if remarks:
                return seen, games, f"{text}: {remarks[0]}"
            ours = sorted(line.split(":")[0] for line in said if line.endswith(": 1") and not line.startswith("Nodes"))
            theirs, own = legal(cchess, board), view(program, text)
            # A game that is drawn in ferz goes on in cchess.
            drawn = own["outcome"] is not None and own["outcome"].get("winner") is None
            if ours != theirs and not drawn:
                return seen, games, f"{text}: only cchess {set(theirs) - set(ours)}, only ferz {set(ours) - set(theirs)}"
            if placed(own["fen"]) != placed(text):
                return seen, games, f"{text} there, {own['fen']} here"
            seen += 1
            if not theirs or drawn:
                break
            move = chance.choice(ours)
            if board.move_iccs(move) is None:
                return seen, games, f"{text}: cchess refuses {move}"
            board.next_turn()
            played.append(move)
        last = view(program, first, played)
        if placed(last.get("fen", "")) != placed(board.to_full_fen()):
            return seen, games, f"{' '.join(played)}: {last}"
        said = engine.ask(f"position fen {first} moves {' '.join(played)}")
        if any(line.startswith("info") for line in said):
            return seen, games, f"{' '.join(played)}: {said}"
    engine.quit()
    return seen, games, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--positions", type=int, default=5000, help="the number of positions")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        import cchess
    except ImportError:
        print("skipped: the Python package cchess is not installed (pip install cchess)")
        return 0
    seen, games, differs = compare(cchess, args.ferz, random.Random(args.seed), args.positions)
    print(f"xiangqi: {seen} positions of {games} games{'' if differs is None else ', and then ' + differs}")
    return 0 if differs is None else 1


if __name__ == "__main__":
    sys.exit(main())
