"""Changes one operator, number or statement of the program at a time, and lets the tests that run this line find it.

    rooms="tests/cover tests/proofs tests/search tests/witness"
    .venv/bin/python -m coverage run -m pytest $rooms --durations=0 -vv > times.txt
    .venv/bin/python -m coverage combine
    .venv/bin/python tools/mutants.py times.txt NUMBER SEED [FIRST]

Coverage knows which test runs which line, `times.txt` how long each test takes.  Each mutant of the rooms is written
into a copy of the project, and its tests run there, the shortest first, until one fails.  A test that fails in the copy
without a mutant too is left out.  A mutant that uses up its CPU seconds is killed too.  Prints a line for each mutant;
those that survive are to be read: either a test is missing, or the change makes no difference.  The same seed makes the
same mutants, FIRST is the number of the first one to be tried.
"""

import ast
import contextlib
import copy
import importlib
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[1]
ROOMS = ("cover", "search", "proofs")
CPU = 40  # seconds of a mutant's tests
IDLE = 90  # seconds that tests may wait, for something or for each other, while none of their processes computes
MOST = 40  # tests of a mutant, which took less than half of its CPU seconds without it

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Site:
    """A place at which a module can be changed: the number of the node in a walk of its tree, and which change."""

    path: Path
    node: int
    line: int
    change: str


