"""Asks the law what it says to the tables as they stand, and before an act that could break a rule.

Only commands do this; events keep the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from msgspec import structs

from fairfelt import games
from fairfelt.law import (
    HOUSE_CAP,
    Certainty,
    Disposal,
    Finding,
    Law,
    LawError,
    Layer,
    Mode,
    Offer,
    Rule,
    Stage,
    check_cut_off,
    check_folded_hands,
    check_house_jackpot,
    check_kind,
    check_location,
    check_makers,
    check_wide_area,
    find_cap,
    may_open,
)
from fairfelt.room.event import Code, GatedEvent, Refusal, ReviewedEvent
from fairfelt.room.law.jurisdiction import NO_VERDICT, LawVerdict, Remark
from fairfelt.room.law.paperwork import Transfer, transfer_key, transfer_of
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import PayRules
from fairfelt.room.state.links import FoldedHands
from fairfelt.room.state.people import SHOWS, name_display
from fairfelt.room.state.table import Table
from fairfelt.rules import Kind, UnknownName, format_amount

E = TypeVar("E", bound=ReviewedEvent)
SECOND_RECORD = (
    "second record: the manufacturer's system keeps the meters, and its amounts are paid, not those shown here"
)


def lawful(floor: Floor, *checks: Iterable[Finding], said: Iterable[Remark] = ()) -> tuple[str, ...]:
    """Refuse what a binding rule is against; otherwise the notices for the event, if there are any."""
    found = [Remark.of(finding) for check in checks for finding in check]
    stops, notices = _weigh(floor, (*found, *said))
    if stops:
        raise Refusal(Code.UNLAWFUL, "; ".join(each.sentence for each in stops), decided_by=stops[0].layer)
    return tuple(each.sentence for each in notices)


def law_today(floor: Floor) -> Law:
    law = floor.jurisdiction.law
    if law is None:
        raise Refusal(Code.NO_DAY, "no day has begun yet: the server has to say which day it is")
    return law


def review(floor: Floor) -> dict[str, LawVerdict]:
    """Every table to which the law says something else than it did."""
    found = {name: judge_table(floor, name) for name in floor.tables}
    return {name: now for name, now in found.items() if now != floor.tables[name].law_verdict}


_READ = (
    "jurisdiction", "paperwork", "links", "house_jackpots", "house_rules", "devices", "alarms", "endings",
    "jackpot_kinds", "inherited",
)  # fmt: skip
"""Parts of the floor that the law depends on, besides the tables themselves and the terms of their jackpots."""


def may_say_other(before: Floor, after: Floor) -> bool:
    """Whether the law may say something else to a table than before; commands that change tables ask it themselves."""
    if any(getattr(before, name) is not getattr(after, name) for name in _READ):
        return True
    if before.jackpots is after.jackpots:
        return False
    for name, jackpot in after.jackpots.items():
        was = before.jackpots.get(name)
        if was is None or not (jackpot is was or (jackpot.terms is was.terms and jackpot.awaiting is was.awaiting)):
            return True
    return False


def judge_table(floor: Floor, name: str) -> LawVerdict:
    law, table = floor.jurisdiction.law, floor.tables[name]
    if law is None or table.retired:
        return NO_VERDICT
    law = law.with_rules(*_in_currency(floor, table.currency))
    stops, notices = _weigh(floor, _table_findings(floor, table, law))
    most = find_cap(law, Kind.PROGRESSIVE) if floor.jurisdiction.mode is Mode.ENFORCE else None
    return LawVerdict(
        notices=tuple(each.sentence for each in notices),
        stops=tuple(each.sentence for each in stops),
        most_micros=most.micros if most else None,
        most_says=f"{most.words} is the most for a single wager ({most.rule.cited})" if most else "",
        most_by=most.rule.layer if most else None,
        decided_by=stops[0].layer if stops else None,
    )


def _weigh(floor: Floor, findings: Iterable[Remark]) -> tuple[list[Remark], list[Remark]]:
    """Findings that stop, and those only shown; both in the order of precedence."""
    enforced, rows = floor.jurisdiction.mode is Mode.ENFORCE, sorted(findings, key=lambda each: each.layer.rank)
    return [each for each in rows if each.binds and enforced], [each for each in rows if not (each.binds and enforced)]


def _table_findings(floor: Floor, table: Table, law: Law) -> Iterator[Remark]:
    try:
        offer = offer_at(floor, table)
    except (UnknownName, LawError) as error:
        yield Remark(str(error), Layer.LAW, binds=True)
        return
    yield from map(Remark.of, may_open(law, floor.jurisdiction.mode, offer, floor.counting_papers.papers).findings)
    posting = law.find("posting.table")
    if posting and table.limits.opening is None:
        yield Remark.of(Finding(posting, "no limits of the opening bets are posted; post them"))
    for prize in floor.house_jackpots.values():
        if floor.tables[prize.table] is table:
            yield from map(Remark.of, (*check_kind(law, "house"), *check_house_jackpot(law, prize.jackpot)))
    if table.link and floor.counting_papers.second_record:
        yield Remark(SECOND_RECORD, Layer.LAW, binds=False)
    if table.link:
        rate, papers = law.find("meter.rate"), floor.paperwork
        filed = papers.preset(table.game, table.variant, table.wager, table.paytable)
        if rate and filed and floor.jurisdiction.binds and filed.printed not in papers.kept:
            without = f"are filed by {filed.printed} without the document itself; file them again with it"
            yield Remark.of(Finding(rate, f"the pre-configured rates of {table.paytable} {without}"))
        yield from links_said(floor, floor.links[table.link].jackpot, law)
        yield from display_said(floor, table.link, law)


def is_approved(floor: Floor, table: Table) -> bool:
    """Whether the game at a table is, with every paytable in play, one that was compared with its sheet."""
    letter = floor.counting_papers.papers.letter
    try:
        offer = offer_at(floor, table)
    except (UnknownName, LawError):
        return False
    unchanged = games.fingerprint_of(table.game, table.variant) == table.fingerprint
    return unchanged and letter.pinned(offer.game) and not letter.unseen(offer.game, offer.paytables_in_play)


def display_said(floor: Floor, link: str, law: Law) -> Iterator[Remark]:
    """A link whose jackpot no current display of its own shows; one at another link is at other tables.

    A table without one is set up all the same, and waits for it.
    """
    rule, on = law.find("jackpot.display"), (name for name, at in floor.devices.items() if at.enabled and at.watched)
    displays = [name for name in on if floor.devices[name].kind in SHOWS and floor.devices[name].link == link]
    behind = {at.about for at in floor.alarms.values() if at.kind is AlarmKind.DISPLAY_LATE and at.lasts}
    if rule is None or not behind.issuperset(displays):
        return
    late = f"{' and '.join(map(name_display, displays))} is behind its meters; no game starts until it is current"
    none = "no display shows it; pair one with this link, switch it on and open its page"
    yield Remark.of(Finding(rule, f"jackpot {floor.links[link].jackpot} at link {link}: {late if displays else none}"))


def offer_at(floor: Floor, table: Table) -> Offer:
    """A table as the law looks at it: game, limits, and the terms of its jackpot, also those that wait."""
    game = games.find(table.game, table.variant)
    offer = table.limits.offer(game, table.seats, table.currency)
    if not table.link:
        return offer
    name, jackpot = floor.jackpot_of(table)
    ending = floor.endings.get(name)
    filed = floor.paperwork.preset(table.game, table.variant, table.wager, table.paytable)
    terms = jackpot.terms, *([jackpot.awaiting] if jackpot.awaiting else [])
    return replace(
        offer,
        progressive=game.wager(table.wager).name,
        terms=terms,
        played_off=ending is not None and ending.way is Disposal.PLAY_OFF and ending.stage is not Stage.ANNOUNCED,
        filed={table.paytable: filed} if filed else {},
    )


def links_said(floor: Floor, jackpot: str, law: Law) -> Iterator[Remark]:
    """What the law says to a jackpot and all its links: its kind, whose hub has it, where its tables stand, who made
    them, what was counted, and whose money went into it."""
    played, licensed = floor.played_for(jackpot), floor.jurisdiction.location
    one_game = len(played.combinations) < 2
    placed = check_location(law, played.locations, one_game=one_game, licensed=licensed)
    kind = check_kind(law, floor.jackpot_kinds[jackpot]) if jackpot in floor.jackpot_kinds else ()
    at_hub = floor.jackpots[jackpot].share is not None
    hub = (*check_wide_area(law), *check_cut_off(law, floor.hub_lines[jackpot].stops_after_s)) if at_hub else ()
    tables = floor.tables_of(jackpot)
    makers = {table.maker for table in tables.values() if table.maker}
    silent = sorted(name for name, table in tables.items() if not table.maker)
    reported = floor.counting_papers.is_reported(makers)
    made = check_makers(law, makers, reported=reported, silent=silent) if len(tables) > 1 else ()
    findings = (*kind, *hub, *placed, *made, *folded_findings(floor, jackpot))
    found = {Remark.of(finding): None for finding in findings}
    rule = law.find("link.different_games") or law.find("link.same_game")
    examined = floor.paperwork.examination(jackpot, law, played)
    if examined:
        found |= dict.fromkeys(examined.findings)
    elif rule and not one_game:
        joins = f"jackpot {jackpot} joins different games and has no certificate for them; have it examined"
        found[Remark.of(Finding(rule, joins))] = None
    yield from found
    for transfer in map(transfer_of, floor.inherited):
        if transfer[1] == jackpot:
            yield from (each for each in transfer_said(floor, transfer) if each.binds)


def folded_findings(floor: Floor, jackpot: str, joining: Mapping[str, FoldedHands] | None = None) -> Iterator[Finding]:
    """What the law says to the rules on folded hands of a jackpot's links that have tables, with one that joins."""
    return check_folded_hands(floor.law, floor.folded_rules(jackpot) | dict(joining or {}))


