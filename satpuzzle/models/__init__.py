"""An exact cover as text for other solvers, one format a file: a cover goes in, lines come out, and answers are read.

In every format variable v + 1 says that option v is chosen; further variables are auxiliary.
"""

from satpuzzle.models.base import Instance, Model, NoAnswer
from satpuzzle.models.dimacs import DIMACS
from satpuzzle.models.dlx import DLX
from satpuzzle.models.minizinc import MINIZINC
from satpuzzle.models.opb import OPB
from satpuzzle.models.xcsp3 import XCSP3

MODELS: dict[str, Model] = {model.name: model for model in (DIMACS, OPB, MINIZINC, XCSP3, DLX)}

__all__ = ["MODELS", "Instance", "Model", "NoAnswer"]
