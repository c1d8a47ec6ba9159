"""Tools for authors: problems, differences, cases, the plugin of pytest, pictures, and the command line."""

import pickle
import subprocess
import sys
import xml.etree.ElementTree as xml

import ferz
import ferz.svg
import pytest

CASES = """# Duel
```game
duel
```
## The first moves
```moves b1
b1a1 b1c1 b1a2 b1b2 b1c2
```
## A wrong count
```perft 1
6
```
"""
DUEL = """variant duel "Duel"
board { grid 3 x 4; black is white mirrored }
piece chief C `K` royal
ending { checkmate: loss; stalemate: draw }
array usual { 1 | . C . }
"""


@pytest.fixture
def duel(tmp_path):
    (tmp_path / "cases").mkdir()
    (tmp_path / "duel.ferz").write_text(DUEL)
    (tmp_path / "cases/duel.md").write_text(CASES)
    return tmp_path


def test_problems_are_objects_with_places(duel):
    file = duel / "duel.ferz"
    file.write_text(DUEL.replace("piece chief", "pice chief"))
    problem = ferz.check(file)[0]
    place = problem.places[0]
    assert (problem.severity, problem.code, place.line, place.column) == ("error", "unknown-word", 3, 1)
    assert place.file.endswith("duel.ferz") and "piece" in problem.help
    assert ferz.check(DUEL.replace("piece chief", "pice chief"))[0].code == "unknown-word"
    assert ferz.check(duel / "missing.ferz")[0].code == "no-such-file"
    assert not ferz.explain("chess", "e2e5") and ferz.explain("chess", "e2e4")


def test_problems_carry_their_fixes():
    few = "stalemate: draw; few: draw when own chief ≤ 1"
    text = DUEL.replace("piece chief", "pice chief").replace("stalemate: draw", few)
    fixes = {fix.title: fix for problem in ferz.check(text) for fix in problem.fixes}
    guess, certain = fixes["Write piece"], fixes["Write <="]
    assert (guess.certainty, certain.certainty) == ("guess", "certain")
    edit = guess.edits[0]
    assert (edit.line, edit.column, edit.end_column, edit.text, edit.file) == (3, 1, 5, "piece", None)
    source = text.encode()
    for edit in sorted(guess.edits + certain.edits, key=lambda edit: -edit.start):
        source = source[: edit.start] + edit.text.encode() + source[edit.end :]
    assert source.decode() == text.replace("pice", "piece").replace("≤", "<=")
    # Of several fixes, the author chooses one.
    several = ferz.check(DUEL.replace("; black is white mirrored", ""))[0].fixes
    assert [fix.title for fix in several] == ["Add black is white turned", "Add black is white mirrored"]
    assert pickle.loads(pickle.dumps(several)) == several and repr(several[0]).startswith("<ProblemFix guess")
    assert ferz.check(DUEL) == []


def test_two_games_are_compared():
    rules = ferz.Rules("tamerlane", switches={"giraffe.reach": "2"})
    difference = ferz.diff("tamerlane", rules)
    assert difference and [piece["piece"] for piece in difference.pieces] == ["giraffe"] and "giraffe" in str(difference)
    assert not ferz.diff("chess", "chess")


def test_cases_are_run(duel):
    report = ferz.run_cases(duel / "cases/duel.md")
    assert not report.has_passed and not report.problems
    assert [case["questions"][0]["status"] for case in report.cases] == ["passed", "failed"]


def pytest_in(folder, *arguments):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_pytest_collects_games_and_cases(duel):
    run = pytest_in(duel, "duel.ferz", "cases")
    assert "1 failed, 2 passed" in run.stdout or "1 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert "-6" in run.stdout and "+5" in run.stdout and "duel.md:10: perft 1" in run.stdout
    (duel / "cases/duel.md").write_text(CASES.replace("\n6\n", "\n5\n"))
    written = pytest_in(duel, "--ferz-write-moves", "duel.ferz")
    assert (duel / "duel.moves").read_text() == "perft 1 5\nperft 2 18\n", written.stdout
    (duel / "duel.moves").write_text("perft 2 19\n")
    run = pytest_in(duel, "duel.ferz::moves")
    assert run.returncode == 1 and "-perft 2 19" in run.stdout and "+perft 2 18" in run.stdout
    assert pytest_in(duel, "cases").returncode == 0


