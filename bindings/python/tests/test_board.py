"""Tests of boards, whose interface resembles that of python-chess."""

import copy
import pickle
import random

import ferz
import pytest

DUEL = """
variant duel "Duel"
board { grid 4 x 4; black is white turned }
piece king K `K` royal
ending { checkmate: loss; stalemate: draw }
array start {
  1 | K . . .
}
"""


def test_a_game_is_played_and_taken_back():
    board = ferz.Board("chess")
    start = board.fen()
    board.push("e2e4")
    assert str(board.push_text("c7c5")) == "c7c5"
    board.push(board.parse("g1f3"))
    assert [str(move) for move in board.move_stack] == ["e2e4", "c7c5", "g1f3"]
    assert board.ply() == 3 and board.peek() == board.move_stack[-1]
    assert board.turn == ferz.BLACK
    for text in ["g1f3", "c7c5", "e2e4"]:
        assert board.pop().text == text
    assert board.fen() == start
    with pytest.raises(IndexError):
        board.pop()


def test_legal_moves_are_a_collection():
    board = ferz.Board("tamerlane")
    moves = board.legal_moves
    assert len(moves) == moves.count() == len(list(moves)) == 24
    assert "f3f4" in moves and moves[0] in moves and "a1a9" not in moves
    assert moves[-1] == list(moves)[-1]
    with pytest.raises(IndexError):
        moves[99]
    move = board.parse("f3f4")
    assert (move.from_square, move.to_square, str(move)) == ("f3", "f4", "f3f4")
    assert hash(move) == hash(board.parse("f3f4"))


def test_games_end_with_a_reason():
    board = ferz.Board("chess")
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        assert board.outcome() is None and board.result() == "*"
        board.push(move)
    assert board.outcome().reason == "checkmate" and board.outcome().winner == ferz.BLACK
    assert board.is_check() and board.is_game_over() and board.result() == "0-1"
    assert not board.legal_moves


def test_moves_are_explained_and_positions_drawn():
    board = ferz.Board("chess")
    explained = board.explain("e2e5")
    assert not explained and explained.reasons[0].line > 0 and "e2e5" in str(explained)
    assert board.explain("e2e4")
    assert board.svg() == board._repr_svg_() and board.svg().startswith("<svg")
    assert "ferz-knight" in board.svg() and "ferz-knight" not in board.svg("letters")
    with pytest.raises(ValueError, match="letters"):
        board.svg("strokes")
    assert "K" in str(board)
    assert board.piece_at("e1").symbol() == "K" and board.piece_at("e4") is None
    assert len(board.piece_map()) == 32


