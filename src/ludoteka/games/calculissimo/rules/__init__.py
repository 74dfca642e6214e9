"""The law: `placement` (CA-3), `runs` and `arithmetic` (CA-4), `scoring` (CA-5), `turn` (CA-6 to CA-8).

`placement`, `runs` and `turn` do without NumPy, so that a program that only shows a game starts quickly.
"""
