"""Nothing that is not final looks final: each result, shown in each way, says that a search was stopped."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import typer
from burrs import burr, problem, voxel, written

import satpuzzle as sp
from satpuzzle.cli.app import app
from satpuzzle.cli.count import Asked
from satpuzzle.cli.family import every_member
from satpuzzle.cli.progress import Progress
from satpuzzle.clock import Clock
from satpuzzle.measure import bench, records
from satpuzzle.motion.assembly import Assembler
from satpuzzle.pictures.heat import heat_map
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.library import family_named
from satpuzzle.questions.ask import Asker, Options, PuzzleAsker
from satpuzzle.questions.burrs import Ranking, count_by_level
from satpuzzle.questions.divide import Divisions, divide
from satpuzzle.questions.family import FamilyCounts, count_members
from satpuzzle.questions.rate import play
from satpuzzle.questions.sets import Selection, count_by_pieces
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.journal.survey import as_text, survey
from satpuzzle.search.run import Search

# How a text says that it is not final.
SAYS = re.compile(
    r"≥|so far|undecided|unknown|there may be more|interrupted|stopped|of \d+ tried|of 3 cards|about|the first|effort"
    r"|searched to the end"
)
CLAIMS = re.compile(r"exhausted|final(?!\W*false)|impossible|no solution", re.IGNORECASE)


def stopped() -> Clock:
    """Return a clock that has stopped."""
    clock = Clock()
    clock.stop()
    return clock


def exhausted(run: sp.results.Run) -> sp.results.Run:
    """Return a run after its end."""
    run.exhaust()
    return run


def stopping(clock: Clock, text: str = "") -> Callable[[str], None]:
    """Return a callback for progress that stops the clock as soon as it is told this text."""
    return lambda said: clock.stop() if text in said else None


def begun(name: str = "soma", found: int = 3, **options: Any) -> sp.results.Run:
    """Return a run that was stopped after so many solutions."""
    run = sp.solve(name, jobs=1, **options)
    for number, _ in enumerate(run.options(), 1):
        if number == found:
            run.interrupt()
            break
    return run


def calendar() -> Family:
    found = family_named("a-puzzle-a-day")
    assert found is not None
    return found


def members() -> FamilyCounts:
    clock = Clock()
    return count_members(calendar(), clock=clock, watch=stopping(clock))


def asked(question: Callable[..., Any], name: str = "soma") -> Any:
    """Return the answer to a question whose first search is stopped."""
    clock = Clock()
    return question(name, clock=clock, watch=stopping(clock))


def booklet() -> sp.results.Booklet:
    clock = Clock()
    return sp.challenge("pentominoes-3x20", 3, clock=clock, watch=stopping(clock, "card 2 of 3"))


def rating() -> sp.results.Rating:
    asker = PuzzleAsker("soma")
    tries = play(asker.tables.cover, 2, np.random.default_rng(0))
    return sp.results.Rating(asker.puzzle, tries, {"mrv": 5000, "scan": 40}, ("mrv",))


def one_set() -> sp.results.ChosenSet:
    (found,) = sp.choose("soma", ["soma"])
    return replace(found, counts=tuple(replace(counts, final=False) for counts in found.counts))


def selection() -> Selection:
    found = sp.choose("pentominoes", ["y-pentominoes-5x10"], seed=1)
    next(found)
    return found


def divisions() -> Divisions:
    found = divide("soma", ["soma"])
    next(found)
    return found


def record(**more: Any) -> dict[str, Any]:
    about = {"puzzle": "soma", "solver": "native", "strategy": "auto", "raw": False, "repeat": 0}
    return about | {"status": "time_limit", "solutions": 7, "seconds": 1.0, "cpu": 1.0} | more


def comparison() -> sp.results.Comparison:
    return sp.results.Comparison([record()], interrupted=True)


def assembly() -> sp.results.Assembly:
    (packing,) = sp.solve("dubois-burr", limit=1)
    return sp.assemble(packing, max_states=1)


def by_pieces() -> dict[tuple[int, ...], sp.Counts]:
    with TemporaryDirectory() as folder:
        return count_by_pieces(sp.solve("iq-pyramid-4", parts=9, journal=Path(folder) / "j", share=(1, 2)))


def by_level() -> dict[str, sp.Counts]:
    run = sp.solve("dubois-burr", clock=stopped())
    return count_by_level(run, Assembler(run.puzzle, sp.Rules()))


def packings() -> sp.results.Packings:
    clock = sp.Clock()

    def watch(run: Search) -> None:
        if run.counts.raw:
            clock.stop()

    return sp.diagram("bedlam", method="search", jobs=1, clock=clock, watch=watch)


RESULTS: dict[str, Callable[[], Any]] = {
    "Counts": lambda: sp.count("soma", clock=stopped()),
    "Counts, some": lambda: begun().counts,
    "Counts, packings": lambda: begun("dubois-burr", 1, assemblable=True).packings,
    "Run": begun,
    "Run, stopped at once": lambda: exhausted(sp.solve("soma", clock=stopped())),
    "Run, at its limit": lambda: exhausted(sp.solve("soma", limit=2)),
    "Solutions": lambda: sp.solve("soma", clock=stopped()).take(2),
    "Solutions, at their limit": lambda: sp.solve("soma").take(2),
    "Uniqueness": lambda: sp.unique("soma", clock=stopped()),
    "Explanation": lambda: sp.explain("soma", clock=stopped()),
    "Hint": lambda: asked(sp.hint),
    "Hints": lambda: asked(sp.hints),
    "Possible": lambda: asked(sp.possible),
    "Best": lambda: sp.best("pentominoes-6x10", "native", maximise="pieces", partial=True, clock=stopped()),
    "Packings": packings,
    "Odds": lambda: packings().odds(),
    "OptionOdds": lambda: sp.results.OptionOdds(sp.ExactCover.of_sets([["a"], ["a"]]), [1, 0], 1, False),
    "Smallest": lambda: sp.smallest("pentominoes-6x10", "NxM", clock=stopped()),
    "Rating": rating,
    "ChosenSet": one_set,
    "ChosenSet, the search for them": selection,
    "Division": lambda: sp.results.Division((one_set(),)),
    "Division, the search for them": divisions,
    "Booklet": booklet,
    "Comparison": comparison,
    "Forecast": lambda: sp.estimate("soma"),
    "Assembly": assembly,
    "Animation": lambda: sp.animate("soma", most=1),
    "FamilyCounts": members,
    "count_by_pieces": by_pieces,
    "count_by_level": by_level,
}
# What is no result of a search, or only of one that ended.
OTHERS = {
    "BACKENDS", "GRIDS", "BackendError", "Card", "Clock", "Coloured", "ExactCover", "Formula", "Picture", "Piece",
    "Placements", "Puzzle", "PuzzleError", "Recipe", "Rule", "Rules", "SatpuzzleError", "Solution", "Status",
    "Symmetry", "View", "Weighted",
}  # fmt: skip


def test_every_public_type_is_looked_at() -> None:
    types = {name for name in [*sp.__all__, *sp.results.__all__] if name[0].isupper()}
    assert types == OTHERS | {name.partition(",")[0] for name in RESULTS if name.partition(",")[0] in types}
    assert not OTHERS & {name.partition(",")[0] for name in RESULTS}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", RESULTS)
def test_a_result_that_is_not_final_says_so_however_it_is_shown(name: str) -> None:
    found = RESULTS[name]()
    ways = {"repr": repr(found), "str": str(found)}
    for way in ("_repr_html_", "_repr_markdown_"):
        if name != "Animation" and hasattr(found, way):
            ways[way] = re.sub(r"(?s)<svg.*?</svg>", "", getattr(found, way)())
    for way, text in ways.items():
        if text != "{}":
            assert SAYS.search(text), f"{way}: {text}"
        assert not CLAIMS.search(text.replace("not final", "")), f"{way}: {text}"
    if hasattr(found, "as_dict"):
        facts = found.as_dict()
        marks = (facts.get("final"), facts.get("verdict"), facts.get("status"), facts.get("assemblable"))
        unknown = name == "Hints" and facts["number"] is None
        open_ = name in ("ChosenSet", "Division", "Forecast") or unknown
        assert open_ or {False, "undecided", "interrupted", "unknown"} & {*marks}, facts


def test_every_number_of_a_stopped_count_has_its_sign() -> None:
    assert repr(sp.Counts(144, 6, 3, final=False)) == "<counts so far: raw ≥ 144, rotations ≥ 6, isometries ≥ 3>"
    assert repr(sp.Counts(144, 6, 3)) == "Counts(raw=144, rotations=6, isometries=3)"
    assert repr(sp.Counts(3, 3, 3, 2)) == "Counts(raw=3, rotations=3, isometries=3, patterns=2)"
    assert repr(sp.Counts(final=False)) == "<counts so far: none is known>"


def test_a_rating_says_which_search_was_stopped() -> None:
    assert str(rating()).endswith(
        "options tried until a solution: ≥ 5000 by mrv, 40 by scan when the search was stopped"
    )


def test_records_and_tables_of_measurements_say_which_numbers_are_final() -> None:
    cut, whole = record(), record(status="exhausted", solutions=240)
    assert [json.loads(records.as_json(each))["final"] for each in (cut, whole)] == [False, True]
    at = [*records.TYPES].index("final")
    assert [records.as_csv(each).split(",")[at] for each in (cut, whole)] == ["False", "True"]
    assert [row["solutions"] for row in bench.rows([cut])] == ["≥ 7"]
    assert [row["solutions"] for row in sp.results.Comparison([whole, cut]).rows()] == ["≥ 240"]
    table = str(sp.results.Comparison([whole]))
    assert "240" in table and "≥" not in table


def test_a_heat_map_and_a_plot_say_which_numbers_are_final() -> None:
    assert heat_map("", ["a"], ["b"], {("a", "b"): 7}, "≥ ").svg.count(">≥ 7<") == 1
    pytest.importorskip("matplotlib")
    from satpuzzle.measure import plots

    runs = [record(solver=solver, status=status) for solver, status in (("a", "time_limit"), ("b", "exhausted"))]
    for shown, said in ((runs, True), ([one | {"status": "exhausted"} for one in runs], False)):
        (one,) = plots.axes()
        plots.scatter(one, shown, 5.0)
        legend = one.get_legend()
        assert legend is not None and ("on dotted lines: not solved" in legend.get_title().get_text()) == said
        plots.pyplot().close("all")


def test_a_table_of_packings_that_was_cut_short_has_signs() -> None:
    ranking = Ranking()
    run = sp.solve("dubois-burr")
    assert [*ranking.taking(Assembler(run.puzzle, sp.Rules()).assemblies(run))]
    assert {row["packings"] for row in ranking.rows()} == {1}
    assert {row["packings"] for row in ranking.rows(final=False)} == {"≥ 1"}


def test_a_journal_that_is_not_finished_says_so(tmp_path: Path) -> None:
    sp.solve("dubois-burr", journal=tmp_path / "j", assemblable=True, parts=4, share=(1, 4)).exhaust()
    with Journal(tmp_path / "j") as journal:
        said = as_text(survey(journal))
    numbers = re.findall(r"(≥ )?\d+(?=,|\)|$)", said.partition("\n")[0].partition(";")[2])
    assert numbers and all(numbers)
    assert "of all packings (raw ≥ " in said


# Commands


@contextmanager
def cut_short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stop each search as soon as its tables are made, and each question at its first search."""
    tabulate, solutions = Search.tabulate, Asker.solutions

    def stop_then(search: Search) -> Any:
        found = tabulate(search)
        search.clock.stop()
        return found

    def asked_and_stopped(asker: Asker, *arguments: Any, **limit: Any) -> Iterator[Options]:
        asker.clock.stop()
        yield from solutions(asker, *arguments, **limit)

    monkeypatch.setattr(Search, "tabulate", stop_then)
    monkeypatch.setattr(Asker, "solutions", asked_and_stopped)
    yield