def test_pictures_show_what_is_asked():
    board = ferz.Board("tamerlane")
    board.push("f3f4")
    picture = ferz.svg.board(board, size=300, arrows=[("f8", "f7"), ferz.svg.Arrow("a1", "a1", color="red")], fill={"e5": "#ff0000"})
    tree = xml.fromstring(picture)
    kinds = [element.tag.split("}")[1] for element in tree.iter()]
    # 110 squares of the grid, 2 beside it, the margin, and the fill; 56 pieces.
    assert kinds.count("rect") == 110 + 2 + 1 + 1 and kinds.count("use") == len(board.piece_map())
    assert kinds.count("polygon") == 1 and tree.get("width") == "300"
    def row(orientation, square):
        tree = xml.fromstring(ferz.svg.board(board, orientation=orientation, coordinates=False))
        return next(int(e.get("y")) for e in tree.iter() if (e.get("class") or "").endswith(f" {square}"))
    assert row(ferz.WHITE, "a1") == 9 * 40 and row(ferz.BLACK, "a1") == 0
    check = ferz.Board("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1")
    assert ferz.svg.DEFAULT_COLORS["check"] in ferz.svg.board(check)
    assert "#123456" in ferz.svg.board(check, colors={"square light": "#123456"})
    with pytest.raises(ValueError, match="z9"):
        ferz.svg.board(check, fill={"z9": "red"})
    assert ferz.svg.piece("n").startswith("<svg") and ferz.svg.piece("N") != ferz.svg.piece("n")
    with pytest.raises(ValueError):
        ferz.svg.piece("Z")
    # A page can show several boards, so a picture has the same name in all of them, and no other picture has it.
    named = {}
    for other in (board, ferz.Board(), ferz.Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1"), ferz.Board("shatranj")):
        for found in xml.fromstring(ferz.svg.board(other)).iter("{http://www.w3.org/2000/svg}g"):
            if (name := found.get("id")) is not None:
                assert named.setdefault(name, xml.tostring(found)) == xml.tostring(found)
    assert "<svg" in board._repr_html_() and "Black to move" in board._repr_html_()


def test_pictures_show_characters_points_and_hands():
    shogi, xiangqi = ferz.Board("shogi"), ferz.Board("xiangqi")
    traditional = ferz.svg.board(shogi, pieces="traditional")
    assert traditional.count(">歩<") == 2 and traditional.count("<use") == 40 and "ferz-pawn" not in traditional
    assert ">歩<" in shogi.svg("traditional") and ">帥<" in ferz.svg.piece("K", game="xiangqi", pieces="traditional")
    assert ">歩<" not in ferz.svg.board(shogi)
    for orientation in (ferz.WHITE, ferz.BLACK):
        tree = xml.fromstring(ferz.svg.board(xiangqi, orientation=orientation, pieces="traditional"))
        squares = [rect for rect in tree.iter("{http://www.w3.org/2000/svg}rect") if "square" in rect.get("class", "")]
        assert len(squares) == 90 and {rect.get("fill") for rect in squares} == {"none"}
        assert ("rotate(180" in xml.tostring(tree, "unicode")) == (orientation == ferz.BLACK)
    # Without characters, a picture stands on the same wooden disc.
    general = ferz.svg.piece("K", game="xiangqi")
    assert "#f3dca6" in general and ">帥<" not in general and "#f3dca6" not in ferz.svg.piece("K")
    # Cells that hold pieces for later stand apart from the board: one column on each side, without a gap in citadels.
    width = {name: float(ferz.svg.board(ferz.Board(name), coordinates=False).split('viewBox="0 0 ')[1].split()[0])
             for name in ("shinobi", "tamerlane")}
    assert width == {"shinobi": 10 * 40 + 2 * 10, "tamerlane": 13 * 40}
    with pytest.raises(ValueError, match="traditional"):
        ferz.svg.board(shogi, pieces="kanji")

    held = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNp] w KQkq - 0 1"
    board = ferz.Board("crazyhouse", fen=held)

    def places(picture):
        tree = xml.fromstring(picture)
        groups = [one.get("transform") for one in tree.iter("{http://www.w3.org/2000/svg}g") if one.get("transform")]
        return [one for one in groups if one.startswith("translate(20 ")], float(tree.get("viewBox").split()[3])

    # The board begins 68 units below the upper edge: a hand of 40, a gap of 8, and a margin of 20.
    (white, black), height = places(ferz.svg.board(board, pieces="letters"))
    assert height == 2 * 68 + 320 and (white, black) == ("translate(20 416)", "translate(20 0)")
    assert places(ferz.svg.board(board, pieces="letters", flipped=True))[0] == ["translate(20 0)", "translate(20 416)"]
    assert ">2</text>" in ferz.svg.board(board) and places(ferz.svg.board(ferz.Board("crazyhouse")))[1] == 360
    assert dict(board.__rich_repr__())["fen"] == board.fen()


