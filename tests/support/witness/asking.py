"""The program's answers to a puzzle, in all its ways, and where they differ from the witness's."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from again import AGAIN
from checking import check, told

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.errors import FrontierError, MethodError, PuzzleError
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.library import family_named
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.questions.family import count_members
from satpuzzle.search.by_symmetry import count_by_symmetry
from satpuzzle.solutions.solution import Solution
from witness.counting import Keys, Placement, Problem, Refused, TooMany
from witness.families import members
from witness.shrinking import as_toml, shrunk

Answer = dict[str, int]


class Listed(NamedTuple):
    """Counts, and all solutions as they are told."""

    counts: Counts
    solutions: list[Any]


Way = Callable[[Puzzle, Path, Random], Counts | Listed]
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


def _asked(puzzle: Puzzle, dice: Random, backend: str = "native", **options: Any) -> Counts | Listed:
    """Count, or list all solutions."""
    if dice.random() < 0.5:
        return sp.count(puzzle, backend, jobs=1, **options)
    run = sp.solve(puzzle, backend, up_to="raw", jobs=1, **options)
    listed = [_as_told(solution) for solution in run]
    return Listed(run.counts, listed)


def _strategy(puzzle: Puzzle, folder: Path, dice: Random) -> Counts | Listed:
    """Ask a random strategy of those that take the puzzle, in several parts."""
    tables = Tables.of(puzzle)
    able = [name for name in STRATEGIES if find(name).refused(tables.cover, tables.points) is None]
    if not able:
        raise Unsaid
    return _asked(puzzle, dice, strategy=dice.choice(able), parts=dice.choice([1, 3]))


def _frontier(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    with _unless(FrontierError):
        return sp.count(puzzle, method="frontier")


def _memo(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    with _unless(MethodError, "lists no packings"):
        return sp.count(puzzle, method="memo")


def _determinant(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    with _unless(MethodError):
        return sp.count(puzzle, method="determinant")


def _by_symmetry(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Add up the counts of each symmetry, which are the same in quotients as in the list."""
    kinds = count_by_symmetry(sp.solve(puzzle, jobs=1))
    listed = count_by_symmetry(sp.solve(puzzle, jobs=1), "search")
    assert kinds == listed, (kinds, listed)
    found = sum((kept.counts for kept in kinds), Counts(0, 0, 0))
    return replace(found, patterns=sp.count(puzzle, jobs=1).patterns)  # these are no sums


def _solver(name: str) -> Way:
    return lambda puzzle, folder, dice: _asked(puzzle, dice, name)


