"""LRAT certificates: a folder that proves that a list of solutions is complete.

It holds the puzzle with the piece set that it names, or a cover; the solutions, one per symmetry class; the clauses
with the meaning of their variables; a proof that no further solution exists; and a manifest.  `verify` checks these
four steps, with the puzzle as the only input that it trusts:

1. Each symmetry permutes the placements and maps covered items to covered items, so it maps solutions to solutions.
   The same holds for partial symmetries on the placements and numbers of copies that mirror images have in common.
   The placements of one item are restricted; each placement that is left out is mapped to a kept one by a symmetry
   that is not partial.  So every class has a member among the restricted solutions.
2. The clauses express the restricted exact cover.  Further clauses exclude each listed solution and each of its images.
3. The clauses are unsatisfiable, by an LRAT proof.  So every class is listed.
4. Each listed solution is a solution, and no two are images of each other.  So the counts are right.
"""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cnf.blocking import chosen
from satpuzzle.cnf.encode import choose_recipe, encode
from satpuzzle.cnf.recipe import CHOICES, Recipe
from satpuzzle.cover.canon import Canon
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.colours import ALONE
from satpuzzle.cover.exact_cover import Batch, ExactCover, batch_of
from satpuzzle.cover.given import options_of
from satpuzzle.cover.tables import Tables
from satpuzzle.cover.written import Placed
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import engine_of
from satpuzzle.engines.exports.base import Instance
from satpuzzle.engines.exports.dimacs import dimacs_lines
from satpuzzle.errors import BackendError, CertificateError, ProofError, PuzzleError, Stopped
from satpuzzle.proofs.check.contents import (
    MANIFEST,
    SOLUTIONS,
    check_version,
    claimed,
    guarded,
    opened,
    option_number,
    parts,
    placed,
    written,
)
from satpuzzle.proofs.check.lrat import check_proof
from satpuzzle.proofs.check.unpack import lines, unpacked, xz
from satpuzzle.proofs.write.derive import derive
from satpuzzle.proofs.write.folder import new_folder
from satpuzzle.proofs.write.subject import Chosen, searched, subject_of
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.puzzle.parts import SEPARATE
from satpuzzle.search.run import CoverRun, Run

VERSION = 2  # of the format
CLAUSES, PROOF = "clauses.cnf.xz", "proof.lrat.xz"
_PATIENCE = 0.1  # seconds between two checks of the clock while another program runs


class Problem:
    """The statement that a certificate proves about a puzzle, derived from its tables alone.

    Raises PuzzleError if the puzzle or the encoding has a name that cannot be written into the clauses' comments.
    """

    def __init__(self, subject: Chosen, tables: Tables, encoding: str | Recipe = "auto") -> None:
        self.subject = subject
        self.placements = tables.placements
        self.cover = tables.cover
        self.symmetry = tables.symmetry
        self.item, self.restricted = self.symmetry.restrictions(self.cover)[0]
        self.recipe = choose_recipe(self.restricted, encoding)
        self.recipe.check_clauses()
        subject.check_names(self.recipe.name, self.recipe.description)

    def check_symmetry(self) -> None:
        """Raise CertificateError if a symmetry is invalid, or if the restricted cover may lose a class of solutions.

        It may if a placement that the restriction removes is not mapped to a kept one by a symmetry.
        """
        cover, symmetry = self.cover, self.symmetry
        _check_action(symmetry.restricting, cover)
        if symmetry.conditions:
            common, group = symmetry.common(cover)
            _check_action(group, common)
        members = cover.members()
        for dropped in np.flatnonzero(cover.live & ~self.restricted.live):
            if self.item is None or cover.lower[self.item] != 1 or not members[dropped, self.item]:
                raise CertificateError(f"placement {dropped} is left out without a reason")
            images = symmetry.options[symmetry.total & (symmetry.items[:, self.item] == self.item), dropped]
            if not self.restricted.live[images].any():
                raise CertificateError(f"placement {dropped} is left out, and so are all its images")

    def clauses(self, solutions: Batch, clock: Clock = UNLIMITED) -> list[list[int]]:
        """Return the clauses of the restricted cover, and one clause for each image of a solution, which excludes it.

        Unit clauses come last, since CaDiCaL gives a new number to a clause that an earlier unit has shortened.  Raises
        Stopped if the clock stops.
        """
        return sorted(clock.each(self._clauses(solutions, clock)), key=lambda clause: len(clause) == 1)

    def _clauses(self, solutions: Batch, clock: Clock) -> Iterator[list[int]]:
        _, rest = self.restricted.residual()
        if rest.hopeless() is not None:
            yield []
            return
        for block in encode(rest, self.recipe, clock).blocks():
            yield from block.tolist()
        position = np.append(np.where(self.restricted.live, np.cumsum(self.restricted.live) - 1, -2), -1)
        for number in range(len(solutions)):
            for image in np.unique(position[self.symmetry.images(solutions[number : number + 1])[:, 0]], axis=0):
                if (image != -2).all():
                    yield chosen(rest, [option for option in image.tolist() if option >= 0])

    def text(self, clauses: list[list[int]]) -> Iterator[str]:
        """Yield the lines of the DIMACS file."""
        numbers, _ = self.restricted.residual()
        variables = max((abs(x) for clause in clauses for x in clause), default=0)
        instance = Instance(self.cover, title=self.subject.title, recipe=self.recipe)
        return dimacs_lines(instance, numbers, max(variables, len(numbers)), clauses, len(clauses), items=False)

    def counts(self, solutions: Batch) -> Counts:
        """Return the numbers of all solutions; `solutions` has the smallest member of each class."""
        _, fixed, fixed_by_rotations = Canon(self.symmetry, self.cover).classify(solutions)
        return self.symmetry.counts(solutions, fixed, fixed_by_rotations)


