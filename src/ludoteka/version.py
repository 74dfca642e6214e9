"""The version of the package, for whoever may not import more of it."""

__version__ = "0.1.0"
