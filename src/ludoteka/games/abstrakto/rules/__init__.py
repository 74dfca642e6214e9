"""The law of Abstrakto: one function a rule, its number first.

`geometry` says where tiles can be and what they cover, `discards` what is put aside before the game,
`placement` who may lay what where (and take over the first tile), `areas` who controls what and so wins.
"""
