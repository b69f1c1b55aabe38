"""Names and sentences that were replaced by plain ones do not come back.

Keys of files (such as `lattice` in puzzles) and names in SQL are strings, not identifiers, and are not checked.
"""

import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Identifiers and modules that have their standard word now.
NAMES = {
    "Foreign": "ExternalEngine",
    "Way": "SolverConfig",
    "_Circumstances": "_Inherited",
    "_told": "_summary",
    "_TOLD": "_WORDS",
    "blobs": "packing",
    "bury": "release_dead",
    "dearest": "first_node_seconds",
    "durable": "synced",
    "in_the_way": "least_removal",
    "abreast": "parallel",
    "foreign": "external",
    "glance": "quick_search",
    "greet": "heartbeat",
    "holders": "leases",
    "lattice": "grid",
    "nobody": "ignore",
    "of_many": "abbreviated",
    "sayable": "_check_supported",
    "suited": "choose_recipe",
    "told": "progress, options, arguments, ...",
    "way_of": "solver_config",
}
# Fragments of sentences that had to be read twice, or were false.
SENTENCES = (
    "a body does not know where it is",
    "a candidate; each that is found leaves fewer candidates",
    "a cell may stay empty, pieces may come in several copies",
    "a folder that appears complete: it is written",
    "a grid is where cells can be",
    "a growth with an interval takes three",
    "a listed solution is none",
    "a model lists the names that are true",
    "a packing may be right and yet impossible",
    "a solution may be right and yet impossible",
    "a way of ours to solve",
    "a way to solve: an engine, and what it takes",
    "all are asked along the axes of all",
    "all of it can be done with the keyboard",
    "all that a search knows",
    "all that the page says, in one place",
    "allow any share of an option between 0 and 1",
    "an option does not go with itself",
    "another version is another",
    "are the exception: a set of balls can lie",
    "are the same but for a symmetry",
    "as bits at the upper bits of a hash",
    "as laser cutters have it",
    "ask cake_lpr or lrat-check about the proof instead",
    "before they look at the clock",
    "by which no packing can add up",
    "by which rules the pieces of a packing are moved",
    "comes in: a puzzle, and what is given",
    "could join and was not tried",
    "count for themselves: they can be told",
    "do something with files that may hold anything",
    "do what they say",
    "every order is replayed by a checker",
    "every solution passes here before it is counted",
    "fewer do not do for this solution",
    "for crafted problems, which forgets more",
    "for few, they are those of as many others by other names",
    "for those who listen instead of looking",
    "foreign solvers",
    "from an empty folder to a page and a printer",
    "from the puzzle on",
    "from where they are looked at",
    "get into each other's way",
    "give peers all placements, not one",
    "gives cells few different weights",
    "go with the form",
    "grids that cut cubes",
    "holds no items",
    "holds them against python",
    "how a part of a packing falls into two",
    "how a question begins, and how its answer is written",
    "how an engine means to search",
    "how far it has vanished",
    "how far one piece gets before it meets another",
    "how light its colour is to be",
    "how many cards a page of paper has",
    "how the clauses are written",
    "in a process that has the exact cover in memory, to the last solution",
    "in one of many parts there is nothing left to be seen that way",
    "is proved to have one solution before it is dealt",
    "is told of the items",
    "it claims something else than is shown",
    "it is filled as far as it is asked for",
    "it is listed once, then asked",
    "it is no part of such a certificate",
    "it is the grid that says where they can be",
    "it makes bounds for solvers that count",
    "it may look at some points only, and so miss",
    "it says a dead end that is none",
    "it says a restriction where none can be",
    "it says a solution, and something is lacking",
    "it says how many nodes and how much cpu the search takes",
    "it shines over the left shoulder",
    "let all workers go",
    "makes every solver know of those before it",
    "means nothing there",
    "more of them spin in each other's way",
    "names become objects here",
    "no clause speaks of some option",
    "nobody asks which grid it is",
    "nobody behind it looks one up",
    "nobody outside imports",
    "none of these does",
    "not json that is read",
    "not toml that is read",
    "note that a set can leave",
    "nothing here knows of geometry",
    "nothing less than all bodies moves",
    "null while there is no telling",
    "of several sets of cells",
    "of sharp corners the seams would stand out as thorns",
    "of what is not held at most half",
    "on a fresh clone and with nothing but python",
    "one thing to run and to measure",
    "one trusts the reading of the puzzle file",
    "options that are looked at together",
    "other people's solvers",
    "over the left shoulder of who looks",
    "parts do without both",
    "peers know neither",
    "pickling raises what it likes",
    "places for things of different sizes",
    "points have one home exactly if",
    "raises certificateerror for what is missing, is no file or is not as it is told",
    "reads, calls, prints",
    "refused in one line that says what differs",
    "return a script as policies name it",
    "return what a page that begins with a puzzle is told",
    "return what is known of the whole cover",
    "return what says which option",
    "return what tells options apart",
    "said to the solver as it is",
    "says what it takes",
    "shall not come again",
    "sizes of things that are made",
    "so many nodes",
    "so that a mistake there does not confirm itself",
    "so that one sees where one ends",
    "so that they do not tremble",
    "solutions that come close together are one batch",
    "solvers of exact covers by others",
    "solvers that are not ours",
    "sooner than it tells of each atom",
    "stand in groups of three, each with a commander",
    "sweeps by its first step and that are not its own",
    "takes down what",
    "tell whether an item with so many options takes",
    "tells programs the same, a line at a time",
    "text is text, never markup",
    "that have the given pieces and each placement",
    "that the manifest speaks of",
    "that they carry to each other",
    "the child's side, which has nothing to send",
    "the clock of whoever names none",
    "the door: names",
    "the file is no part of such a certificate",
    "the order in which they were told things",
    "the orders of both groups are said with them",
    "the other way round, `satpuzzle count",
    "the packings of the cells from",
    "the parent shows everything",
    "the parts of the stage; what is not wanted is not there",
    "the pieces fill the window, also that of a phone",
    "the question behind every challenge",
    "the reason that these weights are",
    "the terminal's ctrl-c is the parent's business",
    "the text of the page, which needs nothing else",
    "then volumes say all",
    "there is something already, name a new folder",
    "there was no time or room to find out",
    "those that four workers had when they died",
    "to a fixed point. two options go together",
    "to keep to look at",
    "trials are run: each in a process that has done nothing before",
    "two things differ from what one would draw first",
    "unless another one joins them",
    "weigh the cells as drawn",
    "weigh the items as told",
    "were two sets mistaken for each other",
    "what `solve` writes to a burrtools file",
    "what a certificate is about",
    "what a certificate shall be about",
    "what a checker of trees makes of symmetries",
    "what a child finds",
    "what a child that failed has said is shown",
    "what a command is about",
    "what a grid answers",
    "what a notebook shows of our objects",
    "what a random careful player did",
    "what a search for separations gives out",
    "what all certificates hold",
    "what all pages hold besides",
    "what all pages know",
    "what burrtools calls what",
    "what can go wrong, one family",
    "what cells look like when they hang together",
    "what clauses that count options say",
    "what colours exclude, for the checker",
    "what goes wrong with files is one line",
    "what has its own colour",
    "what holds the pieces",
    "what is left to choose as a plain cover",
    "what is live was left by what is chosen alone",
    "what is lost by a crash",
    "what is missing, and what is too much",
    "what is not read as it stands",
    "what is ruled out may leave others without support",
    "what is said of each packing",
    "what is written where",
    "what is wrong with what somebody drew",
    "what makes no sense is refused in a line",
    "what moves one way is as good as",
    "what people read on a terminal",
    "what pieces are kept in",
    "what repeated measurements say",
    "what stands below a picture",
    "what telling equal pieces apart costs",
    "what the commands print: solutions as they come",
    "what the commands share",
    "what the manifest must say",
    "what the page is made of",
    "what the symmetry group is good for",
    "what was found is still here",
    "whatever a solver would do on its way out",
    "whatever becomes of the rest",
    "whatever is read is a regular file",
    "whatever the tree says",
    "where cells can lie after motions",
    "where items and options go with",
    "where nothing can be kept, the page works all the same",
    "where the bundled ones lie",
    "where to the figures go",
    "which is all that is read",
    "which takes long to import itself",
    "which tells how it works",
    "while the process begins",
    "who compiled it",
    "who looks at several ratios",
    "who moved or zoomed the picture",
    "who wants no motion",
    "whoever draws bodies",
    "whoever has been taken out is not ticked",
    "whose pipe gives no more",
    "with what is said of it, and so many",
    "xml from strangers",
)


