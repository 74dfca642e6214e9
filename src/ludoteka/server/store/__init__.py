"""Storage: the log that only grows, and what helps to find things in it."""
