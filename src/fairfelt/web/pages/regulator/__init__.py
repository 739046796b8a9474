"""The regulator's pages: everything that can be looked at, nothing that can be changed, all of it to take away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.responses import Response

from fairfelt.law import FundsPosition, conditions_asked
from fairfelt.reports.sheet.english import count
from fairfelt.room.law.ask_law import is_approved
from fairfelt.room.projections.parameters import waiting
from fairfelt.rules import format_amount, format_day
from fairfelt.web.api.access import SEES_WINS
from fairfelt.web.api.handlers import law
from fairfelt.web.desk import Desk
from fairfelt.web.pages import awards
from fairfelt.web.pages.regulator import records
from fairfelt.web.pages.regulator.records import REGULATOR, overdue, reconciled


@dataclass(frozen=True)
class Line:
    """A subject and its status."""

    subject: str
    address: str
    words: str
    wrong: bool = False


async def overview(desk: Desk) -> Response:
    """All subjects at a glance."""
    lines = [line async for line in _lines(desk)]
    return desk.draw("regulator/overview.html", lines=lines, floor=desk.floor, head=desk.controller.head)


async def _lines(desk: Desk) -> AsyncIterator[Line]:
    floor, jurisdiction = desk.floor, desk.floor.jurisdiction
    day = f"{format_day(jurisdiction.day)}, {jurisdiction.zone}" if jurisdiction.day else "no gaming day yet"
    said = f"{jurisdiction.mode.value}: {jurisdiction.profile}, {day}"
    yield Line("Law", "/regulator/law", said, not jurisdiction.is_set)

    met = {one.condition for one in floor.paperwork.met}
    unmet = [name for name in conditions_asked(records.law_now(desk)) if name not in met]
    said = f"not filed: {', '.join(unmet)}" if unmet else "every required condition is filed"
    yield Line("Approvals", "/regulator/approvals", said, bool(unmet))

    changed = [name for name, table in floor.tables.items() if not is_approved(floor, table)]
    stopped = [name for name, table in floor.tables.items() if table.law_verdict.stop]
    said = f"{count(len(floor.tables), 'table')}; each plays a reviewed game"
    if changed:
        said = f"game not approved: {', '.join(changed)}"
    if stopped:
        said += f"; stopped: {', '.join(stopped)}"
    yield Line("Tables", "/regulator/tables", said, bool(changed or stopped))

    waits = ", ".join(waiting(floor))
    said = f"changes take effect at their level’s next 100% award: {waits}" if waits else "no pending changes"
    yield Line("Parameters", "/regulator/parameters", said)

    links = (await law.certificates(desk.call()))["links"]
    wrong, mixed = [row.link for row in links if not row.lawful], [row for row in links if row.games > 1]
    said = f"{count(len(mixed), 'link')} of different games" if mixed else "one game on every link"
    verdict = f"not allowed: {', '.join(wrong)}" if wrong else "all allowed"
    yield Line("Links", "/regulator/links", f"{said}, {verdict}", bool(wrong))

    accounts = [one.position for one in await desk.controller.law.funds(desk.controller.ledger, records.law_now(desk))]
    said = "; ".join(map(_account, accounts))
    yield Line("Funds", "/regulator/funds", said, any(at.short_micros for at in accounts))

    faults = (await reconciled(desk)).faults
    said = faults[0] if faults else "every jackpot balances on every day"
    yield Line("Reconciliation", "/regulator/reconciliation", said, bool(faults))

    late, pending = await overdue(desk), sum(bool(paid.next) for paid in floor.payments.values())
    said = f"{count(pending, 'pending payout')}, {count(len(late), 'missed deadline')}"
    yield Line("Payouts", "/regulator/payouts", said, bool(late))

    said = "; ".join(f"{at.kind.value}: {at.status}" for at in floor.alarms.values()) or "none"
    yield Line("Alarms", "/regulator/events?kind=alarm+raised", said, bool(floor.alarms))

    said = floor.software_fault or f"approved ({floor.software[:12]}…)"
    yield Line("Software", "/regulator/tables", said, bool(floor.software_fault))

    yield Line("Verification", records.VERIFICATION, *desk.verified)


def _account(at: FundsPosition) -> str:
    amounts = at.held_micros, at.balance_micros, at.short_micros
    held, balance, short = (format_amount(micros, at.currency) for micros in amounts)
    return f"{held} held for players, {balance} in the bank" + (f"; short by {short}" if at.short_micros else "")


ROUTES = [
    REGULATOR.page("/regulator", overview),
    *records.ROUTES,
    REGULATOR.page(records.AWARDS, awards.awards, SEES_WINS),
    REGULATOR.page(f"{records.AWARDS}/{{number}}", awards.award, SEES_WINS),
    REGULATOR.page(f"{records.AWARDS}/{{number}}/evidence.zip", awards.evidence, SEES_WINS),
    *(route for record in records.RECORDS for route in records.routes_of(record)),
    REGULATOR.page(records.EVENTS, records.events),
    REGULATOR.page("/regulator/journal.jsonl", records.exported),
    REGULATOR.page(records.VERIFICATION, records.verification),
    REGULATOR.post(records.VERIFICATION, records.begin_verification),
    REGULATOR.page(f"{records.VERIFICATION}.json", records.verification_json),
    REGULATOR.page(records.TRANSPARENCY, records.transparency),
]
