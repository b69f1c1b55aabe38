"""Dates as people write them: `today`, `tomorrow`, `2026-11-23`, `23.11.`, `Nov 23`, `23 November 2026`, `11/23`.

A calendar puzzle has cells for months, for days and sometimes for weekdays; a date is turned into the labels of these
cells.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

from satpuzzle.errors import PuzzleError

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

TODAY = "today"
_FROM_TODAY = {TODAY: 0, "tomorrow": 1, "yesterday": -1}
_ISO = r"(\d{4})-(\d{1,2})-(\d{1,2})"  # 2026-11-23
_DOTS = r"(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?"  # 23.11. or 23.11.2026
_SLASH = r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?"  # 11/23 or 23/11
_ORDINAL = r"(\d{1,2})(?:st|nd|rd|th|\.)"  # 23rd
_LEAST = 3  # shortest abbreviation of a month or a weekday


def words(text: str, today: Callable[[], date] = date.today) -> list[str]:
    """Return the words of a date in full: `Nov 23` and `23.11.` become `November`, `23`.

    A date with a year gets its weekday: `2026-11-23` becomes `November`, `23`, `Monday`.  Words that do not belong to a
    date are kept.  Raises PuzzleError for a date that does not exist or is ambiguous, such as `3/4`.
    """
    line = " ".join(text.replace(",", " ").split())
    if (days := _FROM_TODAY.get(line.lower())) is not None:
        return _of(today() + timedelta(days))
    if found := re.fullmatch(_ISO, line):
        return _numbered(line, int(found[2]), int(found[3]), int(found[1]))
    if found := re.fullmatch(_DOTS, line):
        return _numbered(line, int(found[2]), int(found[1]), _year(found[3]))
    if found := re.fullmatch(_SLASH, line):
        month, day = int(found[1]), int(found[2])
        if month <= 12 and day <= 12 and month != day:
            either = " or ".join(f"{MONTHS[a - 1][:3]} {b}" for a, b in ((month, day), (day, month)))
            raise PuzzleError(f"{line!r} is {either}: write one of these")
        return _numbered(line, *((month, day) if month <= 12 else (day, month)), _year(found[3]))
    return _spelled(line)


def _year(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _spelled(line: str) -> list[str]:
    """Return the words of a date that is not written in numbers alone: `Mon 3rd Nov.` becomes `Monday 3 November`.

    If there is a year, the result is the month, the day and its weekday: `3 Nov 2026` becomes `November 3 Tuesday`.
    """
    found = [_word(word) for word in line.split()]
    years = [word for word in found if re.fullmatch(r"\d{4}", word)]
    months = [word for word in found if word in MONTHS]
    days = [word for word in found if re.fullmatch(r"\d{1,2}", word)]
    if not (years and months and days):
        return found
    return _numbered(line, MONTHS.index(months[0]) + 1, int(days[0]), int(years[0]))


def _word(word: str) -> str:
    if ordinal := re.fullmatch(_ORDINAL, word):
        return ordinal[1]
    if word.isdecimal() and len(word) == 2:
        return word.lstrip("0")
    begins = word.rstrip(".").lower()
    named = [name for name in (*MONTHS, *WEEKDAYS) if name.lower().startswith(begins)]
    return named[0] if len(begins) >= _LEAST and len(named) == 1 else word


def _numbered(line: str, month: int, day: int, year: int | None) -> list[str]:
    try:
        return _of(date(year or 2000, month, day))[: None if year else 2]  # 2000 is a leap year, so Feb 29 is allowed
    except ValueError:
        raise PuzzleError(f"{line!r} is no date") from None


def _of(day: date) -> list[str]:
    return [MONTHS[day.month - 1], str(day.day), WEEKDAYS[day.weekday()]]
