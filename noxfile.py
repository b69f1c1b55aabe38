#!/usr/bin/env -S pipx run
# /// script
# dependencies = ["nox>=2025.2.9"]
# ///
"""Tasks, each in an environment of its own: `nox -l` lists them, `nox -s style` runs one.

    pip install nox && nox

Words after `--` go to the program, such as `nox -s tests -- tests/cnf -x`.
"""

import nox

PINNED = ("-c", "tools/constraints.txt")
METADATA = (
    "cffconvert==2.0.0",
    "validate-pyproject[all]==0.27",
    "sp-repo-review[cli]==2026.8.14",
    "twine==7.0.0",
    "build==1.6.1",
)

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_existing_virtualenvs = True


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests, but not the slow ones."""
    session.install(*PINNED, "-e", ".[dev]")
    session.run("python", "-m", "pytest", "-m", "not slow", *session.posargs)


@nox.session(default=False)
def slow(session: nox.Session) -> None:
    """Run the slow tests, which draw new random puzzles each time."""
    session.install(*PINNED, "-e", ".[dev]")
    session.run("python", "-m", "pytest", "-m", "slow", *session.posargs)


@nox.session
def style(session: nox.Session) -> None:
    """Check format, style, spelling and types of Python."""
    session.install(*PINNED, "-e", ".[dev]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("codespell")
    session.run("mypy", "--strict", "satpuzzle", "tests")


@nox.session(python=False)
def page(session: nox.Session) -> None:
    """Check format, style and types of JavaScript, by Node 20 or newer."""
    session.run("npm", "--prefix", "tools/javascript", "ci")
    session.run("npm", "--prefix", "tools/javascript", "run", "check")


@nox.session(default=False)
def site(session: nox.Session) -> None:
    """Build the site, and check every link in it."""
    session.install(".[site]")
    session.run("python", "tools/website.py")


@nox.session(default=False)
def manual(session: nox.Session) -> None:
    """Write what is made from the table of options: man page, completion, texts of help, a table of the manual."""
    session.install(*PINNED, "-e", ".[dev]")
    session.run("python", "tools/manual.py")


@nox.session(default=False)
def metadata(session: nox.Session) -> None:
    """Check what package indexes, citations and maintainers read."""
    session.install(*METADATA)
    session.run("cffconvert", "--validate")
    session.run("validate-pyproject", "pyproject.toml")
    session.run("repo-review", ".")
    session.run("python", "-m", "build", "--sdist", "-o", "build/metadata", ".")
    session.run("twine", "check", "--strict", "build/metadata/*.tar.gz")


if __name__ == "__main__":
    nox.main()
