"""The structures that kernels take, read from their C sources: a kernel's argument has one word for each field."""

import re
from functools import cache

from satpuzzle.engines import build

_OF = {"record": "mrv", "rehash": "memo", "apart": "motion"}  # kernels that take the structure of another one


@cache
def fields(kernel: str) -> tuple[str, ...]:
    """Return the names of the fields of a kernel's structure, in their order."""
    name = _OF.get(kernel, kernel)
    text = "".join(path.read_text(encoding="utf-8") for path in build.sources(f"{name}.[ch]"))
    content = re.search(
        r"typedef struct \{([^{}]*)\} " + name.capitalize(), re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    )
    assert content is not None, name
    found = re.findall(r"POINTER\(\w+, (\w+)\)|[iu]64 ([^;]+);", content[1])
    return tuple(field for one in found for field in re.findall(r"\w+", "".join(one)))
