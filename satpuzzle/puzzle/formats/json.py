"""JSON, read and written by the standard library; a duplicate key is an error."""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from satpuzzle.errors import PuzzleError


def parse(text: str) -> Any:
    """Return the value of a JSON text.  Raises PuzzleError if the text is invalid."""
    try:
        return json.loads(text, object_pairs_hook=_table)
    except PuzzleError:
        raise
    except RecursionError:
        raise PuzzleError("unsupported JSON: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise PuzzleError(f"not JSON: {error}") from None
    except ValueError:  # an integer with more digits than the interpreter converts
        raise PuzzleError(f"unsupported JSON: a number of more than {sys.get_int_max_str_digits()} digits") from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(table := dict(pairs)) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise PuzzleError(f"the key {shown(key)} is given twice")
    return table


def shown(value: object) -> str:
    """Return a value as text for an error message, shortened if it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def write(content: Mapping[str, Any]) -> str:
    """Return a table as JSON text, with each key, and each piece in a list, on a line of its own."""
    return "{\n" + ",\n".join(f"  {json.dumps(key)}: {_value(value)}" for key, value in content.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n" + ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)
