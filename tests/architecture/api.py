"""The public names of `ludoteka.core` with their signatures, as text: a change of the protocol shows here."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType

import ludoteka.core


def report() -> str:
    """One block per module, in the order of names."""
    names = sorted(found.name for found in pkgutil.iter_modules(ludoteka.core.__path__))
    modules = [importlib.import_module(f"ludoteka.core.{name}") for name in names]
    return "\n\n".join("\n".join([module.__name__, *_members(module)]) for module in modules) + "\n"


def _members(module: ModuleType) -> Iterator[str]:
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(value):
            yield from _class(name, value)
        elif inspect.isfunction(value):
            yield f"  {name}{_signature(value)}"


def _class(name: str, value: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"  class {name}({bases})" if bases else f"  class {name}"
    if is_dataclass(value):
        yield from (f"    {field.name}: {_named(field.type)}" for field in fields(value))
    for member, defined in sorted(vars(value).items()):
        function = defined.__func__ if isinstance(defined, classmethod | staticmethod) else defined
        if member.startswith("_") and member != "__init__":
            continue
        if isinstance(function, property):
            yield f"    {member} (property)"
        elif inspect.isfunction(function) and not (member == "__init__" and is_dataclass(value)):
            yield f"    {member}{_signature(function)}"


def _signature(function: object) -> str:
    """The same on every Python: 3.13 names the module in which `Path` is defined."""
    text = str(inspect.signature(function)) if callable(function) else ""
    return text.replace("pathlib._local.", "pathlib.")


def _named(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
