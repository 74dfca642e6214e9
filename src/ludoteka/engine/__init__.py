"""The engine protocol (docs/guide/engine.md): programs in any language play by JSON, one line each way."""

from ludoteka.engine.engine import Engine

__all__ = ["Engine"]
