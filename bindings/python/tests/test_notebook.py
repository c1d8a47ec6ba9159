"""The example notebook runs from top to bottom."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


def test_the_notebook_runs(monkeypatch):
    monkeypatch.setenv("FERZ_NUMBER", "3")
    path = Path(__file__).parents[1] / "examples" / "citadel.ipynb"
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = [kind for output in outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 2 and "text/html" in kinds