def location_findings(floor: Floor, jackpot: str, location: str) -> Iterator[Finding]:
    """What the law says to another place from which a jackpot is to be fed; links without tables count too."""
    one_game = len(floor.played_for(jackpot).combinations) < 2
    places = {link.location for link in floor.links.values() if link.jackpot == jackpot} | {location}
    return check_location(floor.law, places, one_game=one_game, licensed=floor.jurisdiction.location)


def transfer_said(floor: Floor, transfer: Transfer) -> Iterator[Remark]:
    """What the exact count found for the odds after a transfer, if a rule on removal is in force.

    If the heir has no table yet there are no odds to compare: a notice says so and stops nothing, and they are counted
    when its first table opens. Of a jackpot without tables, what was played for it last is compared. Of the rule itself
    only the title is known; that odds may not get worse is the standard it is read by.
    """
    rule = floor.law.find("jackpot.removal")
    if rule is None:
        return
    jackpot, into, _ = transfer
    made, heir = floor.inherited.get(transfer_key(transfer)), floor.played_for(into).combinations
    old = floor.won_with(jackpot) if made is None else frozenset(made)
    examined = floor.paperwork.transfers.get(transfer_key(transfer))
    if not (old and heir):
        nothing = f"{into if old else jackpot} has no table: there are no odds to compare ({rule.cited})"
        yield Remark(nothing, rule.layer, binds=False)
    elif examined and examined.covers(rule, old, heir):
        yield from examined.findings
    else:
        yield Remark.of(
            Finding(rule, f"the odds of {jackpot} and {into} were not counted as they stand; have them counted")
        )


