"""The conflicts between options whose colours disagree, derived from a statement for the checker of trees only."""

from satpuzzle.proofs.geometry import Statement

Lists = list[list[int]]


def disagreements(statement: Statement, first: int) -> tuple[Lists, Lists, int]:
    """Return the colours that each option has, those with which it disagrees, and the number of all colours.

    Only items that may be covered several times count.  Each pair of such an item and a colour has its own number, from
    `first` on.  Covering such an item without a colour is a further colour of the item, with which every option that
    covers the item disagrees, the option itself included.
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
