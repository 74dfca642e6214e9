"""Speed: all turns of a roll at once, and whole games as rows of numbers.

`steps` lists the steps that can be made now, `listing` all distinct turns with the boards they lead to,
`game` plays one game for programs that want boards as arrays and no Python objects. A board is a row of 28
int64 (see `types`); to evaluate positions, take all boards after a roll as one array.
"""
