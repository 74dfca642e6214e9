"""Abstrakto on bitboards: kernels that call the law, and a match that changes in place."""
