"""A question is an object: its function, its command and its help have the same rows."""

from inspect import Parameter, signature
from typing import Any

import pytest

from satpuzzle import PuzzleError, tilings
from satpuzzle.cli.app import KINDS, command_of
from satpuzzle.cli.guide import names
from satpuzzle.clock import Clock
from satpuzzle.questions.question import Asking, Context
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.common import CommonQuestion
from satpuzzle.questions.tilings.rectangles import RectanglesQuestion
from satpuzzle.questions.tilings.strips import StripQuestion, StripsQuestion
from satpuzzle.questions.tilings.together import TogetherQuestion
from satpuzzle.rows import rows

ASKED: dict[Any, Any] = {
    PlaneQuestion: tilings.plane,
    RectanglesQuestion: tilings.rectangles,
    StripQuestion: tilings.strip,
    StripsQuestion: tilings.strips,
    CommonQuestion: tilings.common,
    TogetherQuestion: tilings.together,
}
OWN = ["time_limit", "clock", "watch"]


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_a_function_has_the_rows_of_its_question(kind: Any) -> None:
    function = ASKED[kind]
    parameters = signature(function).parameters
    assert {*parameters} - {*OWN} == {*rows(kind)} - {"time_limit"}
    assert [*parameters][-3:] == OWN
    assert {name: one.default for name, one in parameters.items() if one.default is not Parameter.empty} == {
        name: getattr(kind, name) for name in parameters if hasattr(kind, name)
    }
    for name, (_, _, row) in rows(kind).items():
        assert f"- `{name}`: {row.says}" in function.__doc__
    assert function.__name__ in tilings.__all__ and signature(function).return_annotation.__name__ in tilings.__all__


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


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("tile ")])
def test_a_command_has_the_rows_of_its_question(name: str) -> None:
    command_of(name)
    asked = [kind for kind in KINDS[name].__mro__ if kind in ASKED]
    assert asked or name == "tile strip"
    for kind in asked:
        assert rows(kind).keys() <= rows(KINDS[name]).keys()
