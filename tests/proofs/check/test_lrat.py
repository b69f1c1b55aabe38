"""The proof checker accepts what follows and nothing else."""

import pytest

from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.lrat import check_proof

ALL = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
PROOF = ["5 1 0 1 2 0", "5 d 1 2 0", "6 2 0 5 3 0", "7 0 5 6 4 0"]


def test_a_right_proof_is_accepted() -> None:
    assert check_proof(ALL, PROOF) == 4


def test_an_empty_clause_needs_no_proof() -> None:
    assert check_proof([[1], []], []) == 0


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (0, "5 1 0 1 0", "the hints lead to no conflict"),
        (0, "5 1 0 3 2 0", "clause 3 has 2 literals left"),
        (0, "5 0 1 0", "clause 1 has 2 literals left"),
        (0, "5 1 0 9 0", "no live clause 9"),
        (0, "5 1 0 -1 2 0", "no live clause -1"),
        (0, "4 1 0 1 2 0", "there is a clause 4 already"),
        (0, "5 1 0 1 2", "it does not end with 0"),
        (0, "5 1 x 1 2 0", "a word that is no integer"),
        (0, f"{10**4299}{10**1700} 1 0 1 2 0", "line 1: it has .* a number of more than 4300 digits$"),
        (0, "", "it is empty"),
        (0, "5", "it does not end with 0"),
        (0, "5 d", "it does not end with 0"),
        (0, "5 0", "a clause and its hints end with 0 each"),
        (1, "5 d 8 0", "no live clause 8"),
        (1, "5 d 3 0", "no live clause 3"),
        (3, "7 2 0 5 4 6 0", "after 4 lines without the empty clause"),
    ],
)
def test_a_wrong_step_is_found(line: int, text: str, message: str) -> None:
    with pytest.raises(ProofError, match=message):
        check_proof(ALL, [*PROOF[:line], text, *PROOF[line + 1 :]])


def test_a_proof_of_something_else_is_not_accepted() -> None:
    for missing in range(4):
        with pytest.raises(ProofError):
            check_proof([clause for number, clause in enumerate(ALL) if number != missing], PROOF)
    with pytest.raises(ProofError, match="without the empty clause"):
        check_proof(ALL, PROOF[:-1])
