"""A room whose jackpot is in euros speaks of euros on every page and in every record; with dollars beside, apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import reduce
from html import unescape
from pathlib import Path

import pytest
from msgspec import structs

from fairfelt.jackpot import Reason
from fairfelt.law import Mode
from fairfelt.room import DeviceKind
from fairfelt.room.commands.accounts import Adjust
from fairfelt.room.commands.duties import PostHouseJackpot
from fairfelt.room.commands.law import SetLaw
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.rules import format_amount
from tests.support.heavy import IS_HEAVY_RUN
from tests.web.back_office import BackOffice, back_office, hidden, mistake_at
from tests.web.card_room import TERMS, enrolled

UNIT = 1_000_000
TWO = ("E-1", "A-1")
DAY = "2027-01-15"
LAWS_OWN = (
    r"\$[\d,.]+(, the most| is the most) for a single wager",
    r"(Max \w+:|of them above) \$[\d,.]+",
    r"(?s)progressive bet, limit by law.{0,80}?\$[\d,.]+",
)
"""How a law of dollars speaks of its own amounts."""
STATUTES = re.compile(r"/(manager|regulator)/(law|approvals)")
"""Where the rules themselves are told."""
IN_EUROS = re.compile(r"€[\d,]+\.\d\d|EUR")
SPEAK_OF_MONEY = {
    "/manager", "/manager/jackpots/mega", "/manager/jackpots/mega/adjust", "/manager/jackpots/mega/terms",
    "/manager/tables", "/manager/tables/T1/limits", "/manager/tables/T1/aggregates", "/manager/prizes",
    "/manager/prizes/new/post", "/manager/wins", "/manager/wins/1/1", "/manager/funds", "/manager/funds.csv",
    "/manager/funds/entries", "/manager/funds/statements", "/manager/funds/odds", "/manager/reports",
    "/regulator", "/regulator/funds", "/regulator/funds.json", "/regulator/parameters", "/regulator/payouts",
    "/regulator/reconciliation", "/regulator/reconciliation.json", "/regulator/tables", "/regulator/tables.json",
    "/regulator/tables/T1/placard", "/regulator/tables/T1/placard.json",
}  # fmt: skip


@pytest.fixture
def office(tmp_path: Path) -> Iterator[BackOffice]:
    with back_office(tmp_path, currency="EUR") as opened:
        opened.sign_in("E-1")
        yield opened


def busy(office: BackOffice, profile: str) -> None:
    """A law, limits, a prize of the house, a win to pay in steps, a deposit, money for odds-based prizes."""
    set_law(office, profile)
    for table in ("T1", "T2"):
        typed = {"opening-least": "€5", "opening-most": "1,000", "bet-0-least": "EUR 1", "bet-0-most": "20"}
        assert office.send(f"/manager/tables/{table}/limits", **typed).url.path == "/manager/tables"
    prize = PostHouseJackpot(
        name="Sevens", table="T1", hand="four sevens", amount_micros=500 * UNIT, posted=True, cards=TWO
    )
    office.tell(prize)
    office.tell(
        Adjust(
            jackpot="mega", level="Mega", reason=Reason.SEED_RECOVERY, amount_micros=UNIT, document="slip 3",
            cards=TWO,
        )
    )  # fmt: skip
    office.win(hand=office.controller.floor.tables["T1"].hands[0].hand)
    office.send("/manager/funds/entries", kind="deposit", amount="€12,000", on=DAY, document="slip 9")
    office.send("/manager/funds/statements", balance="EUR 12,000", on=DAY, document="statement 1")
    office.send("/manager/funds/odds", amount="5,000", document="letter 2")


def set_law(office: BackOffice, profile: str) -> None:
    """Two people set the law, and the server tells its day."""
    office.tell(SetLaw(profile=profile, mode=Mode.ADVISE, zone="Europe/Vienna", document="licence 5", cards=TWO))
    assert office.client.portal
    office.client.portal.call(office.controller.law.begin_day, office.controller.ledger)


def crawled(office: BackOffice, *starts: str) -> dict[str, str]:
    """Every page and record that can be reached from some pages, but for PDFs, which are drawn from the same sheets."""
    found: dict[str, str] = {}
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        if (
            address in found
            or ".pdf" in address
            or ".zip" in address
            or not address.startswith(("/manager", "/regulator"))
        ):
            continue
        if "/forecast" in address and not IS_HEAVY_RUN:
            continue  # it is counted for seconds behind its page
        answer = office.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        found[address] = unescape(answer.text)
        waiting += map(unescape, re.findall(r'href="([^"#]+)', answer.text))
    return found


def seen_in(office: BackOffice) -> dict[str, str]:
    """All that the executive and the regulator can see and take away, and a win page."""
    printed = office.client.post("/manager/wins/1/print", data=hidden(office.get("/manager/wins/1/print")))
    pages = crawled(office, "/manager", printed.url.path)
    office.sign_in("R-1", then="/regulator")
    return pages | crawled(office, "/regulator")


@pytest.mark.heavy
def test_every_page_and_record_speaks_of_euros(office: BackOffice) -> None:
    busy(office, "laboratory")
    pages = {address: text for address, text in seen_in(office).items() if not STATUTES.match(address)}
    assert [address for address, text in pages.items() if "$" in text] == []
    assert {address for address, text in pages.items() if IN_EUROS.search(text)} >= SPEAK_OF_MONEY


def test_a_law_of_dollars_says_its_own_amounts_and_no_others(office: BackOffice) -> None:
    busy(office, "wa-commercial")
    pages = seen_in(office)
    assert {address for address, text in pages.items() if IN_EUROS.search(text)} >= SPEAK_OF_MONEY
    for address, text in pages.items():
        rest = reduce(lambda left, own: re.sub(own, "", left), LAWS_OWN, text)
        assert STATUTES.match(address) or "$" not in rest, address
    assert "Ante: €1,000.00 is above $400.00, the most for a single wager" in pages["/regulator/tables"]
    payments = office.controller.floor.payments
    assert list(payments) == [1, 2], "the award and the envy for it"
    payment = payments[1]
    amount = format_amount(payment.amount_micros, "EUR")
    assert f"Pay {amount} by check." in pages["/manager/payouts"]
    assert f"Win page 1: {amount}, seat 1, royal flush, won" in pages["/regulator/payouts"]
    assert f"<dd>{amount}</dd>" in pages["/manager/payouts/1/step"]


def test_keypad_and_display_are_told_the_currency(office: BackOffice) -> None:
    for command in enrolled("display 1", DeviceKind.DISPLAY, "a key", link="pit"):
        office.tell(structs.replace(command, cards=TWO))
    for key, address in (("key of keypad T1", "/table/T1"), ("a key", "/display/pit")):
        assert office.client.post("/pair", data={"key": key}, follow_redirects=False).status_code == 303
        page = office.get(address)
        assert 'data-currency="EUR"' in page
        assert "$" not in page


@pytest.fixture
def mixed(office: BackOffice) -> BackOffice:
    """A second jackpot, in dollars, and money in both accounts."""
    set_law(office, "wa-commercial")
    office.tell(OpenJackpot(jackpot="mini", terms=structs.replace(TERMS, name="Mini"), cards=TWO))
    entry = {"kind": "deposit", "on": DAY}
    office.send("/manager/funds/entries", **entry, amount="€12,000", currency="EUR", document="slip 1")
    office.send("/manager/funds/entries", **entry, amount="$9,000", currency="USD", document="slip 2")
    return office


def test_euros_are_never_added_to_dollars(mixed: BackOffice) -> None:
    assert [(entry.currency, entry.amount_micros // UNIT) for entry in mixed.controller.floor.bank] == [
        ("EUR", 12_000), ("USD", 9_000),
    ]  # fmt: skip
    sheet = mixed.get("/manager/funds.csv")
    assert re.findall(r"(?:Funds|Jackpots) in \w+", sheet) == [
        "Funds in EUR", "Jackpots in EUR", "Funds in USD", "Jackpots in USD",
    ]  # fmt: skip
    assert 'Total,"€11,000.00",' in sheet
    assert 'Total,"$11,000.00",' in sheet
    page = mixed.get("/manager/funds")
    assert "holds $9,000.00 of the $11,000.00 required" in page, "dollars are short"
    assert "of the €" not in page, "and euros are not"
    assert mixed.controller.floor.funds.notices[0].startswith("the progressive jackpot account holds $9,000.00")


def test_each_account_has_its_own_entries_statement_and_money_for_odds(mixed: BackOffice) -> None:
    wrong = mixed.send("/manager/funds/entries", kind="deposit", amount="$5", currency="EUR", on=DAY, document="slip 3")
    assert "is not an amount" in mistake_at(wrong.text, "amount"), "dollars are no euros"
    mixed.send("/manager/funds/statements", balance="12,001", currency="EUR", on=DAY, document="statement 1")
    mixed.send("/manager/funds/odds", amount="5,000", currency="USD", document="letter 2")
    assert mixed.controller.floor.funds.odds_micros == {"USD": 5_000 * UNIT}
    mixed.sign_in("R-1", then="/regulator")
    told = json.loads(mixed.get("/regulator/funds.json"))
    (dollars,) = told["others"]
    assert (told["currency"], told["balance_micros"], told["odds_micros"]) == ("EUR", 12_000 * UNIT, 0)
    assert (dollars["currency"], dollars["balance_micros"], dollars["odds_micros"]) == (
        "USD",
        9_000 * UNIT,
        5_000 * UNIT,
    )
    assert [row["jackpot"] for row in told["jackpots"]] == ["mega"]
    assert [row["jackpot"] for row in dollars["jackpots"]] == ["mini"]
    overview = mixed.get("/regulator")
    assert "€11,000.00 held for players, €12,000.00 in the bank" in overview
    assert "$11,000.00 held for players, $9,000.00 in the bank; short by $2,000.00" in overview
    report = mixed.get("/regulator/funds.csv")
    assert ',€0.00,€0.00,"€11,000.00"' in report
    assert ',$0.00,$0.00,"$11,000.00"' in report
