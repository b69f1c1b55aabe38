"""Facts: what an answer is as plain data.

A fact is a row: its name, the JSON Schema of its value, a sentence.  `Answer.as_dict` and the schemas in `docs/schema`
are made from the rows of an answer's class.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from satpuzzle.structured import SCHEMA

Kind = dict[str, Any]  # a JSON Schema
TEXT: Kind = {"type": "string"}
TRUTH: Kind = {"type": "boolean"}
INTEGER: Kind = {"type": "integer"}
NUMBER: Kind = {"type": "number"}
COUNT: Kind = {"type": "integer", "minimum": 0}
CELLS: Kind = {"type": "array", "items": {"type": "array", "items": INTEGER}}


@dataclass(frozen=True)
class Fact:
    """A row; `of` gets the value from the answer, by default the attribute of this name."""

    name: str
    kind: Kind
    says: str = ""
    of: Callable[[Any], Any] | None = None

    def value(self, answer: Any) -> Any:
        """Return the value for an answer."""
        return getattr(answer, self.name) if self.of is None else self.of(answer)

    @property
    def schema(self) -> Kind:
        """The schema of the value, with the sentence."""
        return self.kind | ({"description": self.says} if self.says else {})


def one_of(*values: str) -> Kind:
    """Return the schema of one of these texts."""
    return {"enum": [*values]}


def shared(name: str) -> Kind:
    """Return the schema with this name in `common.json`."""
    return {"$ref": f"common.json#/$defs/{name}"}


def maybe(kind: Kind) -> Kind:
    """Return the schema of a value or null."""
    return kind | {"type": [kind["type"], "null"]} if "type" in kind else {"anyOf": [kind, {"type": "null"}]}


def every(kind: Kind) -> Kind:
    """Return the schema of an array of values."""
    return {"type": "array", "items": kind}


def by_name(kind: Kind) -> Kind:
    """Return the schema of an object with any keys."""
    return {"type": "object", "additionalProperties": kind}


def having(*facts: Fact, rather: Iterable[Fact] = ()) -> Kind:
    """Return the schema of an object with these facts; it may also have others `rather`."""
    return {
        "type": "object",
        "properties": {one.name: one.schema for one in (*facts, *rather)},
        "required": [one.name for one in facts],
    }


class Told:
    """What is plain data by its facts."""

    facts: ClassVar[tuple[Fact, ...]]

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {fact.name: fact.value(self) for fact in self.facts}


PLACED = having(Fact("piece", TEXT), Fact("cells", CELLS))
PUZZLE = Fact("puzzle", TEXT, of=lambda answer: answer.puzzle.name)
PACKING, SOLUTION, ANY_PACKING = shared("packing"), shared("solution"), maybe(shared("solution"))


def packing_of(name: str, says: str = "") -> Fact:
    """Return the fact of an attribute that is a packing or None."""

    def of(answer: Any) -> Any:
        packing = getattr(answer, name)
        return packing and packing.as_list()

    return Fact(name, ANY_PACKING, says, of)


def pieces_of(names: Callable[[Any], list[str]], grid: Callable[[Any], Any]) -> list[Fact]:
    """Return the facts of what an answer is about shapes on a grid."""
    return [Fact("pieces", every(TEXT), of=names), Fact("grid", TEXT, of=lambda answer: grid(answer).name)]


def word_for(claim: str) -> Fact:
    """Return the fact that a claim holds by the word of a program."""
    about = f"a backend that is a command: the program by whose word {claim}, without a proof"
    return Fact("by_the_word_of", TEXT, about)


def schema_of(facts: Iterable[Fact], claim: str | None) -> Kind:
    """Return the schema of what a command prints as JSON, perhaps with a claim that may hold by a program's word."""
    first = Fact("schema", {"const": SCHEMA}, "the version of these schemas")
    return having(first, *facts, rather=() if claim is None else [word_for(claim)])
