"""Shields: faces that may hide other faces from the viewer; letters are put on faces that are not hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satpuzzle.pictures.geometry import Places
from satpuzzle.pictures.scene import Figure

_NEAR = 1e-3  # cells: a face this near in front of a point does not hide it
_PART = 0.45  # how far towards the corners of a face its sample points lie


@dataclass(frozen=True, eq=False)
class Shields:
    """Faces that may hide others: all faces of figures that look towards the viewer."""

    towards: Places  # (3,): to the viewer
    normals: Places  # (faces, 3)
    corners: Places  # (faces, most corners, 3): in order around the face, the last one repeated

    @classmethod
    def of(cls, figures: Sequence[Figure], visible: Sequence[set[int]], towards: Places) -> "Shields":
        """Return the shields from the numbers of the visible faces of each figure; `towards` points to the viewer."""
        faces = [
            (face.normal, figure.placed(figure.body.vertices[list(face.corners)]))
            for figure, numbers in zip(figures, visible, strict=True)
            if figure.copy
            for face in (figure.body.faces[number] for number in sorted(numbers))
        ]
        most = max((len(corners) for _, corners in faces), default=1)
        padded = [
            np.concatenate([corners, np.repeat(corners[-1:], most - len(corners), axis=0)]) for _, corners in faces
        ]
        normals = np.array([normal for normal, _ in faces]).reshape(-1, 3)
        return cls(towards, normals, np.array(padded).reshape(-1, most, 3))

    def hidden(self, corners: Places) -> int:
        """Return the number of sample points of a face, given by its corners (n, 3), that other faces hide."""
        middle = corners.mean(axis=0)
        points = np.concatenate([middle[None], middle + _PART * (corners - middle)])
        slope = self.normals @ self.towards
        ahead = np.einsum("fpi,fi->pf", self.corners[:, :1] - points, self.normals) / slope
        met = (
            points[:, None] + ahead[..., None] * self.towards
        )  # (points, faces, 3): where a line of sight meets a plane
        along = np.roll(self.corners, -1, axis=1) - self.corners
        to_met = met[:, :, None] - self.corners
        left = np.einsum("pfci,fi->pfc", np.cross(along, to_met), self.normals)
        inside = np.where((along**2).sum(axis=2) > 0, left, 1.0).min(axis=2) > _NEAR
        return int(((ahead > _NEAR) & inside).any(axis=1).sum())
