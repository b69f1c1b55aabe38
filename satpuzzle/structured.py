"""JSON and CSV for programs: each object that a command prints has the number of the schemas in `docs/schema`.

The number grows if a key is removed or changes its meaning; keys may be added at any time (`docs/stability.md`).
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

SCHEMA = 1


def as_json(content: Mapping[str, Any]) -> str:
    """Return an object as one line of JSON whose first key is the number of the schemas."""
    return json.dumps({"schema": SCHEMA} | dict(content), ensure_ascii=False)


def as_csv(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as a table of comma-separated values; the first one names the columns."""
    import csv  # which few commands write
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
