"""The law of the room: what it says to every table, filings, certificates, and what it has people do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response

from fairfelt import games
from fairfelt import law as statutes
from fairfelt.law import Deadline, DeadlineState, HouseJackpot, Merchandise, Retention, Step, moment
from fairfelt.law.core import micros_at
from fairfelt.ledger import Answer
from fairfelt.reports.law.funds import records_dict
from fairfelt.reports.report import json_paper, plain_data
from fairfelt.reports.room.period import calendar
from fairfelt.room import DeviceKind, Floor, Jurisdiction, Malfunction, Payment, PostedPrize, Table
from fairfelt.room.commands import duties, paperwork
from fairfelt.room.commands.law import CorrectDay, LimitWagers, PostLimits, SetLaw
from fairfelt.room.law.ask_law import LinkStatus, house_rules, is_approved, link_status
from fairfelt.room.law.jurisdiction import Lapse, LawVerdict
from fairfelt.room.projections.records import KeptRecords, Moments, duties_of, kept_records, notice_of, timers_of
from fairfelt.room.state.awards import OfferedMerchandise
from fairfelt.room.state.limits import TableLimits
from fairfelt.server import Controller
from fairfelt.server.manifest import fingerprint_here
from fairfelt.server.papers import KeptDocument
from fairfelt.web.api import access
from fairfelt.web.api.endpoint import ApiAnswer, Call, command, get, post, with_fields_of
from fairfelt.web.api.handlers.set_up import look_at_funds
from fairfelt.web.http.answers import BYTES, bad_request, disposition, not_found, number_in


class RecordsKept(ApiAnswer):
    """How long records are kept, and which may go."""

    keep_years: int | None
    """None where no rule sets them."""
    citation: str
    keep_from: str | None
    """The first day whose records must still be kept."""
    oldest: str | None
    may_go_up_to: int
    """All events up to this one are old enough to go; 0 where none is."""
    says: str


@with_fields_of(statutes.Rule, "id", "title", "citation", "says", "note")
class LawRule(ApiAnswer):
    """A rule in force."""

    certainty: str
    layer: str
    parameters: dict[str, Any]


@with_fields_of(Table, "game", "variant", "fingerprint", "currency")
@with_fields_of(LawVerdict, "notices", "stop")
@with_fields_of(TableLimits, "opening", "side_bets", "aggregates")
class JudgedTable(ApiAnswer):
    """What the law said to a table when it was last asked."""

    table: str
    approved: bool
    """Whether the letter or the room has pinned this very fingerprint, with every paytable in play."""
    decided_by: str
    """Whose rules stopped it: law, maker, house or practice; empty where nothing did."""


@with_fields_of(Lapse, "profile", "from_micros", "to_micros", "by", "ended_by", "document")
class LapseState(ApiAnswer):
    """A time in which rules that had bound before did not."""

    says: str
    """As papers of its days print it."""


@with_fields_of(Jurisdiction, "profile", "mode", "zone", "location_class", "location", "day")
class LawState(ApiAnswer):
    """Under which law the room stands today."""

    title: str
    rules: list[LawRule]
    tables: list[JudgedTable]
    lapses: list[LapseState]
    """When enforcement was switched off."""
    disclaimer: str


@with_fields_of(statutes.Condition, "says")
class ConditionState(ApiAnswer):
    """A condition, for one game or for all."""

    condition: str
    needs: str
    """The document that shows it."""
    asked: bool
    """Whether the law of this day asks for it."""
    met: list[MetState]


@with_fields_of(statutes.MetCondition, "on", "document", "game")
class MetState(ApiAnswer):
    """When a condition was met."""


@with_fields_of(statutes.Pin)
class PinState(ApiAnswer):
    """An implementation that was compared with its approved rules."""

    document: str
    """Empty where the letter itself pins it."""
    here: bool
    """Whether the game is, as it runs here, still the one that was compared."""


@with_fields_of(KeptDocument)
class KeptFile(ApiAnswer):
    """A document that the room keeps, to be named in a filing by both of its digests."""

    bytes: int


class FiledDocument(ApiAnswer):
    """The document of a filing as a file."""

    sha256: str
    document: str
    kept: bool
    """Whether GET /api/documents/SHA256 gives it; otherwise only its digest was filed."""


@with_fields_of(statutes.Letter, "title", "office", "dated")
class Approvals(ApiAnswer):
    """The letter, its conditions, and the games that were compared."""

    letter: str
    games: int
    conditions: list[ConditionState]
    pins: list[PinState]
    components: dict[str, str]
    second_record: bool
    """Whether the maker's system keeps the meters, and this room a second record of them."""
    documents: list[FiledDocument]
    """Documents of filings, as files."""


