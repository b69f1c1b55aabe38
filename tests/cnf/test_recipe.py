from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.cnf.recipe import CHOICES, Recipe, load_recipe
from satpuzzle.data import files, folder


@pytest.mark.parametrize("name", files("encodings"))
def test_every_bundled_recipe_can_be_loaded(name: str) -> None:
    recipe = load_recipe(name)
    assert recipe.name == name
    assert recipe.description
    assert all(word in CHOICES[key] for key, word in asdict(recipe).items() if key in CHOICES)


def test_there_is_a_recipe_for_every_word() -> None:
    recipes = [load_recipe(name) for name in files("encodings")]
    for key, words in CHOICES.items():
        assert {getattr(recipe, key) for recipe in recipes} == set(words)


def test_the_folder_of_encodings_holds_no_python() -> None:
    # As a package it would shadow the encodings of the standard library, and Python would not start.
    assert {path.suffix for path in folder("encodings").iterdir()} <= {".toml", ".md"}
    assert not list(folder("encodings").rglob("*.py*"))


def test_every_choice_is_a_field_of_the_recipe_whose_default_is_allowed() -> None:
    default = asdict(Recipe("default"))
    assert set(CHOICES) == set(default) - {"name", "description", "most_clauses"}
    assert all(default[key] in words for key, words in CHOICES.items())


def test_a_recipe_may_say_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('at_least_one = "pieces"')
    assert load_recipe(str(file)) == Recipe("mine", at_least_one="pieces")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            'at_most_one = "lader"',
            'at_most_one = "lader": choose from bimander, bitwise, commander, ladder, native, pairwise, product,'
            " sequential, or a .py file",
        ),
        (
            'cardinality = "totaliser"',
            'cardinality = "totaliser": choose from labelled, native, sequential, totalizer, or a .py file',
        ),
        ('at_least_one = "cells"', 'at_least_one = "cells": choose from all, pieces'),
        ('blocking = ""', 'blocking = "": choose from chosen, all'),
        ("blocking = 3", "blocking = 3: choose from chosen, all"),
        ("description = 3", "description = 3: allowed is text"),
        (
            'at_least = "all"',
            'unknown key "at_least": choose from at_least_one, at_most_one, blocking, cardinality, colours,'
            " constraints, decisions, description, most_clauses",
        ),
        (
            'name = "mine"',
            'unknown key "name": choose from at_least_one, at_most_one, blocking, cardinality, colours,'
            " constraints, decisions, description, most_clauses",
        ),
        ("[blocking]", "blocking = {}: choose from chosen, all"),
    ],
)
def test_a_recipe_with_a_wrong_word_is_refused_in_one_line_that_lists_what_is_allowed(
    tmp_path: Path, text: str, complaint: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(sp.PuzzleError) as error:
        load_recipe(str(file))
    assert str(error.value) == f"{file}: {complaint}"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"at_most_one": "./my.py"}, 'at_most_one = "./my.py": choose from bimander, bitwise, '),
        *(({key: value}, f"{key} = ") for key in CHOICES for value in ("", None, 3, ["all"])),
        ({"most_clauses": 0}, "most_clauses = 0: allowed are integers from 1"),
        ({"most_clauses": "many"}, 'most_clauses = "many": allowed are integers from 1'),
        ({"most_clauses": True}, "most_clauses = true: allowed are integers from 1"),
        ({"description": None}, "description = null: allowed is text"),
    ],
)
def test_a_recipe_made_in_python_is_refused_when_it_is_made(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(sp.PuzzleError) as error:
        Recipe("mine", **wrong)
    assert str(error.value).startswith(f"encoding mine: {complaint}")
    with pytest.raises(sp.PuzzleError):
        replace(Recipe("mine"), **wrong)


@pytest.mark.parametrize("content", [b"at_most_one", b"\xff\xfe", b'a = "\x00"'])
def test_a_file_that_is_no_toml_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(sp.PuzzleError) as error:
        load_recipe(str(file))
    assert str(error.value).startswith(f"{file}: ")
    assert "\n" not in str(error.value)


def test_a_recipe_that_is_not_there_is_refused_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(sp.PuzzleError) as error:
        load_recipe("defalt")
    assert str(error.value).startswith(
        "encoding defalt (did you mean default?): choose from auto, activity, bimander, "
    )
    assert str(error.value).endswith("totalizer, or a .toml file")
    missing = tmp_path / "missing.toml"
    with pytest.raises(sp.PuzzleError, match=r"missing\.toml: No such file or directory$"):
        load_recipe(str(missing))
    with pytest.raises(sp.PuzzleError, match=r"is a directory, not a file$"):
        (tmp_path / "folder.toml").mkdir()
        load_recipe(str(tmp_path / "folder.toml"))


def test_a_run_takes_a_recipe_by_its_name_or_by_itself() -> None:
    by_name = sp.solve("galakub", "cadical", encoding="literal")
    by_itself = sp.solve("galakub", "cadical", encoding=Recipe("mine", at_least_one="pieces"))
    assert by_name.config.recipe == load_recipe("literal")
    assert by_itself.config.recipe is not None
    assert by_itself.config.recipe.name == "mine"
    by_size = sp.solve("galakub", "cadical")
    assert by_size.config.recipe is None
    by_size.plan()
    assert by_size.config.recipe == replace(load_recipe("default"), decisions="static")
    assert sp.solve("galakub", "cpsat", encoding="linear").config.recipe == load_recipe("linear")
    assert sp.solve("galakub", "native").config.recipe is None


@pytest.mark.parametrize(
    ("backend", "encoding", "complaint"),
    [
        ("native", "literal", "encoding literal: the backend native takes no encoding, external solvers do$"),
        ("cpsat", "literal", "encoding literal: changes only at_least_one; the backend cpsat uses constraints, dec"),
        ("cadical", "linear", "encoding linear: changes only constraints; the backend cadical uses at_least_one, "),
        (
            "cadical",
            "native",
            "encoding native: the backend cadical has no native cardinality constraints, gluecard, .*, minicard have$",
        ),
        ("clingo", "native", "encoding native: changes only at_most_one, cardinality; the backend clingo uses dec"),
        ("cadical", "nothing", "encoding nothing: choose from auto, activity, "),
    ],
)
def test_an_encoding_without_effect_on_the_backend_is_rejected(backend: str, encoding: str, complaint: str) -> None:
    with pytest.raises(sp.PuzzleError, match=f"^{complaint}"):
        sp.solve("galakub", backend, encoding=encoding)


def test_native_constraints_are_rejected_by_a_backend_without_them_even_if_another_key_has_an_effect() -> None:
    mixed = Recipe("mixed", at_most_one="native", decisions="static")
    with pytest.raises(sp.PuzzleError, match=r"^encoding mixed: the backend clingo has no native cardinality con"):
        sp.solve("galakub", "clingo", encoding=mixed)


def test_solvers_with_native_constraints_use_them_by_default_where_that_pays() -> None:
    for backend, name in (("gluecard", "native"), ("gluecard3", "native"), ("minicard", "default")):
        run = sp.solve("soma", backend)
        run.plan()
        assert run.config.recipe is not None and run.config.recipe.name == name
    assert sp.solve("soma", "minicard", encoding="native").config.recipe == load_recipe("native")


def test_a_recipe_nested_too_deeply_is_refused_in_one_line(tmp_path: Path) -> None:
    deep = tmp_path / "deep.toml"
    deep.write_text("at_most_one = " + "[" * 100_000)
    with pytest.raises(sp.PuzzleError, match=r"deep\.toml: unsupported TOML: nested too deeply$"):
        load_recipe(str(deep))
