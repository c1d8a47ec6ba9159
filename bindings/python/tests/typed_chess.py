"""A program that uses `ferz.chess` with types, which mypy and pyright check. It is not run."""

import io
import random

import ferz.chess as chess


def play(board: chess.Board) -> list[str]:
    move: chess.Move = random.choice(list(board.legal_moves))
    board.push(move)
    piece = board.piece_at(chess.E4)
    if piece is not None and piece.piece_type == chess.PAWN:
        print(piece.symbol(), chess.square_name(move.to_square))
    squares: chess.SquareSet = board.attackers(chess.WHITE, chess.F3) & chess.BB_RANK_1
    return [chess.SQUARE_NAMES[square] for square in squares]


def analyse(board: chess.Board) -> chess.Move | None:
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        line: list[chess.Move] = info.get("pv", [])
        score = info.get("score")
        print(board.variation_san(line), score and score.white().score(mate_score=1000))
        lines = engine.analyse(board, chess.engine.Limit(depth=3), multipv=2)
        print(len(lines), lines[0].get("pv"))
        return engine.play(board, chess.engine.Limit(time=1)).move


class Count(chess.pgn.BaseVisitor[int]):
    moves = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.moves += 1

    def result(self) -> int:
        return self.moves


def read() -> int:
    game = chess.pgn.read_game(io.StringIO("1. e4"))
    assert game is not None
    count: int = game.accept(Count())
    other: int | None = chess.pgn.read_game(io.StringIO("1. e4"), Visitor=Count)
    text: str = game.accept(chess.pgn.StringExporter(headers=False))
    for node in game.mainline():
        move: chess.Move = node.move
        print(move.uci(), node.board().fen())
    headers = chess.pgn.read_headers(io.StringIO(""))
    return count + (other or 0) + len(text) + len(headers or {})


def rest(board: chess.Board) -> str:
    with chess.polyglot.open_reader("book.bin") as reader:
        print([entry.move.uci() for entry in reader.find_all(board)])
    kind: type[chess.Board] = chess.variant.find_variant("atomic")
    print(kind().status() == chess.STATUS_VALID, chess.variant.ThreeCheckBoard().remaining_checks)
    return chess.svg.board(board, arrows=[(chess.E2, chess.E4)], fill={chess.E4: "#f00"}, squares=board.attacks(chess.E4))
