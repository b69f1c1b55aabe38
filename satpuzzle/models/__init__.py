"""Text formats for external solvers, one per module: each writes an exact cover as lines and reads a solver's answer.

In every format variable v + 1 means "option v is chosen"; further variables are auxiliary.
"""

from satpuzzle.models.base import Instance, Model, NoAnswer, WrongAnswer
from satpuzzle.models.dimacs import DIMACS
from satpuzzle.models.dlx import DLX
from satpuzzle.models.minizinc import MINIZINC
from satpuzzle.models.opb import OPB
from satpuzzle.models.table import TABLE
from satpuzzle.models.xcsp3 import XCSP3

MODELS: dict[str, Model] = {model.name: model for model in (DIMACS, OPB, MINIZINC, TABLE, XCSP3, DLX)}

__all__ = ["MODELS", "Instance", "Model", "NoAnswer", "WrongAnswer"]
