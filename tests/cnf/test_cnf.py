"""The building blocks of encodings, checked by truth tables, and the formulas made from them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from brute_force import solutions
from hypothesis import assume, settings
from hypothesis import given as drawn
from pysat.solvers import Solver
from strategies import Bounds, Sets, covers, make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.cnf.at_most_one import AT_MOST_ONE
from satpuzzle.cnf.blocking import BLOCKING, chosen
from satpuzzle.cnf.cardinality import CARDINALITY
from satpuzzle.cnf.encode import _pattern, choose_recipe, encode, estimate, implied_items
from satpuzzle.cnf.formula import Clauses, Formula, Literals, stacked
from satpuzzle.cnf.recipe import CHOICES, Recipe, load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.data import files
from satpuzzle.puzzle.model import Puzzle


def clauses_of(blocks: Iterator[Clauses]) -> list[list[int]]:
    return [clause for block in blocks for clause in block.tolist()]


def models(formula: Formula, clauses: Sequence[Sequence[int]]) -> list[tuple[bool, ...]]:
    """Return all models of the clauses and the formula's bounds, by trying both values of each variable in turn."""
    variables = formula.variables
    ending: list[list[Sequence[int]]] = [[] for _ in range(variables + 1)]
    for clause in clauses:
        ending[max(map(abs, clause), default=0)].append(clause)

    def extended(values: tuple[bool, ...]) -> Iterator[tuple[bool, ...]]:
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in ending[len(values)]):
            if len(values) == variables:
                yield values
            else:
                yield from extended((*values, False))
                yield from extended((*values, True))

    def kept(values: tuple[bool, ...]) -> bool:
        return all(sum(values[abs(x) - 1] == (x > 0) for x in counted.tolist()) <= n for counted, n in formula.bounds)

    return list(filter(kept, extended(())))


def inputs(count: int) -> tuple[Formula, Literals]:
    """Return a formula with the inputs x1, x2, ... and these as literals."""
    return Formula(count), np.arange(1, count + 1, dtype=np.int32)


# Truth tables


# By the number of literals: auxiliary variables, clauses, and models.  Pairwise, ladder, commander and native keep the
# number of models; the others leave auxiliary variables free while no input is true.
SIZES: dict[str, dict[int, tuple[int, int, int]]] = {
    "pairwise": {2: (0, 1, 3), 5: (0, 10, 6), 8: (0, 28, 9)},
    "ladder": {2: (2, 6, 3), 5: (5, 18, 6), 8: (8, 30, 9)},
    "sequential": {2: (1, 2, 4), 5: (4, 11, 10), 8: (7, 20, 16)},
    "bitwise": {2: (1, 2, 4), 5: (3, 15, 13), 8: (3, 24, 16)},
    "product": {2: (0, 1, 3), 5: (0, 10, 6), 8: (6, 22, 24)},
    "commander": {2: (0, 1, 3), 5: (0, 10, 6), 8: (3, 8 + 3 + 7 + 3, 9)},
    "bimander": {2: (0, 1, 3), 5: (2, 12, 9), 8: (2, 20, 12)},
    "native": {2: (0, 1, 3), 5: (0, 1, 6), 8: (0, 1, 9)},
}
KEEPS_MODELS = {"pairwise", "ladder", "commander", "native"}


@pytest.mark.parametrize("count", range(10))
@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_at_most_one_holds_exactly_when_no_two_inputs_are_true(name: str, count: int) -> None:
    formula, literals = inputs(count)
    clauses = clauses_of(AT_MOST_ONE[name].clauses(formula, literals))
    found = models(formula, clauses)
    right = [values for values in product((False, True), repeat=count) if sum(values) <= 1]
    assert sorted({model[:count] for model in found}) == right
    assert name not in KEEPS_MODELS or len(found) == count + 1


@pytest.mark.parametrize("count", [2, 5, 8])
@pytest.mark.parametrize("name", SIZES)
def test_at_most_one_has_these_variables_clauses_and_models(name: str, count: int) -> None:
    formula, literals = inputs(count)
    clauses = clauses_of(AT_MOST_ONE[name].clauses(formula, literals))
    found = len(models(formula, clauses))
    assert (formula.variables - count, len(clauses) + len(formula.bounds), found) == SIZES[name][count]
    assert (name in KEEPS_MODELS) == all(found == n + 1 for n, (_, _, found) in SIZES[name].items())


