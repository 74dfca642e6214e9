"""Finds legal placements fast: it only prunes, and asks the kernels of `rules` about what is left."""
