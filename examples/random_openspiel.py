"""A random agent on OpenSpiel: chance nodes, legal actions, returns."""

import random

import pyspiel

import ludoteka.adapters.openspiel  # noqa: F401 - it registers the games


def main() -> None:
    """Plays one match of Abaku that ends after two idle rounds at the latest."""
    rng = random.Random(1)
    state = pyspiel.load_game("ludoteka_abaku", {"options": "idle_rounds=1"}).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    print(state)
    print("returns:", state.returns())


if __name__ == "__main__":
    main()
