"""Awards at a desk: the list with its filters, one page for each, and the evidence pack that proves it elsewhere."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.ledger import Entry, Ledger
from fairfelt.ledger.canonical import parsed
from fairfelt.ledger.chain import exported
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.report import Report
from fairfelt.reports.room.win_page import ProofAddress, win_page_report
from fairfelt.room import Floor, WinPage
from fairfelt.room.commands.accounts import PrintWinPage
from fairfelt.room.commands.duties import DoPayoutStep
from fairfelt.room.commands.felt import BetsReported, TrayPaid
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.projections.records import LoggedWin
from fairfelt.room.registry import kinds_of, label
from fairfelt.room.state.awards import seat_words
from fairfelt.rules import AmountError, parse_amount
from fairfelt.runtime.formats import MICROS
from fairfelt.web.api.access import PRINTING, TWO_TO_ADJUST
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.handlers.wins import proof_address
from fairfelt.web.desk import Desk, Field, Form
from fairfelt.web.desk.desk import NEVER_KEPT, T
from fairfelt.web.desk.log import EVERY, find_moment, who
from fairfelt.web.http.answers import disposition, not_found, number_in
from fairfelt.web.pages.page import page

ON_A_PAGE = 25
MOST_LOOKED_AT = 2_000
"""Awards looked through for one page; rare ones are found by going on."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Filters of the list."""

    number: int | None = None
    table: str = ""
    person: str = ""
    begin_micros: int | None = None
    end_micros: int | None = None
    amounts: Mapping[str, range] = field(default_factory=dict)
    """The amounts that are meant in each currency; empty for all."""

    def fits(self, won: LoggedWin) -> bool:
        """True if an award is one of those."""
        page, at_micros = won.page, won.entry.at_micros
        return (
            self.number in (None, page.number)
            and self.table in ("", page.table)
            and (not self.person or self.person in [at["person"] for at in parsed(won.entry.body).get("by", ())])
            and (not self.amounts or is_amount(page, self.amounts))
            and (self.begin_micros is None or at_micros >= self.begin_micros)
            and (self.end_micros is None or at_micros < self.end_micros)
        )


def read_amounts(floor: Floor, typed: str) -> dict[str, range]:
    """The amounts that are meant in each currency: "10003" is also 10,003.20, "10003.20" only that."""
    found = {}
    for currency in floor.currencies:
        try:
            micros = parse_amount(typed, currency=currency)
        except AmountError:
            continue
        found[currency] = range(micros, micros + (CENT_MICROS if "." in typed else MICROS))
    return found


def is_amount(page: WinPage, amounts: Mapping[str, range]) -> bool:
    return page.amount_micros in amounts.get(page.currency, ())


def look_back(desk: Desk, wanted: Wanted, last: int) -> tuple[list[LoggedWin], int]:
    """A page of the list, and the number before which the next one begins. Reads the log: call it off the loop."""
    found, stop = list[LoggedWin](), max(0, last - MOST_LOOKED_AT)
    while last > stop:
        after = max(stop, last - ON_A_PAGE)
        chunk = desk.controller.wins.logged(desk.controller.ledger, after=after, limit=last - after)
        for won in filter(wanted.fits, reversed(chunk)):
            found.append(won)
            if len(found) == ON_A_PAGE:
                return found, won.page.number
        last = after
    return found, last + 1


