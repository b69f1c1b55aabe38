"""The command `satpuzzle count`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satpuzzle.cli.common import asked_about, begin_run, finish, interruptible, rules_of
from satpuzzle.cli.estimate import Estimated, write_estimate
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import changed, command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import NoPuzzle, Subject, every_problem
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.describe import columns, numbered
from satpuzzle.errors import BackendError, MethodError, PuzzleError, printable
from satpuzzle.puzzle.formats.table import programs_with_several
from satpuzzle.puzzle.library import family_named
from satpuzzle.puzzle.model import CONVENTIONS, Counts
from satpuzzle.rows import option
from satpuzzle.search.count import count_solutions
from satpuzzle.search.report import facts, verdict
from satpuzzle.search.run import Run, Search
from satpuzzle.settings import (
    HOW,
    OUT,
    WHAT,
    AssemblableRow,
    ClusterRows,
    DecisionRows,
    MotionRows,
    NodeLimitRow,
)
from satpuzzle.structured import as_json

if TYPE_CHECKING:  # of interest only with --by and --assemblable
    from satpuzzle.motion.rules import Rules
    from satpuzzle.questions.sets import Pieces
    from satpuzzle.search.by_symmetry import Kept

_UNRATED = {"no": "do not come apart", "unknown": "undecided"}
_LOOSE = "do not come apart, or do not interlock"


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(Estimated, NodeLimitRow, ClusterRows, AssemblableRow, MotionRows, DecisionRows):
    """The options of `count`."""

    problem: str | None = option(
        None, "N", WHAT,
        f"Which problem of a file of {programs_with_several()}: a number or a name; of an .xmpuzzle file also all.",
        rare=True)
    by: str | None = option(
        None, "", OUT,
        "Count separately the solutions with the same set of pieces, with the same level (numbers of moves to take them"
        " apart), or with the same symmetry.", allowed=("pieces", "level", "symmetry"),
        without=("count_only",))
    draw: Path | None = option(
        None, "FILE", None,
        "For a family of boards: draw as a heat map how many solutions each has (.svg .png .pdf .html).", rare=True)
    method: str = option(
        "auto", "", HOW,
        "Count by a search, or without listing: by a frontier (dynamic programming), a memo of subproblems, or a"
        " determinant (dominoes on a flat board); auto chooses one.",
        allowed="methods", rare=True, only={"by": (None, "symmetry")})
    memory: int | None = option(
        None, "MIB", None, "The memory that counting without a list may use; half of the free memory by default.",
        least=1, rare=True, only={"by": (None, "symmetry"), "method": ("auto", "frontier", "memo", "determinant")})
# fmt: on


@command
def count(asked: Asked) -> None:
    """Count the solutions: all, up to rotations, and up to isometries.

    Isometries are rotations and reflections of the board; up to isometries, a solution and its images count as one.
    """
    clock = Clock(asked.time_limit).start()
    if asked.estimate:
        write_estimate(asked)
    puzzle = asked.puzzle
    if asked.member is None and asked.problem is None and (family := family_named(puzzle, clock)) is not None:
        from satpuzzle.cli.family import every_member

        every_member(family, asked, asked.draw, clock)
    if asked.draw is not None:
        raise PuzzleError(f"--draw {asked.draw}: needs a family of boards")
    levels, all = asked.by == "level", asked.problem == "all"
    rules = rules_of(asked, asked.assemblable or levels)
    abouts = every_problem(puzzle, clock) if all else [asked_about(asked, clock)]
    for name in ("by", "journal") if all else ():
        if name in (said := changed(asked)):
            raise PuzzleError(f"{said[name]}: allowed for one problem, not for all")
    ends: list[_End | NoPuzzle] = []
    with open_output(asked.output) as out:
        for about in abouts:
            if isinstance(about, NoPuzzle):
                ends.append(about)
                continue
            end = _counted(about, asked, clock, rules)
            ends.append(end)
            if end.run.status is Status.INTERRUPTED:
                break
        written = _written(ends, all, asked.format, asked.quiet)
        out.write((folded(written, out) if asked.format == "text" else written) + "\n")
    counted = [end for end in ends if isinstance(end, _End)]
    worst = max(counted, key=lambda end: (end.failure is not None, not end.run.counts.final))
    finish(worst.run, worst.failure, asked.stats)


def _counted(about: Subject, asked: Asked, clock: Clock, rules: "Rules | None") -> "_End":
    """Count the solutions of one problem, in the way that was asked for."""
    if asked.by is not None:
        about.only_puzzles()
    run, shown = begin_run(about, asked, clock, rules)

    def remark(text: str) -> None:
        shown.clear()
        if not asked.quiet:
            complain(text)

    end = _End(about, run, interlocking=asked.interlocking)
    with interruptible(clock), shown.of(run):
        try:
            if asked.by == "level" and isinstance(run, Run):
                from satpuzzle.motion.rules import Rules
                from satpuzzle.questions.burrs import count_by_level
                from satpuzzle.questions.kept import assembler_of

                assembler = assembler_of(run.puzzle, rules or Rules(), asked.jobs, asked.journal)
                end.levels = count_by_level(run, assembler)
            elif asked.by == "symmetry" and isinstance(run, Run):
                from satpuzzle.search.by_symmetry import count_by_symmetry

                memory = asked.memory and asked.memory << 20
                try:
                    end.kinds = count_by_symmetry(run, asked.method, memory, remark)
                except MethodError as error:
                    complain(f"{error}; searching")
                    end.kinds = count_by_symmetry(run, "search")
            elif asked.by is not None and isinstance(run, Run):
                from satpuzzle.questions.sets import count_by_pieces

                end.groups = count_by_pieces(run)
            else:
                try:
                    count_solutions(run, asked.method, asked.memory and asked.memory << 20, remark)
                except MethodError as error:
                    complain(f"{error}; searching")
                    run.exhaust()
        except BackendError as error:
            end.failure = str(error)
        shown.clear()
    return end


@dataclass
class _End:
    """The result of counting the solutions of one problem."""

    about: Subject
    run: Search
    failure: str | None = None
    interlocking: bool = False  # whether packings that come apart must interlock, too
    groups: "dict[Pieces, Counts] | None" = None  # counts by the pieces that a solution uses, the largest first
    levels: dict[str, Counts] | None = None  # counts by level, the highest level first
    kinds: "list[Kept] | None" = None  # counts by symmetry, the smallest group first

    @property
    def assemblies(self) -> int | None:
        """Return the number of assemblies that BurrTools would count, or None if the puzzle is not from its file.

        BurrTools counts up to isometries.
        """
        return None if self.about.opened is None else self.run.packings.isometries

    def facts(self) -> dict[str, Any]:
        """Return the result as plain data."""
        found = facts(self.run)
        if self.about.opened is not None:
            found["burrtools"] = {"assemblies": self.assemblies}
        if self.groups is not None:
            names = [piece.name for piece in self.about.puzzle.pieces]
            found["by_pieces"] = [
                {"pieces": {n: t for n, t in zip(names, used, strict=True) if t}, "counts": counts.known()}
                for used, counts in self.groups.items()
            ]
            found["sets"], found["sets_up_to_mirror_images"] = self.sets()
        if self.levels is not None:
            found["by_level"] = [{"level": level, "counts": counts.known()} for level, counts in self.levels.items()]
        if self.kinds is not None:
            found["by_symmetry"] = [
                {"symmetry": kept.name, "order": kept.order, "counts": kept.counts.known()} for kept in self.kinds
            ]
        return found

    def sets(self) -> tuple[int, int]:
        """Return the number of sets of pieces, and their number if mirror images count as one."""
        from satpuzzle.questions.sets import up_to_mirror_images

        assert self.groups is not None and isinstance(self.run, Run)
        return len(self.groups), up_to_mirror_images(self.run, self.groups) if self.groups else 0

    def text(self, quiet: bool) -> str:
        """Return the result as lines of text."""
        lines = []
        if self.groups is not None:
            from satpuzzle.questions.sets import spelled

            lines = [f"{spelled(self.about.puzzle, used)}: {counts}" for used, counts in self.groups.items()]
        for level, counts in (self.levels or {}).items():
            said = _LOOSE if level == "no" and self.interlocking else _UNRATED.get(level, f"level {level}")
            lines.append(f"{said}: {counts}")
        lines += [f"{kept.name}: {kept.counts}" for kept in self.kinds or ()]
        if quiet:
            return "\n".join(lines or [str(self.run.counts)])
        if self.groups is not None:
            bound, (every, different) = "" if self.run.counts.final else "≥ ", self.sets()
            lines.append(f"{bound}{numbered(every, 'set')} of pieces, {bound}{different} up to mirror images")
        return "\n".join([*lines, verdict(self.run), *self.burrtools()])

    def burrtools(self) -> list[str]:
        """Return a line with BurrTools' number of assemblies, and the number stored in the file if it differs.

        The list is empty if the puzzle is not from a BurrTools file.
        """
        opened, number = self.about.opened, self.assemblies
        if opened is None or number is None:
            return []
        final = self.run.packings.final
        from satpuzzle.puzzle.formats.burr import FULL

        lines = [f"BurrTools: {'' if final else '≥ '}{number} {'assembly' if number == 1 else 'assemblies'}"]
        said = opened.problem.assemblies
        if final and said not in (None, number) and opened.problem.state == FULL:
            lines.append(
                f"the file says {said}: it was solved by another version, or with mirror images or rotations kept"
            )
        return lines


def _written(ends: list[_End | NoPuzzle], all: bool, format: str, quiet: bool) -> str:
    if all and format == "text":
        return columns([_row(end) for end in ends]).removesuffix("\n")
    if format == "json":
        found = [as_json(end.facts()) for end in ends]
        return f"[{', '.join(found)}]" if all else found[0]
    (end,) = ends
    assert isinstance(end, _End)
    return end.text(quiet)


def _row(end: _End | NoPuzzle) -> dict[str, Any]:
    """Return the row for one of several problems in the table of results."""
    about = end if isinstance(end, NoPuzzle) else end.about.opened
    assert about is not None  # a table of several problems is always of a BurrTools file
    counts, packings, remark = Counts(), Counts(), ""
    if isinstance(end, NoPuzzle):
        remark = end.reason
    else:
        counts, packings = end.run.counts, end.run.packings
        remark = "" if counts.final else f"not final: {end.failure or end.run.status}"
    return {
        "problem": about.number,
        "name": printable(about.problem.name),
        **{name: _bounded(getattr(counts, name), counts.final) for name in CONVENTIONS[:3]},
        "BurrTools": _bounded(packings.isometries, packings.final),
        "file": about.problem.assemblies,
        "": remark,
    }


def _bounded(number: int | None, final: bool) -> int | str | None:
    """Return a number as it is if it is final or unknown, and else as text that says that it is a lower bound."""
    return number if final or number is None else f"≥ {number}"
