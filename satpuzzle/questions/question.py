"""A question is an object: a frozen dataclass whose fields are rows, with a method that answers it.

    @question
    class Plane(Shapes):
        '''Which shapes tile the plane.'''

        copies: int = option(8, "N", HOW, "Periods of at most N copies.", least=1, most=100)

        def ask(self, context: Context = Context()) -> Census: ...

    plane = function(Plane)

The rows are written once: `function` makes the function whose keywords they are, and a command inherits them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from inspect import cleandoc, signature
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, dataclass_transform

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import Rule
from satpuzzle.keywords import refuse_unknown
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.rows import argument, check, common, positional, required, rows
from satpuzzle.settings import TimeLimitRow

# A callback that is called several times with what is being done: a short text, unless the question says otherwise.
Watch = Callable[..., None]
_NAMES = {"Engine": Engine, "Given": Given, "Rule": Rule, "Sequence": Sequence}  # in annotations of `settings`
Found = TypeVar("Found", covariant=True)
Kind = TypeVar("Kind")
Rows = ParamSpec("Rows")


def ignore(*news: object) -> None:
    """Ignore progress; the default callback."""


@dataclass(frozen=True)
class Context:
    """What goes with every question: the clock that stops it, and who is told what is being done.

    `remark` is called with a sentence that stays true, such as the reason why a part of the question is settled.
    """

    clock: Clock = UNLIMITED
    watch: Watch = ignore
    remark: Callable[[str], None] = ignore


ALONE = Context()  # no limit, and nobody is told


@common
class Asking(TimeLimitRow):
    """What functions have besides the rows of a question; a command has its own clock and shows the progress."""

    clock: Clock = field(default=UNLIMITED, kw_only=True)
    watch: Watch = field(default=ignore, kw_only=True)

    @property
    def context(self) -> Context:
        """The context that these make."""
        return Context(Clock(self.time_limit, within=self.clock).start(), self.watch)


_TOLD = {  # of what is no row
    "clock": "A clock that stops it; several calls may share one.",
    "watch": "Called several times with what is being done: a short text, unless it is said above what it gets.",
}


@common
class PuzzleRow(Asking):
    """Which puzzle; a command has `SubjectRows` and hands over what it read."""

    puzzle: Puzzle | str | Path = argument("PUZZLE", "A puzzle, its name, or its file.", kw_only=False)


@common
class CoverRow(Asking):
    """Which puzzle or exact cover, for questions that need no geometry."""

    puzzle: Puzzle | ExactCover | str | Path = argument(
        "PUZZLE", "A puzzle, its name, or its file; or an exact cover or its file.", kw_only=False
    )


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(argument, positional, required, field)
)
def question(kind: type[Kind]) -> type[Kind]:
    """Make the class of a question."""
    return dataclass(frozen=True, kw_only=True)(kind)


class Question(Protocol[Found]):
    """An object whose class has rows, those of `Asking` among them."""

    @property
    def context(self) -> Context:
        """The context that the object's own clock, time limit and callback make."""

    def ask(self, context: Context = ALONE) -> Found:
        """Return the answer; if the clock stops, what was found until then."""


def _meant(annotation: Any) -> Any:
    """Return the type that an annotation of a row in `settings` means, which is a text there."""
    return eval(annotation, {**_NAMES}) if isinstance(annotation, str) else annotation


def function(kind: Callable[Rows, Question[Found]], name: str) -> Callable[Rows, Found]:
    """Return the function with this name that answers questions of a kind.

    Its parameters are the rows of the class and those of `Asking`.  It raises PuzzleError for a value that a row does
    not allow, and TypeError for an unknown keyword.
    """

    def asked(*args: Rows.args, **keywords: Rows.kwargs) -> Found:
        refuse_unknown(name, keywords, known)
        found = kind(*args, **keywords)
        check(type(found), found)
        return found.ask(found.context)

    shape, last = signature(kind), {one.name for one in fields(Asking)}
    meant = [one.replace(annotation=_meant(one.annotation)) for one in shape.parameters.values()]
    parameters = sorted(meant, key=lambda one: one.name in last)
    known = [one.name for one in parameters]
    asked.__name__, asked.__qualname__, asked.__module__ = name, name, kind.__module__
    found = signature(kind.ask).return_annotation  # type: ignore[attr-defined]
    asked.__signature__ = shape.replace(parameters=parameters, return_annotation=found)  # type: ignore[attr-defined]
    told = {one: row.says for one, (_, _, row) in rows(kind).items()} | _TOLD  # type: ignore[arg-type]
    says = [f"- `{one}`: {told[one]}" for one in known if one in told]
    texts = [cleandoc(text or "") for text in (kind.__doc__, kind.ask.__doc__)]  # type: ignore[attr-defined]
    asked.__doc__ = "\n\n".join([*texts, "\n".join(says)])
    return asked
