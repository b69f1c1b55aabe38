"""Builds the site from the pages of the repository, and checks every link in it.

    pip install '.[site]' && python tools/website.py    # build/site

The pages are those of `docs/`, the READMEs of puzzles, encodings and notebooks, CONTRIBUTING and CHANGELOG, as they
are; links to files that are not pages are replaced by the name of the file.  The table of contents is that of
`docs/README.md`.  Zensical makes the pages, nbconvert those of the notebooks; pdoc writes the reference of the Python
API, and the studio stands at the front, in a frame of its own.

The site asks no other host for anything.  `crawl` lists what is wrong: links and pictures that lead nowhere, anchors
that are missing, and requests to other hosts.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "site-pages"
SITE = PAGES.with_name("site")  # beside the settings: Zensical writes nowhere else
CONFIGURATION = ROOT / "tools" / "mkdocs.yml"
STUDIO = "the-studio.html"
# Where a file of the repository lies in the site, besides `docs/`, whose content comes first.
MOVED = {
    "README.md": "about.md",
    "docs/README.md": "manual.md",
    "puzzles/README.md": "puzzles.md",
    "docs/schema/README.md": "schema/index.md",
    "encodings/README.md": "encodings.md",
    "notebooks/README.md": "notebooks/index.md",
    "notebooks/measurements/README.md": "notebooks/measurements.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
NOTES = sorted((ROOT / "notebooks" / "measurements").glob("20*.md"))  # dated
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_PIECES = re.compile(  # code is taken first, if it begins first
    r"^```.*?^```$|(?P<mark>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<address>[^)\s]+)\)"
    r"|`[^`\n]*`|(?P<key>src|href)=\"(?P<file>[^\"]+)\"",
    re.DOTALL | re.MULTILINE,
)
_FRAMED = re.compile(r'<table [^>]*class="dataframe"[^>]*>')
FRONT = """\
# satpuzzle

Packing puzzles: draw them, solve them, count their solutions, take them apart, and prove that no solution is missing.

<iframe class="studio" src="the-studio.html" title="The studio" loading="lazy"></iframe>

This is [the studio](studio.md), a page without a server: paint a board and pieces, press *Solve*, play.
[It fills a window of its own](the-studio.html), too.

```sh
python3 -m pip install satpuzzle
satpuzzle solve galakub
```

