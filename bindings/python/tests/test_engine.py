"""Programs that play, by UCI and XBoard."""

import asyncio
import shutil
import sys
import time

import ferz
import pytest
from ferz.engine import Cp, EngineError, EngineTerminatedError, Limit, Mate, MateGiven, Option, PovScore, SimpleEngine, popen_uci

FERZ = [sys.executable, "-m", "ferz", "engine"]
MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def program(name):
    path = shutil.which(name) or shutil.which(name, path="/usr/games")
    return path or pytest.skip(f"no {name}")


def test_ferz_plays_by_both_protocols():
    for popen in (SimpleEngine.popen_uci, SimpleEngine.popen_xboard):
        with popen(FERZ, timeout=60) as engine:
            assert "ferz" in engine.id["name"].lower()
            board = ferz.Board(MATE)
            assert str(engine.play(board, Limit(depth=3)).move) == "d1d8"
            board = ferz.Board("tamerlane")
            board.push("f3f4")
            result = engine.play(board, Limit(depth=2))
            assert result.move in board.legal_moves and result.info["depth"] >= 1
            with engine.analysis(board) as analysis:
                assert analysis.get()["pv"][0] in board.legal_moves
            assert engine.play(ferz.Board(MATE), Limit(depth=1)).move == ferz.Move("d1", "d8")


def test_stockfish_plays_and_analyses():
    with SimpleEngine.popen_uci(program("stockfish"), timeout=60) as engine:
        engine.configure({"Hash": 16})
        with pytest.raises(EngineError):
            engine.configure({"No such option": 1})
        board = ferz.Board(MATE)
        info = engine.analyse(board, Limit(depth=4))
        assert info["score"].white() == Mate(1) and [str(move) for move in info["pv"]] == ["d1d8"]
        lines = engine.analyse(ferz.Board(), Limit(nodes=2_000), multipv=3)
        assert len({str(line["pv"][0]) for line in lines}) == 3
        result = engine.play(ferz.Board(), Limit(nodes=2_000), root_moves=[ferz.Move("a2", "a3")])
        assert str(result.move) == "a2a3"
        with engine.analysis(ferz.Board()) as analysis:
            for found in analysis:
                if found.get("depth", 0) >= 3:
                    break
        assert analysis.info["pv"] and analysis.wait().move
        with pytest.raises(EngineError):
            engine.play(ferz.Board("tamerlane"), Limit(nodes=1))


def test_fairy_stockfish_plays_other_games():
    with SimpleEngine.popen_uci(program("fairy-stockfish"), timeout=60) as engine:
        for name in ("crazyhouse", "makruk", "xiangqi", "chess"):
            board = ferz.Board(name)
            board.push(board.legal_moves[0])
            assert engine.play(board, Limit(nodes=500), game=name).move in board.legal_moves


def test_a_program_that_ends_or_is_silent_is_an_error():
    with pytest.raises(EngineTerminatedError):
        SimpleEngine.popen_uci([sys.executable, "-c", "pass"])
    with pytest.raises(EngineError):
        SimpleEngine.popen_uci([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.5)


def test_scores_are_ordered():
    ordered = [Mate(0), Mate(-1), Mate(-5), Cp(-50), Cp(0), Cp(9), Mate(5), Mate(1), MateGiven]
    assert sorted(ordered[::-1]) == ordered
    assert -Mate(0) is MateGiven and -Cp(3) == Cp(-3) and Mate(2).score(mate_score=1000) == 998
    score = PovScore(Cp(30), ferz.BLACK)
    assert score.white() == Cp(-30) and score.black().score() == 30 and not score.is_mate()
    with pytest.raises(EngineError):
        Option("Hash", "spin", 16, 1, 64).parse(100)


def test_programs_play_for_asyncio():
    async def play():
        _, engine = await popen_uci(FERZ, timeout=60)
        assert "ferz" in engine.id["name"].lower()
        best = await engine.play(ferz.Board(MATE), Limit(depth=3), game=object())
        with await engine.analysis(ferz.Board("tamerlane")) as analysis:
            async for found in analysis:
                if found.get("depth", 0) >= 2:
                    break
            # What has come meanwhile is seen without waiting.
            await asyncio.sleep(0.2)
            assert analysis.info["pv"][0] in ferz.Board("tamerlane").legal_moves
        again = await engine.analyse(ferz.Board(MATE), Limit(depth=2))
        await engine.quit()
        return best.move, again["pv"][0]

    assert asyncio.run(play()) == (ferz.Move("d1", "d8"), ferz.Move("d1", "d8"))


def test_an_analysis_is_seen_without_waiting():
    with SimpleEngine.popen_uci(FERZ, timeout=60) as engine, engine.analysis(ferz.Board()) as analysis:
        for _ in range(300):
            if "pv" in analysis.info:
                break
            time.sleep(0.1)
        assert analysis.info["pv"][0] in ferz.Board().legal_moves
