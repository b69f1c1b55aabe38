"""Builds the reference of the Python API from its docstrings, as HTML.

    .venv/bin/pip install '.[docs]' && python docs/reference.py [FOLDER]

It has what `import satpuzzle` offers, questions about tilings, the types of results, and what a strategy of one's own
gets.  Whatever pdoc warns of is an error.
"""

import sys
import warnings
from pathlib import Path

import pdoc

import satpuzzle
import satpuzzle.results

PUBLIC = (
    "satpuzzle",
    "!satpuzzle\\.",
    "satpuzzle.results",
    "satpuzzle.strategy",
    "satpuzzle.exercises",
    "satpuzzle.questions.tilings",
)


def build(folder: Path) -> list[Path]:
    """Write the pages into a folder; return them.  Raises a Warning if something cannot be documented."""
    look = Path(__file__).parents[1] / "tools" / "reference"
    pdoc.render.configure(docformat="markdown", show_source=False, search=True, template_directory=look)
    for module in (satpuzzle, satpuzzle.results):  # pdoc does not see what is imported on first use
        for name in module.__all__:
            getattr(module, name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Where satpuzzle is installed from a copy, pdoc documents the copy, and says that the folder has that name too.
        warnings.filterwarnings("ignore", "'satpuzzle' may refer to either the installed", RuntimeWarning)
        pdoc.pdoc(*PUBLIC, output_directory=folder)
    return sorted(folder.rglob("*.html"))


if __name__ == "__main__":
    for page in build(Path(sys.argv[1] if len(sys.argv) > 1 else "reference")):
        print(page)
