"""The conflicts between options whose colours disagree, derived from a statement for the checker of trees only."""

from satpuzzle.proofs.check.geometry import Statement

Lists = list[list[int]]


def disagreements(statement: Statement, first: int) -> tuple[Lists, Lists, int]:
    """Return for each option the colours that it gives to items, and those with which it disagrees.

    Here a colour is a pair (item, colour) with a number of its own, from `first` on; the third result is how many there
    are.  Only items that may be covered several times have colours.  To cover such an item without a colour is a
    further colour of the item, with which every option that covers the item disagrees, also the option itself.
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
