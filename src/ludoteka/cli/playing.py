"""`ludoteka play`, `ludoteka new` and the menu: a match at this terminal, and a fresh record for later."""

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteka.cli import arguments, listing
from ludoteka.cli.arguments import Options, Position, Seed
from ludoteka.core import match as matches
from ludoteka.core import record as records
from ludoteka.core.chance import SEED_BYTES, seed_from
from ludoteka.core.game import AnyGame
from ludoteka.core.record import AnyMatch, Record
from ludoteka.core.refusals import Refusal
from ludoteka.core.sentences import Sentence

if TYPE_CHECKING:
    from ludoteka.cli.seating import Seating
    from ludoteka.cli.table import LocalTable
    from ludoteka.cli.terminal import Screen

Players = Annotated[
    list[str] | None,
    typer.Argument(metavar="PLAYERS", help="Names of people; 'bot' or 'bot:LEVEL' for the computer."),
]
Save = Annotated[Path | None, typer.Option("--save", help="Keep the record in this file.")]


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's id, see `ludoteka games`.",
            autocompletion=arguments.complete_game,
        ),
    ] = None,
    names: Players = None,
    option: Options = None,
    seed: Seed = None,
    position: Position = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with this record.")] = None,
    save: Save = None,
    ms: Annotated[int | None, typer.Option("--ms", min=1, help="Milliseconds a bot may think.")] = None,
) -> None:
    """Play in this terminal, with people or bots.

    `ludoteka play abak Ada Ben` is for two people, `ludoteka play abak Ada bot:1` against a bot.
    """
    if game is None and resume is None and sys.stdin.isatty():
        show_menu()
        return
    table = _resumed(resume, save) if resume else _fresh(game, names or [], option, seed, position, save)
    table.ms = ms
    if sys.stdin.isatty():
        from ludoteka.cli.compiling import compile_beside

        compile_beside(table.match.game.info.id)
    table.greet()
    table.run()


def _resumed(path: Path, save: Path | None) -> "LocalTable":
    """The table of a record, which is kept in the same file unless another is named."""
    from ludoteka.cli import saving, seating

    record = saving.resume(path)
    sitters = seating.reseat(record.match.game, record.names, record.match.opening.seats)
    return _table(record.match, record.seed, sitters, save or path)


def _fresh(
    game: str | None,
    names: list[str],
    option: list[str] | None,
    seed: str | None,
    position: str | None,
    save: Path | None,
) -> "LocalTable":
    from ludoteka.cli import seating

    chosen = arguments.find_game(_named(game))
    loaded = matches.load(chosen, position) if position else None
    sitters = seating.seat_players(chosen, names, loaded.opening.seats if loaded else None)
    return _table(loaded or begin(chosen, len(sitters), option), fresh_seed(seed), sitters, save)


def _table(match: AnyMatch, seed: bytes | None, sitters: "Seating", path: Path | None) -> "LocalTable":
    from ludoteka.cli.speech import Speech, numbered
    from ludoteka.cli.table import LocalTable
    from ludoteka.cli.terminal import Screen

    speech = Speech(game=match.game.info.id)
    names = numbered(sitter.shown(speech) for sitter in sitters)
    return LocalTable(match, seed or fresh_seed(None), sitters, Screen(names, speech=speech), path=path)


def _named(game: str | None) -> str:
    if game is None:
        there = ", ".join(each.info.id for each in listing.available())
        raise typer.BadParameter(f"Name a game ({there}), or a record with --resume.", param_hint="GAME")
    return game


def new(
    game: arguments.Game,
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many play; the fewest if not given.")
    ] = None,
    names: Annotated[list[str] | None, typer.Option("--name", help="A player's name, seat by seat.")] = None,
    option: Options = None,
    seed: Seed = None,
    save: Save = None,
) -> None:
    """Begin a match and write its record.

    It goes to --save FILE, or to standard output.
    """
    from ludoteka.cli import saving

    chosen = arguments.find_game(game)
    wanted = seats if seats is not None else max(len(names or []), chosen.info.seats[0])
    key = fresh_seed(seed)
    match = matches.settle(begin(chosen, wanted, option), key)
    record = Record(match, tuple(names or ()), key)
    if save is None:
        print(records.write(record), end="")
        return
    saving.save(save, record)
    print(f"Saved. Play it with: ludoteka play --resume {save}")


def begin(game: AnyGame, seats: int, option: list[str] | None) -> AnyMatch:
    """A match at its opening, with the options as typed."""
    return matches.new(game, seats, arguments.read_options(game, option or []))


def fresh_seed(text: str | None) -> bytes:
    """The seed that a text stands for, or one that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES) if text is None else seed_from(text)


# --- the menu that a bare `ludoteka` shows -------------------------------------------------------


def show_menu() -> None:
    """Asks which game and who plays, until somebody quits."""
    from ludoteka.cli.terminal import Screen

    screen = Screen()
    games = listing.available()
    while (game := _choose(screen, games)) is not None:
        _play_chosen(screen, game)


def _choose(screen: "Screen", games: list[AnyGame]) -> AnyGame | None:
    from ludoteka.cli.speech import Speech

    screen.say()
    screen.loud(Sentence("Ludoteka: what shall we play?"))
    screen.say()
    for number, game in enumerate(games, start=1):
        about = Speech(screen.speech.language, game.info.id).word("lid.say", game.info.summary)
        screen.say(f"  {number}  {game.info.title:<14}{about}")
    screen.say(f"  q  {screen.speech.say(Sentence('quit'))}")
    while True:
        asked = _line(f"{screen.speech.say(Sentence('Number'))}: ")
        if asked in {"", "q", "quit", "exit"}:
            return None
        by_name = {game.info.id: game for game in games}
        by_number = {str(number): game for number, game in enumerate(games, start=1)}
        if chosen := by_number.get(asked) or by_name.get(asked):
            return chosen
        screen.say(Sentence("Please type one of the numbers, or q."))


def _play_chosen(screen: "Screen", game: AnyGame) -> None:
    from ludoteka.cli import seating

    fewest, most = game.info.seats
    seats = most if fewest == most else Sentence("{fewest} to {most}", fewest=fewest, most=most)
    screen.say(Sentence("{game} is for {seats} players.", game=game.info.title, seats=seats))
    screen.say(
        Sentence("Who plays? Names with spaces between; bot is the computer. Enter: you against a bot.")
    )
    words = _line(f"{screen.speech.say(Sentence('Players'))}: ", keep_case=True).split()
    try:
        sitters = seating.seat_players(game, words)
        match = begin(game, len(sitters), None)
    except Refusal as refusal:
        screen.refusal(refusal)
        return
    table = _table(match, None, sitters, None)
    table.greet()
    table.run()


def _line(prompt: str, *, keep_case: bool = False) -> str:
    try:
        line = input(prompt).strip()
    except EOFError:
        return ""
    return line if keep_case else line.lower()
