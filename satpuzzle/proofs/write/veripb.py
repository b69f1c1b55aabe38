"""Writes a puzzle as inequalities and a proof that its solutions are all, for the checkers of the VeriPB format.

The proof follows the tree of the native search, without symmetries.  Each solution is logged, which excludes it.  Each
node becomes the clause that not all of its chosen options are chosen, by reverse unit propagation: if they were, each
sibling that was tried before and each child is excluded by its own clause, and too few options are left for some item
of a node that branches or is a dead end, or the logged solution is the only one left.  The clause of the root is empty.

A node's clause says more than those of its children and than the exclusions of solutions below it, which are deleted.
An exclusion is a *core* constraint, and so are clauses of nodes that have solutions below them: what follows from the
other core constraints may be deleted.

    solx x1 ~x2 ~x3 x4 ;    a solution; from here on it is excluded (constraint 9)
    rup 1 ~x1 >= 1 ;        no other one has option 1 (constraint 10)
    core id 10 ;            it joins the core, from which 9 follows
    del id 9 ;
    rup >= 1 ;              there is no other one

Stephan Gocht and Jakob Nordström, Certifying parity reasoning efficiently using pseudo-Boolean proofs, AAAI 2021.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import from_words
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.exports.base import Instance
from satpuzzle.proofs.check.contents import MANIFEST, written
from satpuzzle.proofs.check.tree import DEAD_END
from satpuzzle.proofs.check.trees import kind_of
from satpuzzle.proofs.write.folder import check_replaceable, new_folder
from satpuzzle.proofs.write.recording import recorder
from satpuzzle.proofs.write.subject import subject_of
from satpuzzle.puzzle.model import Counts, Puzzle

VERSION = 1  # of the manifest
FORMULA, PROOF = "formula.opb", "proof.pbp"
HEAD = "pseudo-Boolean proof version 3.0"


def certify(
    puzzle: Puzzle | ExactCover | str | Path, folder: Path, *, problem: str | None = None, clock: Clock = UNLIMITED
) -> Counts:
    """Search a puzzle, and write inequalities and a proof that all solutions are listed to a new folder.

    The result is the raw count; symmetries are not used.  Raises PuzzleError for bad input or a folder that is not a
    certificate, and Stopped if the clock stops.
    """
    subject = subject_of(puzzle, problem, clock)
    subject.check_names()
    check_replaceable(folder)
    cover = subject.tables(clock).cover
    with new_folder(folder) as place:
        subject.copy(place, clock)
        given = write_formula(place, cover, subject.title)
        proof = _Proof(cover, given, clock)
        with (place / PROOF).open("w", encoding="ascii") as out:
            out.writelines(f"{line}\n" for line in clock.each(proof.lines()))
        counts = Counts(proof.solutions)
        subject.check_published(counts)
        content = {
            "satpuzzle certificate": VERSION,
            "form": "veripb",
            "puzzle": subject.name,
            "counts": {"raw": counts.raw},
        }
        (place / MANIFEST).write_text(written(place, content), encoding="utf-8")
    return counts


def write_formula(place: Path, cover: ExactCover, title: str, costs: NDArray[np.int64] | None = None) -> int:
    """Write the inequalities of a cover to a file in a folder; return their number.

    With `costs` of the options, the sum of those chosen is to be small.  Otherwise all solutions are wanted, as choices
    of all options.
    """
    inequalities = [*constraints(cover)]
    variables = [f"x{number + 1}" for number in range(len(cover.rows))]
    with (place / FORMULA).open("w", encoding="utf-8") as out:
        out.write(f"* #variable= {max(len(cover.rows), 1)} #constraint= {len(inequalities)}\n* {title}\n")
        for name, meaning in zip(variables, Instance(cover).meanings(), strict=True):
            out.write(f"* {name}: {meaning}\n")
        if costs is None:
            out.write(f"preserved: {' '.join(variables or ['x1'])} ;\n")
        else:
            terms = [f"{cost} {name}" for cost, name in zip(costs.tolist(), variables, strict=True) if cost]
            out.write(f"min: {' '.join(terms)} ;\n")
        out.writelines(f"{line}\n" for line in inequalities)
    return len(inequalities)


def constraints(cover: ExactCover) -> Iterator[str]:
    """Yield the bounds of the items as inequalities, and one for each two options that disagree in a colour."""
    yield from (line for _, _, line in bounds(cover))
    members = cover.members()
    if cover.colours:
        single = members[:, cover.upper == 1].astype(np.float32)
        has, excludes = (
            from_words(rows, 64 * rows.shape[1]).astype(np.float32)
            for rows in (cover.rows, cover.colours.excluded(cover.rows))
        )
        apart = (excludes @ has.T > 0) & (single @ single.T == 0)
        for one, other in np.argwhere(np.triu(apart | apart.T, 1)).tolist():
            yield f"1 ~x{one + 1} 1 ~x{other + 1} >= 1 ;"


def bounds(cover: ExactCover) -> Iterator[tuple[int, bool, str]]:
    """Yield each item with its bounds that matter, and whether it is the upper one, as inequalities."""
    members = cover.members()
    for item, (least, most) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        options = np.flatnonzero(members[:, item])
        weights = cover.times(item)[options].tolist()
        every = [(weight, f"x{option + 1}") for option, weight in zip(options.tolist(), weights, strict=True)]
        if least > sum(weights):
            yield item, False, "1 x1 >= 2 ;"  # this cannot hold
        elif least:
            yield item, False, f"{' '.join(f'{weight} {name}' for weight, name in every)} >= {least} ;"
        if most < sum(weights):
            yield item, True, f"{' '.join(f'{weight} ~{name}' for weight, name in every)} >= {sum(weights) - most} ;"


def literals(options: int, chosen: Iterable[int]) -> str:
    """Return the literals of all options, of which only some are chosen."""
    found = [f"~x{option + 1}" for option in range(options)]
    for option in chosen:
        found[option] = found[option][1:]
    return " ".join(found)


def excluded(chosen: Iterable[int]) -> str:
    """Return the step by which not all of these options are chosen."""
    return " ".join(["rup", *(f"1 ~x{option + 1}" for option in sorted(chosen)), ">= 1 ;"])


class _Proof:
    """Writes the lines of a proof; it keeps the numbers of the constraints and the part of the tree not read yet."""

    def __init__(self, cover: ExactCover, given: int, clock: Clock) -> None:
        self.cover, self.given, self.last, self.solutions = cover, given, given, 0
        self.members = cover.members()
        tree = recorder().record(cover, kind_of(len(cover.names)), clock)
        self.codes = (code for numbers, _ in tree for code in numbers.tolist())

    def lines(self) -> Iterator[str]:
        """Yield the lines of the whole proof."""
        yield f"{HEAD}\nf {self.given} ;"
        yield from self._below([], np.ones(len(self.members), np.bool_))
        told = f"ENUMERATION_COMPLETE {self.solutions}" if self.solutions else "UNSAT"
        yield f"output NONE ;\nconclusion {told} : {self.last} ;\nend pseudo-Boolean proof ;"

    def _below(self, chosen: list[int], live: NDArray[np.bool_]) -> Iterator[str]:
        """Yield the steps for a node and the subtree below it; the last one adds the node's clause.

        `chosen` are the options on the path to the node, `live` marks the options that remain.
        """
        code, items, spent, before = next(self.codes), self.members.shape[1], list[int](), self.solutions
        if code == items:
            yield self._logged(chosen)  # which excludes it from here on
            spent.append(self.last)
        branches = live & (self.members[:, code] if code < items else code != items + DEAD_END)
        for option in np.flatnonzero(branches).tolist():
            live = live.copy()
            live[option] = False
            together = [*chosen, option]
            yield from self._below(together, live & self.cover.open_beside(together))
            spent.append(self.last)
        self.last += 1
        yield excluded(chosen)
        if self.solutions > before:
            yield f"core id {self.last} ;"
        if spent:
            yield f"del id {' '.join(map(str, spent))} ;"

    def _logged(self, chosen: list[int]) -> str:
        """Return the line that logs a solution."""
        self.last, self.solutions = self.last + 1, self.solutions + 1
        return f"solx {literals(len(self.members), chosen)} ;"
