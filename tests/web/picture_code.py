"""Reads a small QR code back (bytes, error level L, versions 1 to 5): does it lead to the right table?"""

Modules = list[list[bool]]
MASKS = (
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (y // 2 + x // 3) % 2 == 0,
    lambda x, y: x * y % 2 + x * y % 3 == 0,
    lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
)
FORMAT_MASK = 0b101010000010010
LOW = 0b01  # the error level whose small versions are one block


def read(modules: Modules) -> str:
    """The text of the code; the modules have no border."""
    size = len(modules)
    assert size in {21, 25, 29, 33, 37}, size
    level, mask = _format(modules)
    assert level == LOW, "another error level has several blocks"
    bits = [modules[y][x] != MASKS[mask](x, y) for x, y in _way(size)]
    assert _number(bits[:4]) == 0b0100, "no bytes"
    length = _number(bits[4:12])
    return bytes(_number(bits[12 + 8 * i : 20 + 8 * i]) for i in range(length)).decode()


def _number(bits: list[bool]) -> int:
    return int("".join("1" if bit else "0" for bit in bits), 2)


def _format(modules: Modules) -> tuple[int, int]:
    """Error level and mask: the first five bits beside the upper left eye."""
    around = [modules[8][x] for x in (0, 1, 2, 3, 4)]
    found = _number(around) ^ (FORMAT_MASK >> 10)
    return found >> 3, found & 7


def _way(size: int) -> list[tuple[int, int]]:
    """The data modules in their order: up and down in pairs of columns, from the right."""
    found = []
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(size - 1, -1, -1) if turn % 2 == 0 else range(size)
        found += [(x, y) for y in rows for x in (right, right - 1) if not _is_fixed(x, y, size)]
    return found


def _is_fixed(x: int, y: int, size: int) -> bool:
    """Eyes, timing, format, and from version 2 on the one small eye."""
    far = size - 8
    if (x < 9 and y < 9) or (x >= far and y < 9) or (x < 9 and y >= far) or x == 6 or y == 6:
        return True
    middle = size - 7
    return size > 21 and abs(x - middle) <= 2 and abs(y - middle) <= 2
