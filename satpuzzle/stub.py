"""Public names, each said once: in a stub (`.pyi`) beside the package or module, which type checkers read too.

A line of the stub is `from MODULE import NAME as NAME`; the module is imported when the name is first used, since the
processes of solvers start often and need few modules.  This is SPEC 1 of Scientific Python, whose library
`lazy_loader` parses stubs by `ast`: that takes fifteen times as long, a sixth of the time of `satpuzzle --help`.
"""


def names(source: str) -> dict[str, str]:
    """Return the module of each name in the stub of a source file."""
    with open(f"{source}i", encoding="utf-8") as stub:
        lines = [line.split() for line in stub if line.startswith("from ")]
    return {line[-1]: line[1] for line in lines}


def found(name: str, public: dict[str, str]) -> object:
    """Return the object with a public name."""
    return getattr(__import__(public[name], fromlist=[name]), name)  # which may be a module
