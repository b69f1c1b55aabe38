"""Fixtures that tests of several folders share."""

import pytest


@pytest.fixture
def no_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody see without a search that there is no solution, so that there is something to search for long."""
    monkeypatch.setattr("satpuzzle.cover.tables.colouring", lambda *arguments, **options: None)
    for name in ("colouring", "weighing"):
        monkeypatch.setattr(f"satpuzzle.search.run.{name}", lambda *arguments, **options: None)
