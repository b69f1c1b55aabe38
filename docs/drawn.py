"""Draws the pictures of the documentation, or some of them: `COMMANDS` says by which command each is made.

    python docs/drawn.py [PICTURE ...]

A picture is the path of a file below `docs/`.  The gallery is made by `gallery.py`, and `studio_pictures.py` takes the
pictures of the studio.
"""

import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
CARDS = "challenge docs/designing/tray.toml -n 4 --given 2 --seed 1 -o {folder}/cards.svg"  # and their solutions
COMMANDS = {
    "galakub.svg": "draw galakub --style solid --no-legend -o {folder}/galakub.svg",
    "iq-pyramid-5.svg": "draw iq-pyramid-5 --style solid --no-legend -o {folder}/iq-pyramid-5.svg",
    "pentominoes-6x10.svg": "draw pentominoes-6x10 --no-legend -o {folder}/pentominoes-6x10.svg",
    "grid-hexagonal.svg": "draw tetrahexes-4x7 --no-legend -o {folder}/grid-hexagonal.svg",
    "grid-prisms.svg": "draw prisms-hexagon --style solid --no-legend -o {folder}/grid-prisms.svg",
    "grid-rhombic.svg": "draw rhombic-dodecahedron --style solid --no-legend -o {folder}/grid-rhombic.svg",
    "grid-tetra-octa.svg": "draw stella-octangula --style solid --no-legend -o {folder}/grid-tetra-octa.svg",
    "grid-half-cubes.svg": "draw half-cubes-2x2x2 --style solid --no-legend -o {folder}/grid-half-cubes.svg",
    "grid-triangular.svg": "draw hexiamonds-6x6 --no-legend -o {folder}/grid-triangular.svg",
    "grid-half-squares.svg": "draw tangram-square --no-legend -o {folder}/grid-half-squares.svg",
    "grid-kites.svg": "draw hats --no-legend -o {folder}/grid-kites.svg",
    "grid-kites-typed.svg": "draw --grid kites -o {folder}/grid-kites-typed.svg",
    "grid-drafters.svg": "draw tridrafters-parallelogram --no-legend -o {folder}/grid-drafters.svg",
    "grid-octasquares.svg": "draw octasquares-tri --no-legend -o {folder}/grid-octasquares.svg",
    "grid-trihexes.svg": "draw trihexes-tetra --no-legend -o {folder}/grid-trihexes.svg",
    "grid-cairo.svg": "draw cairo-tri --no-legend -o {folder}/grid-cairo.svg",
    "grid-snub-square.svg": "draw snub-square-tetra --no-legend -o {folder}/grid-snub-square.svg",
    "grid-sticks.svg": "draw tetrasticks-5x5 --no-legend -o {folder}/grid-sticks.svg",
    "grid-trigs.svg": "draw polytrigs-hexagon --no-legend -o {folder}/grid-trigs.svg",
    "grid-twigs.svg": "draw polytwigs-hexagon --no-legend -o {folder}/grid-twigs.svg",
    "assembling/cage-18.svg": "draw docs/assembling/cage-18.toml --style solid --no-legend -o {folder}/cage-18.svg",
    "designing/tray.svg": "unique docs/designing/tray.toml --draw {folder}/tray.svg",
    "designing/cards.svg": CARDS,
    "designing/cards-solutions.svg": CARDS,
    "designing/a-puzzle-a-day.svg": "count a-puzzle-a-day --draw {folder}/a-puzzle-a-day.svg",
    "making/calendar.svg": "draw a-puzzle-a-day --pieces --box --cut -o {folder}/calendar.svg",
    "heptominoes.svg": "tile plane docs/tilings/heptominoes.toml --draw {folder}/heptominoes.svg",
    "prime-rectangles.svg": "tile rectangle pentominoes#Y --up-to 15x15 --draw {folder}/prime-rectangles.svg",
    "order-92.svg": ("draw docs/tilings/order-92.toml docs/tilings/order-92.json --no-legend -o {folder}/order-92.svg"),
    "common-multiple.svg": (
        "tile common pentominoes#U pentominoes#Z '***/*..' -b native --draw {folder}/common-multiple.svg"
    ),
    "oddity.svg": "tile common pentominoes#F --symmetry diagonal --odd -b native --draw {folder}/oddity.svg",
}


def words(picture: str, folder: Path) -> list[str]:
    """Return the words of the command that makes a picture in a folder."""
    return [word.format(folder=folder) for word in shlex.split(COMMANDS[picture])]


def main(pictures: list[str]) -> None:
    """Draw these pictures, or all.  Raises CalledProcessError if a command fails."""
    for picture in pictures or COMMANDS:
        place = (FOLDER / picture).parent
        command = [sys.executable, "-m", "satpuzzle", *words(picture, place)]
        subprocess.run(command, check=True, cwd=FOLDER.parent, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(sys.argv[1:])
