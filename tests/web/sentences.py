"""Every sentence with which the server can answer somebody at the page, read from its sources.

A sentence is followed to where it is made: constants, f-strings, either branch of a condition, local names,
arguments of helpers, tables of sentences, generators of refusals. What cannot be read becomes a hole, `{1}`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from pathlib import Path

HOLE = "\0"
Function = ast.FunctionDef | ast.AsyncFunctionDef
SAYERS = {"Refusal", "Unfit", "Bye"}  # and every class made from one of them
HINTS = {"Step"}  # who speaks in `analysis`


class Module:
    """One source file: its constants, functions and sentences."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path
        self.root = root
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.words: set[str] = set()

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        found: dict[str, ast.expr] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[node.targets[0].id] = node.value
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
                found[node.target.id] = node.value
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ludoteka"):
                found |= self._imported(node.module, [name.name for name in node.names])
        return found

    def _imported(self, module: str, names: list[str]) -> dict[str, ast.expr]:
        place = self.root.parent / module.replace(".", "/")
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        pairs = [(n.targets[0], n.value) for n in tree.body if isinstance(n, ast.Assign)]
        return {t.id: value for t, value in pairs if isinstance(t, ast.Name) and t.id in names}

    @cached_property
    def functions(self) -> dict[str, Function]:
        return {n.name: n for n in ast.walk(self.tree) if isinstance(n, Function)}

    @cached_property
    def set_phrases(self) -> list[str]:
        """Classes that always say the same: their arguments are no sentences."""
        inner = {id(call) for call, inside in self.calls if is_own_beginning(call, inside)}
        classes = [node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)]
        return [node.name for node in classes if any(id(child) in inner for child in ast.walk(node))]

    @cached_property
    def calls(self) -> list[tuple[ast.Call, Function | None]]:
        """Every call with the innermost function around it."""
        found: list[tuple[ast.Call, Function | None]] = []

        def visit(node: ast.AST, inside: Function | None) -> None:
            inside = node if isinstance(node, Function) else inside
            if isinstance(node, ast.Call):
                found.append((node, inside))
            for child in ast.iter_child_nodes(node):
                visit(child, inside)

        visit(self.tree, None)
        return found

    def spoken(self, sayers: set[str]) -> Iterator[tuple[int, str]]:
        """Every sentence given to a refusal or a goodbye, with its line."""
        sayers = sayers | HINTS if self.path.parent.name == "analysis" else sayers
        for call, inside in self.calls:
            if callee(call) in sayers or is_own_beginning(call, inside):
                text = said(call)
                if text is not None and not is_passed_on(text):
                    yield from ((call.lineno, one) for one in self.texts(text, inside))

    # --- what an expression can say ------------------------------------------------------------

    def texts(self, node: ast.expr, inside: Function | None) -> list[str]:
        """The texts that an expression can be, with holes for what is not known."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=parts):
                return joined([self._part(part, inside) for part in parts])
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return joined([self.texts(left, inside), self.texts(right, inside)])
            case ast.IfExp(body=one, orelse=other):
                return [*self.texts(one, inside), *self.texts(other, inside)]
            case ast.BoolOp(values=values):
                self._name_words(values)
                return [HOLE]
            case ast.Name(id=name):
                return self._named(name, inside)
            case ast.Subscript():
                return self._chosen(node, inside)
            case ast.Call():
                return self._called(node, inside)
        return [HOLE]

    def _part(self, part: ast.expr, inside: Function | None) -> list[str]:
        if isinstance(part, ast.FormattedValue):
            plain = part.conversion == -1 and part.format_spec is None
            found = self.texts(part.value, inside) if plain else [HOLE]
            signs = HOLE in found and not any(re.search("[A-Za-z]", one) for one in found)
            return [HOLE] if signs else found  # a sign among things that are not known is one of them
        return self.texts(part, inside)

    def _named(self, name: str, inside: Function | None) -> list[str]:
        """A local name, an argument of the function around, or a constant."""
        if inside is not None:
            local = [one for given in assigned(name, inside) for one in self._element(*given, inside)]
            if local:
                return local
            if name in arguments(inside):
                return self._given(name, inside)
        constant = self.constants.get(name)
        return [HOLE] if constant is None else self.texts(constant, None)

    def _given(self, name: str, function: Function) -> list[str]:
        """What the callers in this file pass for an argument; a hole unless all of it can be read."""
        place = arguments(function).index(name)
        place -= "self" in arguments(function)
        calls = [(c, f) for c, f in self.calls if callee(c) == function.name and len(c.args) > place]
        found = [one for call, inside in calls for one in self.texts(call.args[place], inside)]
        return found if found and HOLE not in found else [HOLE]

    def _chosen(self, node: ast.Subscript, inside: Function | None) -> list[str]:
        """A text out of a table (each is a sentence), a name out of a list (a word), a part of a text."""
        if isinstance(node.slice, ast.Slice):
            return self.texts(node.value, inside)
        table = self.constants.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(table, ast.Dict):
            return [one for value in table.values for one in self.texts(value, inside)]
        if isinstance(table, ast.Tuple | ast.List):
            self._name_words(table.elts)
        elif isinstance(node.value, ast.Name) and inside and (at := number(node.slice)) is not None:
            given = assigned(node.value.id, inside)
            return [t for value, _ in given for t in self._element(value, at, inside)] or [HOLE]
        return [HOLE]

    def _called(self, node: ast.Call, inside: Function | None) -> list[str]:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            return [re.sub(r"\{\w*\}", HOLE, one) for one in self.texts(node.func.value, inside)]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            self._name_words([node.func.value])
            for child in ast.walk(node.args[0]):
                if isinstance(child, ast.Subscript):
                    self._chosen(child, inside)
            return [HOLE]
        function = self.functions.get(callee(node))
        returned = [] if function is None else returns(function)
        return [one for value in returned for one in self.texts(value, function)] or [HOLE]

    def _element(self, node: ast.expr, at: int | None, inside: Function | None) -> list[str]:
        """The texts of element `at` of a pair; None: of the whole."""
        if at is None:
            return self.texts(node, inside)
        match node:
            case ast.Tuple(elts=elements):
                return self.texts(elements[at], inside)
            case ast.Call(func=ast.Name(id="next"), args=[ast.Call() as call, *_]):
                return self._yielded(self.functions[callee(call)], at)
            case ast.Call() if function := self.functions.get(callee(node)):
                return [t for value in returns(function) for t in self._element(value, at, function)]
            case ast.Subscript(value=ast.Name(id=name)) if isinstance(self.constants.get(name), ast.Dict):
                table = self.constants[name]
                assert isinstance(table, ast.Dict)
                return [t for value in table.values for t in self._element(value, at, inside)]
        return [HOLE]

    def _yielded(self, function: Function, at: int) -> list[str]:
        found: list[str] = []
        for node in ast.walk(function):
            if isinstance(node, ast.Yield) and node.value is not None:
                found += self._element(node.value, at, function)
            if isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.Call):
                found += self._yielded(self.functions[callee(node.value)], at)
        return found

    def _name_words(self, nodes: list[ast.expr]) -> None:
        for node in nodes:
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.search("[a-z]", node.value)
            ):
                self.words.add(node.value)


# --- small questions about a tree ------------------------------------------------------------------


def callee(call: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_own_beginning(call: ast.Call, inside: Function | None) -> bool:
    """`super().__init__("...")`: a refusal with a sentence of its own."""
    if inside is None or inside.name != "__init__" or callee(call) != "__init__" or not call.args:
        return False
    return isinstance(call.args[0], ast.Constant)


def said(call: ast.Call) -> ast.expr | None:
    """The text of a refusal: the first argument, or the one called `text`."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "text"]
    return named[0] if named else call.args[0] if call.args else None


