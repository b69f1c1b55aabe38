"""The types of results, each in one line; `results.py` imports them on first use."""

from satpuzzle.cnf.formula import Formula as Formula
from satpuzzle.cover.classes import Symmetry as Symmetry
from satpuzzle.cover.placements import Placements as Placements
from satpuzzle.measure.compare import Comparison as Comparison
from satpuzzle.motion.assembly import Assembly as Assembly
from satpuzzle.pictures.printed import Picture as Picture
from satpuzzle.questions.animate import Animation as Animation
from satpuzzle.questions.best import Best as Best
from satpuzzle.questions.challenge import Booklet as Booklet
from satpuzzle.questions.challenge import Card as Card
from satpuzzle.questions.divide import Division as Division
from satpuzzle.questions.explain import Explanation as Explanation
from satpuzzle.questions.forecast import Forecast as Forecast
from satpuzzle.questions.hint import Hint as Hint
from satpuzzle.questions.hint import Possible as Possible
from satpuzzle.questions.hints import Hints as Hints
from satpuzzle.questions.option_odds import OptionOdds as OptionOdds
from satpuzzle.questions.packings import Odds as Odds
from satpuzzle.questions.packings import Packings as Packings
from satpuzzle.questions.rate import Rating as Rating
from satpuzzle.questions.sets import ChosenSet as ChosenSet
from satpuzzle.questions.smallest import Smallest as Smallest
from satpuzzle.questions.unique import Uniqueness as Uniqueness
from satpuzzle.search.run import Run as Run
from satpuzzle.solutions.solution import Solutions as Solutions
from satpuzzle.studio.view import View as View

__all__: list[str]
