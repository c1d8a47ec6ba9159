"""The stubs match the public names of the package."""

import ast
import inspect
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


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_program_with_types_is_accepted(checker, tmp_path):
    pytest.importorskip(checker)
    (tmp_path / "typed.py").write_text((Path(__file__).parent / "typed.py").read_text())
    # The program is checked with the package as it is installed.
    options = {"mypy": ["--strict", "typed.py"], "pyright": ["--pythonpath", sys.executable, "typed.py"]}[checker]
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    if checker == "pyright" and subprocess.run([sys.executable, "-m", checker, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("pyright cannot fetch its program")
    run = subprocess.run([sys.executable, "-m", checker, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stubs_are_those_of_the_code(tmp_path):
    """Mypy compares the stubs of all modules, including those of the extras, with the code."""
    for needed in ("mypy", "pettingzoo", "pyspiel"):
        pytest.importorskip(needed)
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    # OpenSpiel has no stubs, so the base classes are unknown.
    known = ["ferz.openspiel.FerzGame", "ferz.openspiel.FerzState"]
    # The stubs of a package are in one file, while its classes are in modules of their own.
    known += [f"ferz.pgn.{name}" for name in ("SKIP", "HeadersBuilder.__init__", "read_game", "ChildNode.move", "ChildNode.parent")]
    known += ["ferz.pgn.__all__", "ferz.engine.MateGiven", r"ferz.engine._scores.Score.__(ge|gt|le)__"]
    (tmp_path / "known").write_text("\n".join(known) + "\n")
    command = [sys.executable, "-m", "mypy.stubtest", "ferz", "--mypy-config-file", "mypy.ini", "--allowlist", "known", "--concise"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
