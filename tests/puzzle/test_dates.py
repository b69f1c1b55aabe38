"""Dates as people write them, and calendars that understand them."""

from datetime import date

import pytest

import satpuzzle as sp
from satpuzzle.cli.common import name_of
from satpuzzle.cli.show import Asked
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import dates
from satpuzzle.puzzle.library import load
from satpuzzle.solutions.read import read

DAY = date(2026, 11, 23)  # a Monday


@pytest.mark.parametrize(
    "text", ["nov 23", "Nov 23", "23 November", "November 23rd", "Nov. 23", "23.11.", "23. 11.", "11/23", "23/11"]
)
def test_a_day_can_be_written_in_many_ways(text: str) -> None:
    assert sorted(dates.words(text, lambda: DAY)) == ["23", "November"]


@pytest.mark.parametrize("text", ["today", "TODAY", "2026-11-23", "23.11.2026", "Nov 23, 2026", "11/23/2026"])
def test_with_a_year_the_weekday_is_known(text: str) -> None:
    assert dates.words(text, lambda: DAY) == ["November", "23", "Monday"]


def test_days_next_to_today_have_names() -> None:
    assert dates.words("tomorrow", lambda: DAY) == ["November", "24", "Tuesday"]
    assert dates.words("Yesterday", lambda: DAY) == ["November", "22", "Sunday"]


@pytest.mark.parametrize("text", ["31.11.", "2026-02-29", "32.1.", "Feb 30 2026"])
def test_a_day_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="is no date"):
        dates.words(text)


def test_a_date_that_can_be_read_in_two_ways_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"'3/4' is Mar 4 or Apr 3: write one of these"):
        dates.words("3/4")


@pytest.mark.parametrize("text", ["Jan 25", "25 jan", "25.1.", "January 25th", "2025-01-25"])
def test_a_calendar_takes_dates(text: str) -> None:
    assert load(f"a-puzzle-a-day#{text}").name == "a-puzzle-a-day#Jan 25"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Nov", "the member 'Nov' has no day: a name such as Jan 1 is needed"),
        ("Nov 31", "there is no member 'Nov 31': choose from Jan 1 to Dec 31"),
        ("Nov 23 xyz", "the member 'Nov 23 xyz' has xyz besides"),
        ("soon", "there is no member 'soon'"),
    ],
)
def test_what_is_no_member_gets_a_line(text: str, complaint: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        load(f"a-puzzle-a-day#{text}")
    assert complaint in str(caught.value)


def test_a_weekday_follows_from_the_year_or_must_be_told() -> None:
    assert load("weekday-calendar#2026-11-23").name == "weekday-calendar#Nov 23 Mon"
    with pytest.raises(PuzzleError, match="has no weekday"):
        load("weekday-calendar#Nov 23")


def test_today_is_a_puzzle_that_shows_its_date() -> None:
    puzzle = load("today")
    labels = [label for _, label in puzzle.labels]
    assert puzzle.name == f"a-puzzle-a-day#{' '.join(labels)}"
    assert labels == [f"{date.today():%b}", str(date.today().day)]
    solution = next(iter(sp.solve(puzzle, limit=1)))
    assert str(solution).count("*") == 2
    assert puzzle.legend == f"* = {' '.join(labels)}"
    assert read(puzzle, str(solution), "text") == [solution]
    picture = sp.draw(solution).svg
    assert all(f">{label}</text>" in picture for label in labels)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Soma cube", "soma"), ("soma-cube", "soma"), ("SOMA", "soma"), ("kanoodle", "iq-pyramid-5"),
     ("Katamino", "pentominoes-5x12"), ("bedlam cube", "bedlam")],
)  # fmt: skip
def test_a_puzzle_has_its_title_and_other_names_too(name: str, meant: str) -> None:
    assert load(name).name == meant


def test_today_with_a_member_means_its_calendar() -> None:
    assert name_of(Asked(puzzle="today", member="tomorrow")) == "a-puzzle-a-day#tomorrow"
    assert name_of(Asked(puzzle="weekday-calendar", member="today")) == "weekday-calendar#today"
    assert name_of(Asked(puzzle="today")) == "today"