def is_passed_on(node: ast.expr) -> bool:
    """The text of another refusal: it is read where that one is made."""
    return isinstance(node, ast.Attribute) and node.attr == "text"


def number(node: ast.expr) -> int | None:
    """The number that is written there."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def assigned(name: str, inside: Function) -> list[tuple[ast.expr, int | None]]:
    """What is given to a local name, and which element of it."""
    found: list[tuple[ast.expr, int | None]] = []
    for node in ast.walk(inside):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    found.append((node.value, None))
                if isinstance(target, ast.Tuple):
                    ids = [one.id if isinstance(one, ast.Name) else "" for one in target.elts]
                    found += [(node.value, ids.index(name))] if name in ids else []
    return found


def arguments(function: Function) -> list[str]:
    return [argument.arg for argument in function.args.args]


def returns(function: Function) -> list[ast.expr]:
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    return [node.value for node in nodes if node.value is not None]


def joined(parts: list[list[str]]) -> list[str]:
    return ["".join(way) for way in product(*parts)]


def numbered(text: str) -> str:
    """Holes as `{1}`, `{2}`."""
    first, *rest = text.split(HOLE)
    return first + "".join(f"{{{at}}}{part}" for at, part in enumerate(rest, 1))


# --- a whole package -------------------------------------------------------------------------------


def sayers(modules: list[Module]) -> set[str]:
    """The names of all classes that are refusals."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    known = set(SAYERS)
    while more := {name for name, above in bases.items() if above & known} - known:
        known |= more
    return known - {name for module in modules for name in module.set_phrases}


def collected(root: Path, paths: list[Path]) -> tuple[dict[str, str], set[str]]:
    """Sentence to the place where it is made; and the words that fill their holes."""
    modules = [Module(path, root) for path in paths]
    names = sayers(modules)
    found: dict[str, str] = {}
    for module in modules:
        for line, text in module.spoken(names):
            found.setdefault(numbered(text), f"{module.path.relative_to(root)}:{line}")
    return found, {word for module in modules for word in module.words}
