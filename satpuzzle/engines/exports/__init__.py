"""Text formats for external solvers, one per module: each writes an exact cover as lines and reads a solver's answer.

In every format variable v + 1 means "option v is chosen"; further variables are auxiliary.
"""

from satpuzzle.engines.exports.base import Instance, Model, NoAnswer, WrongAnswer
from satpuzzle.engines.exports.dimacs import DIMACS
from satpuzzle.engines.exports.dlx import DLX
from satpuzzle.engines.exports.minizinc import MINIZINC
from satpuzzle.engines.exports.opb import OPB
from satpuzzle.engines.exports.table import TABLE
from satpuzzle.engines.exports.xcsp3 import XCSP3

MODELS: dict[str, Model] = {model.name: model for model in (DIMACS, OPB, MINIZINC, TABLE, XCSP3, DLX)}

__all__ = ["MODELS", "Instance", "Model", "NoAnswer", "WrongAnswer"]
