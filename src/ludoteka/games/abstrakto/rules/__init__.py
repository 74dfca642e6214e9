"""The law of Abstrakto: one function per rule, its number first.

`geometry` says where tiles can be and what they cover, `discards` what is set aside before the game,
`placement` who may lay what where (and take over the first tile), `areas` who controls what, and so who wins.
"""
