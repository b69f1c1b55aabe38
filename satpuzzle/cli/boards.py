"""Answers for all boards of a file, for `explain`: a line for each, and how many there are of each answer."""

import csv
from collections import Counter
from dataclasses import replace
from typing import NoReturn

import typer

from satpuzzle.cli.asking import asking, by_the_word_of, posed
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.puzzle.formats.boards import load_boards
from satpuzzle.puzzle.rules import rules_of
from satpuzzle.questions.boards import ExplainEachQuestion, Explained, why
from satpuzzle.questions.explain import VERDICTS
from satpuzzle.questions.question import Context
from satpuzzle.rows import CSV, JSON, NDJSON, TEXT
from satpuzzle.settings import RunRows
from satpuzzle.structured import as_json

_COLUMNS = ("puzzle", "verdict", "by", "reason")


def every_board(asked: RunRows) -> NoReturn:
    """Write an answer for each board of a file, and end the command.

    Raises PuzzleError if the file is invalid, or if an option was given that is only for one board.
    """
    why_not = "allowed for one board of a file, not for all; choose one with --member"
    boards = replace(load_boards(asked.puzzle), rules=rules_of(asked.rule or ()))
    every = posed(ExplainEachQuestion, asked, besides=("puzzle", "rule"), why=why_not, boards=boards)
    clock, found, listed = Clock(asked.time_limit).start(), Counter[str](), []
    with asking(asked, clock) as shown, open_output(asked.output, streamed=True) as out:
        table = csv.writer(out, lineterminator="\n")
        if asked.format == CSV:
            table.writerow(_COLUMNS)
        for one in every.ask(Context(clock, shown.tell)):
            found[one.verdict] += 1
            by, text = why(one)
            words = by_the_word_of(one, asked.backend)
            text += "".join(f", by the word of {word}, unproved" for word in words.values())
            facts = one.as_dict() | words
            if out.isatty():
                shown.clear()
            if asked.format == TEXT:
                out.write(": ".join(filter(None, (one.puzzle.name, one.verdict, text))) + "\n")
            elif asked.format == NDJSON:
                out.write(as_json(facts) + "\n")
            elif asked.format == CSV:
                table.writerow((one.puzzle.name, one.verdict, by, text))
            else:
                listed.append(facts)
            out.flush()
        numbers = {verdict: found[verdict] for verdict in VERDICTS}
        if asked.format == JSON:
            out.write(as_json(Explained(asked.puzzle, listed, **numbers).as_dict()) + "\n")
        elif asked.format == TEXT and not asked.quiet:
            parts = ", ".join(f"{many} {verdict}" for verdict, many in numbers.items() if many)
            out.write(f"{numbered(len(boards), 'board')}: {parts}\n")
    raise typer.Exit(LIMIT if found["undecided"] else OK)
