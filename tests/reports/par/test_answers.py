"""Strategy, verification and simulation as sheets and as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairfelt.engine.exact import FigureCheck, Finding, Verification
from fairfelt.reports.par.checks import simulation_dict, simulation_sheet, verification_sheet
from fairfelt.reports.par.par_sheet import AdvisedHand, strategy_dict, strategy_sheet
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules.cards import parse_cards
from tests.reports.by_hand import EVERYTHING
from tests.reports.pages import text_of


@dataclass(frozen=True)
class Stand:
    """Stands for whatever value a sheet is made from."""

    given: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        return self.given[name]


def stand(**given: Any) -> Any:
    return Stand(given)


SHORT = stand(
    rules=(stand(street="Three cards", words="Play with a pair"),),
    house_edge=Fraction(1, 25),
    cost=Fraction(1, 500),
    against_best=True,
    known=(),
)
ADVICE = stand(street="Three cards", values=(("fold", Fraction(-1)), ("check", Fraction(-1, 4))), best="check")


def test_a_strategy_and_what_it_costs() -> None:
    words = text_of(as_text(strategy_sheet(EVERYTHING, SHORT)))
    assert "Play with a pair" in words
    assert "0.2000%" in words
    assert strategy_dict(EVERYTHING, SHORT)["hand"] is None


def test_a_strategy_whose_cost_is_not_known_says_so() -> None:
    strategy = stand(**{**SHORT.given, "against_best": False})
    assert "Cost against best play" not in str(strategy_sheet(EVERYTHING, strategy))
    assert strategy_dict(EVERYTHING, strategy)["cost"] is None


def test_rules_that_people_follow_and_what_they_cost() -> None:
    rule = stand(
        strategy=stand(name="pairs", words="Play pairs."),
        house_edge=Fraction(1, 20),
        element_of_risk=Fraction(1, 40),
        cost=Fraction(3, 1000),
    )
    strategy = stand(**{**SHORT.given, "known": (rule,)})
    words = text_of(as_text(strategy_sheet(EVERYTHING, strategy)))
    assert "Play pairs." in words
    assert "5.0000%" in words
    assert strategy_dict(EVERYTHING, strategy)["known"][0]["cost"]["fraction"] == "3/1000"


def test_the_up_card_stands_beside_the_hand() -> None:
    asked = AdvisedHand(parse_cards("As Kd 7c"), (), ADVICE, parse_cards("Qh"))
    assert "As Kd 7c against the dealer's Qh" in text_of(as_text(strategy_sheet(EVERYTHING, SHORT, asked)))
    assert strategy_dict(EVERYTHING, SHORT, asked)["hand"]["dealer"] == "Qh"


def test_a_hand_lists_its_choices_from_the_best() -> None:
    asked = AdvisedHand(parse_cards("As Kd 7c"), parse_cards("2c"), ADVICE)
    words = text_of(as_text(strategy_sheet(EVERYTHING, SHORT, asked)))
    assert "As Kd 7c with 2c on the table" in words
    assert words.index("-0.25000000") < words.index("-1.00000000")
    hand = strategy_dict(EVERYTHING, SHORT, asked)["hand"]
    assert [(row["choice"], row["value"]["fraction"], row["cost"]["fraction"]) for row in hand["choices"]] == [
        ("check", "-1/4", "0/1"),
        ("fold", "-1/1", "3/4"),
    ]


def check(*, agrees: bool, game: str = "some-game") -> FigureCheck:
    computed = "3.60%" if agrees else "3.61%"
    return FigureCheck(game, "v2", "Bonus", "1", "house_edge", "3.60%", computed, agrees, "", Fraction(36, 1000))


def test_verification_goes_game_by_game_and_counts_what_agrees() -> None:
    finding = Finding("some-game", "", "player edge", "The player has an edge.")
    found = Verification((check(agrees=True), check(agrees=False), check(agrees=True, game="other")), (finding,))
    sheet = verification_sheet(found)
    assert [section.title for section in sheet.sections] == ["some-game v2", "other v2", "Agreement", "Findings"]
    words = text_of(as_text(sheet))
    assert "Figures that agree: 2 of 3." in words
    assert "some-game: player edge" in words
    assert "! The player has an edge." in words


def test_verification_says_when_there_is_nothing() -> None:
    assert "No published figures" in text_of(as_text(verification_sheet(Verification((), ()))))


def test_simulation_beside_the_exact_mean() -> None:
    wager = stand(wager="Round", paytable="", rounds=100, mean=-0.04, standard_error=0.01, interval=(-0.06, -0.02),
                  exact=-0.037, within=True, seat_correlation=0.25, seat_correlation_error=0.1)  # fmt: skip
    simulation = stand(game=EVERYTHING, rounds=100, seed=7, seats=2, seconds=0.5, wagers=(wager,))
    words = text_of(as_text(simulation_sheet(simulation)))
    assert "200 rounds/s" in words
    assert "-0.06000 to -0.02000" in words
    assert simulation_dict(simulation)["wagers"][0]["interval"] == [-0.06, -0.02]
    assert simulation_dict(simulation)["wagers"][0]["seat_correlation"] == 0.25
