"""The native search: depth first over bit masks, compiled by Numba; a cover in, batches of solutions out."""
