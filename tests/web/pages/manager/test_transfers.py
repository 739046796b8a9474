"""A transfer on the pages: the form shows what was counted for an heir; manager and regulator read it afterwards."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairfelt.law import Mode
from fairfelt.room import Controls
from fairfelt.room.commands.law import SetLaw
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot
from tests.web.back_office import PINS, BackOffice, mistake_at
from tests.web.card_room import TERMS, linked_table

SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
ANNOUNCE = "/manager/jackpots/mega/ending"
WORSE = {"way": "transfer", "heir": "heir/Mega", "document": "sign 1", "sure": "yes"}
AS_GOOD = {**WORSE, "heir": "heir/Major"}


@pytest.fixture
def lawful(office: BackOffice) -> BackOffice:
    """The same room with an heir at a table of its own, under a law that binds."""
    by = ("E-1", "A-1")
    office.tell(OpenJackpot(jackpot="heir", terms=TERMS, cards=by))
    office.tell(MakeLink(link="annex", jackpot="heir", location="Spokane", cards=by))
    office.tell(structs.replace(linked_table("T9", Controls.NEXUS), link="annex", cards=by))
    live_by(office, Mode.ENFORCE)
    return office


def live_by(office: BackOffice, mode: Mode) -> None:
    """Two people set the law, and the server tells its day."""
    law = SetLaw(
        profile="wa-commercial", mode=mode, zone="America/Los_Angeles", document="licence 5", cards=("E-1", "A-1")
    )
    office.tell(law)
    assert office.client.portal
    office.client.portal.call(office.controller.law.begin_day, office.controller.ledger)


def test_worse_odds_are_refused_on_the_form_and_another_heir_is_taken(lawful: BackOffice) -> None:
    refused = lawful.send(ANNOUNCE, **WORSE, **SECOND)
    assert refused.status_code == 422
    assert "3/216580" in refused.text
    assert "To heir, level Mega" in refused.text, "what was counted stands there for the next try"
    assert lawful.send(ANNOUNCE, **AS_GOOD, **SECOND).url.path == "/manager/jackpots/mega"
    page = lawful.get("/manager/jackpots/mega")
    assert "transfer to heir, level Major" in page
    assert "counted exactly: Major of heir is won at least as often as any level of mega" in page


def test_what_was_counted_is_shown_before_anything_is_announced(lawful: BackOffice) -> None:
    unsure = lawful.send(ANNOUNCE, **{**AS_GOOD, "sure": ""}, **SECOND)
    assert mistake_at(unsure.text, "sure") == "Check this box to confirm."
    assert "counted exactly: Major of heir" in unsure.text
    assert "mega" not in lawful.controller.floor.endings
    assert "counted exactly: Major of heir" in lawful.get("/manager/jackpots/mega/retire")


def test_the_regulator_reads_what_the_law_said(lawful: BackOffice) -> None:
    live_by(lawful, Mode.ADVISE)
    lawful.send(ANNOUNCE, **WORSE, **SECOND)
    lawful.sign_in("R-1", then="/regulator")
    page = lawful.get("/regulator/payouts")
    assert "heir, level Mega" in page
    assert "3/216580" in page
    assert "3/216580" in lawful.get("/regulator/payouts.json")


def test_each_way_names_its_own_receiver(lawful: BackOffice) -> None:
    nobody = lawful.send(ANNOUNCE, **{**WORSE, "heir": ""}, **SECOND)
    assert "a transfer names the receiving jackpot" in mistake_at(nobody.text, "heir").lower()
    both = lawful.send(ANNOUNCE, **WORSE, to="the food bank", **SECOND)
    assert "a donation names who receives it" in mistake_at(both.text, "to").lower()
    other = lawful.send(ANNOUNCE, **{**WORSE, "heir": "moon/Mega"}, **SECOND)
    assert mistake_at(other.text, "heir") == "Choose from the list."
    kept = lawful.send(ANNOUNCE, **{**WORSE, "way": "play off"}, **SECOND)
    assert "nothing else does" in mistake_at(kept.text, "heir")
    assert lawful.controller.floor.paperwork.transfers == {}, "nothing was counted for a form that is wrong"


def test_the_transfer_itself_is_counted_where_nobody_announced_it(lawful: BackOffice) -> None:
    live_by(lawful, Mode.ADVISE)
    lawful.send("/manager/jackpots/mega/retire", heir="heir/Mega", document="memo", sure="yes", **SECOND)
    assert lawful.controller.floor.jackpots["mega"].retired
    (said,) = lawful.controller.floor.paperwork.transfers["mega/heir/Mega"].findings
    assert said.binds
    assert "3/216580" in said.sentence
