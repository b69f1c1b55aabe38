"""The palette: colours that can be told apart, and letters that can be read on them."""

import subprocess
import sys
from itertools import combinations

import numpy as np

from satpuzzle.solutions import palette


def test_letters_can_be_read_on_every_colour() -> None:
    for colour in palette.COLOURS:
        light, dark = sorted((palette.luminance(palette.ink(colour)), palette.luminance(colour)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


def test_the_colours_of_a_usual_puzzle_differ_for_everyone() -> None:
    """Distances in OKLab as seen normally and with each dichromacy; 0.02 is about what can just be told apart."""
    machado = (
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    )
    rgb = np.array([palette.rgb(colour) for colour in palette.COLOURS])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_cones = [
        [0.41222147, 0.53633254, 0.05144599],
        [0.2119035, 0.68069955, 0.10739696],
        [0.08830246, 0.28171884, 0.6299787],
    ]
    to_lab = [
        [0.21045426, 0.79361779, -0.00407205],
        [1.9779985, -2.42859221, 0.45059371],
        [0.02590404, 0.78277177, -0.80867577],
    ]
    for seen in machado:
        cones = np.cbrt(np.clip(linear @ np.array(seen).T, 0, 1) @ np.array(to_cones).T)
        lab = cones @ np.array(to_lab).T
        distance = [float(np.linalg.norm(lab[a] - lab[b])) for a, b in combinations(range(24), 2)]
        among_first = [float(np.linalg.norm(lab[a] - lab[b])) for a, b in combinations(range(12), 2)]
        assert min(among_first) > 0.09
        assert min(distance) > 0.045
        if seen == machado[0]:
            assert np.linalg.norm(lab[:12, 1:], axis=1).min() > 0.07, "a grey among the first"


def test_no_colour_recurs_before_all_are_used() -> None:
    assert len({palette.colour(number) for number in range(len(palette.COLOURS))}) == 24
    assert palette.colour(24) == palette.colour(0)


def test_colours_on_a_terminal_need_no_pictures() -> None:
    script = "import sys, satpuzzle.cli.writers; print([name for name in sys.modules if 'pictures' in name])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout == "[]\n"
