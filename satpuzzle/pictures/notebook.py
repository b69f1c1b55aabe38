"""The display of each kind of object in notebooks, for `satpuzzle.display`."""

from functools import singledispatch
from html import escape

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.motion.assembly import Assembly
from satpuzzle.pictures.markup import allowed
from satpuzzle.pictures.matrix import matrix
from satpuzzle.pictures.overview import overview
from satpuzzle.pictures.sheet import draw
from satpuzzle.pictures.unpacking import strip
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.report import verdict
from satpuzzle.search.run import Search
from satpuzzle.solutions.solution import Solution, Solutions

MOST = 48  # solutions on a sheet


@singledispatch
def svg(shown: object) -> str | None:
    """Return the picture of an object as SVG, None if it has none."""
    raise NotImplementedError(type(shown).__name__)


@svg.register
def _(shown: Solution) -> str | None:
    return draw(shown).svg


@svg.register
def _(shown: Solutions) -> str | None:
    return draw(shown[:MOST]).svg if shown else None


@svg.register
def _(shown: Puzzle) -> str | None:
    picture = overview(shown)
    return None if picture is None else picture.svg


@svg.register
def _(shown: Assembly) -> str | None:
    return None if shown.solution is None else strip(shown, shown.solution).svg


@svg.register
def _(shown: ExactCover) -> str | None:
    return matrix(shown).svg


@singledispatch
def html(shown: object) -> str:
    """Return a report on an object such as a run, in its present state, as HTML."""
    raise NotImplementedError(type(shown).__name__)


@html.register
def _(shown: Search) -> str:
    return f"<div><strong>{_escaped(shown.config)}</strong><pre>{_escaped(verdict(shown))}</pre></div>"


def _escaped(text: object) -> str:
    return escape(allowed(str(text)))
