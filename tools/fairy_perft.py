#!/usr/bin/env python3
"""Counts sequences of moves with Fairy-Stockfish's library, for games that the program may not support.

    tools/fairy_perft.py GAME DEPTH

Needs the Python package `pyffish`. Moves of the last ply are counted but not made. Most of the time goes to calls from Python.
"""

import sys

import pyffish


def count(game, start, moves, depth):
    legal = pyffish.legal_moves(game, start, moves)
    if depth == 1:
        return len(legal)
    return sum(count(game, start, [*moves, move], depth - 1) for move in legal)


if __name__ == "__main__":
    game, depth = sys.argv[1], int(sys.argv[2])
    print(count(game, pyffish.start_fen(game), [], depth))