def _check_action(symmetry: Symmetry, cover: ExactCover) -> None:
    members = cover.members()
    for items, options in zip(symmetry.items, symmetry.options[:, :-1], strict=True):
        moved = np.empty_like(members)
        moved[:, items] = members
        permutes = (np.sort(options) == np.arange(len(members))).all()
        keeps = (cover.lower[items] == cover.lower).all() and (cover.upper[items] == cover.upper).all()
        keeps &= all((cover.times(items[item])[options] == cover.times(item)).all() for item in {*cover.weights.items})
        if not (permutes and keeps and (members[options] == moved).all() and _keeps_colours(cover, items, options)):
            raise CertificateError("a symmetry does not map placements to placements")


def _keeps_colours(cover: ExactCover, items: NDArray[np.int64], options: NDArray[np.int64]) -> bool:
    """Tell whether a symmetry maps the colours of each item one-to-one to colours of the item's image.

    `items` and `options` are the images of all items and of all options.
    """
    table = cover.colours.of(cover.rows)
    place = {item: number for number, item in enumerate(cover.colours.items)}
    for number, item in enumerate(cover.colours.items):
        image = place.get(int(items[item]))
        if image is None:
            return False
        pairs = {*zip(table[:, number].tolist(), table[options, image].tolist(), strict=True)}
        if len({one for one, _ in pairs}) < len(pairs) or len({to for _, to in pairs}) < len(pairs):
            return False
        if any((one == ALONE) != (to == ALONE) for one, to in pairs):
            return False
    return True


def certify(
    puzzle: Puzzle | ExactCover | str | Path,
    folder: Path,
    encoding: str = "auto",
    backend: str = "native",
    *,
    jobs: int | None = None,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    problem: str | None = None,
    by_tree: bool = False,
) -> Counts:
    """Solve a puzzle completely and write its certificate to a new folder; return the counts.

    `puzzle` is a puzzle, an exact cover, a bundled name or a path, and `problem` chooses a problem of a BurrTools file,
    which the certificate has in TOML.  The proof is that of the backend if it writes proofs, otherwise CaDiCaL's or,
    with `by_tree`, derived from the tree of the native search; then the encoding must have pairwise conflicts, as the
    default one has.

    Raises PuzzleError for bad input or a folder that is not a certificate, BackendError if a solver fails, and Stopped
    after `time_limit` seconds or if the clock stops.  The folder appears when it is complete.
    """
    clock = Clock(time_limit, within=clock).start()
    subject = subject_of(puzzle, problem, clock)
    if subject.puzzle is not None and subject.puzzle.parts == SEPARATE:
        raise PuzzleError(f"{subject.name}: a certificate of the form lrat cannot express this: parts")
    engine = engine_of(backend)
    run = solve(subject.what, engine, jobs=jobs, clock=clock, up_to="patterns")
    if (symmetry := run.tabulate().symmetry).conditions and not symmetry.normal:
        raise PuzzleError(f"{subject.name}: a certificate of the form lrat cannot express this: rotate")
    if by_tree and run.tabulate().cover.weights:
        raise PuzzleError(f"{subject.name}: a tree cannot become an LRAT proof if there are weights: --backend cadical")
    with new_folder(folder) as place:
        prover = None if by_tree else engine if engine.proves else BACKENDS["cadical"]
        _write(place, run, Problem(subject, run.tabulate(), encoding), prover)
    return run.counts