@with_fields_of(LinkStatus, "jackpot", "location", "tables", "games", "lawful", "findings")
class CertificateRow(ApiAnswer):
    """A link as it stands, with all other links that feed its jackpot."""

    link: str
    certificate: bool
    """Whether there is one to download."""


async def law(call: Call) -> LawState:
    """The profile, its mode and day, the rules in force with those of the house, and what they say to every table."""
    floor, jurisdiction = call.floor, call.floor.jurisdiction
    rules = (*(jurisdiction.law.rules if jurisdiction.law else ()), *house_rules(floor))
    return LawState.of(
        jurisdiction,
        title=statutes.profile(jurisdiction.profile).title,
        rules=[LawRule.of(rule, parameters=dict(rule.parameters)) for rule in rules],
        tables=[
            JudgedTable.of(
                table,
                table.law_verdict,
                table.limits,
                table=name,
                approved=is_approved(floor, table),
                decided_by=decided.value if (decided := table.law_verdict.decided_by) else "",
            )
            for name, table in floor.tables.items()
        ],
        lapses=[LapseState.of(one, says=one.words(jurisdiction.zone)) for one in floor.lapses],
        disclaimer=statutes.DISCLAIMER,
    )


async def records_kept(call: Call) -> RecordsKept:
    """How long records are kept by the rules of the day, and which of the log are old enough to go."""
    found = await kept_now(call)
    return msgspec.convert(plain_data({**records_dict(found), "says": found.sentence}), RecordsKept)


async def kept_now(call: Call) -> KeptRecords:
    """The years of the rule, counted on the log."""
    jurisdiction = call.floor.jurisdiction
    return await asyncio.to_thread(kept_records, jurisdiction.law, jurisdiction.days, call.controller.ledger)


async def approvals(call: Call) -> Approvals:
    """The letter and its conditions, which of them are met, and which games were compared with their sheets."""
    held, filed, on = statutes.letter(), call.floor.paperwork, call.floor.jurisdiction.law
    asked = statutes.conditions_asked(on) if on else {}
    return Approvals.of(
        held,
        letter=held.id,
        games=len(held.games),
        conditions=[
            ConditionState.of(
                one,
                condition=one.id,
                needs=one.document,
                asked=one.id in asked,
                met=[MetState.of(met) for met in filed.met if met.condition == one.id],
            )
            for one in held.conditions
        ],
        pins=[
            PinState.of(pin, document=document, here=fingerprint_here(pin.game, pin.variant) == pin.fingerprint)
            for pin, document in (*((pin, "") for pin in held.pins), *((one.pin, one.document) for one in filed.pins))
        ],
        components=dict(filed.installed or {}),
        second_record=filed.second_record,
        documents=[
            FiledDocument(sha256=digits, document=one.document, kept=bool(one.secret))
            for digits, one in filed.attached.items()
        ],
    )


async def keep_document(call: Call) -> KeptFile:
    """Keep a document as a file, to be named in a filing by both of its digests; 10,000,000 bytes at most."""
    if not call.body:
        raise bad_request("this document is empty")
    kept = await asyncio.to_thread(call.controller.papers.keep, call.body)
    return KeptFile.of(kept, bytes=len(call.body))


