"""The regulator's addresses, and the compliance status: a line for each subject, with what needs review."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response
from starlette.routing import Route

from fairfelt.law import FundsPosition, conditions_asked
from fairfelt.reports.room.parameters import waiting
from fairfelt.reports.sheet.english import count
from fairfelt.room import Floor
from fairfelt.room.law.ask_law import is_approved
from fairfelt.rules import format_amount, format_day
from fairfelt.web.api.handlers import duties, law
from fairfelt.web.desk import Desk, seen_by, sent_by
from fairfelt.web.desk.desk import call_of

from . import log, money, rules
from .log import Verifying
from .money import overdue, reconciled
from .office import EVENTS, REGULATOR, SEES, TRANSPARENCY, VERIFICATION, drawn, law_now, routes_of


@dataclass(frozen=True)
class Line:
    """A subject and its status."""

    subject: str
    address: str
    words: str
    wrong: bool = False


async def overview(desk: Desk) -> Response:
    """All subjects at a glance."""
    floor = desk.floor
    lines = (
        _law(floor), _conditions(desk), _tables(floor), _parameters(floor), await _link_line(desk),
        await _fund_line(desk), await _reconciliation(desk), await _payouts(desk), _alarms(floor), _software(floor),
        _verification(desk),
    )  # fmt: skip
    return drawn(desk, "regulator/overview.html", lines=lines, floor=floor, head=desk.controller.head)


def _law(floor: Floor) -> Line:
    jurisdiction = floor.jurisdiction
    day = f"{format_day(jurisdiction.day)}, {jurisdiction.zone}" if jurisdiction.day else "no gaming day yet"
    words = f"{jurisdiction.mode.value}: {jurisdiction.profile}, {day}"
    return Line("Law", "/regulator/law", words, not jurisdiction.is_set)


def _conditions(desk: Desk) -> Line:
    met = {one.condition for one in desk.floor.paperwork.met}
    open_ones = [name for name in conditions_asked(law_now(desk)) if name not in met]
    words = f"not filed: {', '.join(open_ones)}" if open_ones else "every required condition is filed"
    return Line("Approvals", "/regulator/approvals", words, bool(open_ones))


def _tables(floor: Floor) -> Line:
    changed = [name for name, table in floor.tables.items() if not is_approved(floor, table)]
    stopped = [name for name, table in floor.tables.items() if table.law_verdict.stop]
    words = [f"{count(len(floor.tables), 'table')}; each plays a reviewed game"]
    if changed:
        words = [f"game not approved: {', '.join(changed)}"]
    if stopped:
        words.append(f"stopped: {', '.join(stopped)}")
    return Line("Tables", "/regulator/tables", "; ".join(words), bool(changed or stopped))


def _parameters(floor: Floor) -> Line:
    waits = waiting(floor)
    words = (
        f"changes take effect at their level’s next 100% award: {', '.join(waits)}" if waits else "no pending changes"
    )
    return Line("Parameters", "/regulator/parameters", words)


async def _link_line(desk: Desk) -> Line:
    links = (await law.certificates(call_of(desk))).links
    wrong, mixed = [row.link for row in links if not row.lawful], [row for row in links if row.games > 1]
    words = f"{count(len(mixed), 'link')} of different games" if mixed else "one game on every link"
    verdict = f"not allowed: {', '.join(wrong)}" if wrong else "all allowed"
    return Line("Links", "/regulator/links", f"{words}, {verdict}", bool(wrong))


async def _fund_line(desk: Desk) -> Line:
    accounts = await desk.controller.law.funds(desk.controller.ledger, law_now(desk))
    words = "; ".join(_account(one.position) for one in accounts)
    return Line("Funds", "/regulator/funds", words, any(one.position.short_micros for one in accounts))


def _account(at: FundsPosition) -> str:
    amounts = at.held_micros, at.balance_micros, at.short_micros
    held, balance, short = (format_amount(micros, at.currency) for micros in amounts)
    return f"{held} held for players, {balance} in the bank" + (f"; short by {short}" if at.short_micros else "")


async def _reconciliation(desk: Desk) -> Line:
    found = await reconciled(desk)
    words = found.faults[0] if found.faults else "every jackpot balances on every day"
    return Line("Reconciliation", "/regulator/reconciliation", words, bool(found.faults))


async def _payouts(desk: Desk) -> Line:
    call = call_of(desk, query=duties.AllPayments())
    paid, failed = (await duties.payments(call)).payments, (await duties.malfunctions(call)).malfunctions
    late = overdue(paid, failed, desk.when)
    words = f"{count(len(paid), 'pending payout')}, {count(len(late), 'missed deadline')}"
    return Line("Payouts", "/regulator/payouts", words, bool(late))


def _alarms(floor: Floor) -> Line:
    words = "; ".join(f"{at.kind.value}: {at.status}" for at in floor.alarms.values()) or "none"
    return Line("Alarms", "/regulator/events?kind=alarm+raised", words, bool(floor.alarms))


def _software(floor: Floor) -> Line:
    words = floor.software_fault or f"approved ({floor.software[:12]}…)"
    return Line("Software", "/regulator/tables", words, bool(floor.software_fault))


def _verification(desk: Desk) -> Line:
    of: Verifying = desk.request.app.state.verifying
    check, last = desk.controller.last_check, of.last
    at_micros = max(check.at_micros if check else 0, last.at_micros if last else 0)
    wrong = (check.wrong if check else "") or (last.wrong if last else "")
    words = wrong or (f"hash chain, books and rules OK, {desk.when(at_micros)}" if at_micros else "not yet")
    return Line("Verification", VERIFICATION, words, bool(wrong))


RECORDS = [*rules.RECORDS, *money.RECORDS]
ROUTES = [
    Route("/regulator", seen_by(SEES, REGULATOR, overview), methods=["GET"]),
    *money.ROUTES,
    *routes_of(RECORDS),
    Route(EVENTS, seen_by(SEES, REGULATOR, log.events), methods=["GET"]),
    Route("/regulator/journal.jsonl", seen_by(SEES, REGULATOR, log.exported), methods=["GET"]),
    Route(VERIFICATION, seen_by(SEES, REGULATOR, log.verification), methods=["GET"]),
    Route(VERIFICATION, sent_by(SEES, REGULATOR, log.begin_verification), methods=["POST"]),
    Route(f"{VERIFICATION}.json", seen_by(SEES, REGULATOR, log.verification_json), methods=["GET"]),
    Route(TRANSPARENCY, seen_by(SEES, REGULATOR, log.transparency), methods=["GET"]),
]
