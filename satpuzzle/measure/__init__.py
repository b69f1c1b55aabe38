"""Measurements: solvers side by side, each run in a process of its own."""
