"""Measurements: trials go in, each is run in a fresh process, records and tables come out.

`trial.py` says what is solved and how, `runner.py` runs it, `table.py` writes tables.  `compare.py` and `bench.py`
are the two users: solvers checked against each other, and user CPU times against peers.
"""
