"""Positions, moves, and records in the notations of other programs."""

import io

import ferz
import pytest


def test_positions_and_moves_are_read_and_written_in_dialects():
    rules = ferz.load(ferz.game_called("Three-check"))
    board = rules.board("4k3/8/8/8/8/8/8/4K2R w K - 0 1 +2+0", dialect="lichess")
    assert board.fen(dialect="lichess") == "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +2+0"
    assert board.fen(dialect="fairy-stockfish") == "4k3/8/8/8/8/8/8/4K2R w K - 1+3 0 1"
    makruk = ferz.Board("makruk", "4k3/8/8/5P2/8/8/8/4K3 w - - 0 1")
    move = makruk.parse("f5f6m", dialect="fairy-stockfish")
    assert move.text == "f5f6" and makruk.text(move, dialect="fairy-stockfish") == "f5f6m"
    assert "fairy-stockfish" in ferz.dialects()
    with pytest.raises(ValueError, match="there are ferz"):
        board.fen(dialect="morse")


def test_a_draw_is_claimed():
    board = ferz.Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90")
    assert [claim.reason for claim in board.claims()] == ["fifty-moves"]
    assert board.claim("fifty-moves") and board.is_game_over() and not board.claim("fifty-moves")


@pytest.mark.parametrize("name", ["chess", "chess960", "crazyhouse", "3check", "atomic", "racingkings", "horde", "antichess"])
def test_records_are_read_by_python_chess(name):
    chess_pgn = pytest.importorskip("chess.pgn")
    board = ferz.Board(name)
    for at in range(40):
        if board.is_game_over():
            break
        board.push(list(board.legal_moves)[at * 7 % len(board.legal_moves)])
    game = chess_pgn.read_game(io.StringIO(board.pgn(dialect="lichess")))
    assert not game.errors and len(list(game.mainline_moves())) == board.ply()
    assert [move.uci() for move in game.mainline_moves()] == texts(name, board)


def texts(name, board):
    """Returns the moves of a game in the notation of python-chess."""
    again, written = ferz.Board(name), []
    for move in board.move_stack:
        text = again.text(move.text, dialect="lichess")
        written.append(text)
        again.push(move.text)
    return written
