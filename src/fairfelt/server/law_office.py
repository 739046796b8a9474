"""The server's duties by law: announce the day, count odds exactly, hold players' money against the bank.

It decides nothing. Counts may take a minute: call them off the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from typing import Any

import msgspec

from fairfelt import games
from fairfelt.engine.exact import Unsolved
from fairfelt.law import (
    Account,
    Daybook,
    Finding,
    Law,
    LawError,
    Layer,
    LinkedTable,
    Mode,
    Offer,
    ProposedLink,
    Rule,
    account,
    certificate,
    check_transfer,
    examine,
    holdings,
)
from fairfelt.law.links import is_counted_by_hands
from fairfelt.ledger import Ledger
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import AccountAmounts, LookAtFunds
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.commands.law import BeginDay, ExamineLinks, ExamineTransfer, ReviewTables
from fairfelt.room.commands.set_up import TablePlan
from fairfelt.room.law.ask_law import review
from fairfelt.room.law.jurisdiction import Remark
from fairfelt.room.law.paperwork import (
    FOLDED_HANDS_QUALIFY,
    Combination,
    JackpotPlay,
    Transfer,
    combination,
    transfer_key,
    transfer_of,
    wording,
)
from fairfelt.room.projections.days import DayLog
from fairfelt.rules import UnknownName
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.runtime.formats import fit_line

from .manifest import unlawful_line
from .room_view import Tell


def examination(
    floor: Floor, jackpot: str, joining: LinkedTable | None = None, *, one_game: bool = False
) -> ExamineLinks | None:
    """The command about a jackpot's tables for the room; None where all are alike, or already examined.

    With `one_game` a single game is counted too, if no quick count shows how rare its awards are.
    """
    law = floor.jurisdiction.law
    if law is None or not (law.find("link.different_games") or law.find("link.same_game")):
        return None
    try:
        standing = [table for table in tables_for(floor, jackpot) if not (joining and table.table == joining.table)]
        tables = (*standing, *([joining] if joining else []))
        combinations = frozenset(map(combination_of, tables))
    except UnknownName:
        return None  # the room refuses such a table by itself, and says why
    played = JackpotPlay(combinations, frozenset(table.location for table in tables))
    games_there = len(played.combinations)
    by_hands = tables[0].qualify and is_counted_by_hands(tables[0].game.wager(tables[0].wager)) if tables else False
    is_uncounted = games_there == 1 and law.find("award.odds") is not None and not by_hands
    asked = is_uncounted if one_game else games_there > 1
    if not asked or floor.paperwork.examination(jackpot, law, played):
        return None
    one_of_each = {(combination_of(table), table.location): table for table in tables}  # the others are as it is
    findings, certified = _count(law, ProposedLink(jackpot=jackpot, tables=tuple(one_of_each.values())))
    return ExamineLinks(
        jackpot=jackpot,
        combinations=tuple(sorted(combinations)),
        locations=tuple(sorted(played.locations)),
        findings=findings,
        certificate=certified,
    )


def tables_for(floor: Floor, jackpot: str) -> tuple[LinkedTable, ...]:
    """All tables at which a jackpot is played for, whatever number of links feeds it."""
    return tuple(
        LinkedTable(
            table=name,
            game=games.find(at.game, at.variant),
            wager=at.wager,
            paytable=at.paytable,
            location=floor.links[at.link].location,
            folded_hands_qualify=at.folded_hands_qualify,
        )
        for name, at in floor.tables_of(jackpot).items()
    )


def combination_of(table: LinkedTable) -> Combination:
    """The combination played at a table, which identifies it for the room."""
    game = table.game
    print_ = games.fingerprint_of(game.slug, game.variant)
    return combination(print_, table.wager, table.paytable, folded_hands_qualify=table.qualify)


def _count(law: Law, proposed: ProposedLink) -> tuple[tuple[Remark, ...], dict[str, Any] | None]:
    """The certificate, or the findings; where nothing can be counted, that."""
    try:
        examined = examine(law, proposed)
    except (LawError, Unsolved, UnknownName) as uncounted:
        uncertified = f"the tables of {proposed.jackpot} cannot be certified: {uncounted}"
        return (Remark(uncertified, Layer.LAW, binds=len(proposed.tables) > 1),), None
    certified = None
    with suppress(LawError):
        certified = certificate(examined)
    return tuple(map(Remark.of, examined.findings)), certified


def accounts(floor: Floor, law: Law, book: Daybook) -> tuple[Account, ...]:
    """Look at the books, at the bank, and at what is kept for odds-based prizes."""
    found = []
    for currency in floor.currencies:
        jackpots = {name: held for name, held in floor.jackpots.items() if held.terms.currency == currency}
        held = tuple(holdings(name, jackpot.book) for name, jackpot in jackpots.items())
        odds_micros = floor.funds.odds_micros.get(currency, 0)
        one = account(law, book.only(jackpots), floor.bank, holdings=held, offers=offers(floor),
                      odds_micros=odds_micros, currency=currency)  # fmt: skip
        found.append(one)
    return tuple(found)


def look_at(seen: Sequence[Account], mode: Mode) -> LookAtFunds:
    """The command that brings the room the findings on its accounts."""
    sentences = tuple(finding.sentence for one in seen for finding in one.findings)
    stops, notices = (sentences, ()) if mode is Mode.ENFORCE else ((), sentences)
    amounts = {one.currency: msgspec.convert(one.position, AccountAmounts, from_attributes=True) for one in seen}
    return LookAtFunds(accounts=amounts, stops=stops, notices=notices)


def offers(floor: Floor) -> Iterator[Offer]:
    """The offers of all tables; a retired one and a game that is no longer here offer nothing."""
    for table in (table for table in floor.tables.values() if not table.retired):
        try:
            game = games.find(table.game, table.variant)
            yield table.limits.offer(game, table.seats, table.currency)
        except (UnknownName, LawError):
            continue


# Counts whether players lose nothing by a transfer, exactly. It may take a minute: call it off the event loop.


def transfer_odds(floor: Floor, transfer: Transfer, joining: LinkedTable | None = None) -> ExamineTransfer | None:
    """The command about a transfer for the room; None where no rule asks, there are no odds, or it knows.

    After the transfer the heir's tables count, with one that is `joining` them, against what was played for before.
    """
    law, (jackpot, into, level) = floor.law, transfer
    rule, made = law.find("jackpot.removal"), floor.inherited.get(transfer_key(transfer))
    there = [name for name in (jackpot, into) if name in floor.jackpots and not floor.jackpots[name].retired]
    if rule is None or not level or (made is None and len(there) < 2):
        return None
    try:
        old = _tables_of(floor.won_with(jackpot) if made is None else frozenset(made))
        heir = {combination_of(table): table for table in (*tables_for(floor, into), *([joining] if joining else []))}
    except UnknownName:
        return None  # nothing can be counted; the room says that nothing was
    known = floor.paperwork.transfers.get(transfer_key(transfer))
    if not (old and heir) or (known and known.covers(rule, frozenset(old), frozenset(heir))):
        return None
    return ExamineTransfer(
        jackpot=jackpot,
        into=into,
        level=level,
        old=tuple(sorted(old)),
        heir=tuple(sorted(heir)),
        rule=wording(rule),
        findings=_findings(law, rule, transfer, old.values(), heir.values()),
    )


def _tables_of(played: frozenset[Combination]) -> dict[Combination, LinkedTable]:
    """A table for each game, wager and paytable that a jackpot is or was played for with."""
    versions = [version for each in games.catalogue() for version in each.variants]
    found = {}
    for each in played:
        digits, wager, paytable, folded = each
        game = next((one for one in versions if games.fingerprint_of(one.slug, one.variant) == digits), None)
        if game is None:
            raise UnknownName("game with the fingerprint", digits, ())
        found[each] = LinkedTable(
            table="", game=game, wager=wager, paytable=paytable, location="",
            folded_hands_qualify=folded == FOLDED_HANDS_QUALIFY,
        )  # fmt: skip
    return found


def _findings(
    law: Law, rule: Rule, transfer: Transfer, old: Collection[LinkedTable], heir: Collection[LinkedTable]
) -> tuple[Remark, ...]:
    """Compare every pair of games; a finding shared by several pairs appears once."""
    jackpot, into, level = transfer
    try:
        pairs = list(product([one.count() for one in old], [one.count() for one in heir]))
    except (LawError, Unsolved, UnknownName) as uncounted:
        return (Remark.of(Finding(rule, f"the odds of {jackpot} and {into} cannot be counted: {uncounted}")),)
    found = [finding for pair in pairs for finding in check_transfer(law, *pair, level)]
    as_often = f"counted exactly: {level} of {into} is won at least as often as any level of {jackpot} ({rule.cited})"
    return tuple(dict.fromkeys(map(Remark.of, found))) or (Remark(as_often, rule.layer, binds=False),)


_log = logging.getLogger(__name__)
MOST_S = 60.0
"""The longest time between two looks at day and funds."""


class LawOffice:
    """Keeps the room's day, and brings it what takes the entire log or a long count to know."""

    def __init__(self, tell: Tell, clock: Callable[[], int], *, plain_http: bool = False) -> None:
        self._tell, self._clock, self._plain_http = tell, clock, plain_http
        self.days = DayLog()
        self._counting = asyncio.Lock()
        """A request for a count that is under way waits until it is done."""
        self._uncounted = set[str]()
        """Jackpots whose games this server cannot count, each reported once."""

    async def keep(self, ledger: Ledger[Floor]) -> None:
        """The lines, the day, then the jackpots that are not certified for it, then the funds."""
        if not _floor(ledger).jurisdiction.is_set:
            return
        if (wrong := unlawful_line(_floor(ledger), plain_http=self._plain_http)) and not _floor(ledger).closed:
            await self._tell(ledger, CloseFloor(reason=fit_line(wrong)))
        await self.begin_day(ledger)
        for jackpot in _floor(ledger).jackpots:
            with self._as_far_as_it_counts(jackpot):
                await self.examine(ledger, jackpot)
        for transfer in map(transfer_of, _floor(ledger).inherited):
            with self._as_far_as_it_counts(transfer[1]):
                await self.examine_transfer(ledger, transfer)
        await self.look_at_funds(ledger)

    async def begin_day(self, ledger: Ledger[Floor]) -> None:
        """Announce the day to the room, if it has a law and does not know the day yet."""
        jurisdiction = _floor(ledger).jurisdiction
        if not jurisdiction.is_set:
            return
        today = jurisdiction.days.day_of(self._clock())
        if jurisdiction.day is None or today > jurisdiction.day:
            await self._tell(ledger, BeginDay(day=today))

    async def review_tables(self, ledger: Ledger[Floor]) -> None:
        """Have the law asked again where today's program says something else to a table than the log does."""
        if await asyncio.to_thread(review, _floor(ledger)):
            await self._tell(ledger, ReviewTables())

    async def examine_single_games(self, ledger: Ledger[Floor]) -> None:
        """Count how rare the awards of games are that share their jackpot with no other; nobody waits for it."""
        for jackpot in _floor(ledger).jackpots:
            with self._as_far_as_it_counts(jackpot):
                found = await asyncio.to_thread(examination, _floor(ledger), jackpot, one_game=True)
                if found:
                    await self._tell(ledger, found)

    async def examine(self, ledger: Ledger[Floor], jackpot: str, joining: LinkedTable | None = None) -> None:
        """Count what a jackpot's tables have in common, with one that is about to join, unless that was done."""
        async with self._counting:
            found = await asyncio.to_thread(examination, _floor(ledger), jackpot, joining)
            if found:
                await self._tell(ledger, found)

    async def examine_joining(self, ledger: Ledger[Floor], command: TablePlan) -> None:
        """Examine a table as a command describes it; the room reports what is wrong with the command."""
        with suppress(UnknownName, KeyError):
            game, link = games.find(command.game, command.variant), _floor(ledger).links[command.link]
            table = LinkedTable(
                table=command.table,
                game=game,
                wager=game.wager(command.wager).name,
                paytable=command.paytable,
                location=link.location,
                folded_hands_qualify=link.folded_hands.qualify(game, command.wager),
            )
            await self.examine(ledger, link.jackpot, table)
            for transfer in map(transfer_of, _floor(ledger).inherited):
                if transfer[1] == link.jackpot:
                    await self.examine_transfer(ledger, transfer, table)

    async def examine_transfer(
        self, ledger: Ledger[Floor], transfer: Transfer, joining: LinkedTable | None = None
    ) -> None:
        """Count whether an heir is won as often as the jackpot that ends, unless that was done as things stand."""
        found = await asyncio.to_thread(transfer_odds, _floor(ledger), transfer, joining)
        if found:
            await self._tell(ledger, found)

    async def look_at_funds(self, ledger: Ledger[Floor], *, anew: bool = False) -> None:
        """Compare the books with the bank; the room is notified when that changes something, or anew."""
        floor = _floor(ledger)
        law = floor.jurisdiction.law
        if law is None or not (law.find("funds.account") or floor.funds.stop or floor.funds.notices):
            return
        seen = look_at(await self.funds(ledger, law), floor.jurisdiction.mode)
        changed = bool(seen.stops) != bool(floor.funds.stop) or bool(seen.notices) != bool(floor.funds.notices)
        if changed or anew:
            await self._tell(ledger, seen)

    async def funds(self, ledger: Ledger[Floor], law: Law) -> tuple[Account, ...]:
        """The account of each currency under a law and its day."""
        return accounts(_floor(ledger), law, await self.daybook(ledger))

    async def daybook(self, ledger: Ledger[Floor]) -> Daybook:
        """The money of every jackpot, day by day."""
        return (await asyncio.to_thread(self.days.read, ledger)).book

    @contextmanager
    def _as_far_as_it_counts(self, jackpot: str) -> Iterator[None]:
        """A server that cannot count leaves a jackpot unexamined, and does the rest of its work."""
        try:
            yield
        except NoNumba as error:
            if jackpot not in self._uncounted:
                _log.warning("the odds of a jackpot are not known here", extra={"jackpot": jackpot, "why": str(error)})
            self._uncounted.add(jackpot)

    def wait_s(self, ledger: Ledger[Floor]) -> float:
        """Seconds until the next look: when the gaming day ends, or sooner."""
        days, now = _floor(ledger).jurisdiction.days, self._clock()
        return min(MOST_S, max(0.01, (days.end_micros(days.day_of(now)) - now) / 1_000_000))


def _floor(ledger: Ledger[Floor]) -> Floor:
    return ledger.committed.state
