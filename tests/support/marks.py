"""Marks of tests that cannot run everywhere."""

import pytest

from satpuzzle.engines.library import missing

compiled = pytest.mark.skipif(missing() is not None, reason=str(missing()))  # needs kernels, or would take hours
