"""Journals: searches on disk, which survive a crash and are shared by processes.

`store.py` is the SQLite file and `schema.py` its tables, `header.py` the problem, `journal.py` the parts and outcomes,
`leases.py` who works on which part.  `audit.py` checks a journal, `survey.py` tells its state, and `merge.py` joins
journals.
"""
