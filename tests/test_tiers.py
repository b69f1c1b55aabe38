"""The quick tests leave nothing out: each file has some, and each name of a table of the program has its case."""

from collections.abc import Iterable

import pytest
from tiers import Collected

from satpuzzle.cli.guide import COMMANDS
from satpuzzle.cnf.at_most_one import AT_MOST_ONE
from satpuzzle.cnf.cardinality import CARDINALITY
from satpuzzle.data import files
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.exports import MODELS
from satpuzzle.engines.strategies import STRATEGIES
from satpuzzle.proofs.write.forms import FORMS
from satpuzzle.puzzle.formats.table import PUZZLES, writing_formats
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.rules import kinds

# The tests that run each name of a table, as the value of a parameter.
TESTS: dict[str, tuple[Iterable[str], tuple[str, ...]]] = {
    "commands": (
        COMMANDS.keys() - {"mcp"},  # which is a server; its tests need a library
        ("cli/test_schemas.py::test_the_output_of_a_command_is_as_its_schema_says",
         "cli/test_commands.py::test_a_command_writes_what_it_is_asked_for"),
    ),
    "rules": (
        [kind.word for kind in kinds()],
        ("witness/test_ruled.py::test_each_rule_leaves_the_packings_that_the_witness_leaves",),
    ),
    "grids": (GRIDS, ("puzzle/test_polyforms.py::test_shapes_are_connected_and_distinct",)),
    "engines": (BACKENDS, ("engines/test_conformance.py::test_every_backend_solves_the_textbook",)),
    "strategies": (STRATEGIES, (
        "engines/test_native.py::test_every_strategy_gives_the_same_solutions",
        "engines/test_edges.py::test_tiles_are_placed_by_both_strategies",
    )),
    "encodings": (files("encodings"), ("cnf/test_cnf.py::test_the_models_of_a_random_cover_are_its_solutions",)),
    "at most one": (AT_MOST_ONE, ("cnf/test_cnf.py::test_at_most_one_holds_exactly_when_no_two_inputs_are_true",)),
    "cardinality": (CARDINALITY, ("cnf/test_cnf.py::test_between_holds_exactly_when_so_many_inputs_are_true",)),
    "exports": (MODELS, ("engines/test_exports.py::test_every_bundled_puzzle_of_moderate_size_can_be_exported",)),
    "formats": (
        writing_formats(PUZZLES),
        ("puzzle/test_round_trips.py::test_a_puzzle_comes_back_from_every_format",),
    ),
    "certificates": (FORMS, ("cli/test_schemas.py::test_a_manifest_is_as_its_schema_says",)),
}  # fmt: skip


def test_each_file_has_something_quick(collected: Collected) -> None:
    assert collected.files
    assert not sorted(collected.files - {test.partition("::")[0] for test in collected.quick})


@pytest.mark.parametrize("table", TESTS)
def test_each_name_of_a_table_has_a_quick_case(table: str, collected: Collected) -> None:
    names, tests = TESTS[table]
    tests = tuple(f"tests/{test}" for test in tests)
    if not {test.partition("::")[0] for test in tests} <= collected.files:
        pytest.skip("only a run of all files knows")
    assert not sorted({*names} - set[str]().union(*(collected.quick[test] for test in tests)))
