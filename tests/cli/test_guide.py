"""What the command line says about itself."""

import re
import shlex

import pytest
from commands import complaint, run, said

from satpuzzle.cli.app import KINDS, command_of
from satpuzzle.cli.guide import EXAMPLES, FAMILIES, GREETING, names
from satpuzzle.cli.options import asked_of


def test_alone_it_greets_with_three_things_to_try() -> None:
    assert said(run()) == GREETING
    assert sum(line.startswith("  satpuzzle ") for line in GREETING.splitlines()) == 3


@pytest.mark.parametrize("arguments", [("help",), ("help", "solve"), ("help", "tile"), ("help", "tile", "strip")])
def test_help_is_a_command_too(arguments: tuple[str, ...]) -> None:
    assert said(run(*arguments)) == said(run(*arguments[1:], "--help"))


@pytest.mark.parametrize("name", names())
def test_each_command_has_two_examples_that_are_commands(name: str) -> None:
    assert len(EXAMPLES[name]) == 2
    for example in EXAMPLES[name]:
        words, many = shlex.split(example), len(name.split())
        assert " ".join(words[:many]) == name
        context = command_of(name).make_context(name, words[many:])
        assert asked_of(name, KINDS[name], context.params)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", names())
def test_the_help_shows_at_most_ten_options_and_one_with_all(name: str) -> None:
    text, whole = (said(run(*name.split(), flag)) for flag in ("--help", "--help-all"))
    shown, every = flags(text), flags(whole)
    assert shown <= every
    assert len(shown) <= 10
    assert (shown < every) == ("--help-all" in text)


def flags(help: str) -> set[str]:
    """Return the long flags of the options in a help, but for those of the help itself."""
    found = re.findall(r"^  (?:-\w, )?(--[\w-]+)", help, re.MULTILINE)
    return {*found} - {"--help", "--help-all"}


@pytest.mark.parametrize(
    ("name", "argument", "option"), [("choose", "pentominoes", "board"), ("certify", "soma", "output")]
)
def test_an_option_that_must_be_given_is_asked_for(name: str, argument: str, option: str) -> None:
    told = complaint(run(name, argument))
    assert told == f"{name}: --{option} is missing, as in: satpuzzle {EXAMPLES[name][0]}"


@pytest.mark.full
@pytest.mark.parametrize("name", ["solve", "show", "compare", "verify"])
def test_a_command_alone_shows_how_it_is_used(name: str) -> None:
    assert complaint(run(name)).endswith(f"as in: satpuzzle {EXAMPLES[name][0]}")


def test_a_family_of_commands_names_them() -> None:
    known = list(FAMILIES["tile"])
    assert complaint(run("tile")) == f"tile: {'|'.join(known)} is missing, as in: satpuzzle {EXAMPLES['tile plane'][0]}"
    assert complaint(run("tile", "plan", "x")) == f"tile plan (did you mean plane?): choose from {', '.join(known)}"
    assert re.findall(r"^  (\w+)  +[A-Z]", said(run("tile", "--help")), re.MULTILINE) == known
