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


def line(node):
    """Returns the moves after a node, with their remarks and variations, as the file has them."""
    moves = []
    while node.variations:
        first, *others = node.variations
        board = node.board()
        move = {"move": board.text(first.move), "san": board.san(first.move), "fen": first.board().fen()}
        if first.comment:
            move["comments"] = [first.comment]
        if first.nags:
            move["marks"] = sorted(first.nags)
        if others:
            move["variations"] = [{"moves": [{"move": board.text(one.move), "san": board.san(one.move), "fen": one.board().fen()}]} for one in others]
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
    found = [
        {"code": one.code, "message": one.message, "help": one.help, "line": one.places[0].line, "column": one.places[0].column}
        for one in caught.value.problems
    ]
    assert found == fault["problems"]
