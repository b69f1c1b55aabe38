"""Proofs that a list of solutions is complete, and their checkers."""
