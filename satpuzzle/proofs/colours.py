"""What colours exclude, for the checker of trees alone: from the options of a statement, and from nothing else."""

from satpuzzle.proofs.geometry import Statement

Lists = list[list[int]]


def disagreements(statement: Statement, first: int) -> tuple[Lists, Lists, int]:
    """Return by option which colours it has, and with which it disagrees, numbered from `first` on, and their number.

    A colour has one number for each item that may be covered several times.  An option that covers such an item without
    a colour has one of its own there, with which all that cover the item disagree.
    """
    having: dict[int, dict[int, list[int]]] = {}  # options, by item and colour
    for option, colours in enumerate(statement.colours):
        for item, colour in colours.items():
            if statement.bounds[item][1] > 1:
                having.setdefault(item, {}).setdefault(colour, []).append(option)
    has: Lists = [[] for _ in statement.options]
    meets: Lists = [[] for _ in statement.options]
    number = first
    for groups in having.values():
        for colour, some in groups.items():
            for other, options in groups.items():
                for option in options if other != colour or colour < 0 else ():
                    meets[option].append(number)
            for option in some:
                has[option].append(number)
            number += 1
    return has, meets, number - first
