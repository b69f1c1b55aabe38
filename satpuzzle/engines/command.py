"""External programs as solvers: the cover is written to a file, and the program's answer is read as text.

    kissat {cnf}                   a file of clauses; the answer is printed as in the SAT competitions
    minisat {cnf} {out}            the answer is written to a file
    clasp {opb}                    pseudo-Boolean inequalities
    minizinc --solver gecode {mzn}
    kissat {cnf} {proof}           a proof, in DRAT or LRAT, which `certify` keeps and checks

A program finds one solution.  To enumerate, it is run again with the solutions so far excluded, as in `pysat.py`, until
it finds none.  Each run begins a new search, so listing many solutions takes long.
"""

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle import data
from satpuzzle.clock import Clock
from satpuzzle.cnf.blocking import chosen
from satpuzzle.cnf.encode import choose_recipe
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import SolverConfig, Stats
from satpuzzle.engines.exports import MODELS, Instance, NoAnswer, WrongAnswer
from satpuzzle.engines.external import ExternalEngine
from satpuzzle.engines.refutation import as_lrat
from satpuzzle.engines.worker import Emit
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.sandbox import Sandbox, Send, run_program

PLACES = {"cnf": "dimacs", "opb": "opb", "mzn": "minizinc", "xml": "xcsp3"}  # the words in braces, and the formats
_OUT, _PROOF = "out", "proof"
_NO_OUT = f" (put {{{_OUT}}} in the command if the program writes its answer to a file)"
_YES = ("SAT", "SATISFIABLE", "s SATISFIABLE", "s OPTIMUM FOUND", "----------")  # lines by which programs say so
_NO = ("UNSAT", "UNSATISFIABLE", "s UNSATISFIABLE", "=====UNSATISFIABLE=====")
_PROVED = (0, 20)  # exit statuses of the SAT competitions; many programs end every search with 0
_SIZES = re.compile(r"(?:p cnf|\* #variable=) (\d+) (?:#constraint= )?(\d+)")  # the head of a file
_SECONDS = 5.0  # that a program has to say its version
_SAID = 200  # the number of characters of a program's output that an error message quotes


def split(command: str, windows: bool = os.name == "nt") -> list[str]:
    """Return the words of a command line; on Windows, backslashes separate folders.  Raises ValueError."""
    if not windows:
        return shlex.split(command)
    return [re.sub(r'"(.*)"', r"\1", word) for word in shlex.split(command, posix=False)]


