"""How fast it is beside others. A machine that is busy with other work is no place to measure: then the figures are only printed."""

import os
import time

import ferz
import pytest


def best(work, rounds=5):
    def once():
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun

    return min(once() for _ in range(rounds))


def is_busy():
    return os.getloadavg()[0] > 0.6 * (os.cpu_count() or 1)


def judge(what, ratio, wanted):
    print(f"{what}: {ratio:.2f}")
    if ratio < wanted and is_busy():
        pytest.skip(f"{what} {ratio:.2f} of {wanted} on a busy machine")
    assert ratio >= wanted, what


def positions():
    """Boards in the course of a game, whose moves were not asked for."""
    board, boards = ferz.Board("chess"), []
    for move in "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split():
        board.push(move)
        boards.append(board.copy())
    return boards


def test_moves_are_listed_faster_than_by_python_chess():
    chess = pytest.importorskip("chess")
    others = [chess.Board(board.fen()) for board in positions()]
    theirs = best(lambda: [list(board.legal_moves) for board in others], 20)
    ours = []
    for _ in range(20):
        boards = positions()
        ours.append(best(lambda boards=boards: [list(board.legal_moves) for board in boards], 1))
    judge("legal moves, of python-chess", theirs / min(ours), 5)


def test_moves_are_listed_faster_than_by_pyffish():
    fish = pytest.importorskip("pyffish")
    boards = positions()
    fens = [board.fen() for board in boards]
    theirs = best(lambda: [fish.legal_moves("chess", fen, []) for fen in fens], 3)
    ours = min(best(lambda boards=positions(): [list(board.legal_moves) for board in boards], 1) for _ in range(20))
    judge("legal moves, of pyffish", theirs / ours, 100)


def test_games_at_random_are_as_fast_as_in_rust():
    rules = ferz.Rules("chess")
    ratios = []
    for _ in range(5):
        rust = ferz._ferz._time_playouts(rules, 200, 0, 1_000)
        python = best(lambda: ferz.playouts(rules, 200), 1)
        ratios.append(rust / python)
    judge("random games, of Rust", max(ratios), 0.9)


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor")
def test_two_threads_are_faster_than_one():
    rules = ferz.Rules("chess")
    one = best(lambda: ferz.playouts(rules, 400), 3)
    two = best(lambda: ferz.playouts(rules, 400, threads=2), 3)
    judge("random games on two threads, of one", one / two, 1.8)
