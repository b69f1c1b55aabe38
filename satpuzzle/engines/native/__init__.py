"""The native search: depth first over bit masks, by kernels in C that turn a cover into batches of solutions."""
