"""Small faults that can be planted in a module: one operator, number or statement at a time.

A module is parsed, one node is changed, and the tree is compiled: no file is written.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
BUILT_IN = frozenset({"bool", "bytes", "dict", "float", "int", "list", "str", "tuple"})
SHORT = 20  # characters: what is shorter is told with the statement around it
TALK = frozenset({"log", "logger"})  # what goes to the operator's log is nobody's rule


@dataclass(frozen=True)
class Site:
    """A place for one fault: `plant` changes the tree that it was found in."""

    line: int
    function: str  # the name of the function around it, as Python calls it; empty outside functions
    lines: range  # of that function
    text: str  # what is changed, without the line: it says the same after the file has grown
    plant: Callable[[], None]


@dataclass(frozen=True)
class Swap:
    """One node of a tree, and the node to be shown once the fault is planted."""

    node: ast.AST
    shown: ast.AST
    plant: Callable[[], None]
    undo: Callable[[], None]


@dataclass(frozen=True)
class Around:
    """What a node stands in."""

    scope: str = ""
    function: str = ""
    lines: range = range(0)
    statement: str = ""

    def within(self, node: ast.AST) -> "Around":
        """What those below this node stand in."""
        around = replace(self, statement=_short(ast.unparse(node))) if isinstance(node, ast.stmt) else self
        if isinstance(node, ast.ClassDef):
            return replace(around, scope=f"{self.scope}{node.name}.")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name, lines = f"{self.scope}{node.name}", range(node.lineno, (node.end_lineno or node.lineno) + 1)
            return replace(around, scope=f"{name}.<locals>.", function=name, lines=lines)
        return around


def sites(tree: ast.Module) -> list[Site]:
    """Every place of a module, in the order of its text; of two that read alike, the later one says so."""
    found: list[Site] = []
    times = Counter[tuple[int, str]]()
    for site in _inside(tree, Around()):
        times[site.line, site.text] += 1
        number = times[site.line, site.text]
        found.append(site if number == 1 else replace(site, text=f"{site.text} (number {number})"))
    return found


def planted(source: str, number: int) -> ast.Module:
    """The module with the fault of this number."""
    tree = ast.parse(source)
    sites(tree)[number].plant()
    return ast.fix_missing_locations(tree)


def _inside(node: ast.AST, around: Around) -> Iterator[Site]:
    around = around.within(node)
    for swap in _swaps(node):
        yield _site(swap, around)
    for child in _children(node):
        yield from _inside(child, around)


def _site(swap: Swap, around: Around) -> Site:
    before = _short(ast.unparse(swap.node))
    swap.plant()
    after = _short(ast.unparse(swap.shown))
    swap.undo()
    text = f"{before} -> {after}" + (f" in {around.statement}" if len(before) < SHORT else "")
    return Site(getattr(swap.node, "lineno", 1), around.function, around.lines, text, swap.plant)


def _short(text: str) -> str:
    first = text.strip().splitlines()[0]
    return first if len(first) <= 160 else f"{first[:157]}..."


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below that runs: no annotations, decorators, assertions, documentation or log lines.

    `zip(..., strict=True)` is an assertion too.
    """
    if isinstance(node, ast.Assert) or _is_talk(node) or _is_strict(node):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(
            node, ast.Call
        ):
            continue
        yield from (
            one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST)
        )


def _is_strict(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _is_talk(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Constant):
        return True  # a docstring
    function = call.func if isinstance(call, ast.Call) else None
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id in TALK
    )


# --- what can be swapped ---------------------------------------------------------------------


def _swaps(node: ast.AST) -> Iterator[Swap]:
    if isinstance(node, ast.Compare):
        yield from (_item(node, node.ops, n, COMPARED[type(op)]()) for n, op in enumerate(node.ops))
    elif isinstance(node, ast.BoolOp):
        yield _field(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in COMPUTED and not _is_type(node):
        yield _field(node, "op", COMPUTED[type(node.op)]())
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _field(node, "value", not node.value if isinstance(node.value, bool) else node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TWINS:
        yield _field(node.func, "id", TWINS[node.func.id])
    yield from _conditions(node)
    yield from _statements(node)


def _is_type(node: ast.AST) -> bool:
    """`Played | Left` is a type, not a sum of bits."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(
        (isinstance(side, ast.Name) and (side.id in BUILT_IN or side.id[:1].isupper() != side.id.isupper()))
        or (isinstance(side, ast.Constant) and side.value is None)
        for side in sides
    )


def _conditions(node: ast.AST) -> Iterator[Swap]:
    """A condition that is a bare claim is turned round; those with an operator have their own faults."""
    if not isinstance(node, ast.If | ast.While | ast.IfExp):
        return
    test = node.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield _field(node, "test", test.operand)
    elif isinstance(test, ast.Name | ast.Attribute | ast.Call):
        yield _field(node, "test", ast.UnaryOp(ast.Not(), test))


def _statements(node: ast.AST) -> Iterator[Swap]:
    for name in ("body", "orelse", "finalbody"):
        found = getattr(node, name, None)
        body: list[ast.stmt] = found if isinstance(found, list) else []
        for number, one in enumerate(body):
            other = _instead(one)
            if other is not None:
                yield _item(one, body, number, ast.copy_location(other, one))


def _instead(one: ast.stmt) -> ast.stmt | None:
    if isinstance(one, ast.Continue):
        return ast.Break()
    if isinstance(one, ast.Break):
        return ast.Continue()
    called = one.value.value if isinstance(one, ast.Expr) and isinstance(one.value, ast.Await) else None
    is_call = isinstance(one, ast.Expr) and isinstance(called or one.value, ast.Call)
    return ast.Pass() if isinstance(one, ast.Raise) or (is_call and not _is_talk(one)) else None


def _field(node: ast.AST, name: str, value: object) -> Swap:
    old = getattr(node, name)
    return Swap(node, node, lambda: setattr(node, name, value), lambda: setattr(node, name, old))


def _item(node: ast.AST, items: list[Any], number: int, value: ast.AST) -> Swap:
    old = items[number]

    def put(one: ast.AST) -> Callable[[], None]:
        return lambda: items.__setitem__(number, one)

    shown = value if isinstance(value, ast.stmt) else node
    return Swap(node, shown, put(value), put(old))
