"""A random agent on the library: one import, and a match is a value."""

import random

import ludoteka


def main() -> None:
    """Plays one match of Abak and prints how it ended."""
    rng = random.Random(1)
    match = ludoteka.new("abak", setup="classic", seed="example")
    while not match.is_over:
        match = match.play(rng.choice(match.legal()))
    print(match)
    print(match.result)


if __name__ == "__main__":
    main()
