"""The native search: depth first over bit masks, by kernels in C; a cover in, batches of solutions out."""
