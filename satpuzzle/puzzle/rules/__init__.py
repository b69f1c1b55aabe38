"""The rules that a puzzle may have: files in the folder `rules/` (`_rows.py`), and modules here, named as their rules.

A rule is written as text in a puzzle file: `rules = ["no crossroads", "at border: all"]`.  A file of a user's own is
named by its path, `"./no-three.toml"`, or its keys stand there as a table.
"""

import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.rules._base import Ground as Ground
from satpuzzle.puzzle.rules._base import Items as Items
from satpuzzle.puzzle.rules._base import Placed as Placed
from satpuzzle.puzzle.rules._base import Rule as Rule
from satpuzzle.puzzle.rules._own import Judging as Judging
from satpuzzle.puzzle.rules._own import Own as Own

if TYPE_CHECKING:  # many puzzles have no rules
    from satpuzzle.puzzle.rules._written import Written

_MODULES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))
_FILE = re.compile(r"((?:[A-Za-z]:)?[^:]*\.toml)\s*(?::(.*))?")  # a path, perhaps with a drive, and what follows it
SAID = "said"  # the key, in a table of a rule, of what would stand behind the colon


def module_of(word: str) -> str:
    """Return the name of the modules that have a rule with this word, here and for checkers (`proofs/check/rules`)."""
    return "_".join(word.replace("-", " ").split())


@cache
def _kind(word: str) -> "type[Rule] | Written | None":
    """Return the kind of the bundled rules with a word, None if there is none."""
    module = module_of(word)
    if (name := module.replace("_", "-")) in data.files("rules"):
        found: Any = _bundled(name)
    elif module in _MODULES:
        found = import_module(f"{__name__}.{module}").rule
    else:
        return None
    return found if found.word == word else None


@cache
def _bundled(name: str) -> "Written":
    from satpuzzle.puzzle.rules._written import load

    return load(data.files("rules")[name], True)


def kinds() -> "list[type[Rule] | Written]":
    """Return the kinds of rules, in alphabetical order."""
    modules = [import_module(f"{__name__}.{module}").rule for module in _MODULES]
    return sorted([*modules, *map(_bundled, data.files("rules"))], key=lambda kind: str(kind.word))


def rule_of(said: object, beside: Path | None = Path()) -> Rule:
    """Return the rule that a text or a table says, or the one of a function; a Rule is returned as it is.

    The path of a file may begin at `beside`; if that is None, no file is opened.  Raises PuzzleError for anything else.
    """
    if isinstance(said, Rule):
        return said
    if callable(said):
        return Own(said)
    if isinstance(said, dict):
        text = said.get(SAID, "")
        if not isinstance(text, str):
            raise PuzzleError(f"rules: {SAID} is {shown(text)}, allowed is text")
        from satpuzzle.puzzle.rules._written import of_table

        where = ": ".join(["rules", *(title for title in [said.get("title")] if isinstance(title, str))])
        return _of(_own(of_table({key: value for key, value in said.items() if key != SAID}, where)), text)
    if not isinstance(said, str):
        raise PuzzleError(f'rules has {said!r}, allowed are texts such as "no crossroads"')
    if file := _FILE.fullmatch(said.strip()):
        return _of(_own(_read(file[1], said, beside)), (file[2] or "").strip())
    word, _, text = (part.strip() for part in said.partition(":"))
    if (kind := _kind(word)) is None:
        words = ", ".join(str(kind.word) for kind in kinds())
        raise PuzzleError(f'rules has "{said}": choose from {words}, or the path of a file.toml')
    return kind.of(text) if isinstance(kind, type) else _of(kind, text)


def _of(written: "Written", text: str) -> Rule:
    from satpuzzle.puzzle.rules._rows import of

    return of(written, text)


def _read(name: str, said: str, beside: Path | None) -> "Written":
    if beside is None:
        raise PuzzleError(f'rules has "{said}": not allowed here, where no file is opened; give its keys as a table')
    if not (beside / name).is_file():
        raise PuzzleError(f'rules has "{said}": there is no such file')
    from satpuzzle.puzzle.rules._written import load

    return load(beside / name)


def _own(written: "Written") -> "Written":
    """Return a rule of a user; raises PuzzleError if a bundled one has its title."""
    if _kind(written.word) is not None:
        raise PuzzleError(f'rules: title is "{written.word}", which a bundled rule has')
    return written


def rules_of(said: Iterable[object], beside: Path | None = Path()) -> tuple[Rule, ...]:
    """Return the rules that texts say, each once, ordered by their words.  Raises PuzzleError as `rule_of` does."""
    return tuple(sorted(dict.fromkeys(rule_of(each, beside) for each in said), key=lambda rule: rule.word))


def written_as(rule: Rule) -> str | dict[str, Any]:
    """Return what a puzzle file says of a rule: its text, or the keys of a rule that is not bundled."""
    written = rule.written
    if written is None or written.bundled:
        return str(rule)
    return written.content | ({SAID: rule.text} if rule.text else {})


def names_file(said: object) -> bool:
    """Tell whether what a puzzle file says of a rule is the path of a file."""
    return isinstance(said, str) and _FILE.fullmatch(said.strip()) is not None
