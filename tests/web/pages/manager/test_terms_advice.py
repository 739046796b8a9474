"""What is said beside the terms of a jackpot: figures of the actual paytable, and what a change does to them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import structs

from fairfelt.jackpot import Jackpot, Terms
from fairfelt.jackpot.meters import ProgressiveBet, ProgressiveOffer, Severity, all_offers
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.manager import terms as module
from fairfelt.web.pages.manager.terms import TermsAdvice, advise_terms
from tests.web.back_office import BackOffice
from tests.web.card_room import TERMS
from tests.web.visiting import check_three, uncounted

UNIT = 1_000_000
WAGER = "Multi-Game Link Progressive"
RIDE, STUD = (ProgressiveOffer(game, "", WAGER, "ML01") for game in ("let-it-ride", "mississippi-stud"))
"""Both win a hand that outlives a fold: nothing has to be solved for them."""
LONG_RUN, NOW = "House edge with these terms, in the long run", "With the current terms"
UNHURRIED_S = 60.0
COUNTING = Counting(study=uncounted, check=check_three)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever counts has time here."""
    monkeypatch.setattr(module, "PATIENCE_S", UNHURRIED_S)


def with_rate(rate_ppm: int) -> Terms:
    first, *others = TERMS.levels
    return structs.replace(TERMS, levels=(structs.replace(first, rate_ppm=rate_ppm), *others))


def said(terms: Terms, *, current: Jackpot | None = None, stake: int = 1) -> TermsAdvice:
    (found,) = advise_terms(COUNTING, [RIDE], terms, stake_micros=stake * UNIT, current=current)
    return found


def figure(found: TermsAdvice, name: str) -> Fraction:
    text = dict(found.figures)[name]
    return Fraction(text.rstrip("%"))


def test_a_rate_takes_from_the_house_what_it_gives_to_the_meter() -> None:
    current = Jackpot(TERMS)
    raised = said(with_rate(200_000), current=current)
    assert figure(raised, NOW) - figure(raised, LONG_RUN) == 5
    assert raised.advice[0].severity is Severity.WARNING
    assert "5.00% of the wager more than now, so the house edge falls" in raised.advice[0].sentence
    lowered = said(with_rate(100_000), current=current)
    assert figure(lowered, LONG_RUN) - figure(lowered, NOW) == 5
    assert "5.00% of the wager less than now, so the house edge rises" in lowered.advice[0].sentence
    assert "than now" not in " ".join(each.sentence for each in said(TERMS, current=current).advice)


def test_a_seed_weighs_less_on_larger_wagers() -> None:
    assert figure(said(TERMS, stake=25), LONG_RUN) > figure(said(TERMS, stake=1), LONG_RUN)


def test_paytables_of_which_the_same_is_to_be_said_are_said_together() -> None:
    (found,) = advise_terms(COUNTING, [RIDE, STUD], TERMS, stake_micros=UNIT)
    assert found.offers == (RIDE, STUD)


def test_a_paytable_whose_level_is_missing_is_not_counted() -> None:
    (found,) = advise_terms(COUNTING, [RIDE], structs.replace(TERMS, levels=TERMS.levels[:1]), stake_micros=UNIT)
    assert found.sentence == "this paytable wins a level 'Major', which the jackpot does not have"
    assert not found.figures


def test_what_is_not_counted_yet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_S", 0)
    job: Job[ProgressiveBet] = Job(lambda job: pytest.fail("nobody counts"))
    monkeypatch.setattr(module, "bet_job", lambda counting, setup: job)
    assert not said(TERMS).ready
    assert said(TERMS).sentence == "the exact figures are being computed"


def test_offers_are_the_progressive_wagers_of_the_catalogue() -> None:
    assert RIDE.key in all_offers()
    assert all(offer.levels for offer in all_offers().values())
    assert all_offers()[RIDE.key].levels == ("Mega", "Major")


def test_the_page_asks_for_advice_and_nothing_else(office: BackOffice) -> None:
    opening = f"/manager/jackpots/new/open?for={RIDE.key}"
    typed = {"seed-0": "10000", "rate-0": "15", "seed-1": "1000", "rate-1": "8"}
    fields = {name: value for name, value in office.fill(opening, **typed).items() if name not in ("stamp", "number")}
    part = office.client.get("/manager/advice", params={**fields, "about": RIDE.key})
    assert LONG_RUN in part.text
    assert "<html" not in part.text
    unread = office.client.get("/manager/advice", params={**fields, "about": RIDE.key, "rate-0": "a lot"})
    assert "appear here as soon as" in unread.text


def test_counting_again_changes_nothing_and_keeps_what_was_typed(office: BackOffice) -> None:
    before = office.controller.head.number
    page = office.send("/manager/jackpots/mega/terms", look="yes", why="to see", **{"rate-0": "16.5"})
    assert page.status_code == 200
    assert 'value="16.5"' in page.text
    assert office.controller.head.number == before
