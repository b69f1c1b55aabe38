"""The rules that a puzzle may have, one module each; a module has the name of its rule.

A rule is written as text in a puzzle file: `rules = ["no crossroads", "at border: all"]`.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.rules._base import Ground as Ground
from satpuzzle.puzzle.rules._base import Items as Items
from satpuzzle.puzzle.rules._base import Placed as Placed
from satpuzzle.puzzle.rules._base import Rule as Rule
from satpuzzle.puzzle.rules._own import Judging as Judging
from satpuzzle.puzzle.rules._own import Own as Own

_MODULES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))


def module_of(word: str) -> str:
    """Return the name of the modules that have a rule with this word, here and for checkers (`proofs/check/rules`)."""
    return "_".join(word.replace("-", " ").split())


@cache
def _kind(module: str) -> type[Rule]:
    found: type[Rule] = import_module(f"satpuzzle.puzzle.rules.{module}").rule
    return found


def kinds() -> list[type[Rule]]:
    """Return the kinds of rules, in alphabetical order."""
    return [_kind(module) for module in _MODULES]


def rule_of(said: object) -> Rule:
    """Return the rule that a text says, or the one of a function that judges packings; a Rule is returned as it is.

    Raises PuzzleError for anything else.
    """
    if isinstance(said, Rule):
        return said
    if callable(said):
        return Own(said)
    if not isinstance(said, str):
        raise PuzzleError(f'rules has {said!r}, allowed are texts such as "no crossroads"')
    word, _, text = (part.strip() for part in said.partition(":"))
    module = module_of(word)
    if module not in _MODULES or word != _kind(module).word:
        words = ", ".join(kind.word for kind in kinds())
        raise PuzzleError(f'rules has "{said}": choose from {words}')
    return _kind(module).of(text)


def rules_of(said: Iterable[object]) -> tuple[Rule, ...]:
    """Return the rules that texts say, each once, ordered by their words.  Raises PuzzleError as `rule_of` does."""
    return tuple(sorted(dict.fromkeys(map(rule_of, said)), key=lambda rule: rule.word))