async def document(call: Call) -> Response:
    """A document that was attached to a filing, found to have that SHA-256."""
    content = await asyncio.to_thread(call.controller.papers.attached, call.floor, call.path["sha256"])
    if content is None:
        raise not_found("no document with this SHA-256 was attached to a filing")
    # It is downloaded: what others have written is never shown as a page of ours.
    name = f"{call.path['sha256'][:16]}.{'pdf' if content.startswith(b'%PDF') else 'bin'}"
    headers = {"Content-Disposition": disposition(name, "attachment")}
    return Response(content, headers=headers, media_type=BYTES)


async def _keep_law(controller: Controller, answer: Answer) -> None:
    await controller.law.keep(controller.ledger)


async def certificates(call: Call) -> dict[str, Any]:
    """Every link as it stands, with what the law says to all tables of its jackpot."""
    floor = call.floor
    found = {link: link_status(floor, link) for link in floor.links}
    rows = [CertificateRow.of(at, link=name, certificate=at.certificate is not None) for name, at in found.items()]
    return {"links": rows}


async def certificate(call: Call) -> Response:
    """The certificate of a link's jackpot, to keep and to check without this program."""
    headers = {"Content-Disposition": 'attachment; filename="certificate.json"'}
    return Response(json_paper(_certificate(call)), 200, headers, "application/json")


async def check_certificate(call: Call) -> dict[str, Any]:
    """Check the seal, the arithmetic and the equal odds, and count the games again."""
    found = await asyncio.to_thread(statutes.certificate_faults, _certificate(call), games.find)
    return {"holds": not found, "faults": list(found)}


def _certificate(call: Call) -> Mapping[str, Any]:
    link, _ = call.named("link", call.floor.links)
    status = link_status(call.floor, link)
    if status.certificate is None:
        why = "its jackpot is played for with one game" if status.games < 2 else "the findings say why"
        raise not_found(f"link {link!r} has no certificate: {why}")
    return status.certificate


@with_fields_of(Step, "text", "note", "people", "cited")
class StepState(ApiAnswer):
    """A step of a payment; its note is what was written down, or what has to be."""

    step: str
    by: str
    """Empty until it is done."""
    at_micros: int | None


@with_fields_of(Deadline, "what", "cited")
class DueState(ApiAnswer):
    """Something to be done by a moment."""

    by_micros: int
    state: DeadlineState


@with_fields_of(Retention, "what", "cited")
class KeptState(ApiAnswer):
    """Something to be kept until a moment."""

    until_micros: int


@with_fields_of(Payment, "number", "what", "currency", "amount_micros", "wager_micros")
class PaymentState(ApiAnswer):
    """The payment of an award."""

    won_at_micros: int
    tax: bool
    """Whether a tax form goes with it."""
    next: str
    """The step whose turn it is; empty when it is paid and filed."""
    steps: list[StepState]
    deadlines: list[DueState]
    retentions: list[KeptState]


@with_fields_of(Malfunction, "equipment", "what", "document", "jackpot", "level", "off_by_micros", "corrected_micros")
class MalfunctionState(ApiAnswer):
    """Equipment that failed."""

    number: int
    found_at_micros: int
    notice: DueState | None


@with_fields_of(HouseJackpot, "hand", "currency", "amount_micros", "posted")
@with_fields_of(PostedPrize, "table", "paid")
class HousePrize(ApiAnswer):
    """A house jackpot."""

    name: str


@with_fields_of(OfferedMerchandise, "jackpot", "level", "hand", "win_page", "withdrawn")
@with_fields_of(
    Merchandise, "item", "currency", "value_micros", "fixed_prize_micros", "from_reserve_micros",
    "rights_owner_approval", "controls_approval", "invoice",
)  # fmt: skip
class MerchandisePrize(ApiAnswer):
    """A prize in kind."""

    number: int
    posted: bool


