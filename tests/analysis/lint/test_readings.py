"""What the words leave open: every reading is counted, and the printed figures are asked which one was meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.analysis.lint import CHECKS
from fairfelt.analysis.lint.check import Severity, Stage
from fairfelt.analysis.lint.readings import same_rules
from fairfelt.engine.exact import par
from fairfelt.rules import (
    PUSH,
    ROUND,
    Alternative,
    Envy,
    Game,
    Paytable,
    Published,
    Result,
    Ruling,
    by_margin,
    even_money,
    opening,
    raised,
    side_bet,
)
from fairfelt.rules.hands import FOUR_CARD, LONGEST_FLUSH, STRAIGHT_RUN, WRAPPING_RUN, FourCard, Ranking, ThreeCard
from tests.analysis.lint.small_sheets import EDGE, LADDER, MARGINS, THREE, found, with_headlines, with_wager
from tests.support.too_dear import too_dear

ERROR, QUESTION, NOTE = Severity
STRAIGHTS = Paytable("S-1", {5: 100, 4: 10, 3: 2})


def straights(ranking: Ranking, *figures: Published, copies: Result = Result.TIE) -> Game:
    """The ladder with straights in the place of runs by color."""
    assert LADDER.showdown
    showdown = replace(LADDER.showdown, ranking=ranking, qualify=None, copies=copies)
    wagers = (
        opening("Ante", even_money),
        raised("Play", even_money),
        side_bet("Rungs", hand=ranking, pays=(STRAIGHTS,), survives_fold=True),
    )
    return replace(LADDER, showdown=showdown, wagers=wagers, published=figures)


def edge_of(game: Game, wager: str, *, bettors: int = 0) -> str:
    return f"{float(par(game, bettors=bettors).wager(wager).house_edge) * 100:.2f}%"


def severities(code: str, game: Game) -> list[Severity]:
    return [finding.severity for finding in found(code, game)]


def test_every_check_of_readings_is_tried_here() -> None:
    tried = {f"FF3{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 15)}
    assert tried == {check.code for check in CHECKS if check.stage is Stage.READINGS}


def test_the_ace_is_a_question_until_a_figure_or_the_felt_answers_it() -> None:
    silent = straights(STRAIGHT_RUN)
    assert severities("FF301", silent) == [QUESTION]
    assert len({effect.reading for effect in found("FF301", silent)[0].effects}) == 3
    printed = Published(wager="Rungs", figure="house_edge", printed=edge_of(silent, "Rungs"))
    settled = found("FF301", straights(STRAIGHT_RUN, printed))[0]
    assert settled.severity is NOTE
    assert settled.text.count(f"not the printed {printed.printed}") == 3
    assert severities("FF301", with_headlines(silent, "Ace is low or high")) == [NOTE]
    assert severities("FF301", THREE) == []


def test_a_figure_from_elsewhere_settles_nothing_for_the_sheet() -> None:
    game = straights(STRAIGHT_RUN)
    printed = Published(wager="Rungs", figure="house_edge", printed=edge_of(game, "Rungs"), source="a book")
    finding = found("FF301", replace(game, published=(printed,)))[0]
    assert finding.severity is QUESTION
    assert "Figures printed elsewhere settle it" in finding.text


def test_hands_without_a_run() -> None:
    """Where best play folds them all, nothing depends on it; where a king alone makes the dealer play, everything."""
    assert severities("FF302", straights(STRAIGHT_RUN)) == [NOTE]
    assert severities("FF302", LADDER) == [QUESTION]
    assert severities("FF302", THREE) == []


def test_a_run_that_wraps_has_two_ends() -> None:
    """By the highest card more hands are copies: it matters to players who win them."""
    finding = found("FF303", straights(WRAPPING_RUN, copies=Result.WIN))[0]
    assert finding.severity is QUESTION
    assert finding.effects[0].otherwise < finding.effects[0].as_read
    assert severities("FF303", straights(WRAPPING_RUN)) == [NOTE]
    assert severities("FF303", straights(STRAIGHT_RUN)) == []


def test_a_win_by_no_cards() -> None:
    """Only a table that pays one card and pushes none leaves it open whether it means that."""
    open_ = LADDER.with_wager("Blind", settle=by_margin)
    finding = found("FF304", open_)[0]
    assert (finding.severity, str(finding.place)) == (QUESTION, "Blind M-1, win by 0")
    assert finding.effects[0].otherwise < finding.effects[0].as_read
    plain = Paytable("M-2", {**MARGINS.pays, 1: PUSH})
    assert severities("FF304", open_.with_wager("Blind", paytables=(plain,))) == []


def test_bets_that_go_on_against_a_dealer_who_does_not_qualify() -> None:
    assert severities("FF305", LADDER) == severities("FF305", THREE) == []
    playing_on = LADDER.with_wager("Play", settle=even_money)
    assert severities("FF305", playing_on) == [QUESTION]
    assert found("FF305", playing_on)[0].text.startswith("What becomes of Play when the dealer does not qualify?")


SUITED = side_bet("Suited", hand=LONGEST_FLUSH, pays=(Paytable("S", {4: 40, 3: 2}),), survives_fold=True)
SHARED = replace(games.flush_rush, wagers=(*games.flush_rush.wagers[:3], SUITED), published=(), rulings=())
"""A bet on four cards of one's own, three more on the table."""