def _write(folder: Path, run: Run | CoverRun, problem: Problem, prover: Engine | None) -> None:
    """Write all files of a certificate; its proof is the prover's, or derived from a tree."""
    lzma = xz()
    solutions = batch_of([*run.options()])
    if not run.counts.final:
        run.clock.check()
        raise Stopped("interrupted")  # by Ctrl-C, which does not stop the clock
    problem.subject.check_published(run.counts)
    clauses = problem.clauses(solutions, run.clock)
    problem.subject.copy(folder, run.clock)
    listing = problem.subject.listing(run.tabulate())
    with (folder / SOLUTIONS).open("w", encoding="utf-8") as out:
        out.writelines(map(listing.line, solutions.tolist()))
    with lzma.open(folder / CLAUSES, "wt", encoding="utf-8", preset=1) as out:
        out.writelines(line + "\n" for line in run.clock.each(problem.text(clauses)))
    if [] in clauses:
        (folder / PROOF).write_bytes(lzma.compress(b""))
    elif prover is None:
        with lzma.open(folder / PROOF, "wt", encoding="ascii", preset=1) as out:
            _, rest = problem.restricted.residual()
            out.writelines(line + "\n" for line in derive(rest, clauses, run.clock))
    else:
        _by_solver(prover, clauses, folder, run.clock)
    (folder / MANIFEST).write_text(manifest(folder, problem, run.counts), encoding="utf-8")


def _by_solver(prover: Engine, clauses: list[list[int]], folder: Path, clock: Clock) -> None:
    """Let a solver prove that the clauses are unsatisfiable, and write its proof to the folder.

    Raises BackendError if a proof by a program of the user is wrong.
    """
    lzma = xz()
    proof = folder / "proof"
    prover.prove(clauses, str(proof), clock)
    if not prover.trusted:
        try:
            check_proof(clauses, clock.each(lines(proof)))
        except ProofError as error:
            raise BackendError(f"{prover.name}: {error}") from None
    with proof.open("rb") as plain, lzma.open(folder / PROOF, "wb", preset=1) as packed:
        shutil.copyfileobj(plain, packed)
    proof.unlink()


def manifest(folder: Path, problem: Problem, counts: Counts) -> str:
    """Return the text of the manifest: the claims, and the sizes and hashes of the other files."""
    recipe = asdict(problem.recipe)
    return written(
        folder,
        {
            "satpuzzle certificate": VERSION,
            "puzzle": problem.subject.name,
            "counts": claimed(counts),
            "symmetry": problem.symmetry.orders,
            "restricted": None if problem.item is None else problem.cover.names[problem.item],
            "encoding": {key: recipe[key] for key in ("name", "description", *CHOICES)},
        },
    )


def verify(folder: Path, checker: str | None = None, clock: Clock = UNLIMITED) -> Counts:
    """Check an LRAT certificate, starting from its puzzle, and return the counts that it proves.

    `checker` is the name of a program that checks the proof in place of `check_proof`; it is called with the clauses
    and the proof.  Raises CertificateError with the first error that is found, PuzzleError if there is no such program,
    and Stopped if the clock stops.
    """
    program = shutil.which(checker) if checker is not None else None
    if checker is not None and program is None:
        raise PuzzleError(f"checker {checker}: there is no such program on the PATH")
    return guarded(lambda: _verify(folder, program, clock))


