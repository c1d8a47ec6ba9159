#!/usr/bin/env python3
"""Drives the engine with python-chess, with its classes and its text of moves, in all variants that both know.

Needs the Python package `chess`. Usage:

    tools/python_chess.py [--ferz PATH] [--games N] [--seed N] [VARIANT ...]

The engine chooses half of the moves, and the others are random. A move that either rejects ends the run with exit status 1.
"""

import argparse
import random
import sys

LONGEST_GAME = 160

# Variants in which python-chess lets the king castle, against the rules that it cites.
WITHOUT_CASTLING = {"suicide"}


def boards(chess):
    import chess.variant

    for board in chess.variant.VARIANTS:
        yield board.uci_variant, board
    yield "chess960", lambda: chess.Board.from_chess960_pos(random.randrange(960))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz", help="the program")
    parser.add_argument("--games", type=int, default=20, help="number of games of each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("variants", nargs="*")
    args = parser.parse_args()
    try:
        import chess
        import chess.engine
    except ImportError:
        print("skipped: the Python package chess is not installed (pip install chess)")
        return 0
    failed = 0
    with chess.engine.SimpleEngine.popen_uci([args.ferz, "engine"]) as engine:
        known = engine.options["UCI_Variant"].var
        for name, new in boards(chess):
            if args.variants and name not in args.variants:
                continue
            if name != "chess960" and name not in known:
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
                print(f"{name}: {args.games} games, {plies} plies", flush=True)
            except chess.engine.EngineError as problem:
                print(f"{name}: after {plies} plies, {board.fen()}: {problem}", flush=True)
                failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
