#!/usr/bin/env python3
"""Plays ferz against Stockfish, both limited by `UCI_Elo`, and prints the difference of their ratings.

Needs the Python package `chess` and Stockfish. Usage:

    tools/elo.py [--ferz PATH] [--stockfish PATH] [--games N] [--nodes N] [ELO ...]

For every ELO both are set to it, or with `--nodes`, ferz searches that number of positions instead. Every opening is played twice, with the
sides changed. The last line for an ELO is the difference in points with a 95 % interval, by the usual formula for a score.
A Stockfish of limited strength chooses its move at a small depth, so that it is asked for a fixed depth and needs no time.
"""

import argparse
import math
import sys

OPENINGS = """e2e4 e7e5 g1f3 b8c6 f1b5 a7a6|e2e4 c7c5 g1f3 d7d6 d2d4 c5d4|e2e4 e7e6 d2d4 d7d5 b1c3 g8f6|e2e4 c7c6 d2d4 d7d5 b1c3 d5e4
d2d4 d7d5 c2c4 e7e6 b1c3 g8f6|d2d4 g8f6 c2c4 g7g6 b1c3 f8g7|d2d4 g8f6 c2c4 e7e6 g1f3 b7b6|c2c4 e7e5 b1c3 g8f6 g1f3 b8c6
g1f3 d7d5 g2g3 g8f6 f1g2 e7e6|e2e4 e7e5 g1f3 g8f6 f3e5 d7d6|e2e4 d7d6 d2d4 g8f6 b1c3 g7g6|d2d4 f7f5 g2g3 g8f6 f1g2 e7e6
e2e4 e7e5 f1c4 g8f6 d2d3 f8c5|d2d4 d7d5 g1f3 g8f6 c1f4 c7c5|e2e4 g8f6 e4e5 f6d5 d2d4 d7d6|e2e4 d7d5 e4d5 d8d5 b1c3 d5a5"""

# A longer game is a draw.
LONGEST = 300


def played(chess, engines, opening, deepest, nodes):
    """Returns the points of White."""
    board = chess.Board()
    for move in opening.split():
        board.push_uci(move)
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        name, engine = engines[0 if board.turn else 1]
        own = chess.engine.Limit(nodes=nodes) if nodes else chess.engine.Limit(time=10)
        limit = own if name == "ferz" else chess.engine.Limit(depth=deepest)
        move = engine.play(board, limit, game=id(board)).move
        if move is None:
            break
        board.push(move)
    result = board.result(claim_draw=True)
    return {"1-0": 1, "0-1": 0}.get(result, 0.5)


def interval(points):
    """Returns the difference of the ratings, and the two ends of the confidence interval."""
    count, mean = len(points), sum(points) / len(points)
    spread = 1.96 * math.sqrt(sum((point - mean) ** 2 for point in points) / count / count)
    elo = lambda score: -400 * math.log10(1 / min(max(score, 0.001), 0.999) - 1)
    return elo(mean), elo(mean - spread), elo(mean + spread)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--games", type=int, default=100, help="number of games for each setting")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("elos", nargs="*", type=int, default=[1400, 1700, 2000])
    args = parser.parse_args()
    import chess
    import chess.engine

    openings = OPENINGS.replace("\n", "|").split("|")
    for elo in args.elos:
        ferz = chess.engine.SimpleEngine.popen_uci([args.ferz, "engine"])
        other = chess.engine.SimpleEngine.popen_uci([args.stockfish])
        limited = {"UCI_LimitStrength": True, "UCI_Elo": elo}
        if not args.nodes:
            ferz.configure(limited)
        other.configure(limited)
        # Stockfish chooses its move at this depth at the latest; see `Skill` in its source.
        deepest = 2 + int(max(0.0, (elo - 1346.6) / 143.4) ** (1 / 0.806))
        points = []
        for number in range(args.games):
            sides = [("ferz", ferz), ("other", other)]
            white = number % 2 == 0
            opening = openings[number // 2 % len(openings)]
            score = played(chess, sides if white else sides[::-1], opening, deepest, args.nodes)
            points.append(score if white else 1 - score)
        mean, low, high = interval(points)
        wins, draws = points.count(1), points.count(0.5)
        rest = len(points) - wins - draws
        print(f"{elo}: +{wins} ={draws} -{rest}, {mean:+.0f} points ({low:+.0f} to {high:+.0f})", flush=True)
        ferz.quit()
        other.quit()


if __name__ == "__main__":
    sys.exit(main())
