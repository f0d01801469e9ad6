"""What is written about the package is true: docstrings, docs/python.md, the notebooks.

In the page a comment behind an expression is its value where it reads as one.
"""

import ast
import doctest
import importlib
import json
import os
import pkgutil
import re
import shutil

import pytest
from conftest import CART, ROOT

import tarn

SLOW = "TARN_SLOW" in os.environ


def has(package):
    """Whether it may be loaded: what takes a second is left to `make test-python`."""
    return SLOW and importlib.util.find_spec(package) is not None


def test_docstrings(ball, tmp_path, monkeypatch):
    shutil.copytree(f"{ROOT}/examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for name in ["tarn"] + [f"tarn.{m.name}" for m in pkgutil.iter_modules(tarn.__path__)]:
        module = importlib.import_module(name)
        shared = {"tarn": tarn, "m": ball, "r": ball.simulate(stop=1), "cart": tarn.compile(CART)}
        for test in finder.find(module, name, extraglobs=shared):
            runner.run(test)
    assert runner.failures == 0 and runner.tries > 30


def value_of(comment):
    try:
        return True, ast.literal_eval(comment)
    except (ValueError, SyntaxError):
        return False, None


def run_block(code, names):
    """Runs the statements; an expression with a value behind it has that value."""
    lines = code.split("\n")
    for statement in ast.parse(code).body:
        text = "\n".join(lines[statement.lineno - 1:statement.end_lineno])
        behind = lines[statement.end_lineno - 1][statement.end_col_offset:]
        is_known, value = value_of(behind.partition("#")[2].strip())
        if isinstance(statement, ast.Expr) and is_known:
            found = eval(compile(ast.Expression(statement.value), "page", "eval"), names)
            assert found == (pytest.approx(value, rel=1e-5) if isinstance(value, float) else value
                             ), text
        else:
            exec(compile(ast.Module([statement], []), "page", "exec"), names)


def test_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    with open(f"{ROOT}/docs/python.md", encoding="utf-8") as page:
        blocks = re.findall(r"^```python\n(.*?)^```", page.read(), re.S | re.M)
    assert len(blocks) > 10
    names = {}
    for block in blocks:
        need = re.match(r"# needs (\w+)", block)
        if not need or has(need.group(1)):
            run_block(block, names)


NOTEBOOKS = sorted(f for f in os.listdir(f"{ROOT}/examples/notebooks") if f.endswith(".ipynb"))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks(name, tmp_path, monkeypatch):
    """By Jupyter where it is installed, else their cells one after the other."""
    file = f"{ROOT}/examples/notebooks/{name}"
    if has("nbconvert") and has("ipykernel"):
        from nbconvert.preprocessors import ExecutePreprocessor
        import nbformat
        notebook = nbformat.read(file, as_version=4)
        ExecutePreprocessor(timeout=300, kernel_name="python3").preprocess(
            notebook, {"metadata": {"path": f"{ROOT}/examples/notebooks"}})
        return
    monkeypatch.chdir(f"{ROOT}/examples/notebooks")
    with open(file, encoding="utf-8") as text:
        cells = [c for c in json.load(text)["cells"] if c["cell_type"] == "code"]
    names = {}
    for cell in cells:
        code = "".join(cell["source"])
        if not re.search("matplotlib|plot|pandas", code):
            exec(compile(code, name, "exec"), names)
