"""The page's modules: how they are joined, and that nothing in them is left over."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from satpuzzle.studio import bundle
from satpuzzle.studio.bundle import BundleError
from satpuzzle.studio.page import texts

FOLDER = Path(str(files("satpuzzle.studio") / "js"))
MODULES = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.js")}


def test_every_module_is_in_the_page() -> None:
    joined = bundle.bundle("main.js") + bundle.bundle("worker.js")
    objects = {name.removesuffix(".js").replace("/", "_") for name in MODULES}
    assert all(f"const ${name} = " in joined for name in objects)
    assert "\n/** @" not in joined and "\n// " not in joined


def test_all_that_the_page_says_is_there_and_wanted() -> None:
    keys = set(texts()["en"])
    used = set(re.findall(r"(?<![.\w/])words\.(\w+)", "".join(MODULES.values())))
    assert used | {"ownName"} == keys  # which page.py reads


@pytest.mark.parametrize(
    ("modules", "complaint"),
    [
        (
            {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'},
            "a circle of imports: a, b, a",
        ),
        ({"a.js": "export default 1;\n"}, "a.js: export default 1;"),
        ({"a.js": 'import b from "./b.js";\n'}, 'a.js: import b from "./b.js";'),
    ],
)
def test_modules_that_cannot_be_joined_are_refused(
    modules: dict[str, str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "read", modules.__getitem__)
    with pytest.raises(BundleError) as caught:
        bundle.bundle("a.js")
    assert str(caught.value) == complaint
