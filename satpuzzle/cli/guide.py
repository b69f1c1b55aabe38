"""The texts of the command line's help: its commands in groups, examples, and a greeting.  It imports nothing."""

from collections.abc import Iterable

GROUPED = {  # in the order of the help, with the first lines of their docstrings; at most 80 characters
    "Find a puzzle, solve it": {
        "list": "List the bundled puzzles, sets, grids, backends and more.",
        "show": "Show a puzzle: board, pieces, placements, symmetries, counts.",
        "solve": "Find the solutions of a puzzle and print them as they come.",
        "count": "Count the solutions: all, up to rotations, and up to isometries.",
        "best": "Find the best packing: most pieces or value, fewest empty cells.",
        "tile": "Find out what shapes tile: the plane, rectangles, strips.",
        "odds": "Tell in how many packings each piece lies where.",
        "sample": "Draw packings at random, each equally likely.",
        "hint": "Suggest the next piece, or say which given pieces are wrong.",
        "assemble": "Find out whether a packing can be assembled, and in which order.",
        "draw": "Draw solutions, or write files for laser cutters and 3D printers.",
        "sheet": "Make a sheet of paper: pieces, a solution in layers, steps to it.",
        "studio": "Make a page for drawing, solving and playing puzzles.",
        "view": "Make a page for rotating solutions and taking them apart.",
    },
    "Design puzzles": {
        "unique": "Tell whether a puzzle has exactly one solution.",
        "explain": "Explain why a puzzle has no solution, or show one.",
        "rate": "Rate how hard a puzzle is for a careful player.",
        "challenge": "Make challenge cards, the easiest first.",
        "pieces": "Make all pieces of a size, or cut them out of a shape.",
        "choose": "Find sets of pieces from a pool that fill given boards.",
        "convert": "Write a puzzle in another format.",
    },
    "Long searches, solvers, proofs": {
        "journal": "Show, check or merge the journals of long searches.",
        "compare": "Solve puzzles with several backends; compare times and solutions.",
        "export": "Write the exact cover of a puzzle or .dlx file for other solvers.",
        "certify": "Write a certificate that no solution of a puzzle is missing.",
        "verify": "Check a certificate that certify wrote.",
        "doctor": "Tell which backends, extras and compiled kernels are there.",
        "mcp": "Serve assistants by the Model Context Protocol.",
    },
}
FAMILIES = {  # commands that ask different questions of one thing
    "tile": {
        "plane": "Tell which shapes tile the plane, and Heesch numbers of those that do not.",
        "rectangle": "Tell which rectangles any number of copies of the shapes fill.",
        "strip": "Count the tilings of strips of one width, for all lengths.",
        "common": "Find the smallest region that each of several shapes tiles by itself.",
    },
}
COMMANDS = {name: says for group in GROUPED.values() for name, says in group.items()}

EXAMPLES = {
    "list": ("list puzzles calendar", "list backends --format json"),
    "show": ("show soma", "show calendar --member today"),
    "solve": ("solve soma -n 2", "solve pentominoes-6x10 --backend cadical -o all.txt"),
    "count": ("count pentominoes-6x10 --time-limit 60", "count tetris-cube --estimate --workers 1,4,16"),
    "best": ("best tetrahexes-triangle --maximise pieces --partial", "best mine.toml --minimise empty -t 60"),
    "tile plane": ("tile plane '***/*.*/*..'", "tile plane --size 7 --together -t 60"),
    "tile rectangle": ("tile rectangle pentominoes#Y --up-to 15x15", "tile rectangle --size 4 --up-to 8x8"),
    "tile strip": ("tile strip pentominoes#P --width 1..6 -o p.csv", "tile strip --size 4 --sizes 8x9"),
    "tile common": ("tile common pentominoes#X pentominoes#P", "tile common pentominoes#F --symmetry full"),
    "odds": ("odds pentominoes-6x10 --draw odds.svg", "odds soma --given 'P: 0,0,0 1,0,0 0,1,0 0,0,1'"),
    "sample": ("sample pentominoes-6x10 -n 3 --seed 7", "sample soma -n 4 --different --draw four.png"),
    "hint": ("hint calendar --member today --given 'O: 0,0 1,0 0,1 1,1 0,2 1,2'", "hint pentominoes-3x20 --fewest"),
    "assemble": ("assemble soma", "assemble dubois-burr -n 0"),
    "draw": ("draw today -o today.png", "draw pentominoes-6x10 --pieces --box -o laser.dxf"),
    "sheet": ("sheet soma -o soma.pdf", "sheet dubois-burr --paper letter -o burr.html"),
    "view": ("view soma", "view dubois-burr -o burr.html"),
    "studio": ("studio", "studio soma -o soma.html"),
    "unique": ("unique galakub", "unique pentominoes-3x20 --given hint.txt"),
    "explain": ("explain tetrahexes-triangle", "explain mine.toml --given tried.txt"),
    "rate": ("rate soma", "rate pentominoes-3x20 --given hint.txt"),
    "challenge": ("challenge pentominoes-3x20 -n 6", "challenge iq-rectangle -t 60 -o cards.svg"),
    "choose": (
        "choose pentominoes --board y-pentominoes-5x10 -n 3",
        "choose pentominoes --board board.toml --unique -n 1 -o tray.toml",
    ),
    "pieces": ("pieces 5", "pieces 5 --grid cubic -o pentacubes.toml"),
    "convert": ("convert burr.xmpuzzle burr.toml", "convert soma --answer answer.txt"),
    "journal": ("journal show search.journal", "journal merge -o both.journal a.journal b.journal"),
    "compare": ("compare soma -b native -b cadical -b cpsat", "compare pentominoes-6x10 --times -s mrv -s scan"),
    "export": ("export soma -o soma.cnf", "export --all -o benchmark"),
    "certify": ("certify soma -o soma-proof", "certify galakub -o proof --form lrat"),
    "verify": ("verify soma-proof", "verify soma-proof --plain"),
    "doctor": ("doctor", "doctor --json"),
    "mcp": ("mcp", "mcp --seconds 10"),
}

GREETING = """\
satpuzzle solves packing puzzles: pieces that fill a board or a box. Three things to try:

  satpuzzle solve galakub          the only way to fill a 4x4x4 box with these eight pieces
  satpuzzle draw today -o day.png  today's page of a calendar puzzle, as a picture
  satpuzzle list puzzles           all puzzles that come with it

satpuzzle --help names all commands, satpuzzle solve --help one in full.
"""


def names(commands: Iterable[str] = COMMANDS) -> list[str]:
    """Return the names of all commands; those of a family have two words."""
    return [f"{name} {of}".strip() for name in commands for of in FAMILIES.get(name, [""])]


def asks_for(command: str, what: str) -> str:
    """Return the error message for a command whose argument `what` is missing, such as `PUZZLE`."""
    example = next(EXAMPLES[name][0] for name in names() if f"{name} ".startswith(f"{command} "))
    need = "name a puzzle" if what.startswith("PUZZLE") else f"{what} is missing"
    return f"{command}: {need}, as in: satpuzzle {example}"
