#!/usr/bin/env python3
"""Drives the engine with python-chess, with its classes and its text of moves, in all variants that both know.

Needs the Python package `chess`. Usage:

    tools/python_chess.py [--ferz PATH] [--games N] [--seed N] [--xboard] [VARIANT ...]

The engine chooses half of the moves, and the others are random. With --xboard, it speaks the protocol of XBoard. A move that
either rejects, a warning of python-chess, and a complaint of ferz end the run with exit status 1.
"""

import argparse
import logging
import random
import re
import sys

LONGEST_GAME = 160

# Variants in which python-chess lets the king castle, against the rules that it cites.
WITHOUT_CASTLING = {"suicide"}


# What ferz says about a command or a move that it does not accept.
COMPLAINT = re.compile(r">> (Error|Illegal|tellusererror|info string (?!variant |by the rules|.*can be claimed|a player can claim|White|Black))")


class Complaints(logging.Handler):
    """Collects the warnings of python-chess and the complaints of ferz."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        text = record.getMessage()
        if record.levelno >= logging.WARNING or COMPLAINT.search(text):
            self.lines.append(text)


def boards(chess):
    import chess.variant

    for board in chess.variant.VARIANTS:
        yield board.uci_variant, board, board
    yield "chess960", chess.Board, lambda: chess.Board.from_chess960_pos(random.randrange(960))


def variants_of(engine, is_xboard):
    """Returns the variants that the engine names."""
    if is_xboard:
        return engine.protocol.features["variants"].split(",")
    return engine.options["UCI_Variant"].var


def name_of(board, is_xboard):
    return board.xboard_variant if is_xboard else board.uci_variant


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--games", type=int, default=20, help="number of games of each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--xboard", action="store_true", help="speak the protocol of XBoard")
    parser.add_argument("variants", nargs="*")
    args = parser.parse_args()
    try:
        import chess
        import chess.engine
    except ImportError:
        print("skipped: the Python package chess is not installed (pip install chess)")
        return 0
    failed = 0
    complaints = Complaints()
    chess.engine.LOGGER.addHandler(complaints)
    chess.engine.LOGGER.setLevel(logging.DEBUG)
    chess.engine.LOGGER.propagate = False
    start = chess.engine.SimpleEngine.popen_xboard if args.xboard else chess.engine.SimpleEngine.popen_uci
    with start([args.ferz, "engine"]) as engine:
        known = variants_of(engine, args.xboard)
        for name, kind, new in boards(chess):
            if args.variants and name not in args.variants:
                continue
            if args.xboard and name == "crazyhouse":
                print("crazyhouse: python-chess sends the pieces in hand of earlier games with the first position")
                continue
            own = "fischerandom" if name == "chess960" else name_of(kind, args.xboard)
            if own not in known and (args.xboard or name != "chess960"):
                print(f"{name}: not known to ferz")
                continue
            random.seed(f"{args.seed} {name}")
            plies = 0
            try:
                for number in range(args.games):
                    board = new()
                    while not board.is_game_over() and board.ply() < LONGEST_GAME:
                        if random.random() < 0.5:
                            moves = [move for move in board.legal_moves if not (name in WITHOUT_CASTLING and board.is_castling(move))]
                            board.push(random.choice(moves))
                        else:
                            limit = chess.engine.Limit(nodes=50)
                            played = engine.play(board, limit, game=(name, number))
                            if played.move is None and board.can_claim_draw():
                                # A draw that ends the game in ferz but must be claimed in python-chess.
                                break
                            if played.move is None:
                                raise chess.engine.EngineError("no move in this position")
                            board.push(played.move)
                        plies += 1
                print(f"{name}: {args.games} games, {plies} plies", *complaints.lines[:3], sep="\n  ", flush=True)
                failed += len(complaints.lines)
                complaints.lines.clear()
            except chess.engine.EngineError as problem:
                print(f"{name}: after {plies} plies, {board.fen()}: {problem}", flush=True)
                failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
