"""A question is an object: its function, its command and its help have the same rows."""

import ast
import inspect
from inspect import Parameter, cleandoc, signature
from textwrap import dedent
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle import PuzzleError, tilings
from satpuzzle.cli.app import KINDS, command_of
from satpuzzle.cli.guide import names
from satpuzzle.clock import Clock
from satpuzzle.questions.best import BestQuestion
from satpuzzle.questions.boards import ExplainEachQuestion
from satpuzzle.questions.challenge import ChallengeQuestion
from satpuzzle.questions.divide import DivideQuestion
from satpuzzle.questions.explain import ExplainQuestion
from satpuzzle.questions.family import MembersQuestion, count_members
from satpuzzle.questions.forecast import EstimateQuestion
from satpuzzle.questions.hint import HintQuestion, PossibleQuestion
from satpuzzle.questions.hints import HintsQuestion
from satpuzzle.questions.packings import DiagramQuestion, OddsQuestion, SampleQuestion
from satpuzzle.questions.question import Asking, Context
from satpuzzle.questions.rate import RateQuestion
from satpuzzle.questions.sets import ChooseQuestion
from satpuzzle.questions.smallest import SmallestQuestion
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.common import CommonQuestion
from satpuzzle.questions.tilings.rectangles import RectanglesQuestion
from satpuzzle.questions.tilings.strips import StripQuestion, StripsQuestion
from satpuzzle.questions.tilings.table import TableQuestion
from satpuzzle.questions.tilings.together import TogetherQuestion
from satpuzzle.questions.unique import UniqueQuestion
from satpuzzle.rows import rows

# The function of each kind of question, and what it takes by its place.
ASKED: dict[Any, tuple[Any, str]] = {
    PlaneQuestion: (tilings.plane, "pieces"),
    RectanglesQuestion: (tilings.rectangles, "pieces up_to"),
    StripQuestion: (tilings.strip, "pieces width"),
    StripsQuestion: (tilings.strips, "pieces widths"),
    TableQuestion: (tilings.table, "pieces sizes"),
    CommonQuestion: (tilings.common, "pieces"),
    TogetherQuestion: (tilings.together, "pieces"),
    BestQuestion: (sp.best, "puzzle backend"),
    SmallestQuestion: (sp.smallest, "puzzle family backend"),
    DiagramQuestion: (sp.diagram, "puzzle"),
    UniqueQuestion: (sp.unique, "puzzle backend"),
    ExplainQuestion: (sp.explain, "puzzle backend"),
    ExplainEachQuestion: (sp.explain_each, "boards backend"),
    RateQuestion: (sp.rate, "puzzle given"),
    ChallengeQuestion: (sp.challenge, "puzzle number given"),
    HintQuestion: (sp.hint, "puzzle given backend"),
    PossibleQuestion: (sp.possible, "puzzle given backend"),
    HintsQuestion: (sp.hints, "puzzle solution backend"),
    ChooseQuestion: (sp.choose, "pool boards"),
    DivideQuestion: (sp.divide, "pool boards into"),
    EstimateQuestion: (sp.estimate, "subject backend"),
    MembersQuestion: (count_members, "family backend encoding strategy"),
}
BY_COMMANDS = (OddsQuestion, SampleQuestion)  # which functions of `diagram` answer, too
OWN = ["time_limit", "clock", "watch"]


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_a_function_has_the_rows_of_its_question(kind: Any) -> None:
    function, places = ASKED[kind]
    parameters = signature(function).parameters
    assert {*rows(kind)} <= {*parameters}
    assert [*parameters][-3:] == OWN
    assert [name for name, one in parameters.items() if one.kind is Parameter.POSITIONAL_OR_KEYWORD] == places.split()
    assert {name: one.default for name, one in parameters.items() if one.default is not Parameter.empty} == {
        name: getattr(kind, name) for name in parameters if hasattr(kind, name)
    }
    for name, (_, _, row) in rows(kind).items():
        assert f"- `{name}`: {row.says}" in function.__doc__
    assert cleandoc(kind.__doc__) in function.__doc__ and cleandoc(kind.ask.__doc__) in function.__doc__
    assert all(f"`{name}`" in function.__doc__ for name in parameters)


@pytest.mark.parametrize("kind", [*ASKED, *BY_COMMANDS], ids=lambda kind: kind.__name__)
def test_a_question_reads_each_of_its_rows(kind: Any) -> None:
    read = {"time_limit"}  # by `Asking`
    for one in kind.__mro__[:-1]:
        tree = ast.parse(dedent(inspect.getsource(one)))
        read |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert {*rows(kind)} <= read


def test_an_unknown_keyword_and_a_value_out_of_range_are_refused() -> None:
    keywords: dict[str, Any] = {"copis": 3}
    with pytest.raises(TypeError, match=r"plane\(\) has no parameter copis \(did you mean copies\?\): choose from pie"):
        tilings.plane("**", **keywords)
    with pytest.raises(PuzzleError, match="copies 0: allowed are integers from 1 to 100"):
        tilings.plane("**", copies=0)
    with pytest.raises(PuzzleError, match="classes: not allowed with certificates"):
        tilings.strip("**", 2, classes=True, certificates="folder")
    with pytest.raises(TypeError, match="up_to"):
        tilings.rectangles("**")  # type: ignore[call-arg]


def test_the_context_has_the_clock_and_hears_what_is_done() -> None:
    heard = list[str]()
    assert tilings.plane(["**", "***"], watch=heard.append).final
    assert heard[0] == "0 of 2, A: orbits 1" and any(said.startswith("1 of 2, ") for said in heard)
    clock = Clock()
    clock.stop()
    assert not PlaneQuestion("***/*.*/***").ask(Context(clock)).final
    assert Asking.__dataclass_fields__.keys() == {*OWN}


@pytest.mark.parametrize("name", names())
def test_a_command_has_the_rows_of_its_question(name: str) -> None:
    command_of(name)
    asked = [kind for kind in KINDS[name].__mro__ if kind in (*ASKED, *BY_COMMANDS)]
    assert asked or name in WITHOUT
    for kind in asked:
        assert rows(kind).keys() <= rows(KINDS[name]).keys()


# Commands that ask no question that is an object: they list, write, check, or count.
WITHOUT = {
    *("list", "show", "solve", "count", "assemble", "draw", "sheet", "studio", "view", "pieces", "convert", "journal"),
    *("compare", "export", "certify", "verify", "doctor", "mcp", "tile strip"),
}