CALENDAR = "text/calendar"


class AllPayments(msgspec.Struct, forbid_unknown_fields=True):
    """Whether payments that are paid and filed are wanted too."""

    done: bool = False


async def payments(call: Call) -> dict[str, Any]:
    """Awards whose payment is not done: steps, deadlines, what is to be kept."""
    floor, moments = await _moments(call)
    wanted = [one for one in floor.payments.values() if call.query.done or one.next]
    return {"payments": [_payment(call, one, moments) for one in wanted]}


async def payment(call: Call) -> PaymentState:
    """The payment of one award, step by step."""
    number = call.path["number"]
    found = call.floor.payments.get(number_in(number))
    if found is None:
        raise not_found(f"win page {number} has no steps to go through")
    return _payment(call, found, (await _moments(call))[1])


async def malfunctions(call: Call) -> dict[str, Any]:
    """Equipment that failed, and by when the regulator is to be told."""
    floor, moments = await _moments(call)
    found = []
    for number, one in floor.malfunctions.items():
        notice = notice_of(number, one, moments, floor.jurisdiction.days.zone)
        due, found_at_micros = _due(call, notice) if notice else None, moments.reported[number]
        found.append(MalfunctionState.of(one, number=number, found_at_micros=found_at_micros, notice=due))
    return {"malfunctions": found}


async def duties_calendar(call: Call) -> Response:
    """Every duty with a deadline as a calendar (iCalendar): payments, and notices to the regulator."""
    floor, moments = await _moments(call)
    now = moment(call.controller.settings.clock(), floor.jurisdiction.days.zone)
    written = calendar(duties_of(floor, moments), f"fairfelt-{call.controller.ledger.journal}", now)
    return Response(written, media_type=CALENDAR, headers={"Content-Disposition": disposition("duties.ics")})


async def duties_feed(call: Call) -> Response:
    """The same calendar, for a program that publishes it where people subscribe to it."""
    return await duties_calendar(call)


async def house_jackpots(call: Call) -> dict[str, Any]:
    """Prizes of the house: fixed, no players' money, no line in the report."""
    prizes = call.floor.house_jackpots.items()
    return {"house_jackpots": [HousePrize.of(prize.jackpot, prize, name=name) for name, prize in prizes]}


async def merchandise(call: Call) -> dict[str, Any]:
    """Prizes in kind that stand for fixed pays, bought from a reserve."""
    found = [
        MerchandisePrize.of(found.prize, found, number=number, posted=found.prize.notice_posted)
        for number, found in call.floor.merchandise.items()
    ]
    return {"merchandise": found}


async def _moments(call: Call) -> tuple[Floor, Moments]:
    """The floor, and when what stands on it happened: the log is read after the floor, and knows of all of it."""
    floor = call.floor
    return floor, await asyncio.to_thread(call.controller.duties.read, call.controller.ledger)


def _payment(call: Call, paid: Payment, moments: Moments) -> PaymentState:
    running = timers_of(paid, moments, call.floor.jurisdiction.days.zone)
    written = {one.step: one for one in paid.done}
    return PaymentState.of(
        paid,
        won_at_micros=moments.won[paid.number],
        tax=any(step.id == "tax-form" for step in paid.steps),
        next=paid.next.id if paid.next else "",
        steps=[
            StepState.of(
                step,
                step=step.id,
                note=written[step.id].note if step.id in written else step.note,
                by=written[step.id].by if step.id in written else "",
                at_micros=moments.steps.get(paid.number, {}).get(step.id),
            )
            for step in paid.steps
        ],
        deadlines=[_due(call, one) for one in running if isinstance(one, Deadline)],
        retentions=[
            KeptState.of(one, until_micros=micros_at(one.until)) for one in running if isinstance(one, Retention)
        ],
    )


