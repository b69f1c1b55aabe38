"""The native search: depth first over bit masks, by kernels in C.  A cover goes in, batches of solutions come out."""
