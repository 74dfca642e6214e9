"""The command line: the composition root that puts games, players and the server together."""


def main() -> None:
    """What the command `ludoteka` runs. The rest is imported here, so that importing us stays cheap."""
    from ludoteka.cli.app import run

    run()
