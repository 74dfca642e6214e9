"""The law, one function per rule: of the board (`board`), of a claim (`claims`), of a round (`rounds`)."""
