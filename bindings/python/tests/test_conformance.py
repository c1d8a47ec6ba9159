"""The conformance file, which the library writes: its records, moves, positions, pictures, and problems."""

import io
import json
import pathlib
import re

import ferz
import ferz.pgn as pgn
import pytest

PATH = pathlib.Path(__file__).resolve().parents[3] / "tests/fixtures/conformance.json"
FILE = json.loads(PATH.read_text(encoding="utf-8"))
OMITTED = FILE["does_not_apply"]["python"]


def played(node, child):
    """Returns a move after a node with the position after it."""
    board = node.board()
    return {"move": board.text(child.move), "san": board.san(child.move), "fen": child.board().fen()}


def line(node):
    """Returns the moves after a node, with their remarks and variations, as the file has them."""
    moves = []
    while node.variations:
        first, *others = node.variations
        move = played(node, first)
        if first.comment:
            move["comments"] = [first.comment]
        if first.nags:
            move["marks"] = sorted(first.nags)
        if others:
            move["variations"] = [{"moves": [played(node, one)]} for one in others]
        moves.append(move)
        node = first
    return moves


@pytest.mark.parametrize("entry", FILE["games"], ids=lambda entry: entry["record"]["game"])
def test_the_record_of_a_game(entry):
    record = entry["record"]
    assert list(OMITTED) == ["pgn", "faulty record"]
    game = pgn.read_game(io.StringIO(entry["pgn"]))
    assert not game.errors and game.headers["White"] == record["tags"]["White"]
    assert [game.comment] == record["comments"]
    assert game.board().fen() == record["fen"] and game.board().rules.name == record["game"]
    assert line(game) == record["moves"]
    end = game.end().board()
    assert [end.text(move) for move in end.legal_moves] == entry["legal"]
    assert sorted(set(re.findall(r' id="([^"]*)"', game.board().svg()))) == entry["pictures"]
    # What this package writes, it reads again.
    again = pgn.read_game(io.StringIO(str(game)))
    assert line(again) == record["moves"]


def test_every_game_is_in_the_file():
    assert [entry["record"]["game"] for entry in FILE["games"]] == ferz.built_in()


def described(problem):
    place = problem.places[0]
    found = {"code": problem.code, "message": problem.message, "help": problem.help}
    return {**found, "line": place.line, "column": place.column}


@pytest.mark.parametrize("fault", FILE["faulty"], ids=lambda fault: fault["kind"])
def test_the_problems_of_a_text(fault):
    kind, game, text = fault["kind"], fault["game"], fault["text"]
    if f"faulty {kind}" in OMITTED:
        return
    act = {
        "rules": lambda: ferz.from_text(text),
        "position": lambda: ferz.Board(game, text),
        "move": lambda: ferz.Board(game).push(text),
    }
    with pytest.raises(ferz.FerzError) as caught:
        act[kind]()
    assert [described(one) for one in caught.value.problems] == fault["problems"]
