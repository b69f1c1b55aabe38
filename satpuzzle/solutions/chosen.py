"""A solution of a bare cover: the options that are chosen, each told by the names of its items."""

from dataclasses import dataclass, field

from satpuzzle.cover.exact_cover import ExactCover


@dataclass(frozen=True)
class Chosen:
    """The chosen options of a cover."""

    options: tuple[int, ...]
    cover: ExactCover = field(repr=False, compare=False)

    @property
    def legend(self) -> str:
        """Return what must be said before options can be read: nothing."""
        return ""

    def as_list(self) -> list[list[str]]:
        """Return each option as a list of its items, with their colours."""
        return [self.cover.words(option) for option in self.options]

    def __str__(self) -> str:
        return "\n".join(" ".join(option) for option in self.as_list())
