"""What works on parts: the calling thread, other threads, or the workers of a Dask scheduler."""
