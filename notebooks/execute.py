"""Execute notebooks in place, each from a clean kernel: `python notebooks/execute.py [NAME...]`, all by default.

`SATPUZZLE_SMALL=1` makes them run at small sizes; what comes out then is not meant to be committed.
"""

import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent
os.environ["PYTHONPATH"] = os.pathsep.join([str(FOLDER.parent), os.environ.get("PYTHONPATH", "")])  # for the kernels


def execute(path: Path) -> nbformat.NotebookNode:
    """Run all cells in a fresh kernel, in the notebook's folder; raises CellExecutionError if one fails."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=1200, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when each cell ran
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main() -> None:
    """Execute the notebooks named on the command line."""
    chosen = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb"))
    for path in chosen:
        began = time.monotonic()
        nbformat.write(execute(path), path)  # type: ignore[no-untyped-call]
        print(f"{path.name}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
