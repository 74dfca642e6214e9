"""Play, study and program five modern board games."""

__version__ = "0.1.0"
