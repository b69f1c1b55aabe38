"""Exercises: each has an answer that is right, others are judged by what they say, and Reasoning Gym takes them."""

import sys
from types import ModuleType
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.exercises import COUNT, FILL, NEXT, Exercises, Settings, register


@pytest.mark.parametrize("puzzle", ["pentominoes-5x12", "soma", "iq-triangle"])
def test_each_answer_is_right_and_an_exercise_is_the_same_whenever_it_is_asked_for(puzzle: str) -> None:
    exercises = Exercises(Settings(puzzle=puzzle, place=3, size=6, seed=1))
    every = [*exercises]
    assert len(exercises) == len(every) == 6
    assert [one["metadata"]["kind"] for one in every] == [FILL, NEXT, COUNT] * 2
    assert all(exercises.score_answer(one["answer"], one) == 1 for one in every)
    assert exercises[4] == every[4] and len({one["question"] for one in every}) == 6
    for one in every:
        of = len(sp.load(puzzle).pieces) - len(one["metadata"]["given"])
        assert one["metadata"]["difficulty"]["place"] == of == one["question"].count(":\n") - 2
        assert one["metadata"]["kind"] != COUNT or sp.count(puzzle, given=one["metadata"]["given"]).raw == int(
            one["answer"]
        )


def test_wrong_answers_are_told_apart() -> None:
    exercises = Exercises(Settings(place=4, size=3))
    fill, following, ways = exercises
    given = "\n".join(following["question"].split("\n")[2:7])
    found = "F: 0,0 0,1"
    for entry, answer, said in (
        (fill, None, "the answer: holds no solution"),
        (fill, found, "the answer: solution 1: piece F has 5 cells, you gave 2"),
        (fill, following["answer"], "the answer: solution 1: the cell [2, 2, 0] is not covered"),
        (following, fill["answer"], "I is not where it was given"),
        (following, given, "no piece is added"),
        (fill, "*" * 200_000, "the answer has 200000 characters, allowed are 100000"),
        (ways, "many", f"the number of ways is {ways['answer']}"),
    ):
        assert exercises.judge(answer, entry) == said and exercises.score_answer(answer, entry) == 0


def test_next_pieces_are_right_where_the_only_solution_has_them() -> None:
    exercises, puzzle = Exercises(Settings(place=4, size=1, kinds=(NEXT,))), sp.load("pentominoes-5x12")
    entry = exercises[0]
    given = {piece["piece"]: piece["cells"] for piece in entry["metadata"]["given"]}
    (solution,) = sp.solve(puzzle, given=entry["metadata"]["given"], up_to="raw")
    filled = {tuple(cell) for cells in given.values() for cell in cells}
    judged = {}
    for option in range(len(placements := sp.place(puzzle))):
        ((piece, cells),) = sp.Solution((option,), puzzle, placements).pieces
        if piece.name not in given and not filled & {*map(tuple, cells.tolist())}:
            lines = {**given, piece.name: cells.tolist()}.items()
            answer = "\n".join(f"{name}: " + " ".join(f"{x},{y}" for x, y, _ in each) for name, each in lines)
            judged[option] = exercises.judge(answer, entry)
    right = [option for option, said in judged.items() if not said]
    assert right == [option for option in solution.options if option in judged]
    assert len(right) == 4 < len(judged) and {*judged.values()} == {"", "no solution has all of these pieces"}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"kinds": ("fill", "draw")}, "kinds fill, draw: choose from fill, next, count"),
        ({"place": 0}, "place 0: allowed are integers from 1 on"),
        ({"puzzle": "galakub"}, "galakub: exercises have a board and pieces alone, no count"),
    ],
)
def test_settings_that_are_not_allowed_are_refused_in_one_line(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Exercises(Settings(**settings))
    assert str(error.value) == said


def test_reasoning_gym_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, Any] = {}
    names = ("reasoning_gym", "reasoning_gym.dataset", "reasoning_gym.factory")
    for name in names:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr("satpuzzle.exercises.need", lambda *words: None)
    sys.modules[names[1]].ProceduralDataset = type("ProceduralDataset", (), {})  # type: ignore[attr-defined]
    sys.modules[names[2]].register_dataset = lambda name, *types: known.setdefault(name, types)  # type: ignore[attr-defined]
    register()
    ((name, (made, settings)),) = known.items()
    data = made(settings(size=2, seed=5))
    assert name == "packing" and issubclass(made, sys.modules[names[1]].ProceduralDataset) and len([*data]) == 2
