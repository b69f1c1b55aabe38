"""The processor: this machine's, and what kernels may ask of the one that they are compiled for."""

import contextlib
import functools
from importlib import import_module

from llvmlite import binding

from satpuzzle.engines.settings import settings


@functools.cache
def here() -> tuple[str, str, str]:
    """Return the system, the processor's name and its features, as LLVM says them: "+avx2,-avx512f"."""
    features = ""
    with contextlib.suppress(RuntimeError):  # LLVM does not know them on every system
        features = binding.get_host_cpu_features().flatten()
    return binding.get_process_triple(), binding.get_host_cpu_name(), features


@functools.cache
def has(feature: str) -> bool:
    """Tell whether kernels are compiled for a processor that has a feature, by LLVM's name, as "avx2".

    Where another processor is asked for, only what is said of its features counts.  Numba is imported if a file asks.
    """
    asked = dict(settings())
    name, features = asked.get("NUMBA_CPU_NAME"), asked.get("NUMBA_CPU_FEATURES")
    if "" in asked:
        config = import_module("numba.core.config")
        name, features = config.CPU_NAME, config.CPU_FEATURES
    known = features if name or features else here()[2]
    return f"+{feature}" in (known or "").split(",")
