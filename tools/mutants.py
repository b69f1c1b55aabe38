"""Changes one operator, number or statement of the program at a time, and lets the tests that run this line find it.

    tests="tests/cover tests/proofs tests/search tests/witness"
    .venv/bin/python -m coverage run -m pytest $tests --costs=costs.jsonl
    .venv/bin/python -m coverage combine
    .venv/bin/python tools/mutants.py costs.jsonl NUMBER SEED [FIRST] [--rooms cover,search,proofs]

Coverage knows which test runs which line, the file of costs how long each test takes and which of its cases are quick.
Each mutant of the rooms is written into a copy of the project, and its tests run there, the shortest first, until one
fails: some quick ones, then full ones, and if one of these fails, the rest of the quick ones, so that it is said which
mutants the quick tests miss.  A test that fails in the copy without a mutant too is left out.  A mutant that uses up
its CPU seconds is killed too.  Prints a line for each mutant; those that survive are to be read: either a test is
missing, or the change makes no difference.  The same seed makes the same mutants, FIRST is the number of the first one
to be tried.
"""

import argparse
import ast
import contextlib
import copy
import importlib
import json
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
TIERS = {"quick": "not (slow or full)", "full": "full and not slow"}  # which of a test's cases these are
CPU = 40  # seconds of a mutant's tests in a tier
IDLE, LEAST = 90, 5  # seconds in which their processes must compute, at least so many seconds together
LONGEST = 300  # seconds that they may take by the clock; servers compute a little even if nobody asks
MOST = 40  # tests of a mutant in a tier, which took less than half of its CPU seconds without it
NO_TESTS = 5  # the status of pytest that has none

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

    @property
    def name(self) -> str:
        """The path of the module in the project."""
        return str(self.path.relative_to(ROOT))


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


Tests = dict[str, float]  # CPU seconds of tests, FILE::NAME, in a tier
Known = dict[str, tuple[str, dict[str, float]]]


def known_tests(costs: Path) -> Known:
    """Return of each test, `test_module.test_name`, its node, and what its cases take together, by tier."""
    found: Known = {}
    for row in map(json.loads, costs.read_text(encoding="utf-8").splitlines()):
        node = row["test"].partition("[")[0]
        file, name = node.split("::", 1)
        _, spent = found.setdefault(f"{Path(file).stem}.{name}", (node, {}))
        spent[row["tier"]] = spent.get(row["tier"], 0.0) + max(row["cpu"], 0.0)
    return found


def shortest(tests: Tests) -> list[str]:
    """Return the shortest of these tests, as many as a mutant may have in a tier."""
    ordered = sorted(tests, key=lambda test: (tests[test], test))
    together = accumulate(tests[test] for test in ordered)
    return [test for test, seconds in zip(ordered, together, strict=True) if seconds < CPU / 2][:MOST]


class Copy:
    """A copy of the project, in which tests are run for mutants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "copy"
        shutil.copytree(ROOT, self.folder, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", ".coverage*"))
        self.sound = dict[str, bool]()  # does this test, or file, pass without a mutant?

    def verdict(self, site: Site, text: str, tests: Tests, tier: str, seconds: int = CPU) -> str | None:
        """Run tests until one fails that does not fail anyway; say what killed the mutant, None if nothing did."""
        left = [test for test in tests if self.sound.get(test, True) and self.sound.get(test.partition("::")[0], True)]
        while left:
            (self.folder / site.name).write_text(text, encoding="utf-8")
            ended, said = run_tests(self.folder, ["-x", "-m", TIERS[tier], *left], seconds)
            shutil.copy(site.path, self.folder / site.name)
            if ended is None or (os.WIFSIGNALED(ended) and os.WTERMSIG(ended) in (signal.SIGXCPU, signal.SIGKILL)):
                return "time"
            if os.WIFSIGNALED(ended):
                return "a crash"
            if os.WEXITSTATUS(ended) in (0, NO_TESTS):
                return None
            failed = failures(said)
            if not failed:
                raise RuntimeError(f"no test was run: {said[-2000:]}")
            killer = failed[0].partition("[")[0]  # or its file, if that could not be read
            if self._passes(killer):
                return failed[0]
            left = [test for test in left if not f"{test}::".startswith(f"{killer}::")]
        return None

    def _passes(self, test: str) -> bool:
        if test not in self.sound:
            self.sound[test] = run_tests(self.folder, ["--collect-only"] * ("::" not in test) + [test], CPU)[0] == 0
        return self.sound[test]

    def tried(self, site: Site, near: Known) -> str:
        """Let the tests near a site find its mutant; return a verdict whose first word is a tier, or SURVIVED."""
        text, _ = mutated(site)
        by_tier = {tier: {node: spent[tier] for node, spent in near.values() if tier in spent} for tier in TIERS}
        first = shortest(by_tier["quick"])
        if killer := self.verdict(site, text, first, "quick"):
            return f"quick, killed by {killer}"
        if not (killer := self.verdict(site, text, shortest(by_tier["full"]), "full")):
            return "SURVIVED" if near else "SURVIVED: no test runs it"
        rest = [test for test in by_tier["quick"] if test not in first]
        if again := self.verdict(site, text, rest, "quick", CPU * 10):
            return f"quick, killed by {again}"
        return f"full only, killed by {killer}"


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

            code = int(pytest.main(["-q", "-n", "0", "--tb=line", "-p", "no:cacheprovider", *arguments]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    status, used, at = None, 0.0, time.monotonic()
    end = at + LONGEST
    while status is None and time.monotonic() < min(at + IDLE, end):
        time.sleep(0.1)
        if (now := computed(child)) > used + LEAST:
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


def near(site: Site, lines: dict[str, dict[int, set[str]]], known: Known) -> Known:
    """Return the tests that run the line of a site, or if none does, its module."""
    module = lines.get(site.name, {})
    tests = module.get(site.line, set()) or set[str]().union(*module.values())
    return {test: known[test] for test in tests if test in known}


def main(costs: str, number: int, seed: int, first: int, rooms: list[str]) -> None:
    """Make so many mutants and print what becomes of each."""
    for name in ("coverage", "numpy", "pytest", "rich.console", "typer"):
        importlib.import_module(name)  # before all forks; not what pytest rewrites, such as Hypothesis
    every = [
        site for room in rooms for path in sorted((ROOT / "satpuzzle" / room).rglob("*.py")) for site in sites(path)
    ]
    chosen = random.Random(seed).sample(every, number)
    lines, known = tests_of_lines(), known_tests(Path(costs))
    print(f"{number} of {len(every)} mutants of {', '.join(rooms)}, seed {seed}", flush=True)
    counted = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copied = Copy(Path(folder))
        for place, site in enumerate(chosen[first:], first):
            began = time.monotonic()
            said = copied.tried(site, near(site, lines, known))
            counted[re.split("[,:]", said)[0]] += 1
            seconds = time.monotonic() - began
            print(f"{place}: {site.name}:{site.line}: {mutated(site)[1]}: {said} ({seconds:.0f} s)", flush=True)
    print(dict(counted), "left out:", sorted(test for test, passes in copied.sound.items() if not passes))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("costs")
    parser.add_argument("number", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--rooms", type=lambda text: text.split(","), default=["cover", "search", "proofs"])
    main(**vars(parser.parse_args()))
