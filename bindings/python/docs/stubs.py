"""Adds to the imported package the types of its stubs, and the modules that need libraries of their own."""

import ast
import builtins
import inspect
from pathlib import Path

import griffe

PACKAGE = Path(__file__).parents[1] / "python" / "ferz"


def _types(path):
    """Returns the functions of a stub by name, with that of the class before it."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found.update({f"{node.name}.{one.name}": one for one in node.body if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))})
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[node.name] = node
    return found


#: The docstrings of the types of Python.
BUILTIN = {inspect.getdoc(value) for value in vars(builtins).values() if isinstance(value, type)}
#: The modules that are read without being imported.
STATIC = ["rl", "openspiel", "cluster"]


class Stubs(griffe.Extension):
    """Takes the types of parameters and results from the stub of the module that defines a name publicly."""

    def __init__(self):
        # `ferz.chess` has classes with the names of other modules.
        self.stubs = {True: {}, False: {}}
        for path in sorted(PACKAGE.rglob("*.pyi")):
            for name, node in _types(path).items():
                self.stubs[path.parent.name == "chess"].setdefault(name, node)

    def on_package(self, *, pkg, loader, **_):
        if pkg.name != "ferz":
            return
        for name in STATIC:
            path = PACKAGE / f"{name}.py"
            pkg.set_member(name, griffe.visit(name, path, path.read_text(encoding="utf-8"), parent=pkg, extensions=loader.extensions))

    def _stub(self, item):
        names = item.path.split(".")
        stubs = self.stubs["chess" in names]
        return stubs.get(".".join(names[-2:])) or stubs.get(names[-1])

    def on_attribute_instance(self, *, attr, **_):
        node = self._stub(attr)
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            attr.annotation = ast.unparse(node.returns)
        # The value of a constant has the docstring of its type.
        if attr.docstring and attr.docstring.value in BUILTIN:
            attr.docstring = None

    def on_function_instance(self, *, func, **_):
        node = self._stub(func)
        if node is None:
            return
        given = node.args
        types = {one.arg: one.annotation for one in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg] if one}
        for parameter in func.parameters:
            annotation = types.get(parameter.name)
            if annotation is not None:
                parameter.annotation = ast.unparse(annotation)
        if node.returns is not None:
            func.returns = ast.unparse(node.returns)
