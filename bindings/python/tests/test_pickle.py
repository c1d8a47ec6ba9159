"""Everything that the package returns can be pickled, and what does not change can be hashed."""

import io
import pickle

import ferz
import ferz.engine
import ferz.pgn
import ferz.svg
import ferz.variant
import numpy
import pytest

LOST = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def again(value):
    return pickle.loads(pickle.dumps(value))


def values():
    board = ferz.Board(LOST)
    searched = board.search(depth=2)
    with pytest.raises(ferz.RulesError) as caught:
        ferz.from_text("bord { grid 8 x 8 }\n")
    problem = caught.value.problems[0]
    explained = board.explain("d1d9")
    yield from (board, board.rules, board.legal_moves, board.legal_moves[0], board.piece_at("d1"), searched, searched.best)
    yield from (explained, explained.reasons[0], problem, problem.places[0], ferz.Outcome(True, "checkmate"))
    yield from (ferz.engine.Cp(3), ferz.engine.Mate(-2), ferz.engine.MateGiven, ferz.engine.PovScore(ferz.engine.Cp(3), True))
    yield from (ferz.engine.Limit(time=1), ferz.engine.Option("Hash", "spin", 16, 1, 64), ferz.engine.PlayResult(searched.best))
    yield from (ferz.diff("chess", "crazyhouse"), ferz.study.Study({"chess": ferz.Rules("chess")}, number=1, nodes=1).run())
    yield from (ferz.svg.Arrow("e2", "e4"), ferz.variant.find_variant("crazyhouse"))


def test_values_are_equal_to_what_pickle_makes_of_them():
    for value in values():
        other = again(value)
        assert other == value and hash(other) == hash(value), value
        assert not value != other and value != object()
        assert len({value, other}) == 1


def test_a_search_result_keeps_its_properties():
    found = ferz.Board(LOST).search(depth=3)
    for name in ("best", "score", "mate", "depth", "nodes", "line"):
        assert getattr(again(found), name) == getattr(found, name)
    assert (str(found.best), found.mate) == ("d1d8", 1)


def test_games_and_errors_can_be_pickled():
    game = ferz.pgn.read_game(io.StringIO("1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *"))
    assert str(again(game)) == str(game)
    for error in (ferz.FenError, ferz.IllegalMoveError):
        with pytest.raises(error) as caught:
            ferz.Board(fen="8 w", game="chess") if error is ferz.FenError else ferz.Board().push("e2e5")
        assert str(again(caught.value)) == str(caught.value) and again(caught.value).code == caught.value.code


def test_many_boards_can_be_pickled():
    boards = ferz.Boards("crazyhouse", 3)
    for number in range(12):
        actions, begin = boards.legal_actions()
        boards.push([actions[place + number % 5] for place in begin[:-1]])
    other = again(boards)
    assert [other.fen(index) for index in range(3)] == [boards.fen(index) for index in range(3)]
    assert (other.masks() == boards.masks()).all() and other.rules == boards.rules
    played = again(ferz.playouts("chess", 5))
    assert numpy.array_equal(played.plies, ferz.playouts("chess", 5).plies)
    assert again(ferz.diff("chess", "crazyhouse")).rules
