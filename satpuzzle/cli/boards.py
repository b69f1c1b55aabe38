"""Answers for all of many boards, for `explain`: a line for each, and how many there are of each answer."""

import csv
from collections import Counter
from typing import NoReturn

import typer

from satpuzzle.cli.asking import asking, by_the_word_of, posed
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.describe import numbered
from satpuzzle.questions.boards import ExplainEachQuestion, Explained, why
from satpuzzle.questions.explain import VERDICTS
from satpuzzle.questions.many import Many
from satpuzzle.questions.question import Context
from satpuzzle.rows import CSV, JSON, NDJSON, TEXT
from satpuzzle.settings import RunRows
from satpuzzle.structured import as_json

_COLUMNS = ("puzzle", "verdict", "by", "reason")
_WHY = {Status.TIME_LIMIT: "the time limit was reached", Status.INTERRUPTED: "it was interrupted"}


def every_board(asked: RunRows, boards: Many) -> NoReturn:
    """Write an answer for each board of a file or member of a family, and end the command.

    Raises PuzzleError if an option was given that is only for one board.
    """
    why_not = "allowed for one board, not for all; choose one with --member"
    every = posed(ExplainEachQuestion, asked, besides=("puzzle", "rule"), why=why_not, boards=boards)
    clock, found, listed = Clock(asked.time_limit).start(), Counter[str](), []
    with asking(asked, clock) as shown, open_output(asked.output, streamed=True) as out:
        table, terminal = csv.writer(out, lineterminator="\n"), out.isatty()

        def watch(news: str) -> None:  # before a board that may take long
            out.flush()
            shown.tell(news)

        if asked.format == CSV:
            table.writerow(_COLUMNS)
        for one in every.ask(Context(clock, watch)):
            found[one.verdict] += 1
            by, text = why(one)
            words = by_the_word_of(one, asked.backend) if one.exhaustive else {}
            text += "".join(f", by the word of {word}, unproved" for word in words.values())
            if terminal:
                shown.clear()
            if asked.format == TEXT:
                out.write(": ".join(filter(None, (one.name, one.verdict, text))) + "\n")
            elif asked.format == NDJSON:
                out.write(as_json(one.as_dict() | words) + "\n")
            elif asked.format == CSV:
                table.writerow((one.name, one.verdict, by, text))
            else:
                listed.append(one.as_dict() | words)
        numbers = {verdict: found[verdict] for verdict in VERDICTS}
        if asked.format == JSON:
            out.write(as_json(Explained(asked.puzzle, listed, **numbers).as_dict()) + "\n")
        elif asked.format == TEXT and not asked.quiet:
            parts = ", ".join(f"{many} {verdict}" for verdict, many in numbers.items() if many)
            so_far = f"; not final, {_WHY[clock.status]}" if found["undecided"] and clock.status in _WHY else ""
            out.write(f"{numbered(len(boards), 'board')}: {parts}{so_far}\n")
    raise typer.Exit(LIMIT if found["undecided"] else OK)
