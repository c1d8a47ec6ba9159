"""Lets an engine analyse positions and play against itself."""

import asyncio
import sys

import chess
import chess.engine

ENGINE = [sys.executable, "-m", "ferz", "engine"]
with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
    print(engine.id["name"].split()[0], "Hash" in engine.options)
    for fen in ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "8/8/8/3k4/8/3KQ3/8/8 b - - 0 1"):
        board = chess.Board(fen)
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        print(info["score"].white(), info["score"].is_mate(), info["depth"], board.variation_san(info["pv"][:2]))
    lines = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"), chess.engine.Limit(depth=2), multipv=2)
    print([str(line["pv"][0]) for line in lines][:1], len(lines))
    board = chess.Board("8/8/8/8/8/6k1/4q3/7K b - - 0 1")
    while not board.is_game_over() and len(board.move_stack) < 6:
        result = engine.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_SCORE)
        print(board.san(result.move), result.move in board.legal_moves)
        board.push(result.move)
    print(board.result(), board.outcome().termination)


async def main():
    transport, engine = await chess.engine.popen_uci(ENGINE)
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    result = await engine.play(board, chess.engine.Limit(depth=2))
    print(board.san(result.move), result.resigned, result.draw_offered)
    await engine.quit()


asyncio.run(main())
score = chess.engine.PovScore(chess.engine.Cp(35), chess.BLACK)
print(score.white(), score.pov(chess.BLACK).score(), score.wdl().relative, chess.engine.Mate(3) > chess.engine.Cp(900))
