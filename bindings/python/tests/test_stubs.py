"""The stubs match the public names of the package."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import ferz
import ferz.study
import ferz.variant
import pytest

FOLDER = Path(ferz.__file__).parent


def stubs(path):
    tree = ast.parse(path.read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return classes, functions


@pytest.mark.parametrize("module, name", [(ferz, "__init__.pyi"), (ferz.study, "study.pyi"), (ferz.variant, "variant.pyi")])
def test_every_public_name_has_a_stub(module, name):
    classes, functions = stubs(FOLDER / name)
    listed = getattr(module, "__all__", None) or [
        one
        for one, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__ and not one.startswith("_")
    ]
    for one in listed:
        value = getattr(module, one)
        if inspect.isclass(value):
            members = {item.name for item in classes[one].body if isinstance(item, ast.FunctionDef)}
            members |= {item.target.id for item in classes[one].body if isinstance(item, ast.AnnAssign)}
            public = {name for name in vars(value) if not name.startswith("_")}
            assert public <= members, f"{one}: {public - members}"
            assert {name for name in members if not name.startswith("_")} <= set(dir(value)) | members
            assert value.__doc__
        elif callable(value):
            assert one in functions and value.__doc__, one


def test_what_the_stubs_name_exists():
    classes, functions = stubs(FOLDER / "__init__.pyi")
    for name in functions:
        assert callable(getattr(ferz, name))
    for name, node in classes.items():
        for item in node.body:
            if isinstance(item, ast.FunctionDef):
                assert hasattr(getattr(ferz, name), item.name), f"{name}.{item.name}"
    assert (FOLDER / "py.typed").exists()


def checked(checker, name, tmp_path):
    """Lets mypy or pyright check a program with the package as it is installed."""
    pytest.importorskip(checker)
    (tmp_path / name).write_text((Path(__file__).parent / name).read_text())
    options = {"mypy": ["--strict", name], "pyright": ["--pythonpath", sys.executable, name]}[checker]
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    if checker == "pyright" and subprocess.run([sys.executable, "-m", checker, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("pyright cannot fetch its program")
    return subprocess.run([sys.executable, "-m", checker, *options], cwd=tmp_path, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.parametrize("name", ["typed.py", "typed_chess.py"])
def test_a_program_with_types_is_accepted(checker, name, tmp_path):
    run = checked(checker, name, tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_wrong_types_are_found(checker, tmp_path):
    run = checked(checker, "mistyped.py", tmp_path)
    found = set(map(int, re.findall(r"mistyped\.py:(\d+):(?:\d+)?(?: -)? *error", run.stdout)))
    text = (Path(__file__).parent / "mistyped.py").read_text().splitlines()
    assert found == {number for number, line in enumerate(text, 1) if line.endswith("# wrong")}, run.stdout


def test_the_stubs_are_those_of_the_code(tmp_path):
    """Mypy compares the stubs of all modules, including those of the extras, with the code."""
    for needed in ("mypy", "pettingzoo", "pyspiel"):
        pytest.importorskip(needed)
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    # OpenSpiel has no stubs, so the base classes are unknown.
    known = ["ferz.openspiel.FerzGame", "ferz.openspiel.FerzState"]
    # The stubs of a package are in one file, while its classes are in modules of their own.
    pgn = r"SKIP|(HeadersBuilder|GameBuilder).__init__|read_game|ChildNode.(move|parent)|BaseVisitor.__class_getitem__|__all__"
    known += [rf"ferz(.chess)?.pgn.({pgn})", "ferz.engine.MateGiven", r"ferz.engine._scores.Score.__(ge|gt|le)__"]
    # The information of a search is a dictionary. Functions with a cache hide their parameters.
    known += [r"ferz(.chess)?.engine.InfoDict.*", r"ferz.chess._.*", r"ferz.chess.(STATUS_.*|parse_square)"]
    # What ferz does not have is not in the stubs, so that mypy and pyright find its use.
    refused = "generate_pseudo_legal_.*|has_chess960_castling_rights|has_insufficient_material|is_into_check"
    known += [rf"ferz.chess.Board.({refused}|is_pseudo_legal|pseudo_legal_moves)"]
    (tmp_path / "known").write_text("\n".join(known) + "\n")
    command = [sys.executable, "-m", "mypy.stubtest", "ferz", "--mypy-config-file", "mypy.ini", "--allowlist", "known", "--concise"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
