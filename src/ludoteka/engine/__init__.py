"""The engine protocol (docs/guide/engine.md): programs in any language play through JSON, a line each way."""

from ludoteka.engine.engine import Engine

__all__ = ["Engine"]
