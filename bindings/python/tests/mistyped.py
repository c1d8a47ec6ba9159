"""A program with wrong types. Mypy and pyright must find a mistake in each line with the comment `wrong`."""

import io

import ferz
import ferz.chess as chess
import ferz.engine
import ferz.pgn

record = io.StringIO("1. e4 e5")
game = ferz.pgn.read_game(record)
print(game.headers)  # wrong
print(ferz.pgn.read_game(record).mainline())  # wrong
print(chess.pgn.read_game(record).headers)  # wrong
with ferz.engine.SimpleEngine.popen_uci("stockfish") as engine:
    limit = ferz.engine.Limit(depth=1)
    print(engine.analyse(ferz.Board(), limit).get("score") + 1)  # wrong
    print(engine.analyse(ferz.Board(), limit, multipv=2)["score"])  # wrong
    print(engine.analyse("fen", limit))  # wrong
    best: chess.Move | None = engine.play(ferz.Board(), limit).move  # wrong
board = chess.Board()
board.piece_at("e4")  # wrong
board.push("e2e4")  # wrong
piece: int = board.piece_at(chess.E4)  # wrong
attackers: list[str] = board.attackers(chess.WHITE, chess.E4)  # wrong
print(chess.polyglot.open_reader("book.bin").find(board).moves)  # wrong
print(board.outcome().winner)  # wrong
