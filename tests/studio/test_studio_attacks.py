"""Attacks in real browsers: workers and pages that are killed, full storage, no WebAssembly, huge links and boards."""

import json
import os
import signal
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import remembering, started
from studio import STORED, Studio, wait_until

from satpuzzle.puzzle.formats.link import pack

_FULL = {"origin": "file://", "quotaSize": 1}


@pytest.mark.slow
def test_a_worker_that_is_killed_while_it_searches_is_missed_and_nothing_is_lost(visitor: Studio) -> None:
    visitor.hold()
    found = visitor.counts()["isometries"]
    visitor.page.workers[0].evaluate("void setTimeout(() => self.close())")  # it ends without a word to the page
    visitor.page.clock.run_for(60_000)
    visitor.page.wait_for_selector("#status.failed")
    assert "ended unexpectedly" in visitor.page.inner_text("#status")
    assert 0 < found < 19186 and visitor.page.inner_text(".flip .number").startswith("1 of ")
    visitor.page.evaluate("held.length = 0")
    visitor.page.click("#solve")  # it goes on from the parts that were done
    visitor.until("held.length > 0 && held.length === navigator.hardwareConcurrency")
    assert visitor.counts()["isometries"] == found
    visitor.let_go(1)
    visitor.until_more_than(found)


@pytest.mark.slow
def test_a_page_whose_process_is_killed_goes_on_when_it_is_opened_again(studio_browser: Any, studio_path: Path) -> None:
    with started(studio_browser.browser_type) as own:
        visitor = Studio(own, studio_path)
        visitor.hold()
        visitor.let_go(1)
        visitor.until_stored(4)
        processes = own.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        with visitor.page.expect_event("crash"):
            for process in processes:
                if process["type"] == "renderer":
                    os.kill(process["id"], signal.SIGKILL)
        visitor.page = None
        visitor.goes_on()
        visitor.close()


@pytest.mark.full
def test_a_worker_that_is_killed_while_somebody_plays_is_replaced(visitor: Studio) -> None:
    visitor.page.clock.install()
    visitor.choose("pentominoes-6x10")
    visitor.mode("play")
    visitor.until_finish("This can be finished.")
    visitor.page.workers[0].evaluate("void setTimeout(() => self.close())")
    visitor.page.click("[data-key=hint]")
    visitor.page.clock.run_for(25_000)
    visitor.until_finish("No answer came.")
    visitor.page.click("[data-key=hint]")
    visitor.until("document.querySelectorAll('#sheet [data-placed]').length === 2")
    visitor.until_finish("This can be finished.")


@pytest.mark.slow
def test_full_storage_is_said_and_what_was_stored_is_kept(
    studio_browser: Any, studio_path: Path, tmp_path: Path
) -> None:
    def title(context: Any) -> str:
        opened = context.new_page()
        opened.goto(studio_path.as_uri())
        opened.wait_for_selector("body[data-ready]")
        found: str = opened.input_value("#title")
        return found

    with remembering(studio_browser.browser_type, tmp_path) as context:
        assert title(context) == "Soma cube"
        context.pages[-1].click("[data-key=choose]")
        context.pages[-1].click("[data-name=galakub]")
        wait_until(context.pages[-1], f"{STORED}.then((all) => JSON.stringify(all).includes('Galakub'))")
    with remembering(studio_browser.browser_type, tmp_path) as context:
        context.new_cdp_session(context.pages[0]).send("Storage.overrideQuotaForOrigin", _FULL)
        assert title(context) == "Galakub"
        opened = context.pages[-1]
        opened.click("[data-key=choose]")
        opened.click("[data-name=soma]")
        opened.click("#solve")
        opened.wait_for_selector("#status.complete")
        assert opened.inner_text("#found") == "240 solutions"
        assert opened.inner_text("#toast").startswith("The browser could not store this")
        assert title(context) == "Galakub"


@pytest.mark.full
@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("--jitless", "This browser has no WebAssembly"),
        ("--no-enable-sse4-1", "its WebAssembly lacks vectors (SIMD)"),
    ],
)
def test_a_real_browser_without_webassembly_or_its_vectors_is_told_so(
    studio_browser: Any, studio_path: Path, flag: str, words: str
) -> None:
    with started(studio_browser.browser_type, f"--js-flags={flag}") as lacking:
        opened = lacking.new_page()
        opened.goto(studio_path.as_uri())
        opened.wait_for_selector("body[data-ready], .fatal")
        if opened.query_selector(".fatal") is None:
            pytest.skip(f"this browser does not heed {flag} on this processor")
        assert words in opened.inner_text(".fatal")


def test_a_browser_that_cannot_decompress_is_told_so(studio_browser: Any, studio_path: Path) -> None:
    with studio_browser.new_context() as context:
        context.add_init_script("delete window.DecompressionStream")
        opened = context.new_page()
        opened.goto(studio_path.as_uri())
        opened.wait_for_selector(".fatal")
        assert "it cannot unpack the page's data" in opened.inner_text(".fatal")


def hollow(size: int) -> bytes:
    """Return a BurrTools file with a board of size^3 cells, compressed."""
    voxels = f'<voxel x="{size}" y="{size}" z="{size}" type="0">{"#" * size**3}</voxel>'
    text = f'<puzzle version="2"><gridType type="0"/><colors/><shapes>{voxels}</shapes></puzzle>'
    pressed = zlib.compressobj(9, zlib.DEFLATED, 31)
    return pressed.compress(text.encode()) + pressed.flush()


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("box.toml", lambda: b"box = [100, 100, 100]\npieces = []\n"),
        ("drawn.toml", lambda: b'board = """\n' + (b"*" * 1000 + b"\n") * 1000 + b'"""\npieces = []\n'),
        ("listed.json", lambda: json.dumps({"board": [[i, 0, 0] for i in range(100_000)], "pieces": []}).encode()),
        ("hollow.xmpuzzle", lambda: hollow(100)),
    ],
)
def test_a_board_of_a_million_cells_is_refused_in_words(
    studio: Studio, name: str, content: Callable[[], bytes]
) -> None:
    before = studio.page.input_value("#title")
    studio.drop(name, content())
    studio.until("document.getElementById('toast').textContent !== ''")
    assert studio.said().startswith(f"{name}: "), studio.said()
    assert studio.page.input_value("#title") == before


def test_a_board_of_a_million_cells_cannot_be_drawn(studio: Studio) -> None:
    studio.begin("cubic", 100, 100, 100)
    studio.until_said("The puzzle has 64,000 cells; this page takes at most 8,000.")


@pytest.mark.slow
def test_a_link_of_ten_million_characters_is_refused_in_words(studio: Studio) -> None:
    before = studio.page.input_value("#title")
    for fragment in ("#p=" + "A" * 10_000_000, pack({"x": "y" * 7_999_000, "puzzle": {"board": [[0, 0, 0]]}})):
        studio.page.evaluate(
            "(fragment) => { document.getElementById('toast').textContent = ''; location.hash = fragment; }", fragment
        )
        studio.until("document.getElementById('toast').textContent !== ''")
        assert studio.said() in ("The link is too long for a puzzle.", "The puzzle names no pieces.")
        assert studio.page.input_value("#title") == before