class Command(ExternalEngine):
    """A solver that is a command line; the word {cnf}, {opb}, {mzn} or {xml} stands for the file that it reads."""

    reads = ("at_least_one", "at_most_one", "cardinality", "colours")
    seeds = False
    trusted = False

    def __init__(self, command: str) -> None:
        """Make an engine of a command.

        Raises PuzzleError if the command cannot be split into words, has no word for a file to read, or if its program
        does not exist.
        """
        try:
            words = split(command)
        except ValueError as error:
            raise PuzzleError(f"backend command {command!r}: {str(error).lower()}") from None
        named = re.findall(r"{(\w*)}", command)
        wanted = [place for place in PLACES if place in named]
        if len(wanted) != 1 or set(named) - {*PLACES, _OUT, _PROOF}:
            allowed = ", ".join(f"{{{place}}}" for place in PLACES)
            raise PuzzleError(f"backend command {command!r}: name one of {allowed}, and {{{_OUT}}} if it writes a file")
        if _PROOF in named and wanted != ["cnf"]:
            raise PuzzleError(f"backend command {command!r}: a {{{_PROOF}}} is one about the clauses of {{cnf}}")
        if shutil.which(words[0]) is None:
            raise PuzzleError(f"backend command {command!r}: there is no program {words[0]}")
        self.words, self.place = words, wanted[0]
        self.name, self.proves = Path(words[0]).name, _PROOF in named
        self.description = f"the command {command}"

    def version(self) -> str | None:
        """Return the first number with points that the program prints for `--version`, None if it prints none."""
        try:
            said = subprocess.run(
                [self.words[0], "--version"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        found = re.search(rb"\d+(?:\.\w+)+", said.stdout or said.stderr)
        return found[0].decode("ascii", "replace") if found else None

    def settled(self, cover: ExactCover, config: SolverConfig, clock: Clock) -> SolverConfig:
        """Return the configuration with one part and, if the program reads clauses, a recipe that fits the cover."""
        recipe = choose_recipe(cover, config.recipe or "auto", clock) if self.place == "cnf" else None
        return replace(config, recipe=recipe, parts=config.parts or 1)

    def task(self, cover: ExactCover, config: SolverConfig) -> dict[str, Any]:
        """Return the function that a child process calls, and its arguments; see `ExternalEngine.task`."""
        return {"task": enumerate_answers, "words": self.words, "place": self.place, "recipe": config.recipe}

    def prove(self, clauses: list[list[int]], path: str, clock: Clock) -> None:
        """Write an LRAT proof, made from the program's own, in a child process; see `Engine.prove`."""
        with Sandbox("the solver") as sandbox:
            for _ in sandbox.call(refute, clauses, self.words, path):
                clock.check()


def enumerate_answers(
    cover: ExactCover,
    emit: Emit,
    stats: Stats,
    *,
    words: list[str],
    place: str,
    recipe: Recipe | None,
    seed: int | None = None,
) -> None:
    """Emit every solution: run the program, exclude the solution that it finds, and repeat.

    Raises OSError if the program cannot be run, and BackendError if its output is neither a solution nor
    "unsatisfiable", or contradicts itself or the exit status.
    """
    model = MODELS[PLACES[place]]
    instance = Instance(cover, "an exact cover", recipe or Recipe("default"))
    lines = list(model.lines(instance))
    stats["variables"] = instance.variables
    if head := next(filter(None, map(_SIZES.match, lines)), None):
        stats["variables"] = int(head[1])
        stats["clauses" if place == "cnf" else "constraints"] = int(head[2])
    with tempfile.TemporaryDirectory(prefix="satpuzzle-") as folder:
        files = {place: Path(folder) / f"cover{model.ending}", **_answers(folder)}
        while True:
            with files[place].open("w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in lines)
            printed, text, status = _answered(words, files)
            stats["calls"] = stats.get("calls", 0) + 1
            try:
                variables = model.read(text, instance)
            except NoAnswer:
                hint = "" if any(f"{{{_OUT}}}" in word for word in words) else _NO_OUT
                raise BackendError(
                    f"{words[0]} ended with status {status} and gave no answer{hint}: {_quoted(text or printed)}"
                ) from None
            except WrongAnswer as error:
                raise BackendError(f"{words[0]} ended with status {status}: {error}") from None
            _check_word(words[0], f"{printed}\n{text}", status, variables is not None)
            if variables is None:
                return
            solution = sorted(variable - 1 for variable in variables)
            cover.check(np.array([solution or [-1]], dtype=np.int64))
            emit(solution)
            clause = chosen(cover, solution)
            if not clause:  # the empty solution, to which no option can be added
                return
            model.with_clause(lines, clause)


def refute(send: Send, clauses: list[list[int]], words: list[str], path: str) -> None:
    """Let the program prove that clauses are unsatisfiable, and write its proof to `path`, in LRAT.

    `send` is not used.  Raises OSError if the program cannot be run, and BackendError if it does not say that they are,
    writes no proof, or one that proves nothing.
    """
    with tempfile.TemporaryDirectory(prefix="satpuzzle-") as folder:
        files = {"cnf": Path(folder) / "clauses.cnf", **_answers(folder)}
        with files["cnf"].open("w", encoding="ascii") as file:
            file.write(f"p cnf {max(abs(literal) for clause in clauses for literal in clause)} {len(clauses)}\n")
            file.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        printed, text, status = _answered(words, files)
        said = f"{printed}\n{text}"
        if not {*_NO} & {line.strip() for line in said.splitlines()}:
            raise BackendError(f"{words[0]} did not say that there is no other solution: {_quoted(text or printed)}")
        _check_word(words[0], said, status, False)
        if not files[_PROOF].exists():
            raise BackendError(f"{words[0]} wrote no proof")
        try:
            with open(path, "w", encoding="ascii") as file:
                file.writelines(f"{line}\n" for line in as_lrat(clauses, files[_PROOF].read_bytes()))
        except BackendError as error:
            raise BackendError(f"{words[0]}: {error}") from None


def _answers(folder: str) -> dict[str, Path]:
    return {word: Path(folder) / word for word in (_OUT, _PROOF)}


def _answered(words: list[str], files: dict[str, Path]) -> tuple[str, str, int]:
    """Run the program; return what it printed, what it answered, in a file or printed, and its exit status."""
    files[_OUT].unlink(missing_ok=True)
    printed, status = run_program([re.sub(r"{(\w+)}", lambda found: str(files[found[1]]), word) for word in words])
    text = printed
    with contextlib.suppress(OSError), files[_OUT].open(encoding="utf-8", errors="replace") as file:
        text = file.read(data.LARGE + 1)
    if len(text) > data.LARGE:
        raise BackendError(f"{words[0]} answered more than {data.LARGE >> 20} MiB, which is the limit")
    return printed, text, status


def _quoted(said: str) -> str:
    return " ".join(said.split())[-_SAID:] or "nothing"


def _check_word(program: str, said: str, status: int, found: bool) -> None:
    """Raise BackendError if an answer contradicts itself, or the exit status.

    A solution is checked anyway, so its exit status may be any but 20.
    """
    lines = {line.strip() for line in said.splitlines()}
    both = [next((word for word in words if word in lines), None) for words in (_YES, _NO)]
    if None not in both:
        raise BackendError(f"{program} gave a contradictory answer: it said both {both[0]} and {both[1]}")
    if (status == _PROVED[1]) if found else (status not in _PROVED):
        word, allowed = ("SATISFIABLE", "any but 20") if found else ("UNSATISFIABLE", "0 and 20")
        raise BackendError(
            f"{program} gave a contradictory answer: it said {word} and ended with status {status},"
            f" allowed are {allowed}"
        )
