"""Tests of studies."""

import json
import pickle

import ferz
import ferz.study
import pytest


def quick(**settings):
    return {"number": 12, "random": True, "plies": 200, "seed": 5, **settings}


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(tmp_path):
    study = ferz.study.compare("tamerlane", **quick(number=4))
    assert list(study.rules) == ["default", *ferz.Rules("tamerlane").readings]
    one, two = study.run(threads=1), study.run(threads=2, out=tmp_path / "games.jsonl")
    assert one.data == two.data and one.csv() == two.csv() and str(one) == str(two)
    read = ferz.study.Summary.read(tmp_path / "games.jsonl")
    assert read.data == one.data and read.html() == two.html()
    assert pickle.loads(pickle.dumps(study)).play([3]) == study.play([3])


def test_every_game_of_the_file_can_be_played_again(tmp_path):
    found = ferz.study.compare("tamerlane", **quick(number=2)).run(out=tmp_path / "games.jsonl")
    names = [side["name"] for side in found.data["head"]["of"]]
    for game in found.records:
        reading = names[game["of"]]
        board = ferz.Board(ferz.Rules("tamerlane", reading=None if reading == "default" else reading))
        for move in game["moves"].split():
            assert not board.is_game_over()
            board.push(move)
        assert board.ply() == game["plies"] and board.result() == game["result"]
        outcome = board.outcome()
        assert (outcome and outcome.reason) == game.get("reason")


def test_a_search_plays_the_same_games_twice():
    study = ferz.study.compare("makruk", number=2, nodes=60, plies=60)
    assert study.play([0, 1]) == study.play([0, 1], threads=2) != study.play([1, 0])


def test_what_was_played_is_not_played_again(tmp_path):
    path = tmp_path / "games.jsonl"
    study = ferz.study.compare("gardner", **quick(number=20))
    whole = study.run(out=tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    # The program was killed while it wrote a line.
    path.write_text("".join(lines[:8]) + lines[8][:20])
    played = []
    resumed = study.run(out=path, resume=True, progress=lambda done, all_games: played.append(done))
    assert played[-1] == 20 and resumed.data == whole.data
    assert [game["n"] for game in resumed.records] == list(range(20))
    with pytest.raises(FileExistsError):
        study.run(out=path)
    with pytest.raises(ValueError, match="not those of this study"):
        ferz.study.compare("gardner", **quick(number=21)).run(out=path, resume=True)


QUEEN_LESS = """
variant odds "Odds" extends chess
array odds {
  8 | r n b q k b n r
  7 | p p p p p p p p
  6 | . . . . . . . .
  5 | . . . . . . . .
  4 | . . . . . . . .
  3 | . . . . . . . .
  2 | P P P P P P P P
  1 | R N B . K B N R
}
"""


def test_a_queen_less_loses():
    less = ferz.from_text(QUEEN_LESS, array="odds")
    found = ferz.study.Study({"whole": ferz.Rules("chess"), "less": less}, number=12, nodes=150, plies=300).run()
    score = {about["name"]: dict(about["metrics"])["score"] for about in found.data["of"]}
    assert score["less"]["value"] < 0.3 < score["whole"]["value"], score
    assert less.board().piece_at("d1") is None


def test_two_equal_readings_show_no_difference():
    rules = {"one": ferz.Rules("shatranj"), "other": ferz.Rules("shatranj")}
    found = []
    for seed in range(20):
        summary = ferz.study.Study(rules, number=40, random=True, plies=150, seed=seed).run()
        assert summary.data["of"][1]["same_as"] == "one"
        found.append(any(one["found"] for one in summary.data["differences"]))
    assert found.count(False) >= 17


def test_a_page_needs_nothing_else(tmp_path):
    found = ferz.study.compare("tamerlane", **quick(number=3)).run()
    page = found.html()
    assert page.startswith("<!DOCTYPE html>") and page.count("<svg") >= 4
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "Never acted" in page
    found.write_html(tmp_path / "page.html")
    assert json.loads(found._summary.json())["games"] == 18
    assert found._repr_html_().startswith("<div>")


def test_games_can_be_written_as_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    found = ferz.study.compare("gardner", **quick()).run()
    found.write_parquet(tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.num_rows == 12 and table.column("plies").to_pylist() == [game["plies"] for game in found.records]
