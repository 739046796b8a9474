"""Awards at a desk: the list with its filters, one page for each, and the evidence pack that proves it elsewhere."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple

from starlette.responses import Response

from fairfelt import games
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.ledger import Entry, Ledger
from fairfelt.ledger.canonical import parsed
from fairfelt.ledger.chain import exported
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.report import Report
from fairfelt.reports.room.win_page import ProofAddress, win_page_report
from fairfelt.reports.sheet.english import listed
from fairfelt.room import Floor, WinPage
from fairfelt.room.commands.accounts import WinPagePrinted
from fairfelt.room.commands.duties import PayoutStepDone
from fairfelt.room.commands.felt import BetsReported, TrayPaid
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet, GameStarted
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.projections.records import LoggedWin
from fairfelt.room.registry import kinds_of, label
from fairfelt.room.state.awards import seat_words
from fairfelt.rules import AmountError, parse_amount
from fairfelt.runtime.formats import MICROS
from fairfelt.web.api.access import PRINTING, TWO_TO_ADJUST
from fairfelt.web.api.handlers import duties
from fairfelt.web.api.handlers.transparency import proof_address
from fairfelt.web.desk import Desk, Field, Form
from fairfelt.web.desk.desk import NEVER_KEPT
from fairfelt.web.desk.log import EVERY, find_moment, who
from fairfelt.web.desk.words import money
from fairfelt.web.http.answers import disposition, not_found, number_in

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


def _wanted(desk: Desk, form: Form) -> Wanted:
    amounts = read_amounts(desk.floor, form.get("amount"))
    if form.get("amount") and not amounts:
        form.mistake("amount", f"{form.get('amount')!r} is not an amount: enter it as 12,500.00")
    return Wanted(
        number=form.number_or_none("number"), table=form.get("table"), person=form.get("person"), amounts=amounts,
        begin_micros=find_moment(desk, form, "from"), end_micros=find_moment(desk, form, "to", days=1),
    )  # fmt: skip


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
    wanted, before = _wanted(desk, form), number_in(form.get("before")) or total + 1
    last = min(wanted.number or total, before - 1, total)
    found, older = await asyncio.to_thread(look_back, desk, wanted, last) if not form.mistakes else ([], 1)
    kept = {name: value for name, value in form.sent.items() if name != "before"}
    return desk.draw(
        "desk/awards.html", pages=[won.page for won in found], form=form, fields=_fields(desk), total=total, kept=kept,
        older=older if older > 1 and not wanted.number else 0, later=before <= total, prints=desk.may(PRINTING),
        voids=desk.may(TWO_TO_ADJUST),
    )  # fmt: skip


def _fields(desk: Desk) -> tuple[Field, ...]:
    people = {name: person.name for name, person in desk.floor.people.items()}
    return (
        Field("amount", "Amount", optional=True),
        Field("table", "Table", choices=[EVERY, *desk.floor.tables]),
        Field("person", "Employee", choices=[EVERY, *people.items()]),
        Field("number", "Award number", optional=True),
        Field("from", "From", sort="day", optional=True),
        Field("to", "Through", sort="day", optional=True),
    )


# One award: what proves it, what happened, and the money.


class Check(NamedTuple):
    """One thing that has to be so; None where it cannot be seen here."""

    title: str
    words: str
    ok: bool | None


ROUND = kinds_of(GameStarted, BetsReported, ClaimsSet, AwardsConfirmed, TrayPaid)
SINCE = kinds_of(PayoutStepDone, WinPagePrinted, AwardBackedOut)
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

    def people(self, floor: Floor) -> list[str]:
        """All who entered or confirmed it, by name."""
        bodies = [body for entry, kind, body in self.timeline if entry.number <= self.event.number and "claim" in kind]
        cards = [actor["person"] for body in (*bodies, parsed(self.event.body)) for actor in body.get("by", ())]
        return [floor.people[person].name for person in dict.fromkeys(cards)]

    def checks(self, desk: Desk, approval: str) -> Iterator[Check]:
        """Five things that a regulator asks of an award."""
        page, number = self.page, self.event.number
        read = desk.controller.ledger.verified.number >= number
        yield Check("On the log", f"event {number:,}, {'verified' if read else 'not verified yet'}", read or None)
        starts = [(entry, dict(body["bets"])) for entry, kind, body in self.timeline if kind == label(*STARTED)]
        bets = [(entry.at_micros, made[page.seat]) for entry, made in starts if page.seat in made]
        locked = [
            f"{money(bet, page.currency)} at {desk.when(at, seconds=True).rpartition(', ')[2]}" for at, bet in bets
        ]
        made = bets[0][1] == page.wager_micros if bets else None
        yield Check("Bet made and locked", "".join(locked) or "no bet of its own on the progressive", made)
        exact, source = Fraction(page.share) * page.meter_before_micros, page.source
        if page.level:
            source = f"{Fraction(page.share) * 100}% of {page.level}"
        right = not page.level or page.sharing > 1 or exact - CENT_MICROS < page.amount_micros <= exact
        yield Check(
            "Pays as approved", f"{source}, paytable {page.paytable or 'none'}", right and (bool(approval) or None)
        )
        people = self.people(desk.floor)
        yield Check("Two cards", listed(people) if people else "no card was asked for", len(people) > 1 or None)
        after = page.meter_before_micros + sum(micros for _, micros in self.moved)
        balances = not sum(micros for _, micros in self.event.postings) and (
            not page.level or after == page.meter_after_micros
        )
        yield Check("Meter balances", "to the last millionth" if page.level else "not touched", balances)


STARTED = kinds_of(GameStarted)


def approval_of(floor: Floor, page: WinPage) -> str:
    """The paper that has the fingerprint by which an award was paid; empty for none."""
    papers = floor.counting_papers
    letter = papers.papers.letter
    filed = {pin.fingerprint: f"letter {letter.id}" for pin in letter.pins}
    filed |= {one.pin.fingerprint: one.document for one in papers.pins if one.document}
    return filed.get(page.fingerprint, "")


def _entries(ledger: Ledger[Floor], page: WinPage, event: Entry) -> Iterator[Entry]:
    """Events of its round, from the one that locked the bets, and what was done with it since."""
    first = max(0, event.number - MOST_BACK)
    mine: list[Entry] = []
    for entry in takewhile(lambda entry: entry.number <= event.number, ledger.entries(after=first, kinds=ROUND)):
        body = parsed(entry.body)
        if body.get("table") == page.table:
            begins = entry.kind in STARTED or body.get("began")
            mine = [entry] if begins else [*mine, entry]
    yield from mine if event in mine else [*mine, event]
    after = event.number
    while since := ledger.entries(after=after, kinds=SINCE):
        yield from (each for each in since if parsed(each.body).get("number") == page.number)
        after = since[-1].number


async def award_file(desk: Desk) -> AwardFile:
    """The award in the address."""
    number, ledger = number_in(desk.request.path_params["number"]), desk.controller.ledger
    if not 1 <= number <= desk.floor.awards:
        raise not_found(f"there is no award {desk.request.path_params['number']}: the list has them all")
    (won,) = await asyncio.to_thread(desk.controller.wins.logged, ledger, after=number - 1, limit=1)
    entries = await asyncio.to_thread(lambda: tuple(_entries(ledger, *won)))
    return AwardFile(*won, await proof_address(desk.call(), number), entries)


async def award(desk: Desk) -> Response:
    """One award: amount and hand, five checks, what happened, and the money."""
    file = await award_file(desk)
    page, approval = file.page, approval_of(desk.floor, file.page)
    payments = (await duties.payments(desk.call(duties.AllPayments(done=True)))).payments
    paid = next((each for each in payments if each.number == page.number), None)
    return desk.draw(
        "desk/award.html", file=file, page=page, checks=list(file.checks(desk, approval)), approval=approval,
        game=games.title_of(page.game, page.variant), payment=paid, here=desk.request.url.path,
        prints=desk.may(PRINTING), who=lambda entry: who(desk.floor, entry), seat_words=seat_words,
    )  # fmt: skip


async def evidence(desk: Desk) -> Response:
    """All that proves an award elsewhere, as one file: `fairfelt proof verify` takes it as it is."""
    file = await award_file(desk)
    packed = await asyncio.to_thread(_packed, desk, file)
    headers = {"Content-Disposition": disposition(f"award-{file.page.number}.zip", "attachment")}
    return Response(packed, headers={**headers, "Cache-Control": NEVER_KEPT}, media_type="application/zip")


def _packed(desk: Desk, file: AwardFile) -> bytes:
    page, controller = file.page, desk.controller
    ledger, name, out = controller.ledger, f"award-{page.number}", io.BytesIO()
    previous = {each.number: ledger.entries(after=each.number - 2, limit=1)[0].hash for each in file.entries}
    rules = Report(placard(games.find(page.game, page.variant)), {}, "rules")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("jackpot-slip.pdf", win_page_report(page, desk.floor, file.proof).render("pdf"))
        if file.proof:
            packed.writestr(f"{name}.tlog-proof", controller.publishing.proof(ledger, file.proof.event))
        packed.writestr("events.jsonl", b"\n".join(exported(each, previous[each.number]) for each in file.entries))
        packed.writestr("rules.pdf", rules.render("pdf"))
        packed.writestr("checkpoint.txt", controller.publishing.checkpoint(ledger).note.written)
        packed.writestr("README.txt", README.format(name=name, key=desk.floor.checkpoint_key))
    return out.getvalue()


README = """\
Evidence of {name}.

  jackpot-slip.pdf    the slip as the accounts file it
  {name}.tlog-proof   proves that the award stands on the room's signed log
  events.jsonl        its events as the log has them, each with its hash
  rules.pdf           the rules of the game
  checkpoint.txt      the room's signature over all of its log

With Fairfelt from its public source, on any computer, without the room:

  fairfelt proof verify {name}.zip --key "{key}"

Take the key from elsewhere: as posted at the cage, or from the regulator.
"""