def test_the_cards_a_bet_reads() -> None:
    finding = found("FF306", SHARED)[0]
    assert (finding.severity, str(finding.place)) == (QUESTION, "Suited")
    assert "would favor the player" in finding.text
    printed = Published(wager="Suited", figure="house_edge", printed=edge_of(SHARED, "Suited"))
    assert severities("FF306", replace(SHARED, published=(printed,))) == [NOTE]
    four_cards = SHARED.with_wager("Suited", ranking=FOUR_CARD, paytables=(Paytable("F", {FourCard.FLUSH: 5}),))
    assert severities("FF306", four_cards) == severities("FF306", THREE) == [], "four cards are ranked, not seven"


def test_a_fold_that_loses_a_side_bet() -> None:
    """No pair is worth folding, but high cards are."""
    assert severities("FF307", THREE) == [NOTE]
    low = THREE.with_wager("Pairs", paytables=(Paytable("P-2", {ThreeCard.HIGH_CARD: 1}),))
    assert severities("FF307", replace(low, published=())) == [QUESTION]


def envious(*figures: Published) -> Game:
    table = Paytable("E", {ThreeCard.STRAIGHT_FLUSH: 100}, envy=Envy({ThreeCard.STRAIGHT_FLUSH: 20}, times_wager=False))
    return replace(with_wager(THREE, pays=(table,)), published=(EDGE, *figures))


def test_envy_holds_for_the_bettors_whose_figure_comes_out() -> None:
    assert "and no number of bettors" in found("FF308", envious())[0].text
    for bettors in (0, 5):
        printed = Published(wager="Meter", figure="house_edge", printed=edge_of(envious(), "Meter", bettors=bettors))
        finding = found("FF308", envious(printed))[0]
        assert finding.severity is QUESTION
        assert f"comes out for {bettors} other bettors only" in finding.text
    wrong = Published(wager="Meter", figure="house_edge", printed="1.23%")
    assert severities("FF308", envious(wrong)) == [ERROR]
    assert severities("FF308", THREE) == []


def test_a_tie_rule_that_nobody_states() -> None:
    silent = with_headlines(THREE, "Dealer plays with queen high or better")
    finding = found("FF310", silent)[0]
    assert finding.severity is QUESTION
    moved = {effect.reading: effect.otherwise - effect.as_read for effect in finding.effects}
    assert moved["players win copies"] < 0 < moved["the dealer wins copies"]
    assert severities("FF310", THREE) == severities("FF310", SHARED) == []
    ruled = replace(silent, rulings=(Ruling("ties", "What of equal hands?", "They push."),))
    assert severities("FF310", ruled) == []


@pytest.mark.parametrize(
    ("figure", "severity"), [("house_edge", NOTE), ("element_of_risk", ERROR)], ids=["for each Ante", "for each unit"]
)
def test_what_a_printed_house_edge_is_divided_by(figure: str, severity: Severity) -> None:
    number = getattr(par(THREE).round, figure)
    printed = Published(wager=ROUND, figure="house_edge", printed=f"{float(number) * 100:.2f}%")
    assert severities("FF312", replace(THREE, published=(printed,))) == [severity]


def test_a_printed_edge_that_is_neither() -> None:
    printed = Published(wager=ROUND, figure="house_edge", printed="50.00%")
    assert "is neither" in found("FF312", replace(THREE, published=(printed,)))[0].text
    assert severities("FF312", THREE) == []


def ruled(change: object) -> Game:
    other = Alternative("Otherwise.", change)  # type: ignore[arg-type]
    return replace(THREE, rulings=(Ruling("how", "How?", "So.", alternatives={"other": other}),))


def test_a_ruling_is_weighed_by_its_other_answers() -> None:
    nothing = found("FF313", ruled(lambda game: game))[0]
    assert (nothing.severity, nothing.effects) == (NOTE, ())
    copies = ruled(lambda game: replace(game, showdown=replace(game.showdown, copies=Result.LOSS)))
    assert [effect.place.wager for effect in found("FF313", copies)[0].effects] == [""]
    settled = ruled(lambda game: game.with_pays("Pairs", Paytable("P-1", {ThreeCard.PAIR: 3})))
    assert "The printed figures settle it." in found("FF313", settled)[0].text


def test_what_a_ruling_asks_is_not_asked_again() -> None:
    fold = Alternative("A fold loses it.", lambda game: game.with_wager("Pairs", survives_fold=False))
    game = replace(THREE, rulings=(Ruling("fold", "Fold?", "No.", alternatives={"loses": fold}),))
    assert severities("FF307", game) == []
    assert severities("FF313", game) == [NOTE]


def test_a_reading_without_a_solver_stays_a_question() -> None:
    finding = found("FF313", ruled(too_dear))[0]
    assert finding.severity is QUESTION
    assert "not counted" in finding.text


def test_a_hand_that_makes_two_lines() -> None:
    game = games.flush_rush
    finding = found("FF315", game)[0]
    assert finding.severity is NOTE
    assert "would be 5.41%, not the printed 3.75%" in finding.text
    assert "would be 4.43%, not the printed 3.75%" in finding.text
    assert severities("FF315", THREE) == []


def test_same_rules_whatever_the_tables_are_called() -> None:
    renamed = THREE.with_wager("Pairs", paytables=(Paytable("other", THREE.wager("Pairs").paytable.pays),))
    assert same_rules(THREE, renamed)
    assert not same_rules(THREE, renamed.with_wager("Pairs", survives_fold=False))
