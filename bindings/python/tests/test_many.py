"""Tests of many games at once, as arrays."""

import threading

import ferz
import numpy
import pytest


def test_games_at_random_are_the_same_on_any_number_of_threads():
    one = ferz.playouts("tamerlane", 40, seed=3, plies=300)
    two = ferz.playouts("tamerlane", 40, seed=3, plies=300, threads=2)
    for name in ("winners", "plies", "reasons"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert one.names == two.names and sum(one.counts().values()) == len(one) == 40
    plies, outcome = ferz.Board("tamerlane").playout(seed=5, plies=300)
    assert plies == one.plies[2]
    assert (outcome is None) == (one.names[one.reasons[2]] == "cut off")


def test_observations_and_masks_are_those_of_single_boards():
    boards, single = ferz.Boards("chess", 3), ferz.Board("chess")
    assert boards.observations().shape == (3, *single.rules.shape)
    assert boards.masks().shape == (3, single.rules.actions)
    for _ in range(40):
        observation, mask = ferz.observation(single), ferz.mask(single)
        assert (boards.observations()[1] == observation).all() and (boards.masks()[1] == mask).all()
        actions, begin = boards.legal_actions()
        assert list(actions[begin[1] : begin[2]]) == single.legal_actions()
        action = int(numpy.flatnonzero(mask)[-1])
        boards.push([ferz.Boards.NOTHING, action, ferz.Boards.NOTHING])
        single.push_action(action)
        assert boards.fen(1) == single.fen()
        if single.is_game_over():
            break
    assert boards.fen(0) == boards.fen(2) != boards.fen(1)
    assert boards.turns()[0] and boards.results()[0] == 2
    boards.reset([1])
    assert boards.fen(1) == boards.fen(0)


def test_an_action_that_is_not_legal_plays_nothing():
    boards = ferz.Boards("chess", 2)
    legal = ferz.Board("chess").legal_actions()[0]
    before = boards.fen(0)
    with pytest.raises(ValueError, match="not legal on board 1"):
        boards.push([legal, 8_192])
    assert boards.fen(0) == before
    with pytest.raises(ValueError):
        boards.push([legal])


def test_every_built_in_game_has_bounded_actions_and_planes():
    for game in ferz.built_in():
        board = ferz.Board(game)
        # Some pieces capture several others on a path, or move twice.
        if game in ("chu", "parsi", "ultima"):
            assert board.rules.actions is None
            continue
        assert board.rules.actions is not None, game
        assert max(board.legal_actions(), default=0) < board.rules.actions
        assert len(board.rules.planes) == board.rules.shape[0]


def test_a_game_without_a_bounded_set_of_actions_says_so():
    rules = ferz.from_text(
        """
        variant leap "Leap"
        board { grid 6 x 6; black is white turned }
        piece king K `K` royal
        piece leaper L `[cK-K]`
        ending { checkmate: loss; stalemate: draw }
        array start { 1 | L L K . . . }
        """
    )
    assert rules.actions is None
    with pytest.raises(ValueError, match="no bounded set of actions"):
        ferz.mask(rules.board())
    assert len(rules.board().legal_moves) > 0


def test_other_threads_run_on_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            done.wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    ferz.playouts("chess", 300)
    during = len(ticks)
    done.set()
    thread.join()
    assert during > 5


def test_ten_thousand_boards_are_arrays_that_are_not_copied():
    boards = ferz.Boards("chess", 10_000)
    for array in (boards.observations(), boards.masks(), boards.legal_actions()[0], boards.results(), boards.turns()):
        assert len(array) >= 10_000
        # The library has written into the memory that NumPy shows.
        base = array
        while isinstance(base, numpy.ndarray):
            base = base.base
        assert isinstance(base, (bytearray, memoryview)), type(base)
        assert array.flags.writeable and not array.flags.owndata
    actions, begin = boards.legal_actions()
    boards.push(actions[begin[:-1]])
    assert not boards.turns().any() and len(set(map(boards.fen, range(0, 10_000, 999)))) == 1
