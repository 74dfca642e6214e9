"""Every template of a sentence for people, read from the sources: they are literals where they are used.

A template is the first argument of a refusal or of `Sentence`, the second and third of `counted`: a literal,
a choice between literals, or a name that was given one in the same function or module.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.architecture.places import SOURCE

from ludoteka.core.sentences import holes

CORE = {"Refusal", "IllegalMove", "BadNotation", "BadRequest", "Sentence"}
OWN = {"rule", "where"}  # arguments of a refusal that are not values


Given = dict[str, list[ast.expr]]  # what names were given, in the order of the lines


@dataclass(frozen=True)
class Template:
    place: str
    text: str | None  # None: not a literal
    values: frozenset[str] | None  # None: the source does not tell
    is_key: bool = True  # False: the singular of `counted`, whose plural is the template

    @property
    def holes(self) -> set[str]:
        return set(holes(self.text or ""))


def templates(root: Path = SOURCE) -> list[Template]:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.py"))}
    sayers = CORE | _subclasses(trees.values())
    return [one for path, tree in trees.items() for one in _spoken(path.relative_to(root), tree, sayers)]


def _subclasses(trees: Iterable[ast.AST]) -> set[str]:
    """Classes that are refusals and take a template as their own first argument."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found: set[str] = set(CORE - {"Sentence"})
    for _ in classes:  # a subclass may stand before its base
        found |= {
            one.name for one in classes if any(isinstance(b, ast.Name) and b.id in found for b in one.bases)
        }
    makers = {
        one.name for one in classes if any(getattr(item, "name", "") == "__init__" for item in one.body)
    }
    return found - (makers - CORE)


def _spoken(path: Path, tree: ast.Module, sayers: set[str]) -> Iterator[Template]:
    for call, given in _calls(tree, {}):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        place = f"{path}:{call.lineno}"
        values = frozenset(word.arg for word in call.keywords if word.arg) - OWN
        told = None if any(word.arg is None for word in call.keywords) else values
        if name == "__init__" and call.args:  # a refusal that always says the same
            yield from (Template(place, text, told) for text in _literals(call.args[0], given) if text)
        elif name in sayers and call.args:
            for text in _literals(call.args[0], given):
                yield Template(place, text, told)
        elif name == "counted" and len(call.args) == 3:
            for form in call.args[1:]:
                for text in _literals(form, given):
                    yield Template(place, text, None if told is None else told | {"n"}, form is call.args[2])


def _calls(tree: ast.AST, given: Given) -> Iterator[tuple[ast.Call, Given]]:
    """Every call, with the expressions that names were given before it in the scopes around it."""
    given = {name: list(values) for name, values in given.items()}
    for node in ast.iter_child_nodes(tree):
        for inner in _own_nodes(node):
            if isinstance(inner, ast.Assign):
                for name, value in _pairs(inner.targets[0], inner.value):
                    given.setdefault(name, []).append(value)
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name) and inner.value:
                given.setdefault(inner.target.id, []).append(inner.value)
        for inner in _own_nodes(node):
            if isinstance(inner, ast.Call):
                yield inner, given
        for scope in _scopes(node):
            yield from _calls(scope, given)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The names that an assignment gives, each with its expression."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=False):
            yield from _pairs(one, its)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below, without those of functions and classes inside."""
    if isinstance(node, _SCOPES):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _own_nodes(child)


def _scopes(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, _SCOPES):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _scopes(child)


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _literals(node: ast.expr, given: Given, depth: int = 0) -> Iterator[str | None]:
    """The texts that an expression can be; None where it is composed; nothing for a ready sentence."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body, given, depth)
        yield from _literals(node.orelse, given, depth)
    elif isinstance(node, ast.Name) and node.id in given and depth < 5:
        before = [value for value in given[node.id] if value.lineno <= node.lineno]
        yield from _literals(before[-1] if before else given[node.id][-1], given, depth + 1)
    elif isinstance(node, ast.JoinedStr | ast.BinOp) or _is_format(node):
        yield None


def _is_format(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"format", "join", "replace"}