def _verify(folder: Path, program: str | None, clock: Clock) -> Counts:
    contents = opened(folder, clock)
    claims = contents.claims
    contents.expect(("restricted", "encoding"), (SOLUTIONS, CLAUSES, PROOF))
    check_version(claims, VERSION)
    encoding = claims["encoding"]
    try:
        recipe = Recipe(str(encoding["name"]), str(encoding["description"]), **{key: encoding[key] for key in CHOICES})
    except PuzzleError as error:
        raise CertificateError(f"{MANIFEST}: {error}") from None
    subject = searched(contents.subject)
    problem = Problem(subject, subject.tables(clock), recipe)
    problem.check_symmetry()
    solutions = _listed(folder, problem, clock)
    counts = problem.counts(solutions)
    clauses = problem.clauses(solutions, clock)
    given = lines(folder / CLAUSES)
    for number, wanted in enumerate(clock.each(problem.text(clauses)), 1):
        if next(given, None) != wanted:
            raise CertificateError(f"{CLAUSES}, line {number}: for this puzzle it must be {wanted[:60]!r}")
    if next(given, None) is not None:
        raise CertificateError(f"{CLAUSES}: there are more clauses than this puzzle and its solutions need")
    if program is None:
        check_proof(clauses, clock.each(lines(folder / PROOF)))
    else:
        _ask(program, folder, clock)
    contents.agree(counts)
    if contents.manifest != manifest(folder, problem, counts):
        raise CertificateError(f"{MANIFEST}: its claims differ from what the other files prove")
    return counts


def _listed(folder: Path, problem: Problem, clock: Clock) -> Batch:
    """Check the solutions that the certificate lists; return the smallest solution of each one's class.

    Raises CertificateError if one is not a solution, or if two are in the same class.
    """
    chosen_options = []
    for number, line in enumerate(clock.each(lines(folder / SOLUTIONS)), 1):
        try:
            chosen_options.append(sorted(_options(problem, parts(line))))
        except ValueError as error:
            raise CertificateError(f"{SOLUTIONS}, line {number}: {error}") from None
    batch = batch_of(chosen_options)
    for number in range(len(batch)):
        try:
            problem.cover.check(batch[number : number + 1])
        except AssertionError as error:
            raise CertificateError(f"{SOLUTIONS}, line {number + 1}: not a solution: {error}") from None
    smallest = problem.symmetry.smallest(batch)
    if len(np.unique(smallest, axis=0)) < len(smallest):
        raise CertificateError(f"{SOLUTIONS}: two of the solutions are images of each other")
    return smallest


def _options(problem: Problem, listed: list[object]) -> list[int]:
    """Return the options of a listed solution; raises ValueError if its pieces cannot be placed together."""
    puzzle = problem.subject.puzzle
    if puzzle is None:
        return [option_number(part, len(problem.cover.rows)) for part in listed]
    pieces = []
    for name, cells, pose in map(placed, listed):
        sides, colours = (pose, None) if isinstance(pose, str) else (None, None if pose is None else [*pose])
        pieces.append(Placed(name, list(map(list, cells)), colours, sides))
    return problem.placements.filled(options_of(puzzle, problem.placements, pieces))


def _ask(program: str, folder: Path, clock: Clock) -> None:
    """Let another program check the proof; raises ProofError unless it reports that the proof is valid.

    It gets no comments, since lrat-check reads none of more than 1024 characters.
    """
    with tempfile.TemporaryDirectory() as plain:
        with Path(plain, CLAUSES).open("w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in lines(folder / CLAUSES) if not line.startswith("c"))
        with Path(plain, PROOF).open("wb") as packed:
            packed.writelines(unpacked(folder / PROOF))
        command = [program, str(Path(plain, CLAUSES)), str(Path(plain, PROOF))]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
        ) as asked:
            try:
                output = None
                while output is None:
                    clock.check()
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        output = asked.communicate(timeout=_PATIENCE)
            except BaseException:
                asked.kill()
                raise
    if not {"s VERIFIED UNSAT", "c VERIFIED", "s VERIFIED"} & set(map(str.strip, output[0].splitlines())):
        last = "".join(output).strip().splitlines()[-1:] or ["it printed nothing"]
        raise ProofError(f"{Path(program).name} does not accept the proof: {last[0]}")