def _due(call: Call, deadline: Deadline) -> DueState:
    now = moment(call.controller.settings.clock(), call.floor.jurisdiction.days.zone)
    return DueState.of(deadline, by_micros=micros_at(deadline.by), state=deadline.state(now))


ENDPOINTS = [
    get("law", law, access.ANYBODY_SIGNED_IN, LawState),
    get("law/records", records_kept, access.READS_THE_LOG, RecordsKept),
    get("law/approvals", approvals, access.ANYBODY_SIGNED_IN, Approvals),
    get("documents/{sha256}", document, access.ANYBODY_SIGNED_IN, media=BYTES),
    post("documents", keep_document, access.FILING, gives=KeptFile, takes_file=True),
    command("law", SetLaw, access.FILING_BY_TWO, after=_keep_law),
    command("law/day", CorrectDay, access.FILING_BY_TWO),
    command("law/conditions", paperwork.MeetCondition, access.FILING_BY_TWO),
    command("law/conditions/withdrawal", paperwork.WithdrawCondition, access.FILING_BY_TWO),
    command("law/pins", paperwork.PinGame, access.FILING_BY_TWO),
    command("law/pins/withdrawal", paperwork.WithdrawPin, access.FILING_BY_TWO),
    command("law/components", paperwork.InstallComponents, access.FILING_BY_TWO),
    command("law/presets", paperwork.FilePreset, access.FILING_BY_TWO),
    command("law/makers-reports", paperwork.FileMakersReport, access.FILING_BY_TWO),
    command("law/makers-reports/withdrawal", paperwork.WithdrawMakersReport, access.FILING_BY_TWO),
    command("house-rules/wagers", LimitWagers, access.FILING_BY_TWO),
    command("tables/{table}/limits", PostLimits, access.TWO_DEPARTMENTS, after=look_at_funds),
    get("certificates", certificates, access.ANYBODY_SIGNED_IN, {"links": list[CertificateRow]}),
    get("links/{link}/certificate", certificate, access.ANYBODY_SIGNED_IN),
    get(
        "links/{link}/certificate/check", check_certificate, access.READS_THE_LOG, {"holds": bool, "faults": list[str]}
    ),
    get("duties.ics", duties_calendar, access.SEES_WINS, media=CALENDAR),
    get("log/duties.ics", duties_feed, access.device(DeviceKind.AUDITOR), media=CALENDAR),
    get("payouts", payments, access.SEES_WINS, {"payments": list[PaymentState]}, query=AllPayments),
    get("payouts/{number}", payment, access.SEES_WINS, PaymentState),
    command("payouts/{number}/steps", duties.DoPayoutStep, access.PRINTING),
    get("malfunctions", malfunctions, access.SEES_MALFUNCTIONS, {"malfunctions": list[MalfunctionState]}),
    command("malfunctions", duties.ReportMalfunction, access.ON_THE_FLOOR),
    command("malfunctions/{number}/notice", duties.TellMalfunction, access.ON_THE_FLOOR),
    get("house-jackpots", house_jackpots, access.ANYBODY_SIGNED_IN, {"house_jackpots": list[HousePrize]}),
    command("house-jackpots", duties.PostHouseJackpot, access.TWO_TO_SET_UP),
    command("house-jackpots/{name}/payments", duties.PayHouseJackpot, access.TWO_TO_PAY),
    command("house-jackpots/{name}/payments/void", duties.VoidHouseJackpotPay, access.TWO_TO_ADJUST),
    command("house-jackpots/{name}/removal", duties.RemoveHouseJackpot, access.SETTING_UP),
    get("merchandise", merchandise, access.ANYBODY_SIGNED_IN, {"merchandise": list[MerchandisePrize]}),
    command("merchandise", duties.OfferMerchandise, access.TWO_TO_ADJUST),
    command("merchandise/{number}/award", duties.AwardMerchandise, access.TWO_TO_PAY),
    command("merchandise/{number}/withdrawal", duties.WithdrawMerchandise, access.TWO_TO_ADJUST),
]
