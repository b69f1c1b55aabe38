"""A solution of an exact cover that is not a puzzle: the chosen options, each as the names of its items."""

from dataclasses import dataclass, field

from satpuzzle.cover.exact_cover import ExactCover


@dataclass(frozen=True)
class Chosen:
    """A solution of a bare exact cover: the options that it chooses."""

    options: tuple[int, ...]
    cover: ExactCover = field(repr=False, compare=False)

    @property
    def legend(self) -> str:
        """Return no legend, since options are printed by the names of their items."""
        return ""

    def as_list(self) -> list[list[str]]:
        """Return each option as a list of its items' names, each followed by its colour if it has one."""
        return [self.cover.words(option) for option in self.options]

    def __str__(self) -> str:
        return "\n".join(" ".join(option) for option in self.as_list())