- [What it is](about.md), and [the manual](manual.md)
- [The gallery](gallery.md) of bundled puzzles
- [How it works](how-it-works.md): what is exact, proved and measured
- [Coming from BurrTools](burrtools.md)
- [Notebooks](notebooks/index.md) with measurements
- Lessons for a class on [exact covers](exact-cover-for-a-class.md) and [tilings](tilings-for-a-class.md)
- [Python reference](reference/satpuzzle.html)
- [Questions, limits, extras, platforms](questions.md), and a [glossary](manual.md#glossary)
"""
STYLE = ".studio { width: 100%; height: min(80vh, 50rem); border: 1px solid #8888; border-radius: .3rem; }\n"


def place(path: Path) -> Path | None:
    """Return where a file of the repository lies in the site, None if it is not there."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    if name in MOVED:
        return Path(MOVED[name])
    if path.suffix == ".ipynb" and name.startswith(("docs/", "notebooks/")):
        return Path(name.removeprefix("docs/")).with_suffix(".md")
    if name.startswith("docs/") and path.suffix != ".py":
        return Path(name.removeprefix("docs/"))
    return Path(name) if path in NOTES else None


def moved(text: str, source: Path, target: Path) -> str:
    """Return a page whose links lead from where it lies in the site; links to other files become their names."""

    def change(found: re.Match[str]) -> str:
        if found["file"]:
            return f'{found["key"]}="{_rendered(_address(found["file"], source, target) or found["file"])}"'
        if not found["address"]:
            return found[0] if found[0].startswith("```") else found[0].replace("\\|", "|")  # code, also in a table
        there = _address(found["address"], source, target)
        return found["words"] if there is None else f"{found['mark']}[{found['words']}]({there})"

    return _PIECES.sub(change, text)


def elsewhere(base: str) -> str:
    """Return the README as it can be read outside the repository: its links lead to pages of the site at `base`."""
    readme = ROOT / "README.md"
    text = moved(readme.read_text(encoding="utf-8"), readme, Path(MOVED["README.md"]))

    def absolute(found: re.Match[str]) -> str:
        if (address := found["address"] or found["file"]) is None or "://" in address or address[0] == "#":
            return found[0]
        return found[0].replace(address, f"{base}/{_rendered(address)}")

    return _PIECES.sub(absolute, text)


def _rendered(address: str) -> str:
    """Return where the site has what is made of a page; Zensical looks for links in Markdown only."""
    return re.sub(r"[.]md(?=#|$)", ".html", address)


def _address(address: str, source: Path, target: Path) -> str | None:
    """Return a link from a page as it must be in the site, None if the site does not have the file."""
    path, mark, anchor = address.partition("#")
    if "://" in address or not path:
        return address
    file = Path(os.path.normpath(source.parent / unquote(path)))
    if file.is_dir():
        file = file / "README.md" if (file / "README.md").exists() else file
    there = place(file)
    if there is None or not (file.exists()):
        return None
    return Path(os.path.relpath(there, target.parent)).as_posix() + mark + anchor


def gather(folder: Path = PAGES) -> None:
    """Copy all pages, pictures and notebooks to a folder, as they lie in the site."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    found = [
        *(ROOT / "docs").rglob("*"),
        *(ROOT / "notebooks").glob("*.ipynb"),
        *NOTES,
        *(ROOT / name for name in MOVED),
    ]
    for path in sorted({*found}):
        there = place(path)
        if there is None or not path.is_file():
            continue
        (folder / there).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = moved(path.read_text(encoding="utf-8"), path, there)
            (folder / there).write_text(text, encoding="utf-8")
        elif path.suffix == ".ipynb":
            _notebook(path, folder, there)
        else:
            shutil.copyfile(path, folder / there)
    (folder / "index.md").write_text(FRONT, encoding="utf-8")
    (folder / "site.css").write_text(STYLE, encoding="utf-8")


def _notebook(path: Path, folder: Path, there: Path) -> None:
    """Write a notebook as a page that leads to the notebook itself, with its pictures beside it."""
    from nbconvert import MarkdownExporter
    from nbformat import NO_CONVERT, read

    content = read(path, NO_CONVERT)
    for cell in content.cells:
        if cell.cell_type == "markdown":
            cell.source = moved(cell.source, path, there)
        for data in (output.data for output in cell.get("outputs", ()) if "data" in output):
            if "text/markdown" in data:
                data["text/markdown"] = moved(data["text/markdown"], path, there)
    page = folder / there
    names = {"output_files_dir": page.stem, "unique_key": page.stem}
    text, resources = MarkdownExporter().from_notebook_node(content, resources=names)
    for name, picture in resources["outputs"].items():
        (page.parent / name).parent.mkdir(exist_ok=True)
        (page.parent / name).write_bytes(picture)
    shutil.copyfile(path, page.parent / path.name)
    head, rest = _FRAMED.sub("<table>", text).split("\n", 1)  # the site's tables have no class
    page.write_text(f'{head}\n\n<a href="{path.name}" download>The notebook</a>\n{rest}', encoding="utf-8")


def contents() -> list[dict[str, list[str]]]:
    """Return the groups of pages in the manual's table of contents, each page once."""
    manual = ROOT / "docs" / "README.md"
    groups: list[dict[str, list[str]]] = []
    for line in manual.read_text(encoding="utf-8").splitlines():
        if line.startswith("For "):
            groups.append({line.removeprefix("For ").rstrip(":").capitalize(): []})
        elif groups and line.startswith("- "):
            (pages,) = groups[-1].values()
            files = [manual.parent / address.partition("#")[0] for _, _, address in _LINK.findall(line)]
            there = [place(Path(os.path.normpath(file))) for file in files]
            listed = {page for group in groups for some in group.values() for page in some}
            pages += [path.as_posix() for path in there if path is not None and path.as_posix() not in listed]
    return groups


def build() -> None:
    """Build the site."""
    from satpuzzle.studio.page import page

    gather()
    (PAGES / STUDIO).write_text(page(), encoding="utf-8")
    spec = spec_from_file_location("reference", ROOT / "docs" / "reference.py")
    assert spec is not None and spec.loader is not None
    reference = module_from_spec(spec)
    spec.loader.exec_module(reference)
    reference.build(PAGES / "reference")
    notebooks = sorted(place(path).as_posix() for path in (ROOT / "notebooks").glob("*.ipynb"))
    project = [
        {"What it is": "about.md"},
        "changelog.md",
        "contributing.md",
        "notebooks/measurements.md",
        *(note.relative_to(ROOT).as_posix() for note in NOTES),
        "schema/index.md",
    ]
    pages = [*contents(), {"Notebooks": notebooks}, {"The project": project}]
    chosen = {
        "INHERIT": str(CONFIGURATION),
        "docs_dir": PAGES.name,  # both as seen from the file of settings
        "site_dir": SITE.name,
        "nav": [{"Home": "index.md"}, "manual.md", *pages],
    }
    settings = PAGES.parent / "mkdocs.json"
    settings.write_text(json.dumps(chosen), encoding="utf-8")  # JSON is YAML
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(settings)]
    subprocess.run(command, cwd=ROOT, check=True)


