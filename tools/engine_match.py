#!/usr/bin/env python3
"""Plays chess between ferz and a weakened Stockfish with python-chess. A stopped match can be resumed.

    tools/engine_match.py [--games N] [--elo ELO] [--time MS] [--records FILE] [--at-least PERCENT] [--ferz PATH] [--stockfish PATH]

Both engines have the same time for a move. Stockfish is limited by `UCI_Elo`. Each opening is a few random moves after which the
material is equal and ferz evaluates the position as about equal. It is played twice, with the colors exchanged; the seed is fixed.
Every game is a line of JSON in the records, and a match continues after the last one. The program fails if ferz scores less than
`--at-least` percent, or if an engine exits or plays an illegal move. Needs the Python package `chess`.
"""

import argparse
import json
import pathlib
import random
import shutil
import sys
import time

import chess
import chess.engine

# A longer game is a draw.
LONGEST = 400
OPENING = 6
BALANCED = 80
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def material(board):
    count = {piece: len(board.pieces(piece, chess.WHITE)) - len(board.pieces(piece, chess.BLACK)) for piece in VALUES}
    return sum(worth * count[piece] for piece, worth in VALUES.items())


def opening(dice, judge):
    """Returns random moves that lead to a position that is about equal."""
    while True:
        board = chess.Board()
        for _ in range(OPENING):
            board.push(dice.choice(list(board.legal_moves)))
        if board.is_game_over() or material(board) != 0:
            continue
        score = judge.analyse(board, chess.engine.Limit(nodes=20_000), game=object())["score"].white()
        if abs(score.score(mate_score=10_000)) <= BALANCED:
            return [move.uci() for move in board.move_stack]


def play(players, moves, limit, slow):
    """Plays a game, and returns its result, the reason, and its moves. `players` are White's and Black's engines."""
    board, game = chess.Board(), object()
    for move in moves:
        board.push_uci(move)
    while (outcome := board.outcome(claim_draw=True)) is None and board.ply() < LONGEST:
        begun = time.monotonic()
        found = players[board.ply() % 2].play(board, limit, game=game)
        slow[board.ply() % 2] = max(slow[board.ply() % 2], time.monotonic() - begun)
        board.push(found.move)
    moves = [move.uci() for move in board.move_stack]
    if outcome is None:
        return "1/2-1/2", "too long", moves
    return outcome.result(), outcome.termination.name.lower().replace("_", " "), moves


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--elo", type=int, default=1800)
    parser.add_argument("--time", type=int, default=100, help="milliseconds for each move")
    parser.add_argument("--records")
    parser.add_argument("--at-least", type=float, default=60)
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    records = pathlib.Path(args.records or f"target/matches/chess-stockfish-{args.elo}.jsonl")
    records.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in records.read_text().splitlines()] if records.exists() else []
    done = done[:args.games]
    ferz = chess.engine.SimpleEngine.popen_uci([args.ferz, "engine"])
    # This second process evaluates the openings, so that the player's hash table has only positions of the game.
    judge = chess.engine.SimpleEngine.popen_uci([args.ferz, "engine"])
    other = chess.engine.SimpleEngine.popen_uci([args.stockfish])
    try:
        allowed = other.options["UCI_Elo"]
        if not allowed.min <= args.elo <= allowed.max:
            sys.exit(f"{other.id['name']} can only be limited to {allowed.min} to {allowed.max}, not to {args.elo}")
        other.configure({"UCI_LimitStrength": True, "UCI_Elo": args.elo})
        name = f"{other.id['name']} at {args.elo}"
        print(f"{ferz.id['name']} against {name}, {args.time} ms for a move")
        for number in range(len(done), args.games):
            dice = random.Random(f"{args.seed} {number // 2}")
            moves = opening(dice, judge)
            white = number % 2 == 0
            slow = [0, 0]
            result, reason, moves = play((ferz, other) if white else (other, ferz), moves, chess.engine.Limit(time=args.time / 1000), slow)
            points = {"1-0": 1, "0-1": 0}.get(result, 0.5)
            done.append({"white": "ferz" if white else name, "result": result, "reason": reason, "points": points if white else 1 - points,
                         "slowest": round(slow[0 if white else 1], 3), "moves": " ".join(moves)})
            with records.open("a") as file:
                file.write(json.dumps(done[-1]) + "\n")
            tally(done, f"  ({result}, {reason}, {len(moves)} plies)")
    finally:
        for player in (ferz, judge, other):
            try:
                player.quit()
            except chess.engine.EngineError:
                player.close()
    share = tally(done, "")
    slowest = max(game["slowest"] for game in done)
    print(f"the slowest move of ferz took {1000 * slowest:.0f} ms")
    if share < args.at_least:
        sys.exit(f"that is less than {args.at_least:g} %")


def tally(done, remark):
    count = {score: sum(game["points"] == score for game in done) for score in (1, 0.5, 0)}
    share = 100 * sum(game["points"] for game in done) / len(done)
    print(f"+{count[1]} ={count[0.5]} -{count[0]}, {share:.1f} % of {len(done)}{remark}", flush=True)
    return share


if __name__ == "__main__":
    main()
