"""Measurements: each trial is run in a fresh process; the results are records and tables.

`trial.py` says what is solved and how, `runner.py` runs it, `table.py` writes tables.  Two modules use them:
`compare.py` checks solvers against each other, and `bench.py` compares CPU times with those of other programs.
"""
