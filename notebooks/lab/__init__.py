"""What the notebooks measure with: runs of bare solvers, a ledger of results, spreads and scores."""