def ask(floor: Floor, event: E) -> E:
    """An event with what the law says to every table after it; UNLAWFUL where a gated one would stop a table."""
    after = event.apply(floor)
    verdicts = review(after)
    if isinstance(event, GatedEvent):
        _check_stops(floor, after, verdicts)
    return structs.replace(event, verdicts=verdicts)


def _check_stops(floor: Floor, after: Floor, verdicts: Mapping[str, LawVerdict]) -> None:
    """Refuse what would stop a table that the law did not stop before."""
    # A display is paired after its link is made: without it no game starts, and no act is refused.
    later = {each.sentence for link in after.links for each in display_said(after, link, after.law)}
    for name, verdict in sorted(verdicts.items(), key=lambda row: row[0] in floor.tables):  # a new table first
        stands = floor.tables.get(name)
        before = stands.law_verdict.stops if stands else ()
        if worse := [sentence for sentence in verdict.stops if sentence not in before and sentence not in later]:
            sentence = f"table {name} may not open: {'; '.join(worse)}"
            raise Refusal(Code.UNLAWFUL, sentence, decided_by=verdict.decided_by)


@dataclass(frozen=True)
class LinkStatus:
    """A link as it stands: whatever was refused has left nothing here."""

    jackpot: str
    location: str
    tables: tuple[str, ...]
    games: int
    """The number of different games, wagers and paytables for its jackpot, over all links that feed it."""
    said: tuple[Remark, ...]
    certificate: Mapping[str, Any] | None
    """The certificate of equal odds, if games differ and it covers what is set up."""

    @property
    def lawful(self) -> bool:
        """Whether nothing binding speaks against it today."""
        return not any(each.binds for each in self.said)

    @property
    def findings(self) -> tuple[str, ...]:
        return tuple(each.sentence for each in self.said)


