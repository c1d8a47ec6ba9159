"""Games in PGN: the tree, the visitors, and the text, beside python-chess where it is installed."""

import io

import ferz
import ferz.pgn as pgn
import pytest
from ferz.engine import Cp, PovScore

GAME = """[Event "A game"]
[Result "1-0"]

{ before } 1. e4! {the best} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $6) d6) ({a comment first} 1... e6) 2. Nf3 $1 Nc6
3. Bb5 {[%clk 0:01:30]} a6 1-0

[Variant "Tamerlane Chess"]

1. {Pk}f4 {Pk}f7 {second} *
"""


def read(text, **others):
    return pgn.read_game(io.StringIO(text), **others)


def test_a_game_is_a_tree():
    handle = io.StringIO(GAME)
    game = pgn.read_game(handle)
    assert game.comment == "before" and game.headers["Event"] == "A game" and not game.errors
    first = game.next()
    assert (first.san(), first.nags, first.comment) == ("e4", {pgn.NAG_GOOD_MOVE}, "the best")
    assert [node.san() for node in first.variations] == ["e5", "c5", "e6"]
    assert first[1].comment == "Sicilian" and first[2].starting_comment == "a comment first"
    assert [node.san() for node in first[1].variations] == ["Nf3", "c3"]
    assert str(game.mainline_moves()) == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"
    assert game.end().parent.clock() == 90 and game.end().ply() == 6 and game.end().is_mainline()
    assert first[1].starts_variation() and not first[1].is_mainline() and first[1].game() is game
    assert game.end().board().move_stack[-1] == game.end().move
    second = pgn.read_game(handle)
    assert second.board().rules.name == "tamerlane" and second.end().comment == "second"
    assert second.headers["Event"] == "?" and pgn.read_game(handle) is None


def test_a_game_is_written_as_it_was_read():
    game = read(GAME)
    text = str(game.accept(pgn.StringExporter()))
    again = read(text)
    assert again.accept(pgn.StringExporter()) == text and max(map(len, text.splitlines())) <= 80
    assert "( 1... c5" not in text and "1... c5 { Sicilian } 2. Nf3 ( 2. c3" not in text
    assert "(1... c5 { Sicilian } 2. Nf3 (2. c3 $6) 2... d6)" in " ".join(text.split())
    handle = io.StringIO()
    written = game.accept(pgn.FileExporter(handle))
    assert handle.getvalue() == text + "\n\n" and written == len(handle.getvalue())
    bare = game.accept(pgn.StringExporter(headers=False, comments=False, variations=False, columns=None))
    assert bare == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "tamerlane", "shogi", "full-tamerlane"])
def test_games_of_any_rules_are_read_back(name):
    board = ferz.Board(name)
    for number in range(24):
        if board.is_game_over():
            break
        board.push(board.legal_moves[number * 7 % len(board.legal_moves)])
    game = pgn.Game.from_board(board)
    again = read(str(game))
    assert not again.errors and again.end().board() == board
    # The record that ferz itself writes is read, too.
    own = read(board.pgn())
    assert not own.errors and own.end().board() == board and own.headers.rules() == board.rules


def test_errors_end_a_line_and_are_kept():
    game = read("1. e4 e5 (1... e4 2. d4) 2. Nf3 (2. Nc3 Nc6) Qxf9 3. d4 1-0\n")
    assert len(game.errors) == 2 and str(game.mainline_moves()) == "1. e4 e5 2. Nf3"
    assert str(game.next().next().variations[1].move) == "b1c3" and game.headers["Result"] == "1-0"
    unknown = read('[Variant "No such game"]\n\n1. e4 *\n')
    assert isinstance(unknown.errors[0], ferz.RulesError)
    assert read("") is None


def test_visitors_see_what_they_ask_for():
    class Counter(pgn.BaseVisitor):
        def begin_game(self):
            self.moves = self.variations = 0

        def visit_move(self, board, move):
            assert move in board.legal_moves
            self.moves += 1

        def begin_variation(self):
            self.variations += 1

        def result(self):
            return self.moves, self.variations

    assert read(GAME, Visitor=Counter) == read(GAME).accept(Counter()) == (11, 3)
    handle = io.StringIO(GAME)
    assert pgn.read_headers(handle)["Result"] == "1-0" and pgn.skip_game(handle) and not pgn.skip_game(handle)
    assert read(GAME, Visitor=pgn.BoardBuilder).fen().startswith("r1bqkbnr/1ppp1ppp/p1n5/1B2p3")


def test_a_tree_is_changed():
    game = pgn.Game()
    e4 = game.add_variation(ferz.Move("e2", "e4"))
    game.add_main_variation(ferz.Move("d2", "d4"), comment="first")
    assert game.next().comment == "first" and game.has_variation("e2e4") and "e2e3" not in game
    game.promote(e4)
    assert game.next() is e4
    game.remove_variation("d2d4")
    assert len(game.variations) == 1 and str(game).endswith("1. e4 *")
    e4.set_clock(61.5)
    e4.set_eval(PovScore(Cp(-25), ferz.WHITE), 12)
    assert (e4.clock(), e4.eval().white()) == (61.5, Cp(-25))
    e4.set_clock(None)
    e4.set_eval(None)
    assert e4.comment == ""
    with pytest.raises(ValueError):
        game.headers["bad name"] = "x"


def test_it_is_as_python_chess_reads_it():
    pytest.importorskip("chess")
    import chess.pgn

    theirs, ours = chess.pgn.read_game(io.StringIO(GAME)), read(GAME)

    def same(their, our):
        assert str(their.comment if isinstance(their.comment, str) else " ".join(their.comments)) == our.comment
        assert their.starting_comment == our.starting_comment and set(their.nags) == our.nags
        assert len(their.variations) == len(our.variations)
        for one, other in zip(their.variations, our.variations):
            assert one.san() == other.san() and one.board().fen() == other.board().fen().replace(" c6 ", " - ").replace(" e3 ", " - ") or one.board().fen(en_passant="fen") == other.board().fen()
            same(one, other)

    same(theirs, ours)
    written = chess.pgn.read_game(io.StringIO(str(ours)))
    assert not written.errors
    same(written, ours)
