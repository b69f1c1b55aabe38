"""QR codes (ISO/IEC 18004), which reportlab makes, as panels."""

from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures.panel import Panel

_LONGEST = 2953  # bytes of the largest code
_BORDER = 2  # modules of white around a code, beside the margin of a page
_MODULE, _SIDES = 0.6, (24.0, 42.0)  # millimetres of a module; the least and the largest side of a code, if it can be


def check_code(link: str) -> None:
    """Raise PuzzleError if a link is too long for a QR code, or reportlab is not installed."""
    need("QR codes need", "reportlab", "print")
    if len(link.encode()) > _LONGEST:
        raise PuzzleError(f"a link of {len(link)} characters is too long for a QR code")


def code(link: str) -> Panel:
    """Return the QR code of a link, in millimetres; raises what `check_code` does."""
    check_code(link)
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    made = QRCode(None, QRErrorCorrectLevel.L)
    made.addData(link)
    made.make()
    count = made.moduleCount
    dark = [(x, y) for y in range(count) for x in range(count) if made.isDark(y, x)]
    side = min(max(_MODULE * count, _SIDES[0]), _SIDES[1])
    size = side / (count + 2 * _BORDER)
    drawn = "".join(f"M{x + _BORDER} {y + _BORDER}h1v1h-1z" for x, y in dark)
    shape = f'<path transform="scale({size:.4f})" fill="#000" shape-rendering="crispEdges" d="{drawn}"/>'
    return Panel([shape], (0.0, 0.0, side, side))
