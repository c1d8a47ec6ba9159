#!/usr/bin/env python3
"""Measures the Python package beside python-chess and pyffish in one run, and prints a table in Markdown.

Needs a release of the package, `chess`, and `pyffish`. Each figure is the best of several rounds, in microseconds.
"""

import functools
import time

import chess
import ferz
import pyffish

LINE = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split()


def best(prepare, work, count, rounds=30):
    """Returns the best time of `work` for each of `count` steps, in microseconds. Preparing is not measured."""
    times = []
    for _ in range(rounds):
        given = prepare()
        begun = time.perf_counter()
        work(given)
        times.append(time.perf_counter() - begun)
    return min(times) / count * 1e6


def fish_moves(count):
    start = pyffish.start_fen("chess")
    for _ in range(count):
        pyffish.legal_moves("chess", start, LINE)


def listed(given):
    for board in given:
        list(board.legal_moves)


def positions(board):
    boards = []
    for move in LINE:
        board.push_uci(move)
        boards.append(board.copy(stack=False))
    return boards


def listed_before(board):
    """Returns boards whose moves were listed twice, so that ferz keeps them as objects."""
    boards = positions(board)
    listed(boards)
    listed(boards)
    return boards


def played(board):
    for text in LINE:
        board.push_uci(text)
    return board


def texts(board):
    for text in LINE:
        board.push_uci(text)


def own_texts(board):
    for text in LINE:
        board.push(text)


def push_and_list(board):
    for text in LINE:
        board.push_uci(text)
        list(board.legal_moves)


def sans(board):
    for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split():
        board.push_san(text)


def try_all(board):
    for move in board.legal_moves:
        board.push(move)
        board.pop()


def many(boards):
    actions, begin = boards.legal_actions()
    boards.push(actions[begin[:-1]])


def one_by_one(boards):
    for board in boards:
        board.push(next(iter(board.legal_moves)))


def measure():
    """Yields the rows: the name, and the times of ferz, python-chess, and pyffish."""
    count = len(LINE)
    ours, theirs = ferz.Board, chess.Board
    # A move that a search plays belongs to the position from which it was listed.
    def first(make):
        board = make()
        return board, next(iter(board.legal_moves))

    def listing(make):
        board = make()
        list(board.legal_moves)
        return board

    one = lambda given: given[0].push(given[1])
    yield "`push` of a listed move", best(lambda: first(ours), one, 1, 300), best(lambda: first(theirs), one, 1, 300), None
    yield "`push` of a text", best(ours, own_texts, count), best(theirs, texts, count), None
    yield "`push_san`", best(ours, sans, count), best(theirs, sans, count), None
    yield "listing the moves", best(lambda: positions(ours()), listed, count), best(lambda: positions(theirs()), listed, count), best(lambda: 10, fish_moves, 10)
    yield "listing them again", best(lambda: listed_before(ours()), listed, count), best(lambda: listed_before(theirs()), listed, count), None
    yield "push and list", best(ours, push_and_list, count), best(theirs, push_and_list, count), None
    yield "`push` and `pop` of each move", best(lambda: listing(ours), try_all, 20), best(lambda: listing(theirs), try_all, 20), None
    yield "`copy()` after 10 moves", best(lambda: played(ours()), lambda board: board.copy(), 1, 300), best(lambda: played(theirs()), lambda board: board.copy(), 1, 300), None
    boards = 10_000
    yield "one of 10,000 boards: list and push", best(lambda: ferz.Boards("chess", boards, threads=1), many, boards, 3), best(lambda: [theirs() for _ in range(boards)], one_by_one, boards, 3), None
    yield "`Board()`", best(lambda: None, lambda _: ours(), 1, 300), best(lambda: None, lambda _: theirs(), 1, 300), None
    tamerlane = functools.partial(ferz.Board, "tamerlane")
    yield "`Board(\"tamerlane\")`", best(lambda: None, lambda _: tamerlane(), 1, 300), None, None


def main():
    print("| µs | ferz | python-chess | pyffish | the better / ferz |\n|---|---|---|---|---|")
    for name, own, *others in measure():
        known = [one for one in others if one is not None]
        ratio = f"{min(known) / own:.1f}" if known else ""
        shown = ["" if one is None else f"{one:.1f}" for one in others]
        print(f"| {name} | {own:.1f} | {shown[0]} | {shown[1]} | {ratio} |")


if __name__ == "__main__":
    main()