def link_status(floor: Floor, name: str) -> LinkStatus:
    link, law = floor.links[name], floor.law
    played = floor.played_for(link.jackpot)
    examined = floor.paperwork.examination(link.jackpot, law, played) if len(played.combinations) > 1 else None
    return LinkStatus(
        link.jackpot,
        link.location,
        tuple(table for table, at in floor.tables.items() if at.link == name),
        len(played.combinations),
        tuple(links_said(floor, link.jackpot, law)),
        examined.certificate if examined else None,
    )


# House rules as rules of the law's own form: the layer after the law and the maker's rules, before custom.


CITED = "house rules"


def house_rules(floor: Floor) -> tuple[Rule, ...]:
    """Everything that the house has set, for the whole room."""
    found = list[Rule]()
    if floor.house_rules.dealers_sign_in:
        signs_in = "A dealer signs in at the keypad before anything is pressed."
        found.append(_rule("house.sign_in", "Dealers sign in", signs_in))
    for name, link in floor.links.items():
        if link.folded_hands is not FoldedHands.AS_THE_SHEET:
            says = f"Folded hands {link.folded_hands.value}, where a sheet leaves it to the casino."
            found.append(_rule("house.folded_hands", f"Folded hands on link {name}", says, link=name))
    return *found, *(rule for currency in floor.currencies for rule in _in_currency(floor, currency))


def _in_currency(floor: Floor, currency: str) -> Iterator[Rule]:
    held = floor.house_rules
    if (most := held.most_wager.get(currency)) is not None:
        kinds = ("opening", "raise", "side_bet", "progressive")
        yield _rule(
            HOUSE_CAP, f"Largest single wager, {currency}",
            f"A single wager is {format_amount(most, currency)} or less in this house.",
            currency=currency, **{f"{kind}_micros": most for kind in kinds},
        )  # fmt: skip
    if currency in held.pay_rules:
        yield _rule(
            "house.pays", f"Whose card a pay takes, {currency}", _pays(held.pay_rules[currency], currency),
            currency=currency,
        )  # fmt: skip


def _pays(rules: PayRules, currency: str) -> str:
    sentences = []
    if rules.supervisor_from_micros:
        below = format_amount(rules.supervisor_from_micros, currency)
        sentences.append(f"The dealer alone confirms a fixed pay from the tray below {below}.")
    executive = rules.executive_from_micros
    for who, amount in (("An executive", executive), ("Two people", rules.two_people_from_micros)):
        if amount is not None:
            sentences.append(f"{who} from {format_amount(amount, currency)} on.")
    if rules.two_people_from_micros is None:
        sentences.append("Whatever takes an executive takes a second person too.")
    return " ".join(sentences)


def _rule(id_: str, title: str, says: str, **parameters: int | str) -> Rule:
    return Rule(
        id=id_,
        title=title,
        citation=CITED,
        certainty=Certainty.QUOTED,
        layer=Layer.HOUSE,
        says=says,
        parameters=parameters,
    )
