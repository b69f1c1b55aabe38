"""An option that a command shows is obeyed, or refused with a reason: none is ignored without a word."""

import ast
from importlib import import_module
from pathlib import Path

import pytest
from commands import complaint, run

import satpuzzle.cli
from satpuzzle.cli.app import KINDS, command_of
from satpuzzle.cli.guide import COMMANDS, names
from satpuzzle.rows import rows
from satpuzzle.settings import Options

# An option that does not go with another one, because the command then does something else.
REFUSED = [
    ("convert galakub --pool", "Option '--pool' requires an argument"),
    ("hint galakub --all --seed 3", "--seed 3: not allowed with --all"),
    ("hint galakub --all --fewest", "--all: not allowed with --fewest"),
    ("hint galakub --fewest --seed 3", "--seed 3: not allowed with --fewest"),
    ("hint galakub --solution 2", "--solution 2: needs --fewest"),
    ("best soma --board NxM --maximise pieces", "--maximise pieces: not allowed with --board NxM"),
    ("best soma --board NxM --partial", "--partial: not allowed with --board NxM"),
    ("best soma --board NxM --certificate new", "--certificate new: not allowed with --board NxM"),
    ("best soma --maximise pieces --minimise empty", "--maximise pieces: not allowed with --minimise"),
    ("sample soma --nth 3 --different", "--nth 3: not allowed with --different"),
    ("choose soma --board soma --divide 1 --sort rate", "--sort rate: not allowed with --divide 1"),
    ("choose soma --board soma --journal new", "--journal new: needs --divide"),
    ("tile plane ** * --together --journal new", "--journal new: not allowed with --together"),
    ("count galakub --estimate --jobs 2", "--jobs 2: not allowed with --estimate"),
    ("count galakub --estimate --node-limit 2", "--node-limit 2: not allowed with --estimate"),
    ("count galakub --draws 20", "--draws 20: needs --estimate"),
    ("explain boards.txt --given x", "--given x: allowed for one board, not for all; choose one with"),
    ("explain boards.txt --problem 2", "--problem 2: allowed for one board, not for all; choose one with"),
    ("sample soma --nth 3 --seed 2", "--seed 2: not allowed with --nth"),
    ("challenge soma --per-page 2", "--per-page 2: needs --output"),
    ("challenge soma -o cards.svg --json", "--format json: not allowed with --output"),
    ("assemble soma --solution found.txt -b cadical", "--backend cadical: not allowed with --solution"),
    ("draw soma found.txt -b cadical", "--backend cadical: not allowed with SOLUTION"),
    ("draw --grid square --columns 2", "--columns 2: with --grid, only --background, --width and --output are"),
    ("view soma found.txt -n 3", "--limit 3: not allowed with SOLUTION"),
    ("count soma --by level --method memo", "--method memo: not allowed with --by level"),
    ("count soma --by pieces --memory 9", "--memory 9: not allowed with --by pieces"),
    ("count soma --method search --memory 9", "--memory 9: not allowed with --method search"),
    ("count soma --by level --count-only --journal new", "--by level: not allowed with --count-only"),
    ("export --all -o new --rule apart", "--rule apart: not allowed with --all, which writes the benchmark"),
    ("export soma --family queens", "PUZZLE soma: not allowed with --family, which writes its members"),
    ("export soma -o new.opb -e default", "--encoding default: is for clauses, the format dimacs, not for opb"),
    ("compare soma --times -n 3", "--limit 3: not allowed with --times"),
    ("convert soma new.toml --answer found.txt", "OUT new.toml: not allowed with --answer"),
    ("convert soma --answer found.txt --crop", "--crop: not allowed with --answer"),
    ("pieces --in soma --grid cubic", "--grid cubic: not allowed with --in"),
    ("pieces 4 --notchable", "--notchable: needs --in"),
    ("journal check one -o new", "--output new: not allowed with check"),
]


@pytest.mark.few(12)
@pytest.mark.parametrize(("line", "told"), REFUSED, ids=[line for line, _ in REFUSED])
def test_an_option_that_would_be_ignored_is_refused(line: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("I:\n###\n\n3x2: 2\n", encoding="utf-8")
    assert complaint(run(*line.split(), cwd=tmp_path)).startswith(told)


@pytest.mark.parametrize("name", names())
def test_a_command_reads_each_of_its_options(name: str) -> None:
    command_of(name)
    kind, module = KINDS[name], import_module(f"satpuzzle.cli.{name.partition(' ')[0]}")
    posed = [one for one in vars(module).values() if hasattr(one, "ask") and one.__module__ != module.__name__]
    of_questions = [one for one in kind.__mro__ if any(issubclass(question, one) for question in posed)]
    questions = {row for one in of_questions if one is not object for row in rows(one)}  # they read their rows
    read = attributes(Path(module.__file__ or "")) | HELPERS
    run_of = {*Options.__annotations__} if hasattr(module, "begin_run") else set()
    assert {*rows(kind)} - questions - run_of <= read


def attributes(path: Path) -> set[str]:
    """Return the names of all attributes that a module reads, and its strings, which may be such names."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    strings = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    return strings | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


CLI = Path(satpuzzle.cli.__file__ or "").parent
HELPERS = {name for path in CLI.glob("*.py") if path.stem not in COMMANDS for name in attributes(path)}
HELPERS |= {"moves", "open", "max_states", "slack", "interlocking"}  # which `rules_of` reads by their names
