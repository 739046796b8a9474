"""Counts that take long say so, ask first, and leave a sheet behind in any case."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from fairfelt.cli.io import output as agree
from fairfelt.engine import exact as engine
from fairfelt.engine.core.price import MOST_EVALUATIONS
from tests.support.running import run

DEAR = """
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import THREE_CARD, ThreeCard
from fairfelt.rules import *

game = Game(
    name="Two Up",
    summary="Beat the dealer.",
    deck=Deck("89TJQKA"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    streets=(Street("Look", FOLD, bet("Play"), dealer=1), Street("Look again", FOLD, bet("Again"), dealer=1)),
    showdown=Showdown(THREE_CARD),
    wagers=(
        opening("Ante", even_money),
        raised("Play", even_money),
        raised("Again", even_money),
        side_bet("Pairs", hand=THREE_CARD, pays=(Paytable("a", {ThreeCard.PAIR: 4}),), survives_fold=True),
    ),
)
"""


@pytest.fixture
def dear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that costs more than is counted without asking."""
    from fairfelt.engine.core import price

    file = tmp_path / "two_up.py"
    file.write_text(DEAR)
    monkeypatch.setattr(price, "_allowed", type(price._allowed)("allowed", default=1000))
    monkeypatch.setattr(engine, "estimated_par", partial(engine.estimated_par, rounds=2_000))
    monkeypatch.setattr("fairfelt.cli.commands.par.kept_answer", lambda game, *, bettors: None)
    assert MOST_EVALUATIONS > 1000
    return str(file)


def test_what_costs_too_much_is_sampled_and_says_so(dear: str) -> None:
    ran = run("par", dear)
    assert ran.code == 0
    assert "Estimated PAR sheet" in ran.out
    assert "say --yes" in " ".join(ran.out.replace("┃", "").split())
    assert "house edge under best play lies between" in " ".join(ran.out.split())
    data = run("par", dear, "--json").json
    assert data["round"]["house_edge"]["from"] < data["round"]["house_edge"]["to"]
    assert [row["wager"] for row in data["wagers"]] == ["Pairs"]


def test_who_says_yes_gets_the_whole_sheet(dear: str) -> None:
    assert "Estimated" not in run("par", dear, "--yes").out


def test_a_person_at_the_terminal_is_asked(dear: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def says_yes(cost: str) -> bool:
        asked.append(cost)
        return True

    monkeypatch.setattr(agree, "_asked", says_yes)
    ran = run("par", dear)
    assert "Estimated" not in ran.out
    assert "evaluations: about" in asked[0]
