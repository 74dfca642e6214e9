"""The law, one function a rule: of the board (`board`), of a claim (`claims`), of a round (`rounds`)."""
