"""What the page need not read, it does not: three.js is there once something is shown in space."""

from pathlib import Path
from typing import Any

from studio import Studio

from satpuzzle.puzzle.formats.link import pack

THERE = "typeof THREE !== 'undefined'"
DOMINOES = {"grid": "square", "box": [4, 2], "pieces": [{"name": "I", "cells": "**", "count": 4}]}


def test_a_flat_puzzle_never_reads_the_library_for_views_in_space(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, pack({"puzzle": DOMINOES}), in_space=True)
    for mode in ("draw", "play", "solve"):
        visitor.mode(mode)
    visitor.solve()
    assert visitor.counts()["raw"] == 5 and not visitor.page.evaluate(THERE)
    visitor.page.click("[data-key=solid]")
    visitor.until("document.querySelector('#space canvas')?.dataset.figures === '4'")
    assert visitor.page.evaluate(THERE)
    visitor.close()


def test_a_box_is_shown_around_its_pieces_and_counts_as_none(studio_browser: Any, studio_path: Path) -> None:
    box = {
        "board": "###\n###\n###\n\n###\n#*#\n###\n\n###\n#*#\n###",
        "pieces": [{"name": "A", "cells": "*", "count": 2}],
    }
    visitor = Studio(studio_browser, studio_path, pack({"puzzle": box}), in_space=True)
    visitor.solve()
    visitor.until("document.querySelector('#space canvas')?.dataset.figures === '3'")
    visitor.until("document.querySelector('#space canvas').ariaLabel.includes('2 of 2 pieces')")
    assert not visitor.complaints
    visitor.close()