def _again(name: str) -> Way:
    """Count what a file or a link says."""

    def asked(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
        return sp.count(AGAIN[name](puzzle, folder), jobs=1)

    return asked


def _burrtools(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
    """Count what a BurrTools file says; where it has other symmetries, only the raw count."""
    with _unless(PuzzleError, "a BurrTools file cannot express this"):
        counts = sp.count(AGAIN["xmpuzzle"](puzzle, folder), jobs=1)
    return Counts(counts.raw) if _moved_otherwise(puzzle) else counts


def _moved_otherwise(puzzle: Puzzle) -> bool:
    """Tell whether symmetries of a BurrTools file, without flat grids, separate parts and `up`, are others."""
    return puzzle.grid.two_sided or puzzle.parts == "separate" or puzzle.upward is not None


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
    with _unless(PuzzleError, "cannot "):  # express this, or become an LRAT proof
        counts = sp.certify(puzzle, folder, form, jobs=1)
    for plain in (False, True) if form == "tree" else (False,):
        checked = sp.verify(folder, plain=plain).counts
        assert checked == counts, (plain, checked, counts)
    return counts


def strangers(program: Path) -> dict[str, Way]:
    """Return the ways to let the checker in C verify certificates, which says what it does not support."""
    return {"stranger": _stranger(program, "tree"), "stranger to counts": _stranger(program, "frontier")}


def _stranger(program: Path, form: str) -> Way:
    def asked(puzzle: Puzzle, folder: Path, dice: Random) -> Counts:
        file = folder / "stranger.json"
        sp.save(puzzle, file)
        with _unless(PuzzleError, "cannot express this"):
            counts = sp.certify(file, folder / f"stranger-{form}", form, jobs=1)
        status, said = check(program, folder / f"stranger-{form}")
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
    "determinant": _determinant,
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


class Expected(NamedTuple):
    """What the witness says of a puzzle."""

    counts: Answer
    solutions: set[Any]
    options: set[Any]  # placements, also those that rules leave out
    orders: Answer  # of the group


def expected(keys: Keys) -> Expected | None:
    """Return what the witness says, None for a puzzle that is to be refused.  Raises TooMany."""
    try:
        problem = Problem(keys)
        counts = problem.counts(MOST)
    except Refused:
        return None
    told = [_told_option(problem, one) for one in problem.placements]
    solutions = {frozenset(told[k] for k in solution) for solution in problem.solutions(MOST)}
    return Expected(counts, solutions, {*told}, problem.orders())


def disagreements(
    keys: Keys, folder: Path, ways: Mapping[str, Way], dice: Random | None, counted: Counter[str] | None = None
) -> dict[str, str]:
    """Return what the program answers otherwise than the witness, by the way it was asked.

    Answers are counted by their way in `counted`.  Raises TooMany.
    """
    wanted, counted, dice = expected(keys), Counter() if counted is None else counted, dice or Random(0)
    counted["puzzles"] += 1
    try:
        puzzle = of_table({**keys}, "mixed", folder)
        run = sp.solve(puzzle, up_to="raw", jobs=1)
        listed = [_as_told(solution) for solution in run]
    except PuzzleError as error:
        counted["refused"] += 1
        return {} if wanted is None else {"search": f"{REFUSED}{error}"}
    if wanted is None:
        return {"search": f"{run.counts}, expected was a PuzzleError"}
    counts, found = wanted.counts, {}
    if run.counts.known() != counts:
        found["search"] = f"{run.counts.known()}, expected was {counts}"
    found |= _otherwise("list", listed, wanted) | _tables(puzzle, keys, wanted)
    for name, way in ways.items():
        try:
            answer = way(puzzle, folder, dice)
        except Unsaid:
            continue
        except Exception as error:  # whatever it is, it is told with a small puzzle
            found[name] = f"{REFUSED}{type(error).__name__}: {error}"
            continue
        counted[name] += 1
        if isinstance(answer, Listed):
            counted[f"{name}, listed"] += 1
            found |= _otherwise(name, answer.solutions, wanted)
            answer = answer.counts
        known, asked = answer.known(), {"raw"} if name == "xmpuzzle" and _moved_otherwise(puzzle) else counts.keys()
        if name in ("frontier", "memo", "determinant") and known.keys() == {"raw"} and counts["raw"]:
            # Some symmetries map only some packings to packings, or a frontier of symmetric packings is wider.
            counted[f"{name}, raw only"], asked = counted[f"{name}, raw only"] + 1, {"raw"}
        of_count = name in ("count certificate", "stranger to counts")
        if of_count and "isometries" not in known:  # for the first of these reasons
            counted[f"{name}, not all"], asked = counted[f"{name}, not all"] + 1, {"raw", "rotations"}
        if known != {key: counts[key] for key in counts if key in asked} or not answer.final:
            found[name] = f"{known}, expected was {counts}"
    return found


def _otherwise(name: str, listed: list[Any], wanted: Expected) -> dict[str, str]:
    """Return what is wrong with solutions that were listed."""
    if len(listed) == len(wanted.solutions) and {*listed} == wanted.solutions:
        return {}
    return {name: f"{len(listed)} solutions that are not the {len(wanted.solutions)} expected"}


def _tables(puzzle: Puzzle, keys: Keys, wanted: Expected) -> dict[str, str]:
    """Return what is wrong with the options, of which rules leave some out, and with the size of the group."""
    tables, found = Tables.of(puzzle), dict[str, str]()
    alone = [Solution((number,), puzzle, tables.placements) for number in range(len(tables.cover.rows))]
    options = [option for solution in alone for option in _as_told(solution)]
    used = {option for solution in wanted.solutions for option in solution}
    least = used if "rules" in keys else wanted.options
    if len(options) != len({*options}) or not least <= {*options} <= wanted.options:
        found["options"] = f"{len(options)} options that are not the {len(wanted.options)} expected"
    if tables.symmetry.orders != wanted.orders:
        found["group"] = f"{tables.symmetry.orders}, expected was {wanted.orders}"
    return found


def family_disagreements(keys: dict[str, Any], folder: Path, dice: Random, counted: Counter[str]) -> dict[str, str]:
    """Return what the program answers otherwise of a family and its members.  Raises TooMany."""
    path = folder / "family.toml"
    path.write_text(as_toml(keys), encoding="utf-8")
    of_members = {name: expected(member) for name, member in members(keys).items()}
    counted["members"] += len(of_members)
    every = {name: wanted for name, wanted in of_members.items() if wanted is not None}
    family, backend = family_named(path), dice.choice(["native", "native", "cpsat", "cadical"])
    assert family is not None
    raw, found = {name: wanted.counts["raw"] for name, wanted in every.items()}, dict[str, str]()
    if (counts := {" ".join(labels): many for labels, many in count_members(family).counts.items()}) != raw:
        found["count"] = f"{counts}, expected was {raw}"
    told = {one.name.partition("#")[2]: one for one in sp.explain_each(family, backend, jobs=1)}
    for name, wanted in every.items():
        one, member = told.pop(name), sp.load(f"{path}#{name}")
        if one.verdict != ("solvable" if wanted.solutions else "impossible"):
            found[f"explain {name}"] = f"{backend}: {one.verdict}, expected was {wanted.counts}"
        if one.solution is not None and _as_told(one.solution) not in wanted.solutions:
            found[f"explain {name}"] = f"{backend}: a solution that is none"
        counts = sp.count(member, jobs=1).known()
        if counts != wanted.counts:
            found[name] = f"{counts}, expected was {wanted.counts}"
    return found | dict.fromkeys(map(str, told), "is no member")


def small_disagreement(
    keys: Keys, found: dict[str, str], seed: int, ways: Mapping[str, Way] = MappingProxyType(WAYS)
) -> str:
    """Return a small puzzle about which the program disagrees in the same way, as a file, and what it answers."""
    name = min(found, key=["search", "list", "options", "group", *ways].index)
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


def _told_option(problem: Problem, one: Placement) -> Any:
    """Return a placement as a piece with cells, their colours, sides, and the links of a chain."""
    names = {body: cell for cell, body in problem.body.items()}
    cells = sorted((names[body], hue) for body, hue in one.cells)
    letters = {facet: letter for (_, facet), letter in one.sides}
    facets = map(problem.home, problem.grid.facets(cells[0][0])) if problem.tiled else []
    links = frozenset((names[body], names[after]) for body, after in one.links)
    return problem.pieces[one.piece]["name"], tuple(cells), "".join(letters[facet] for facet in facets), links


def _as_told(solution: Solution) -> Any:
    """Return the same of a solution as the program gives it."""
    chains = {piece.name: piece.chain for piece in solution.puzzle.pieces}

    def links(piece: dict[str, Any]) -> Any:
        cells, word = [*map(tuple, piece["cells"])], chains.get(piece["piece"])
        along = [] if word is None else [*pairwise(cells)]
        return frozenset([*along, *((b, a) for a, b in along if word == (word or "")[::-1])])

    return frozenset(
        (
            piece["piece"],
            tuple(
                sorted(zip(map(tuple, piece["cells"]), piece.get("colours", [0] * len(piece["cells"])), strict=True))
            ),
            piece.get("sides", ""),
            links(piece),
        )
        for piece in solution.as_list()
    )
