"""Speed, measured: `ludoteka bench [GAME] --json`. One module a game, each with `figures()`."""
