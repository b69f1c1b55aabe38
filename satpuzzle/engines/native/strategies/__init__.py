"""The strategies of the native search, one file each; `strategy.py` finds them here."""
