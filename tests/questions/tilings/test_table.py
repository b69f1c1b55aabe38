"""Tables of rectangles: published square arrays, boards counted one by one, stopped tables and their journals."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.questions.tilings.shapes import prototiles
from satpuzzle.questions.tilings.strip import puzzle_of
from satpuzzle.questions.tilings.table import Table, table


def _arrays() -> dict[str, tuple[dict[str, Any], str]]:
    """Return square arrays of the OEIS, as far as the entries themselves list them: what is asked, and the numbers."""
    found = dict[str, tuple[dict[str, Any], str]]()
    for path in sorted((Path(__file__).parents[3] / "atlas" / "sets").glob("*.toml")):
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        asked: dict[str, Any] = {key: said[key] for key in ("pieces", "size", "fixed") if key in said}
        for one in said.get("published", ()):
            if one["order"] == "antidiagonals" and not {"first", "times"} & one.keys():
                found[one["name"]] = asked, one["terms"]
    return found


ARRAYS = _arrays()


@pytest.mark.parametrize("name", ARRAYS)
def test_published_square_arrays(name: str) -> None:
    asked, listed = ARRAYS[name]
    known = [int(word) for word in "".join(listed.split()).split(",")]
    total = next(total for total in range(20) if (total + 1) * (total + 2) // 2 == len(known))
    found = _table(**asked, sizes=f"{total // 2}x{total}")
    numbers = [int(line.split()[1]) for line in found.b_file.splitlines()]
    assert numbers[: len(known)] == known and found.final


def _table(sizes: str, pieces: Any = (), **asked: Any) -> Table:
    return table(pieces, sizes, **asked)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "width", "length", "many"),
    [
        pytest.param("A230031", 10, 10, 72713560548906621, marks=pytest.mark.slow),  # A263425
        ("A219987", 14, 14, 4953412325525289651086730443567098343730966),  # from a b-file of 2025
        ("A254414", 6, 6, 264719566561),  # A254127
        ("A219946", 9, 9, 44013568),
        ("A219967", 8, 8, 66653),
        ("A220054", 7, 7, 207866584389),
    ],
)
def test_published_numbers_of_large_squares(name: str, width: int, length: int, many: int) -> None:
    assert _table(**ARRAYS[name][0], sizes=f"{width}x{length}").at(width, length) == many


@pytest.mark.parametrize(
    ("pieces", "asked"),
    [
        (["**", "**/*."], {}),
        (["**", "*/*/*"], {"fixed": True}),  # k x n is not n x k
        (["***/*..", "**"], {"one_sided": True}),
        (["tetrahexes"], {}),
        (["hexiamonds", "*"], {"grid": "triangular"}),
        (["*.*", "*"], {}),
    ],
)
def test_each_number_is_that_of_its_board(pieces: list[str], asked: dict[str, Any]) -> None:
    found = table(pieces, "4x3", **asked)
    tiles = prototiles(pieces, asked.get("grid"), None, asked.get("one_sided"), fixed=asked.get("fixed", False))
    assert found.symmetric == (not asked.get("fixed"))
    for width, row in enumerate(found.counts, 1):
        assert len(row) == 4 and row[0] == 1
        for length in range(1, 4):
            assert sp.count(puzzle_of(tiles, (length, width))).raw == row[length]


@pytest.mark.parametrize(
    ("pieces", "asked"), [(["***", "**/*."], {}), (["**", "*/*"], {"fixed": True}), (["*", "**", "**/**"], {})]
)
def test_each_shape_may_have_to_occur(pieces: list[str], asked: dict[str, Any]) -> None:
    found, tiles = table(pieces, "3x4", each=True, **asked), prototiles(pieces, fixed=bool(asked))
    for width, row in enumerate(found.counts, 1):
        assert row[0] == found.at(0, width) == 0
        for length, many in enumerate(row[1:], 1):
            packings = [one.as_list() for one in sp.solve(puzzle_of(tiles, (length, width)), up_to="raw")]
            assert many == sum(len({each["piece"] for each in one}) == len(pieces) for one in packings)


def test_wide_and_long_tables_are_the_same_numbers() -> None:
    wide, long = table("**", "7x3"), table("**", "3x7")
    assert [row[:4] for row in long.counts] == [wide.counts[at][:4] for at in range(3)]
    assert all(wide.at(width, length) == long.at(length, width) for width in range(8) for length in range(4))


def test_a_stopped_table_has_the_numbers_that_are_known() -> None:
    whole = table(["**", "**/*."], "5x6")
    for steps in (0, 30, 60, 90):
        found = table(["**", "**/*."], "5x6", clock=Countdown(steps))
        assert not found.final and found.left in found.sentence
        assert all(row == known[: len(row)] for row, known in zip(found.counts, whole.counts, strict=True))
    assert 1 < len(found.counts[-1]) < 7  # n x k is known from k x n


def test_too_many_states_leave_the_smaller_widths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.machine.free", lambda: 1 << 21)
    found = table((), "8x8", size=4)
    assert not found.final and "MiB" in found.left and len(found.counts[4]) == 9


def test_a_journal_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.j"
    whole = table("**", "4x4", journal=path)
    monkeypatch.setattr(sys.modules[Table.__module__], "growth_of", None)  # would raise
    assert table("**", "4x4", journal=path).counts == whole.counts
    assert table("**", "3x2", journal=path).counts == tuple(row[:3] for row in whole.counts[:3])
    monkeypatch.undo()
    assert table("**", "5x6", journal=path).counts == table("**", "5x6").counts
    with pytest.raises(JournalError, match="pieces"):
        table("***", "4x4", journal=path)


def test_the_command_writes_rows_json_csv_and_b_files(tmp_path: Path) -> None:
    asked = ["tile", "strip", "**", "--sizes", "2x3"]
    rows = ["width 1: 1, 0, 1, 0", "width 2: 1, 1, 2, 3"]
    assert run(*asked).stdout.splitlines()[:2] == rows
    said = json.loads(run(*asked, "--json").stdout)
    assert said["rows"] == [{"width": 1, "counts": [1, 0, 1, 0]}, {"width": 2, "counts": [1, 1, 2, 3]}]
    assert said["final"] and said["symmetric"] and said["sizes"] == [2, 3]
    assert run(*asked, "--format", "csv").stdout.splitlines()[-1] == "2,3,3"
    run(*asked, "-o", str(tmp_path / "dominoes.b"))
    antidiagonals = "1 1 1 1 0 1 1 1 1 1 1 0 2 0 1"
    assert (tmp_path / "dominoes.b").read_text().split()[1::2] == antidiagonals.split()
    run(*asked, "-o", str(tmp_path / "dominoes.txt"))
    assert (tmp_path / "dominoes.txt").read_text().splitlines()[:2] == rows


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["--sizes", "3"], "sizes 3: allowed are the largest width and the largest length, as in 8x9"),
        (["--sizes", "65x65"], "sizes 65x65: the largest width is 64"),
        (["--sizes", "2x2", "--grid", "cubic"], "sizes 2x2: the grid cubic is in space, tables are of flat grids"),
        (["--sizes", "2x2", "--width", "3"], "--width 3: not allowed with --sizes 2x2"),
        (["--sizes", "2x2", "--terms", "3"], "--terms 3: not allowed with --sizes 2x2"),
        (["--width", "3", "--journal", "j"], "--journal j: needs --sizes"),
        ([], "--width or --sizes is missing"),
    ],
)
def test_what_is_refused(said: list[str], message: str) -> None:
    assert message in complaint(run("tile", "strip", "**", *said))


def test_a_table_is_of_flat_grids() -> None:
    with pytest.raises(PuzzleError, match="in space"):
        table("tetracubes", "2x2")
