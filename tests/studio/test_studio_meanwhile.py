"""What is read or kept takes a while: who has gone on meanwhile is not brought back, and nothing is lost."""

import json

import pytest
from studio import STORED, Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack

# From now on, what the browser reads, packs and keeps is told to the page only when it is let go.
_HELD = """
window.held = null;
const slowly = (read) => async function (...how) {
    const found = await read.apply(this, how);
    if (window.held) await new Promise((go) => window.held.push(go));
    return found;
};
for (const type of [Blob, File]) type.prototype.text = slowly(type.prototype.text);
const reader = ReadableStreamDefaultReader.prototype;
reader.read = slowly(reader.read);
const { set } = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
    set(act) {
        set.call(this, (event) => (window.held ? window.held.push(() => act(event)) : act(event)));
    },
});
"""
_LET_GO = "() => { const go = window.held; window.held = null; go.forEach((each) => each()); }"
_TITLE = "document.getElementById('title').value"
BAR = {"grid": "square", "box": [2, 1], "pieces": [{"name": "I", "cells": "**"}]}


@pytest.fixture
def slow(visitor: Studio) -> Studio:
    """A page that is told what it reads when the test says so."""
    visitor.context.add_init_script(_HELD)
    visitor.load()
    return visitor


def hold(studio: Studio) -> None:
    """Hold back what is read from now on."""
    studio.page.evaluate("() => { window.held = []; }")


def let_go(studio: Studio) -> None:
    """Let the page be told what it has read, and wait until it has done what it does then."""
    studio.until("window.held.length > 0")
    studio.page.evaluate(_LET_GO)
    studio.page.wait_for_timeout(100)


def titled(title: str) -> str:
    """Return the text of a puzzle's file."""
    return json.dumps(BAR | {"title": title})


@pytest.mark.full
def test_of_two_files_the_one_that_was_chosen_last_is_opened(slow: Studio) -> None:
    hold(slow)
    slow.drop("first.json", titled("first"))
    slow.until("window.held.length === 1")
    slow.page.evaluate("() => { window.first = window.held.pop(); window.held = null; }")
    slow.open_file("second.json", titled("second"))
    slow.page.evaluate("() => window.first()")
    slow.page.wait_for_timeout(100)
    assert slow.page.evaluate(_TITLE) == "second"


@pytest.mark.full
@pytest.mark.parametrize("way", ["file", "link"])
def test_a_puzzle_that_was_chosen_while_another_was_read_stays(slow: Studio, way: str) -> None:
    hold(slow)
    if way == "file":
        slow.drop("first.json", titled("first"))
    else:
        slow.page.evaluate("(fragment) => { location.hash = fragment; }", pack({"puzzle": BAR | {"title": "first"}}))
    slow.until("window.held.length > 0")
    slow.choose("pentominoes-3x20")
    let_go(slow)
    assert slow.page.evaluate(_TITLE) == sp.load("pentominoes-3x20").title


@pytest.mark.full
def test_the_link_of_a_puzzle_is_not_shown_beside_another_one(slow: Studio) -> None:
    hold(slow)
    slow.page.click("[data-key=Link]")
    slow.choose("pentominoes-3x20")
    let_go(slow)
    assert slow.page.evaluate("!document.getElementById('dialog').open")


def test_a_dialog_ends_when_the_visitor_goes_back(visitor: Studio) -> None:
    visitor.mode("play")
    visitor.page.click("[data-key=Save]")
    visitor.page.go_back()
    visitor.until("document.querySelector('#modes [data-key=solve]').ariaSelected === 'true'")
    assert visitor.page.evaluate("!document.getElementById('dialog').open")


@pytest.mark.full
@pytest.mark.parametrize("left", ["the piece", "the puzzle"])
def test_a_solution_that_is_left_while_it_is_noted_is_not_celebrated(slow: Studio, left: str) -> None:
    slow.open_file("bar.json", titled("bar"))
    slow.mode("play")
    slow.until_finish("This can be finished.")
    hold(slow)
    slow.page.click("[data-key=hint]")
    slow.until("window.held.length > 0")
    if left == "the piece":
        slow.page.click("[data-key=clear]")
    else:
        slow.choose("pentominoes-3x20")
    let_go(slow)
    assert slow.page.evaluate("!document.getElementById('stage').classList.contains('solved')")
    slow.until_finish("This can be finished.")


@pytest.mark.full
def test_two_diaries_that_come_at_once_are_both_taken(visitor: Studio) -> None:
    def file(number: int) -> str:
        found = [{"on": "2026-11-26", "placed": [[0, [[0, 0, 0], [1, 0, 0]]]]}]
        return json.dumps({"diary": [{"puzzle": BAR | {"title": f"{number}"}, "found": found}]})

    visitor.page.evaluate(
        """(files) => {
            for (const file of files) {
                const dropped = new DataTransfer();
                dropped.items.add(new File([file], "d.json"));
                dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
            }
        }""",
        [file(number) for number in range(5)],
    )
    visitor.until(f"{STORED}.then((all) => all.some((each) => each.length === 5))")
