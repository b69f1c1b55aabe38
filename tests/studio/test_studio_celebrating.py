"""A puzzle that the user has solved bursts and comes together again, once."""

import pytest
from studio import Studio

_WATCH = """
window.bursts = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.bursts++; return animate.apply(this, how); };
"""


def solved(studio: Studio, reduced_motion: str = "no-preference") -> int:
    """Finish a puzzle of four pieces; return how many pieces moved then."""
    studio.context.add_init_script(_WATCH)
    studio.load()
    studio.page.emulate_media(reduced_motion=reduced_motion)
    said = '{"grid": "square", "box": [4, 2], "pieces": [{"name": "I", "cells": "**", "count": 4}]}'
    studio.open_file("four.json", said)
    studio.mode("play")
    studio.hints(4)
    studio.until_finish("Solved")
    studio.until("document.getElementById('stage').classList.contains('solved') || window.bursts > 0")
    many: int = studio.page.evaluate("window.bursts")
    return many


@pytest.mark.full
def test_each_piece_moves_once(visitor: Studio) -> None:
    assert solved(visitor) == 4
    visitor.mode("solve")
    visitor.mode("play")
    visitor.until_finish("Solved")
    assert visitor.page.evaluate("window.bursts") == 4


def test_nothing_moves_for_who_wants_no_motion(visitor: Studio) -> None:
    assert solved(visitor, reduced_motion="reduce") == 0
