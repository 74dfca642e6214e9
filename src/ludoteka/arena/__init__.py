"""The arena: players measured against each other, in pairs of matches, on one core or on many machines.

`contest.py` says what is played, `matches.py` plays it, `running.py` runs many bouts on an executor
(`workers.py`), `folder.py` keeps what was played, and `figures.py` and `ratings.py` say what it means.
"""
