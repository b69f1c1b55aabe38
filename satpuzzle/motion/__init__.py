"""Motion: decides whether the pieces of a packing can be moved to their places, and in which order."""

from satpuzzle.motion.assembly import Assembler, Assembly, Verdict, assembly, report, stuck
from satpuzzle.motion.rules import MOVES, Rules
from satpuzzle.motion.split import Move

__all__ = ["MOVES", "Assembler", "Assembly", "Move", "Rules", "Verdict", "assembly", "report", "stuck"]