@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_the_size_of_at_most_one_is_known_before_it_is_written(name: str) -> None:
    for count in [*range(40), 100, 321]:
        formula, literals = inputs(count)
        clauses = sum(map(len, AT_MOST_ONE[name].clauses(formula, literals))) + len(formula.bounds)
        assert AT_MOST_ONE[name].size(count) == (formula.variables - count, clauses)


@pytest.mark.parametrize("name", CARDINALITY)
def test_the_size_of_a_counter_is_known_before_it_is_written(name: str) -> None:
    for count, lower, upper in [*_BOUNDS, (30, 3, 3), (47, 0, 2), (20, 5, 5), (20, 5, 20), (33, 17, 18)]:
        formula, literals = inputs(count)
        clauses = sum(map(len, CARDINALITY[name].clauses(formula, literals, lower, upper))) + len(formula.bounds)
        assert CARDINALITY[name].size(count, lower, upper) == (formula.variables - count, clauses)


_BOUNDS = [(n, low, high) for n in range(7) for low in range(n + 1) for high in range(low, n + 2)]


@pytest.mark.few(5, "name")
@pytest.mark.parametrize(("count", "lower", "upper"), _BOUNDS)
@pytest.mark.parametrize("name", CARDINALITY)
def test_between_holds_exactly_when_so_many_inputs_are_true(name: str, count: int, lower: int, upper: int) -> None:
    formula, literals = inputs(count)
    clauses = clauses_of(CARDINALITY[name].clauses(formula, literals, lower, upper))
    found = models(formula, clauses)
    right = [values for values in product((False, True), repeat=count) if lower <= sum(values) <= upper]
    assert sorted(model[:count] for model in found) == right


@pytest.mark.parametrize("name", CARDINALITY)
@pytest.mark.parametrize(("lower", "upper"), [(2, 1), (-1, 2), (4, 4), (4, 9)])
def test_invalid_bounds_are_rejected(name: str, lower: int, upper: int) -> None:
    formula, literals = inputs(3)
    with pytest.raises(ValueError, match=f"between {lower} and {upper} of 3 literals"):
        list(CARDINALITY[name].clauses(formula, literals, lower, upper))


@pytest.mark.parametrize("name", [*AT_MOST_ONE, *CARDINALITY])
def test_negative_literals_are_counted_as_inputs_too(name: str) -> None:
    formula, literals = inputs(4)
    if name in AT_MOST_ONE:
        clauses = clauses_of(AT_MOST_ONE[name].clauses(formula, -literals))
    else:
        clauses = clauses_of(CARDINALITY[name].clauses(formula, -literals, 0, 1))
    found = models(formula, clauses)
    assert sorted({model[:4] for model in found}) == [v for v in product((False, True), repeat=4) if sum(v) >= 3]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10, 100])
def test_pairwise_has_a_clause_for_each_pair_and_no_variables(count: int) -> None:
    formula, literals = inputs(count)
    clauses = clauses_of(AT_MOST_ONE["pairwise"].clauses(formula, literals))
    assert len(clauses) == count * (count - 1) // 2
    assert formula.variables == count


@pytest.mark.parametrize(
    ("count", "lower", "upper", "variables"),
    [
        (10, 3, 3, 1 + 2 + 3 + 7 * 4),  # counting to 4 shows that there are not too many
        (10, 0, 3, 1 + 2 + 3 + 7 * 4),
        (10, 3, 10, 1 + 2 + 8 * 3),  # counting to 3 shows that there are enough
        (3, 3, 3, 1 + 2 + 3),
        (10, 0, 10, 0),
        (432, 3, 3, 1 + 2 + 3 + 429 * 4),
    ],
)
def test_the_sequential_counter_counts_no_further_than_it_must(
    count: int, lower: int, upper: int, variables: int
) -> None:
    formula, literals = inputs(count)
    list(CARDINALITY["sequential"].clauses(formula, literals, lower, upper))
    assert formula.variables == count + variables


# Formulas


