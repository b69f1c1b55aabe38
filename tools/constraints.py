"""Writes the files with the exact versions of all libraries that tests are run with.

    python tools/constraints.py

writes two files beside it.  `constraints.txt` has the newest versions of today: the README's line for the tests and
`.ci/run` install these, so that a new version of a library never makes a test fail that passed.
`constraints-lowest.txt` has the lowest versions of what pyproject.toml asks for.  `.ci/slow` runs the tests with
these, and with what is newest then.

Both files are for all systems and all Pythons that are supported.  uv resolves them; it is installed into its own
environment, `build/constraints`.
"""

import os
import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENT = ROOT / "build" / "constraints"
UV = "uv==0.13.9"
PYTHON = "3.11"  # the lowest that is supported
FILES = {"constraints.txt": "highest", "constraints-lowest.txt": "lowest-direct"}


def resolver(folder: Path = ENVIRONMENT) -> Path:
    """Return the program uv of an environment of its own, which is made if it is not there."""
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    if not scripts.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([scripts / "python", "-m", "pip", "install", "-q", UV], check=True)
    return scripts / "uv"


def resolved(uv: Path, resolution: str) -> str:
    """Return a line for each library that the tests need, with its version."""
    options = ["--extra=dev", "--universal", f"--python-version={PYTHON}", f"--resolution={resolution}"]
    command = [str(uv), "pip", "compile", "pyproject.toml", *options, "--no-header", "--no-annotate", "--quiet"]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


if __name__ == "__main__":
    program = resolver()
    for name, kind in FILES.items():
        path = Path(__file__).with_name(name)
        path.write_text(f"# Written by tools/constraints.py\n{resolved(program, kind)}", encoding="utf-8")
        print(path)
