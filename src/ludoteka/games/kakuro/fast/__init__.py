"""The complete solver: its kernels, and what players and people ask of it."""