def cells(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the type and source of each cell of a notebook."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield cell["cell_type"], "".join(cell["source"])


def files(*suffixes: str) -> list[Path]:
    """Return the files of the package, the docs and the notebooks, and the README, with these suffixes."""
    found = [path for folder in ("satpuzzle", "docs", "notebooks") for path in sorted((ROOT / folder).rglob("*"))]
    return [path for path in [ROOT / "README.md", *found] if path.suffix in suffixes and ".min." not in path.name]


def identifiers(code: str) -> set[str]:
    """Return the identifiers of Python code."""
    return {
        token.string for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type == tokenize.NAME
    }


def prose(text: str) -> str:
    """Return a text in lower case, with comment signs removed and on one line."""
    return re.sub(r"\s+(?:(?:#|//)\s*)*", " ", text).lower()


PYTHON = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files(".py")}
NOTEBOOKS = {str(path.relative_to(ROOT)): [*cells(path)] for path in files(".ipynb")}
CODE = PYTHON | {name: "\n".join(text for kind, text in each if kind == "code") for name, each in NOTEBOOKS.items()}
TEXT = {
    **{str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files(".py", ".md", ".js", ".html")},
    **{name: "\n".join(text for _, text in each) for name, each in NOTEBOOKS.items()},
}


def test_replaced_names_are_gone() -> None:
    old = {name: NAMES.keys() & (identifiers(code) | {Path(name).stem}) for name, code in CODE.items()}
    assert {name: found for name, found in old.items() if found} == {}


def test_replaced_sentences_are_gone() -> None:
    plain = {name: prose(text) for name, text in TEXT.items()}
    old = {name: [sentence for sentence in SENTENCES if sentence in text] for name, text in plain.items()}
    assert {name: found for name, found in old.items() if found} == {}


def test_identifiers_are_names_and_not_strings_or_comments() -> None:
    assert identifiers('lattice = f(way["lattice"])  # holders\n') == {"lattice", "f", "way"}


def test_sentences_are_found_across_lines_and_comment_signs() -> None:
    assert "null while there is no telling" in prose("(Null while\n    # there is\n    // no telling)")
    assert all(sentence == prose(sentence) for sentence in SENTENCES)