def test_a_formula_counts_its_clauses_by_family() -> None:
    formula = Formula(3)
    assert formula.fresh(2).tolist() == [4, 5]
    formula.add("pairs", stacked([[1, 2], [3], [-1, -2]]))
    formula.add("pairs", stacked([[4, 5]]))
    formula.add("nothing", stacked([]))
    assert formula.variables == 5
    assert formula.sizes() == {"pairs": 4, "nothing": 0}
    assert len(formula) == 4
    assert sorted(clauses_of(formula.blocks())) == [[-1, -2], [1, 2], [3], [4, 5]]


def test_long_families_come_in_blocks() -> None:
    formula = Formula(1)
    formula.add("many", [np.ones((250_000, 1), np.int32)])
    assert [len(block) for block in formula.blocks()] == [100_000, 100_000, 50_000]


# Encoding


def cover_named(name: str) -> ExactCover:
    puzzle = sp.load(name)
    return cover_of(puzzle, place(puzzle))


def encoded(cover: ExactCover, recipe: str = "default") -> Formula:
    return encode(cover, load_recipe(recipe))


def test_every_word_of_a_recipe_is_a_module_or_a_function() -> None:
    assert tuple(AT_MOST_ONE) == CHOICES["at_most_one"]
    assert tuple(CARDINALITY) == CHOICES["cardinality"]
    assert tuple(BLOCKING) == CHOICES["blocking"]
    for family, table in (("at_most_one", AT_MOST_ONE), ("cardinality", CARDINALITY)):
        assert [encoding.clauses.__module__ for encoding in table.values()] == [
            f"satpuzzle.cnf.{family}.{w}" for w in CHOICES[family]
        ]


def test_galakub_has_these_clauses() -> None:
    cover = cover_named("galakub")
    default, literal = encoded(cover), encoded(cover, "literal")
    cells = cover.members()[:, :64].astype(np.int64)
    sharing = int((np.triu(cells @ cells.T, 1) > 0).sum())
    assert sharing == 165_842
    counting = 6454 + 4294 + 284  # J, Z and Q by the sequential counter
    assert default.sizes() == {"at least one": 64, "cardinality": counting, "conflicts": sharing}
    assert literal.sizes() == {"cardinality": counting, "conflicts": sharing}
    assert default.variables == literal.variables == 747 + 1722 + 1146 + 78


def test_soma_needs_no_auxiliary_variables() -> None:
    cover = cover_named("soma")
    default, literal = encoded(cover), encoded(cover, "literal")
    members = cover.members().astype(np.int64)
    conflicts = int((np.triu(members @ members.T, 1) > 0).sum())
    assert default.variables == literal.variables == 688
    assert default.sizes() == {"at least one": 27 + 7, "conflicts": conflicts}
    assert literal.sizes() == {"at least one": 7, "conflicts": conflicts}


def test_two_options_that_share_several_items_conflict_once() -> None:
    cover = ExactCover.of_sets([{0, 1, 2}, {0, 1, 2}, {2}], [(0, 1)] * 3)
    assert encoded(cover).sizes() == {"conflicts": 3}
    assert sorted(clauses_of(encoded(cover).blocks())) == [[-3, -2], [-3, -1], [-2, -1]]