def test_the_package_is_the_program():
    run = lambda *arguments: subprocess.run([sys.executable, "-m", "ferz", *arguments], capture_output=True, text=True, check=False)
    moves = run("moves", "chess")
    assert moves.returncode == 0 and "e2e4" in moves.stdout
    assert run("moves", "ches").returncode not in (0, 1) or "chess" in run("moves", "ches").stderr
    assert ferz.__version__ in run("--version").stdout


def test_games_of_other_programs_are_read_and_written():
    ini = "[big:chess]\nstartFen = 4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1\nvariantTemplate = fairy\n[odd:chess]\ntwoBoards = true\n"
    assert ferz.sections(ini) == ["big", "odd"]
    game = ferz.import_game(ini, "big", file="mine.ini")
    assert game.name == "big" and "mine.ini" in game.text
    assert [one["name"] for one in game.omissions] == ["variantTemplate"]
    rules = ferz.from_text(game.text)
    again = ferz.import_game(rules.export("fairy-stockfish"))
    assert again.name == "big"
    assert len(ferz.from_text(again.text).board().legal_moves) == len(rules.board().legal_moves)
    with pytest.raises(ferz.RulesError) as refused:
        ferz.import_game(ini, "odd")
    assert refused.value.problems[0].code == "option-unsaid"
    assert ferz.import_game(ini, "odd", approximate=True).omissions[0]["differs"]
    with pytest.raises(ferz.RulesError, match="did you mean `big`"):
        ferz.import_game(ini, "bug")
    with pytest.raises(ValueError, match="2 sections"):
        ferz.import_game(ini)
    page = ferz.load("capablanca").export("interactive-diagram")
    back = ferz.from_text(ferz.import_game(page, format="interactive-diagram").text)
    assert len(back.board().legal_moves) == 28
    lines = ferz.load("chess").export("xboard")
    assert ferz.import_game(lines, format="xboard").text.startswith("variant")
    with pytest.raises(ValueError, match="no format"):
        ferz.import_game(ini, "big", format="zillions")


def test_pages_and_lines_are_refused_unless_approximate():
    page = '<p class="idiagram">files=4 ranks=6 baring=9 pawn:P:fmWfcF::a2-d2 king:K:K::b1</p>'
    lines = "setup (PKpk) 4x4+0_nowhere k3/pppp/PPPP/K3 w - - 0 1\npiece P& fmWfcF\npiece K& K\n"
    for format, text, named in [("interactive-diagram", page, "baring = 9"), ("xboard", lines, "setup = nowhere")]:
        with pytest.raises(ferz.RulesError, match=named) as refused:
            ferz.import_game(text, format=format)
        assert refused.value.problems[0].code == "option-unsaid"
        game = ferz.import_game(text, format=format, approximate=True)
        assert any(one["differs"] for one in game.omissions) and game.files == {}
        assert ferz.from_text(game.text).board().legal_moves
        with pytest.raises(ferz.RulesError):
            ferz.import_game("nothing of the kind", format=format)


def test_the_files_that_a_game_extends_come_back_with_it(tmp_path):
    base = 'variant base "Base" extends chess\n'
    own = 'variant mine "Mine" extends base\n\nchange piece knight {\n  moves `NW`\n}\n'
    (tmp_path / "base.ferz").write_text(base)
    (tmp_path / "mine.ferz").write_text(own)
    rules = ferz.load(tmp_path / "mine.ferz")
    for format in ("fairy-stockfish", "interactive-diagram", "xboard"):
        game = ferz.import_game(rules.export(format), format=format)
        assert (game.text, game.files) == (own, {"base.ferz": base})