async def awards(desk: Desk) -> Response:
    """A page of the list."""
    form, total = Form(dict(desk.request.query_params)), desk.floor.awards
    amounts, before = read_amounts(desk.floor, form.get("amount")), number_in(form.get("before")) or total + 1
    if form.get("amount") and not amounts:
        form.mistake("amount", f"{form.get('amount')!r} is not an amount: enter it as 12,500.00")
    wanted = Wanted(
        number=form.number_or_none("number"), table=form.get("table"), person=form.get("person"), amounts=amounts,
        begin_micros=find_moment(desk, form, "from"), end_micros=find_moment(desk, form, "to", days=1),
    )  # fmt: skip
    last = min(wanted.number or total, before - 1, total)
    found, older = await asyncio.to_thread(look_back, desk, wanted, last) if not form.mistakes else ([], 1)
    kept = {name: value for name, value in form.sent.items() if name != "before"}
    fields = (
        Field("amount", "Amount", optional=True),
        Field("table", "Table", choices=[EVERY, *desk.floor.tables]),
        Field("person", "Employee", choices=[EVERY, *((name, at.name) for name, at in desk.floor.people.items())]),
        Field("number", "Award number", optional=True),
        Field("from", "From", sort="day", optional=True),
        Field("to", "Through", sort="day", optional=True),
    )
    return desk.draw(
        "desk/awards.html", pages=[won.page for won in found], form=form, fields=fields, total=total, kept=kept,
        older=older if older > 1 and not wanted.number else 0, later=before <= total, prints=desk.may(PRINTING),
        voids=desk.may(TWO_TO_ADJUST),
    )  # fmt: skip


# One award: what proves it, what happened, and the money.


STARTED = kinds_of(GameStarted)
ROUND = kinds_of(GameStarted, BetsReported, ClaimsSet, AwardsConfirmed, TrayPaid)
SINCE = kinds_of(DoPayoutStep.recorded, PrintWinPage.recorded, AwardBackedOut)
MOST_BACK = 10_000
"""Events before an award among which its round is looked for."""


@dataclass(frozen=True)
class AwardFile:
    """An award with all that the log has of it."""

    page: WinPage
    event: Entry
    proof: ProofAddress | None
    entries: tuple[Entry, ...]
    """Of its round up to its event, and what was done with it since."""

    @property
    def timeline(self) -> Iterator[tuple[Entry, str, Mapping[str, Any]]]:
        """Each event, its kind, and what it says."""
        return ((entry, label(entry.kind), parsed(entry.body)) for entry in self.entries)

    @property
    def moved(self) -> list[tuple[str, int]]:
        """What made the meter after it of the meter before it."""
        page = self.page
        seed, reserve = page.reseed_micros - page.from_reserve_micros, page.from_reserve_micros
        moved = [(f"Award ({Fraction(page.share) * 100}%)", -page.amount_micros), ("Seed from the house", seed)]
        return [each for each in (*moved, ("Reserve moved in", reserve)) if each[1]]

    @property
    def people(self) -> list[str]:
        """All who entered or confirmed it."""
        bodies = [body for entry, kind, body in self.timeline if entry.number <= self.event.number and "claim" in kind]
        cards = [actor["person"] for body in (*bodies, parsed(self.event.body)) for actor in body.get("by", ())]
        return list(dict.fromkeys(cards))

    @property
    def locked(self) -> list[tuple[Entry, int]]:
        """The start of the round that locked its bet, and that bet; empty for an award without one."""
        started = [(entry, dict(body["bets"])) for entry, kind, body in self.timeline if entry.kind in STARTED]
        return [(entry, bets[self.page.seat]) for entry, bets in started if self.page.seat in bets]

    @property
    def is_right(self) -> bool:
        """False if it is not its share of the meter; of a meter that several won, the rules of the room decide."""
        page, exact = self.page, Fraction(self.page.share) * self.page.meter_before_micros
        return not page.level or page.sharing > 1 or exact - CENT_MICROS < page.amount_micros <= exact

    @property
    def balances(self) -> bool:
        """True if the postings of its event add up to nothing, and the meter after it is what its parts lead to."""
        after = self.page.meter_before_micros + sum(micros for _, micros in self.moved)
        adds_up = not sum(micros for _, micros in self.event.postings)
        return adds_up and (not self.page.level or after == self.page.meter_after_micros)


