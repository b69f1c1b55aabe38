"""Carriers solve the parts of a search: in the calling thread, in other threads, or on workers of a Dask scheduler."""