@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_an_at_most_one_by_its_pattern_has_the_clauses_that_it_has_without(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe, cover = replace(load_recipe("default"), at_most_one=name), cover_named("soma")
    by_pattern = encode(cover, recipe)
    monkeypatch.setattr("satpuzzle.cnf.encode._pattern", lambda encoding, count: None)
    directly = encode(cover, recipe)
    assert (by_pattern.variables, by_pattern.sizes()) == (directly.variables, directly.sizes())
    assert sorted(clauses_of(by_pattern.blocks())) == sorted(clauses_of(directly.blocks()))
    bounds = [[(counted.tolist(), most) for counted, most in formula.bounds] for formula in (by_pattern, directly)]
    assert bounds[0] == bounds[1] and bool(bounds[0]) == (name == "native")


def test_soma_in_one_bound_an_item_for_solvers_that_count() -> None:
    formula = encoded(cover_named("soma"), "native")
    assert (formula.variables, formula.sizes()) == (688, {"at least one": 34, "conflicts": 0, "bounds": 34})


def test_a_large_at_most_one_is_not_kept() -> None:
    kept = _pattern("product", 1000)
    assert kept is not None and kept.variables == 1000 + AT_MOST_ONE["product"].size(1000).variables
    assert _pattern("pairwise", 1000) is None


def test_an_item_that_cannot_be_covered_too_often_is_not_counted() -> None:
    cover = ExactCover.of_sets([{0}, {0}], [(1, 5)])
    assert encoded(cover).sizes() == {"at least one": 1, "conflicts": 0}


def test_a_last_variable_makes_solvers_allocate_options_that_occur_in_no_clause() -> None:
    free = encoded(ExactCover.of_sets([{0}, {0}], [(0, 2)]))
    assert free.sizes() == {"conflicts": 0, "last variable": 1}
    assert clauses_of(free.blocks()) == [[3]]
    nothing = encoded(ExactCover.of_sets([], []))
    assert clauses_of(nothing.blocks()) == [[1]]
    assert "last variable" not in encoded(cover_named("soma")).sizes()


def selected(cover: ExactCover, recipe: Recipe) -> list[tuple[int, ...]]:
    """Return the models of the formula as options, found by a solver that blocks each by all options."""
    formula = encode(cover, recipe)
    found = []
    with Solver(name="minicard") as solver:
        formula.load(solver)
        while solver.solve():
            values = solver.get_model()[: len(cover.rows)]
            found.append(tuple(x - 1 for x in values if x > 0))
            if not values:
                break
            solver.add_clause([-x for x in values])
    return sorted(found)


def of_sets(options: Sets, bounds: Bounds) -> ExactCover:
    cover = ExactCover.of_sets(options, bounds)
    assume(cover.hopeless() is None)
    return cover


@pytest.mark.parametrize("recipe", files("encodings"))
@settings(deadline=None, max_examples=15)
@drawn(cover=covers())
def test_the_models_of_a_random_cover_are_its_solutions(recipe: str, cover: tuple[Sets, Bounds]) -> None:
    assert selected(of_sets(*cover), load_recipe(recipe)) == sorted(solutions(*cover))


@pytest.mark.slow
@pytest.mark.parametrize("recipe", files("encodings"))
@settings(deadline=None, max_examples=300)
@drawn(cover=covers())
def test_the_models_of_many_random_covers_are_their_solutions(recipe: str, cover: tuple[Sets, Bounds]) -> None:
    assert selected(of_sets(*cover), load_recipe(recipe)) == sorted(solutions(*cover))


@pytest.mark.few(3)
@pytest.mark.parametrize("recipe", files("encodings"))
@settings(deadline=None, max_examples=10)
@drawn(puzzle=puzzles())
def test_the_models_of_a_random_puzzle_are_its_solutions(recipe: str, puzzle: Puzzle) -> None:
    models_are_solutions(recipe, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", files("encodings"))
@settings(deadline=None, max_examples=150)
@drawn(puzzle=puzzles())
def test_the_models_of_many_random_puzzles_are_their_solutions(recipe: str, puzzle: Puzzle) -> None:
    models_are_solutions(recipe, puzzle)


def models_are_solutions(recipe: str, puzzle: Puzzle) -> None:
    cover = cover_of(puzzle, place(puzzle))
    assume(cover.hopeless() is None)
    assume(len(cover.rows) <= 20)
    members = cover.members()
    sets = [set(np.flatnonzero(row).tolist()) for row in members]
    expected = solutions(sets, list(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)))
    assert selected(cover, load_recipe(recipe)) == sorted(expected)


# The encoding `literal`: at-least-one clauses for pieces, none for cells


def implied(name: str) -> int:
    return int(implied_items(cover_named(name)).sum())


def test_volumes_imply_the_cells_where_all_pieces_are_needed_to_fill_the_board() -> None:
    assert implied("galakub") == 64
    assert implied("soma") == 27
    assert implied("pentominoes-8x8") == 60
    assert implied("iq-pyramid-4") == 0  # pieces may be left out
    assert not implied_items(ExactCover.of_sets([{0}], [(1, 1)])).any()  # no pieces


def test_volumes_imply_nothing_where_cells_may_stay_empty() -> None:
    row = [(x, 0, 0) for x in range(3)]
    domino = make_piece("domino", [(0, 0, 0), (1, 0, 0)], "square")
    puzzle = make_puzzle("square", row, [domino], optional=[(0, 0, 0), (2, 0, 0)])
    cover = cover_of(puzzle, place(puzzle))
    assert not implied_items(cover).any()
    assert selected(cover, load_recipe("literal")) == [(0,), (1,)]


def test_the_literal_encoding_keeps_the_cells_where_pieces_may_be_left_out() -> None:
    row = [(x, 0, 0) for x in range(4)]
    domino = make_piece("domino", [(0, 0, 0), (1, 0, 0)], "square", min=0, max=2)
    puzzle = make_puzzle("square", row, [domino])
    cover = cover_of(puzzle, place(puzzle))
    assert encoded(cover, "literal").sizes()["at least one"] == 4
    assert selected(cover, load_recipe("literal")) == [(0, 2)]


def test_volumes_imply_the_cells_of_a_subproblem_too() -> None:
    cover = cover_named("soma")
    _, rest = cover.given([0]).residual()
    assert implied_items(rest).sum() == 27
    assert encoded(rest, "literal").sizes()["at least one"] == 6


# Blocking


@pytest.mark.full
@pytest.mark.parametrize("name", BLOCKING)
@settings(deadline=None)
@drawn(cover=covers())
def test_a_blocking_clause_forbids_one_solution_and_no_other(name: str, cover: tuple[Sets, Bounds]) -> None:
    made = of_sets(*cover)
    every = solutions(*cover)
    for solution in every[:5]:
        clause = BLOCKING[name](made, list(solution))
        allowed = [s for s in every if any((abs(x) - 1 in s) == (x > 0) for x in clause)]
        assert allowed == [s for s in every if s != solution]


def test_a_blocking_clause_lets_a_larger_solution_through() -> None:
    cover = ExactCover.of_sets([{0}, {1}], [(0, 1), (0, 1)])
    assert sorted(chosen(cover, [0])) == [-1, 2]
    assert sorted(chosen(cover, [])) == [1, 2]
    assert sorted(chosen(cover, [0, 1])) == [-2, -1]


# The size of a formula


@pytest.mark.few(1, "recipe")
@pytest.mark.parametrize("recipe", files("encodings"))
@pytest.mark.parametrize("name", ["galakub", "soma", "iq-pyramid-4"])
def test_an_estimate_is_never_too_small_and_exact_but_for_shared_conflicts(name: str, recipe: str) -> None:
    cover = cover_named(name)
    loaded = load_recipe(recipe)
    estimated, formula = estimate(cover, loaded), encoded(cover, recipe)
    assert estimated.variables == formula.variables
    assert len(formula) <= estimated.clauses
    if loaded.at_most_one in ("product", "ladder", "sequential", "bitwise"):
        assert len(formula) == estimated.clauses


def test_bedlam_in_few_clauses() -> None:
    formula = encoded(cover_named("bedlam"), "product")
    assert (formula.variables, len(formula)) == (8216, 57361)


@pytest.mark.full
def test_an_encoding_that_would_take_gigabytes_is_refused_with_one_that_fits() -> None:
    cover = cover_named("bedlam")
    with pytest.raises(sp.PuzzleError) as error:
        choose_recipe(cover, "default")
    assert str(error.value) == (
        "encoding default: up to 5462207 clauses, about 2184 MB of memory; product makes 57361"
        " (a recipe of your own with most_clauses = 5462207 would be allowed)"
    )
    assert choose_recipe(cover, Recipe("mine", most_clauses=5462207)).name == "mine"
    with pytest.raises(sp.PuzzleError, match=r"^encoding default: up to \d+ clauses"):
        sp.solve("bedlam", "cadical", encoding="default").plan()


def test_auto_goes_by_the_size_of_the_puzzle() -> None:
    assert choose_recipe(cover_named("soma"), "auto").name == "default"
    assert choose_recipe(cover_named("galakub"), "auto").name == "default"
    assert choose_recipe(cover_named("pentominoes-6x10"), "auto").name == "product"
    assert choose_recipe(cover_named("bedlam"), "auto").name == "product"
