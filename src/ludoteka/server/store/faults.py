"""What goes wrong for whoever runs the server: one sentence that says what to do, and no traceback."""


class Fault(Exception):
    """Something outside the program is wrong; the text says what, and what to do about it."""