def sites(path: Path) -> Iterator[Site]:
    """Yield the changes of a module inside its functions; texts, annotations and messages of errors are left alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = set[ast.AST]()
    functions = set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions |= {inner for statement in node.body for inner in ast.walk(statement)}
            left_out |= {inner for each in (node.args, node.returns) if each for inner in ast.walk(each)}
        elif isinstance(node, ast.AnnAssign):
            left_out |= set(ast.walk(node.annotation))
        elif isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)):
            left_out |= set(ast.walk(node))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("zip", "cast"):
            left_out |= {inner for word in node.keywords for inner in ast.walk(word)}  # strict=True
    for number, node in enumerate(ast.walk(tree)):
        if node in functions and node not in left_out:
            line = getattr(node.target if isinstance(node, ast.comprehension) else node, "lineno", 0)
            yield from (Site(path, number, line, change) for change in _changes(node))


def _changes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        yield from (f"compare {place}" for place, one in enumerate(node.ops) if type(one) in SWAPS)
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in SWAPS:
        yield "operator"
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
        yield "without operator"
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield "number"
    elif isinstance(node, ast.IfExp):
        yield "exchange"
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "without condition"
    elif isinstance(node, (ast.Break, ast.Continue)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "without statement"


def mutated(site: Site) -> tuple[str, str]:
    """Return the text of a module that is changed at a site, and the change in words."""
    tree = ast.parse(site.path.read_text(encoding="utf-8"))
    node = list(ast.walk(tree))[site.node]
    before = copy.deepcopy(node)
    if isinstance(node, ast.Compare):
        place = int(site.change.split()[1])
        node.ops[place] = SWAPS[type(node.ops[place])]()  # type: ignore[call-overload]
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)):
        node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
    elif isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
    elif isinstance(node, ast.comprehension):
        node.ifs = node.ifs[1:]
    else:
        new = node.operand if isinstance(node, ast.UnaryOp) else ast.Pass()
        changed = ast.fix_missing_locations(_Replacing(node, new).visit(tree))
        return ast.unparse(changed), f"{ast.unparse(before)}  ->  {ast.unparse(new)}"
    return ast.unparse(tree), f"{ast.unparse(before)}  ->  {ast.unparse(node)}"


class _Replacing(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def tests_of_lines() -> dict[str, dict[int, set[str]]]:
    """Return for each module which tests, as `test_module.test_name`, run each of its lines."""
    data = importlib.import_module("coverage").Coverage().get_data()  # which is not among the dependencies
    data.read()
    found = {}
    for file in data.measured_files():
        lines = data.contexts_by_lineno(file)
        found[str(Path(file).relative_to(ROOT))] = {line: {c for c in some if c} for line, some in lines.items()}
    return found


def seconds_of_tests(times: Path) -> dict[str, tuple[str, float]]:
    """Return the file of each test, `test_module.test_name`, and how long its cases take together."""
    found = dict[str, tuple[str, float]]()
    for seconds, node in re.findall(r"^([\d.]+)s \w+ +(tests/\S+?::\w+)", times.read_text(encoding="utf-8"), re.M):
        file, name = node.split("::")
        key = f"{Path(file).stem}.{name}"
        found[key] = (node, found.get(key, (node, 0.0))[1] + float(seconds))
    return found


def shortest(tests: list[tuple[str, float]]) -> list[str]:
    """Return the shortest of these tests, given with the seconds that they take, as many as a mutant may have."""
    tests = sorted(tests, key=lambda test: (test[1], test[0]))[:MOST]
    together = accumulate(seconds for _, seconds in tests)
    return [test for (test, _), seconds in zip(tests, together, strict=True) if seconds < CPU / 2]


def verdict(copied: Path, tests: list[str]) -> str:
    """Run tests in a copy until one fails; say by which the mutant is killed, or that it survives."""
    ended, said = run_tests(copied, ["-x", *tests], CPU)
    if ended is None:
        return "killed by time"
    if os.WIFSIGNALED(ended):
        return "killed by time" if os.WTERMSIG(ended) in (signal.SIGXCPU, signal.SIGKILL) else "killed by a crash"
    if os.WEXITSTATUS(ended) == 0:
        return "SURVIVED"
    failed = failures(said)
    if not failed:
        raise RuntimeError(f"no test was run: {said[-2000:]}")
    return f"killed by {failed[0]}"


def failures(said: str) -> list[str]:
    """Return the tests that failed, by what pytest said at its end."""
    return re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.M)


def run_tests(copied: Path, arguments: list[str], seconds: int) -> tuple[int | None, str]:
    """Run pytest in a copy for so many CPU seconds; return its process's status, None if it waits, and what it said."""
    report = copied / "report.txt"
    child = os.fork()  # what takes long to import is there already
    if not child:
        os.setpgid(0, 0)
        os.chdir(copied)
        sys.path[:0] = [str(copied)]
        os.environ["PYTHONPATH"] = str(copied)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        output = os.open(report, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
        os.dup2(output, 1)
        os.dup2(output, 2)
        code = 99
        try:
            import pytest

            code = int(pytest.main(["-q", "--tb=line", "-p", "no:cacheprovider", *arguments]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    status, used, at = None, 0.0, time.monotonic()
    while status is None and time.monotonic() < at + IDLE:
        time.sleep(0.1)
        if (now := computed(child)) != used:
            used, at = now, time.monotonic()
        done, ended = os.waitpid(child, os.WNOHANG)
        status = ended if done else None
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status, report.read_text(errors="replace")


def computed(process: int) -> float:
    """Return the CPU seconds that a process and those that it started have used."""
    first = psutil.Process(process)
    found = 0.0
    for each in (first, *first.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            found += sum(each.cpu_times()[:4])
    return found


def main(times: str, number: int, seed: int, first: int = 0) -> None:
    """Make so many mutants and print what becomes of each."""
    for name in ("coverage", "numpy", "pytest", "rich.console", "typer"):
        importlib.import_module(name)  # before all forks; not what pytest rewrites, such as Hypothesis
    every = [
        site for room in ROOMS for path in sorted((ROOT / "satpuzzle" / room).rglob("*.py")) for site in sites(path)
    ]
    chosen = random.Random(seed).sample(every, number)
    lines, known = tests_of_lines(), seconds_of_tests(Path(times))
    print(f"{number} of {len(every)} mutants of {', '.join(ROOMS)}, seed {seed}", flush=True)
    counted = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "copy"
        shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", ".coverage*"))
        sound = dict[str, bool]()  # does this test pass without a mutant?
        for place, site in enumerate(chosen[first:], first):
            name = str(site.path.relative_to(ROOT))
            text, change = mutated(site)
            module = lines.get(name, {})
            near = module.get(site.line, set()) or {test for some in module.values() for test in some}
            tests = shortest([known[test] for test in near if test in known and sound.get(known[test][0], True)])
            began, said = time.monotonic(), ""
            while tests and not said:
                (copied / name).write_text(text, encoding="utf-8")
                said = verdict(copied, tests)
                shutil.copy(site.path, copied / name)
                killer = said.removeprefix("killed by ").partition("[")[0]
                if killer in tests:
                    if killer not in sound:
                        sound[killer] = run_tests(copied, [killer], CPU)[0] == 0
                    if not sound[killer]:
                        tests.remove(killer)
                        said = ""
            said = said or "SURVIVED: no test runs it"
            counted[said.split()[0].strip(":")] += 1
            print(f"{place}: {name}:{site.line}: {change}: {said} ({time.monotonic() - began:.0f} s)", flush=True)
    print(dict(counted), "left out:", sorted(test for test, passes in sound.items() if not passes))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
