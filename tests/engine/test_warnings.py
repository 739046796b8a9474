"""What a sheet must not pass over in silence."""

import pytest

from fairfelt import games
from fairfelt.engine.exact import par
from fairfelt.rules import Paytable

V1 = games.straight_edge_poker


def with_bonus(pays: dict[int, int]) -> tuple[str, ...]:
    return par(V1.with_pays("Bonus", Paytable("what if", pays))).warnings


def test_a_sound_table_has_no_warning() -> None:
    assert with_bonus({7: 40, 6: 15, 5: 6, 4: 1}) == ()


@pytest.mark.parametrize("pay", [41, 40], ids=["a pay of its own", "the same pay as another line"])
def test_a_pay_that_can_never_occur(pay: int) -> None:
    """Seven cards make no straight of eight."""
    assert with_bonus({8: pay, 7: 40, 6: 15, 5: 6, 4: 1}) == (
        f"Bonus what if: 8-card straight ({pay} to 1) can never occur.",
    )


def test_a_better_hand_that_pays_less() -> None:
    assert "Bonus what if: 6-card straight pays less than a lower line, 5 to 1 against 6 to 1." in with_bonus(
        {7: 40, 6: 5, 5: 6, 4: 1}
    )


def test_a_bet_that_favors_the_player() -> None:
    assert any(text.startswith("Bonus what if favors the player by ") for text in with_bonus({4: 3, 5: 6, 6: 15}))