COMMANDS = [
    "count soma",
    "count soma -q",
    "count soma --format json",
    "count iq-pyramid-4 --by pieces",
    "count iq-pyramid-4 --by pieces --format json",
    "count dubois-burr --by level --format json",
    "count dubois-burr --assemblable",
    "count burr.xmpuzzle --problem all",
    "count burr.xmpuzzle --problem all --format json",
    "count burr.xmpuzzle --problem 1",
    "solve soma",
    "solve soma --format json",
    "solve soma --format ndjson",
    "solve dubois-burr --sort level",
    "assemble dubois-burr -n 0",
    "assemble dubois-burr -n 0 --format json",
    "assemble dubois-burr -n 0 --format ndjson",
    "unique soma",
    "unique soma --format json",
    "explain soma",
    "explain soma --format json",
    "hint soma",
    "hint soma --format json",
    "hint soma --all",
    "hint soma --all --format json",
    "hint soma --fewest",
    "hint soma --fewest --format json",
    "choose soma --board soma",
    "choose soma --board soma --format json",
]


@pytest.mark.few(3)
@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_that_was_stopped_says_so(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "burr.xmpuzzle", burr([voxel((2, 2, 1), "####"), voxel((2, 1, 1), "##")], [problem("1:2")]))
    monkeypatch.chdir(tmp_path)
    with cut_short(monkeypatch):
        try:
            status = app(line.split(), standalone_mode=False) or 0
        except typer.Exit as ended:
            status = ended.exit_code
    assert status in (3, 130)
    out, err = capsys.readouterr()
    if "json" not in line:
        assert SAYS.search(out), out
        bare = [word for word in re.findall(r"(?:raw|rotations|isometries) (\S+)", out) if word.isdecimal()]
        assert not bare, out
    else:
        text = out if out[0] in "{[" and "ndjson" not in line else out.splitlines()[-1]
        content = json.loads(text)
        for facts in content if isinstance(content, list) else [content.get("summary", content)]:
            marks = {facts.get("final"), facts.get("verdict"), facts.get("status")}
            assert {False, "undecided", "interrupted"} & marks or facts.get("smallest") is False, facts
            assert "exhausted" not in marks
    assert "exhausted" not in out and "Traceback" not in err


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_family_that_was_stopped_prints_what_was_counted(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(Progress, "note", lambda shown, text, at_once=False: clock.stop())
    with pytest.raises(typer.Exit) as ended:
        every_member(calendar(), Asked(puzzle="today", format=format), tmp_path / "heat.svg", clock)
    assert ended.value.exit_code == 3
    out = capsys.readouterr().out
    if format == "json":
        assert json.loads(out)["final"] is False
        return
    *days, total = out.splitlines()
    assert len(days) == 366 and all(re.fullmatch(r"\w+ \d+: ≥ \d+", day) for day in days)
    assert re.match(
        r"a-puzzle-a-day: ≥ \d+ solutions on fixed boards, 366 members, ≥ \d+ can be filled, fewest so far \d+", total
    )
    assert (tmp_path / "heat.svg").read_text(encoding="utf-8").count("≥ ") == 366