def test_counting_and_searching():
    board = ferz.Board("chess")
    assert [board.perft(depth) for depth in range(4)] == [1, 20, 400, 8902]
    assert board.perft(4, threads=2) == 197_281
    mate = ferz.Board("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    found = mate.search(nodes=10_000)
    assert str(found.best) == "d1d8" and found.mate == 1 and found.line == ["d1d8"]
    assert mate.search(time=0.05).depth > 0
    mate.push(found.best)
    with pytest.raises(ferz.IllegalMoveError):
        mate.search(nodes=10)


def test_hands_and_captures():
    board = ferz.Board("shogi")
    assert board.hand(ferz.WHITE) == {}
    board = ferz.Board("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
    assert board.captures("e5d6") == ["d5"] and board.is_capture("e5d6") and not board.is_capture("e5e6")


def test_details_name_each_effect():
    board = ferz.Board("chess", "1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    castling, promotion = board.details("e1g1"), board.details("a7b8q")
    assert (castling.kind, castling.moved) == ("castling", [("h1", "f1", ferz.Piece("R", ferz.WHITE))])
    assert (promotion.piece.token, promotion.promotion.token) == ("P", "Q")
    assert promotion.after == ("b8", ferz.Piece("Q", ferz.WHITE))
    assert promotion.captured == [("b8", ferz.Piece("N", ferz.BLACK))]
    assert board.details(next(iter(board.legal_moves))).kind == "move"
    atomic = ferz.Board("atomic", "4k3/8/8/2nP4/2np4/8/2R5/4K3 w - - 0 1").details("c2c4")
    assert atomic.after is None and [square for square, _ in atomic.removed] == ["c5"]
    drop = ferz.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").details("N@e4")
    assert (drop.kind, drop.from_square, drop.after) == ("drop", None, ("e4", ferz.Piece("N", ferz.WHITE)))
    with pytest.raises(ferz.IllegalMoveError):
        board.details("a1a2")


def test_copies_are_independent_and_can_be_pickled():
    board = ferz.Board("tamerlane/third@wikibooks")
    board.push(board.legal_moves[3])
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.move_stack == board.move_stack
        other.push(other.legal_moves[0])
        assert other != board
    text = pickle.loads(pickle.dumps(ferz.from_text(DUEL)))
    assert text.name == "duel" and text == ferz.from_text(DUEL)


def test_games_come_from_names_files_and_texts(tmp_path):
    rules = ferz.load("tamerlane", array="third", reading="wikibooks", switches={"giraffe.reach": "2"})
    assert (rules.array, rules.reading, rules.switches["giraffe.reach"]) == ("third", "wikibooks", "2")
    assert "masculine" in rules.arrays and "forbes" in rules.readings
    assert rules.values("giraffe.reach") == ["3", "2"] and rules.question("giraffe.reach")
    path = tmp_path / "duel.ferz"
    path.write_text(DUEL)
    assert ferz.Board(str(path)).legal_moves.count() == ferz.from_text(DUEL).board().legal_moves.count() == 3
    assert ferz.format("board{grid 8x8 # small\n}") == "board {\n  grid 8x8  # small\n}\n"
    assert ferz.betza("mfWcfF")[0] == "fmWfcF"
    assert "chess" in ferz.built_in()
    assert [problem.severity for problem in ferz.check(str(path))].count("error") == 0


def test_problems_have_places_and_a_rendered_message(tmp_path):
    with pytest.raises(ferz.RulesError) as raised:
        ferz.from_text('variant mine "Mine"\nbord { grid 8 x 8 }\n')
    error = raised.value
    assert error.code == "unknown-word" and isinstance(error, ValueError)
    label = error.problems[0].labels[0]
    assert (label.line, label.column, label.end_column) == (2, 1, 5)
    assert error.problems[0].suggestion == "board" and "╭─[text.ferz:2:1]" in error.rendered
    with pytest.raises(ferz.FenError, match="fen-"):
        ferz.Board("chess", "8/8/8 w")
    with pytest.raises(ferz.IllegalMoveError) as raised:
        ferz.Board("chess").push("e2e5")
    assert pickle.loads(pickle.dumps(raised.value)).rendered == raised.value.rendered
    with pytest.raises(ferz.RulesError, match="unknown-game"):
        ferz.load("no-such-game")
    with pytest.raises(ValueError):
        ferz.Board("chess").push(7)


@pytest.mark.parametrize("game", ["chess", "tamerlane", "shogi", "xiangqi", "duck", "crazyhouse"])
def test_every_position_goes_there_and_back(game):
    chance = random.Random(game)
    board = ferz.Board(game)
    for _ in range(60):
        if board.is_game_over():
            break
        assert board.rules.board(board.fen()).fen() == board.fen()
        move = chance.choice(list(board.legal_moves))
        assert board.act(board.action(move)) == move
        board.push(move)


def test_chess_is_the_chess_of_python_chess():
    chess = pytest.importorskip("chess")
    for seed in range(50):
        chance = random.Random(seed)
        ours, theirs = ferz.Board("chess"), chess.Board()
        for _ in range(80):
            assert {str(move) for move in ours.legal_moves} == {move.uci() for move in theirs.legal_moves}
            assert ours.is_check() == theirs.is_check()
            if not ours.legal_moves:
                break
            move = chance.choice(sorted(str(move) for move in ours.legal_moves))
            ours.push(move)
            theirs.push_uci(move)
        if theirs.outcome() is not None and theirs.outcome().winner is not None:
            assert ours.result() == theirs.result()
