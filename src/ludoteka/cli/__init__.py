"""The command line: the composition root that puts games, players and the server together."""


def main() -> None:
    """What the command `ludoteka` runs. The rest is loaded only now: importing us stays light."""
    from ludoteka.cli.app import run

    run()
