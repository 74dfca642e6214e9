"""Legal placements found fast: it only prunes, and asks the kernels of `rules` about all that is left."""
