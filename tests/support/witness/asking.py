"""The program's answers to a puzzle, in all its ways, and where they differ from the witness's."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from again import AGAIN
from checking import check, told

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.errors import FrontierError, MethodError, PuzzleError
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.by_symmetry import count_by_symmetry
from witness.counting import Keys, Problem, Refused, TooMany
from witness.shrinking import as_toml, shrunk

Answer = dict[str, int]
Way = Callable[[Puzzle, Path, Random], Counts]
MOST = 1000  # solutions
REFUSED = "refused: "


class Unsaid(Exception):
    """This way does not take this puzzle, and says so."""


@contextmanager
def _unless(kind: type[sp.SatpuzzleError], words: str = "") -> Iterator[None]:
    """Turn an error of this kind that says these words into Unsaid."""
    try:
        yield
    except kind as error:
        if words not in str(error):
            raise
        raise Unsaid(str(error)) from None


def _strategy(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Count by a random strategy, in several parts."""
    name = dice.choice([*STRATEGIES])
    if find(name).refused(Tables.of(puzzle).cover) is not None:
        raise Unsaid(name)
    return sp.count(puzzle, strategy=name, parts=dice.choice([1, 3]), jobs=1)


def _frontier(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    with _unless(FrontierError):
        return sp.count(puzzle, method="frontier")


def _memo(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    with _unless(MethodError, "lists no packings"):
        return sp.count(puzzle, method="memo")


def _by_symmetry(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Add up the counts of each symmetry, which are the same in quotients as in the list."""
    kinds = count_by_symmetry(sp.solve(puzzle, jobs=1))
    listed = count_by_symmetry(sp.solve(puzzle, jobs=1), "search")
    assert kinds == listed, (kinds, listed)
    found = sum((kept.counts for kept in kinds), Counts(0, 0, 0))
    return replace(found, patterns=sp.count(puzzle, jobs=1).patterns)  # these are no sums


def _solver(name: str) -> Way:
    def asked(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
        return sp.count(puzzle, name, jobs=1)

    return asked


def _again(name: str) -> Way:
    """Count what a file or a link says."""
    return lambda puzzle, folder, dice: sp.count(AGAIN[name](puzzle, folder), jobs=1)


def _burrtools(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Count what a BurrTools file says; it has no flat grids and no separate parts, so there only the raw count."""
    with _unless(PuzzleError, "a BurrTools file cannot express this"):
        counts = _again("xmpuzzle")(puzzle, folder, dice)
    return Counts(counts.raw) if _moved_otherwise(puzzle) else counts


def _moved_otherwise(puzzle: Puzzle) -> bool:
    """Tell whether the symmetries of a BurrTools file are not those of the puzzle."""
    return puzzle.grid.two_sided or puzzle.parts == "separate"


def _certificate(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Certify by a tree, and verify by both checkers."""
    return _certified(puzzle, folder / "tree", "tree")


def _lrat(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Certify by a proof in clauses, and verify it."""
    return _certified(puzzle, folder / "lrat", "lrat")


def _count_certificate(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Certify by the states of a frontier, and verify it."""
    return _certified(puzzle, folder / "counted", "frontier")


def _certified(puzzle: Puzzle, folder: Path, form: str) -> Counts:
    with _unless(PuzzleError, "cannot express this"):
        counts = sp.certify(puzzle, folder, form, jobs=1)
    for plain in (False, True) if form == "tree" else (False,):
        checked = sp.verify(folder, plain=plain).counts
        assert checked == counts, (plain, checked, counts)
    return counts


def stranger(program: Path) -> Way:
    """Certify a puzzle in JSON, and let the checker in C verify it; it says which puzzles it does not support."""

    def asked(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
        sp.save(puzzle, folder / "stranger.json")
        with _unless(PuzzleError, "cannot express this"):
            counts = sp.certify(folder / "stranger.json", folder / "stranger", jobs=1)
        status, said = check(program, folder / "stranger")
        if status == 2:
            raise Unsaid(said)
        assert status == 0 and f" {told(counts)}," in said, (said, told(counts))
        return counts

    return asked


WAYS: dict[str, Way] = {
    "strategy": _strategy,
    "by symmetry": _by_symmetry,
    "frontier": _frontier,
    "memo": _memo,
    "cadical": _solver("cadical"),
    "cpsat": _solver("cpsat"),
    "clingo": _solver("clingo"),
    "toml": _again("toml"),
    "json": _again("json"),
    "link": _again("link"),
    "xmpuzzle": _burrtools,
    "certificate": _certificate,
    "lrat": _lrat,
    "count certificate": _count_certificate,
}


def expected(keys: Keys) -> tuple[Answer, set[Any]] | None:
    """Return the witness's counts and its solutions, None for a puzzle that is to be refused.  Raises TooMany."""
    try:
        problem = Problem(keys)
        counts = problem.counts(MOST)
    except Refused:
        return None
    return counts, {_told(problem, solution) for solution in problem.solutions(MOST)}


def disagreements(
    keys: Keys, folder: Path, ways: Mapping[str, Way], dice: Random | None, counted: Counter[str] | None = None
) -> dict[str, str]:
    """Return what the program answers otherwise than the witness, by the way it was asked.

    Answers are counted by their way in `counted`.  Raises TooMany.
    """
    wanted, counted = expected(keys), Counter() if counted is None else counted
    counted["puzzles"] += 1
    try:
        puzzle = of_table({**keys}, "mixed", folder)
        run = sp.solve(puzzle, up_to="raw", jobs=1)
        listed = [_as_told(solution.as_list()) for solution in run]
    except PuzzleError as error:
        counted["refused"] += 1
        return {} if wanted is None else {"search": f"{REFUSED}{error}"}
    if wanted is None:
        return {"search": f"{run.counts}, expected was a PuzzleError"}
    (counts, solutions), found = wanted, dict[str, str]()
    if run.counts.known() != counts:
        found["search"] = f"{run.counts.known()}, expected was {counts}"
    if len(listed) != len(solutions) or set(listed) != solutions:
        found["list"] = f"{len(listed)} solutions that are not the {len(solutions)} expected"
    for name, way in ways.items():
        try:
            answer = way(puzzle, folder, dice or Random(0))
        except Unsaid:
            continue
        except (sp.SatpuzzleError, AssertionError) as error:
            found[name] = f"{REFUSED}{type(error).__name__}: {error}"
            continue
        counted[name] += 1
        known, asked = answer.known(), {"raw"} if name == "xmpuzzle" and _moved_otherwise(puzzle) else counts.keys()
        if name in ("frontier", "memo") and known.keys() == {"raw"} and counts["raw"]:
            # Some symmetries map only some packings to packings, or a frontier of symmetric packings is wider.
            counted[f"{name}, raw only"], asked = counted[f"{name}, raw only"] + 1, {"raw"}
        if name == "count certificate" and "isometries" not in known:  # for the first of these reasons
            counted[f"{name}, not all"], asked = counted[f"{name}, not all"] + 1, {"raw", "rotations"}
        if known != {key: counts[key] for key in counts if key in asked} or not answer.final:
            found[name] = f"{known}, expected was {counts}"
    return found


def small_disagreement(
    keys: Keys, found: dict[str, str], seed: int, ways: Mapping[str, Way] = MappingProxyType(WAYS)
) -> str:
    """Return a small puzzle about which the program disagrees in the same way, as a file, and what it answers."""
    name = min(found, key=[*("search", "list"), *ways].index)
    ways = {name: ways[name]} if name in ways else {}

    def asked(keys: Keys) -> str:
        with tempfile.TemporaryDirectory() as folder:
            try:
                return disagreements(keys, Path(folder), ways, Random(seed)).get(name, "")
            except TooMany:
                return ""

    def fails(keys: Keys) -> bool:
        answer = asked(keys)
        return bool(answer) and answer.startswith(REFUSED) == found[name].startswith(REFUSED)

    small = shrunk({**keys}, fails) if fails(keys) else {**keys}
    return f"{', '.join(found)}\n\n{as_toml(small)}\n{name}: {asked(small) or found[name]}"


def _told(problem: Problem, solution: frozenset[int]) -> Any:
    """Return a solution as pieces with cells, their colours, and sides."""
    names, told = {body: cell for cell, body in problem.body.items()}, []
    for one in (problem.placements[k] for k in solution):
        cells = sorted((names[body], hue) for body, hue in one.cells)
        letters = {facet: letter for (_, facet), letter in one.sides}
        facets = map(problem.home, problem.grid.facets(cells[0][0])) if problem.tiled else []
        told.append((problem.pieces[one.piece]["name"], tuple(cells), "".join(letters[facet] for facet in facets)))
    return frozenset(told)


def _as_told(pieces: list[dict[str, Any]]) -> Any:
    """Return the same of a solution as the program gives it."""
    return frozenset(
        (
            piece["piece"],
            tuple(
                sorted(zip(map(tuple, piece["cells"]), piece.get("colours", [0] * len(piece["cells"])), strict=True))
            ),
            piece.get("sides", ""),
        )
        for piece in pieces
    )