def _entries(ledger: Ledger[Floor], page: WinPage, event: Entry) -> Iterator[Entry]:
    """Events of its round, from the one that locked the bets, and what was done with it since."""
    first = max(0, event.number - MOST_BACK)
    mine: list[Entry] = []
    for entry in takewhile(
        lambda entry: entry.number <= event.number, ledger.entries(after=first, limit=MOST_BACK, kinds=ROUND)
    ):
        body = parsed(entry.body)
        if body.get("table") == page.table:
            begins = entry.kind in STARTED or body.get("began")
            mine = [entry] if begins else [*mine, entry]
    yield from mine if event in mine else [*mine, event]
    after = event.number
    while since := ledger.entries(after=after, kinds=SINCE):
        yield from (each for each in since if parsed(each.body).get("number") == page.number)
        after = since[-1].number


async def numbered_one(desk: Desk, read: Callable[..., list[T]], total: int, missing: str) -> T:
    """The one of a numbered list whose number is in the address."""
    number = number_in(desk.request.path_params["number"])
    if not 1 <= number <= total:
        raise not_found(missing.format(desk.request.path_params["number"]))
    (found,) = await asyncio.to_thread(read, desk.controller.ledger, after=number - 1, limit=1)
    return found


async def award_file(desk: Desk) -> AwardFile:
    """The award in the address."""
    ledger, missing = desk.controller.ledger, "there is no award {}: the list has them all"
    won = await numbered_one(desk, desk.controller.wins.logged, desk.floor.awards, missing)
    entries = await asyncio.to_thread(lambda: tuple(_entries(ledger, *won)))
    return AwardFile(*won, await proof_address(desk.call(), won.page.number), entries)


async def award(desk: Desk) -> Response:
    """One award: amount and hand, five checks, what happened, and the money."""
    file = await award_file(desk)
    page, held = file.page, desk.floor.counting_papers
    filed = {pin.fingerprint: f"letter {held.papers.letter.id}" for pin in held.papers.letter.pins}
    filed |= {one.pin.fingerprint: one.document for one in held.pins if one.document}
    payments = (await api.payments(desk.call(api.AllPayments(done=True))))["payments"]
    paid = next((each for each in payments if each.number == page.number), None)
    return desk.draw(
        "desk/award.html", file=file, page=page, approval=filed.get(page.fingerprint, ""),
        verified=desk.controller.ledger.verified.number >= file.event.number,
        game=games.title_of(page.game, page.variant), payment=paid, here=desk.request.url.path,
        prints=desk.may(PRINTING), who=lambda entry: who(desk.floor, entry), seat_words=seat_words,
        people=[desk.floor.people[each].name for each in file.people],
    )  # fmt: skip


async def evidence(desk: Desk) -> Response:
    """All that proves an award elsewhere, as one file: `fairfelt proof verify` takes it as it is."""
    file = await award_file(desk)
    packed = await asyncio.to_thread(_packed, desk, file)
    headers = {"Content-Disposition": disposition(f"award-{file.page.number}.zip", "attachment")}
    return Response(packed, headers={**headers, "Cache-Control": NEVER_KEPT}, media_type="application/zip")


def _packed(desk: Desk, file: AwardFile) -> bytes:
    award, controller = file.page, desk.controller
    ledger, name, out = controller.ledger, f"award-{award.number}", io.BytesIO()
    previous = {each.number: ledger.entries(after=each.number - 2, limit=1)[0].hash for each in file.entries}
    rules = Report(placard(games.find(award.game, award.variant)), {}, "rules")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("jackpot-slip.pdf", win_page_report(award, desk.floor, file.proof).render("pdf"))
        if file.proof:
            packed.writestr(f"{name}.tlog-proof", controller.publishing.proof(ledger, file.proof.event))
        packed.writestr("events.jsonl", b"\n".join(exported(each, previous[each.number]) for each in file.entries))
        packed.writestr("rules.pdf", rules.render("pdf"))
        packed.writestr("checkpoint.txt", controller.publishing.checkpoint(ledger).note.written)
        packed.writestr("README.txt", page("desk/evidence.txt", name=name, key=desk.floor.checkpoint_key).body)
    return out.getvalue()
