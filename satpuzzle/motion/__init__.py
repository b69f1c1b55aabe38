"""Motion: whether the pieces of a packing can be brought to their places, one after the other."""

from satpuzzle.motion.assembly import Assembler, Assembly, Verdict, assembly, report, stuck
from satpuzzle.motion.rules import MOVES, Rules
from satpuzzle.motion.split import Move

__all__ = ["MOVES", "Assembler", "Assembly", "Move", "Rules", "Verdict", "assembly", "report", "stuck"]