class _Links(HTMLParser):
    """The links, the requests and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.requests: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = {key: value for key, value in attributes if value}
        self.anchors |= {known[key] for key in ("id", "name") if key in known}
        if tag == "a" and "href" in known:
            self.links.add(known["href"])
        for key in ("src", "data", "poster"):
            if key in known and tag != "a":
                self.requests.add(known[key])
        if tag == "link" and known.get("rel") not in ("canonical", "prev", "next") and "href" in known:
            self.requests.add(known["href"])


def crawl(folder: Path) -> Iterator[str]:
    """Yield what is wrong with the site in a folder, page by page."""
    address = re.findall(r"^site_url: (.*)$", CONFIGURATION.read_text(encoding="utf-8"), re.MULTILINE)[0]
    base = f"{urlsplit(address).path}/"
    pages = {path: _Links(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, found in pages.items():
        name = path.relative_to(folder)
        for address in sorted(found.links | found.requests):
            if address.startswith(("data:", "mailto:", "javascript:")):
                continue
            if "://" in address or address.startswith("//"):
                if address in found.requests:
                    yield f"{name}: asks another host: {address}"
                continue
            target, _, anchor = address.partition("#")
            target = unquote(target.partition("?")[0])
            beside = folder / target.removeprefix(base) if target.startswith("/") else path.parent / target
            there = beside.resolve() if target else path
            if there.is_dir():
                there /= "index.html"
            if not there.exists():
                yield f"{name}: leads nowhere: {address}"
            elif anchor and there in pages and there.name != STUDIO and unquote(anchor) not in pages[there].anchors:
                yield f"{name}: no such anchor: {address}"
    for path in sorted(folder.rglob("*.css")):
        for address in re.findall(r"url\(['\"]?((?:https?:)?//[^)'\"]+)", path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(folder)}: asks another host: {address}"


def main() -> None:
    """Build the site and check it; exit with a list of what is wrong."""
    build()
    if wrong := [*crawl(SITE)]:
        sys.exit("\n".join(wrong))
    print(f"{SITE}: {len([*SITE.rglob('*.html')])} pages")


if __name__ == "__main__":
    main()
