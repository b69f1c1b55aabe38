"""Carriers solve parts: in the calling thread, in other threads, or on the workers of a Dask scheduler."""
