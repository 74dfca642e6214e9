"""The menu of games that a bare `ludoteka` shows in a terminal."""

import secrets

from ludoteka.cli import listing, seating
from ludoteka.cli.table import LocalTable
from ludoteka.cli.terminal import Screen
from ludoteka.core import match as matches
from ludoteka.core.chance import SEED_BYTES
from ludoteka.core.game import AnyGame
from ludoteka.core.refusals import Refusal


def show_menu() -> None:
    """Asks which game and who plays, until somebody quits."""
    screen = Screen()
    games = listing.available()
    while (game := _choose(screen, games)) is not None:
        _play(screen, game)


def _choose(screen: Screen, games: list[AnyGame]) -> AnyGame | None:
    screen.loud("\nLudoteka: what shall we play?\n")
    for number, game in enumerate(games, start=1):
        screen.say(f"  {number}  {game.info.title:<14}{game.info.summary}")
    screen.say("  q  quit\n")
    while True:
        asked = _line("Number: ")
        if asked in {"", "q", "quit", "exit"}:
            return None
        by_name = {game.info.id: game for game in games}
        by_number = {str(number): game for number, game in enumerate(games, start=1)}
        if chosen := by_number.get(asked) or by_name.get(asked):
            return chosen
        screen.say("Please type one of the numbers, or q.")


def _play(screen: Screen, game: AnyGame) -> None:
    screen.say(f"\n{game.info.title} is for {listing.seats_in_words(game)} players.")
    screen.say("Who plays? Names with spaces between; bot is the computer. Enter: you against a bot.")
    words = _line("Players: ", keep_case=True).split()
    try:
        sitters = seating.seat_players(game, words)
        match = matches.new(game, len(sitters), {})
    except Refusal as refusal:
        screen.refusal(refusal)
        return
    names = [sitter.name for sitter in sitters]
    LocalTable(match, secrets.token_bytes(SEED_BYTES), sitters, Screen(names)).run()


def _line(prompt: str, *, keep_case: bool = False) -> str:
    try:
        line = input(prompt).strip()
    except EOFError:
        return ""
    return line if keep_case else line.lower()
