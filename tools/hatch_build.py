"""The hooks of Hatchling: one builds the kernels when satpuzzle is installed, one writes the readme of a package index.

`Hook` builds the kernels; see satpuzzle/engines/build.py.

The system's C compiler is used where there is one that can; else the build asks for Zig's, the package `ziglang`.  If
the environment variable SATPUZZLE_TARGET is the platform tag of a wheel (`TARGETS` in build.py), Zig builds for that.
With SATPUZZLE_LEVELS=all the library has all instruction sets of this kind of machine, for packages for others.

`Readme` takes README.md, whose links lead to files beside it, and makes them lead to the site (`pages` in
tools/website.py), since a package index has no such files.
"""

import os
import shutil
import sys
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

OLDEST = (3, 11)  # as in requires-python, which pip compares only when everything is compiled
if sys.version_info < OLDEST:
    raise SystemExit(f"satpuzzle needs Python {'.'.join(map(str, OLDEST))} or newer, this is {sys.version.split()[0]}")

VARIABLE = "SATPUZZLE_TARGET"
LEVELS = "SATPUZZLE_LEVELS"


def _builder(root: str) -> Any:
    """Return the module that builds, which is not installed yet."""
    return _module(root, "satpuzzle", "engines", "build.py")


def _module(root: str, *path: str) -> Any:
    """Return a module by the path of its file."""
    spec = spec_from_file_location(f"hook_{Path(*path).stem}", Path(root, *path))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


class Readme(MetadataHookInterface):
    """Gives the package the README with absolute links."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme."""
        address = metadata["urls"]["Documentation"]
        text = _module(self.root, "tools", "website.py").elsewhere(address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the library into a wheel, and in an editable installation beside its sources."""

    def dependencies(self) -> list[str]:
        """Return what is needed to build besides Hatchling."""
        target = os.environ.get(VARIABLE)
        return [] if target is None and _builder(self.root).system_compiler() else ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library, and say that the wheel is for this platform and any Python."""
        builder = _builder(self.root)
        tag = os.environ.get(VARIABLE)
        if tag is not None and tag not in builder.TARGETS:
            raise ValueError(f"{VARIABLE}={tag}: choose from {', '.join(builder.TARGETS)}")
        build_data["tag"] = f"py3-none-{tag or sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        build_data["pure_python"] = False
        levels = list(builder.levels()) if tag is None and os.environ.get(LEVELS) == "all" else None
        if version == "editable":
            builder.build(levels=levels)
            return
        self._folder = tempfile.mkdtemp(prefix="satpuzzle-")
        library = builder.build(folder=Path(self._folder), target=builder.TARGETS[tag] if tag else None, levels=levels)
        place = builder.SOURCES.relative_to(self.root) / library.name
        build_data["force_include"][str(library)] = place.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what the wheel has now."""
        if version != "editable":
            shutil.rmtree(self._folder)
