"""A diagram of the states of a method that decides the options step by step: a frontier, or a memo.

A first pass, which is the method's own, finds the states before each step and what each option makes of them.  From the
last step back, nodes are made of them: the options of a step are a chain of levels, in the order in which they are
tried.  States from which no solution can be reached vanish.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.solutions.diagram import EMPTY, UNIT, Builder, Diagram, Nodes

Ways = tuple[Nodes, Nodes]  # states before a step, and those that they become


@dataclass(frozen=True)
class Step:
    """How states become others in a step."""

    states: int  # before the step
    skipped: Ways  # without an option of the step
    chosen: list[tuple[int, Ways]]  # levels, with the states on which their option can be chosen


def diagram_of_steps(
    steps: Sequence[Step], complete: Sequence[bool], order: NDArray[np.int64], clock: Clock = UNLIMITED
) -> Diagram:
    """Return the diagram of the steps from a single state on; `complete` tells which states after them are solutions.

    `order` has the option of each level.  Raises Stopped if the clock stops.
    """
    nodes, builder = np.where(complete, UNIT, EMPTY).astype(np.int32), Builder()
    for step in reversed(steps):
        clock.check()
        chain = np.full(step.states, EMPTY, np.int32)
        chain[step.skipped[0]] = nodes[step.skipped[1]]
        for level, (some, to) in reversed(step.chosen):
            chain[some] = builder.level(level, chain[some], nodes[to])
        nodes = chain
    return builder.diagram(order, int(nodes[0]))
