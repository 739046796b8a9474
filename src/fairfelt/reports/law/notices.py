"""What hangs at a table: the placard of limits and progressives, and notices to players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.jackpot import FixedPays, Terms
from fairfelt.law import Law, Stage, check_merchandise
from fairfelt.reports.law.rules import finding_notice, not_approved
from fairfelt.reports.placard.placard import not_wild_sentences
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Section, Sheet, Steps, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, colophon
from fairfelt.rules import Game, Paytable, Wager, fingerprint, format_amount, format_day
from fairfelt.rules.hands import Ranking

if TYPE_CHECKING:
    from fairfelt.law import HouseJackpot, Merchandise, Offer, Retirement, Verdict


def out_of_service_notice(where: str, why: str, *, progressive: bool = True) -> Report:
    """A progressive that cannot be played, or a table that has none."""
    because = why.rstrip(". ")
    if not progressive:
        return _notice(
            "Table out of service", f"{capital(where)} is out of service: {because}.", "No bets are accepted here."
        )
    return _notice(
        "Progressive out of service",
        f"The progressive at {where} is out of service: {because}.",
        "No progressive bets are accepted. All bets and meter amounts are safe.",
    )


def limit_notice(jackpot: str, level: str, limit_micros: int, currency: str) -> Report:
    """A limit that was set on a meter."""
    return _notice(
        "Jackpot limit",
        f"{jackpot}, {level}: the meter limit is {format_amount(limit_micros, currency)}.",
        "Contributions above the limit go to the next jackpot.",
    )


def retirement_notice(retirement: Retirement) -> Report:
    """A jackpot that ends, or has ended."""
    to = ", ".join(filter(None, (retirement.to, retirement.level)))
    gone, ends = {
        "play off": ("It was won.", "It is played until it is won, and does not reset."),
        "transfer": (f"Its full amount moved to {to}.", f"Its full amount moves to {to}."),
        "donation": (
            f"Its full amount was donated to {retirement.to}.", f"Its full amount is donated to {retirement.to}."
        ),
    }[retirement.way]  # fmt: skip
    if retirement.closed_on:
        ended = f"{retirement.jackpot} ended on {format_day(retirement.closed_on)}. No bets are taken for it."
        return _notice("Jackpot retired", ended, gone, "The house kept none of it.")
    when = "now" if retirement.stage is Stage.UNDER_WAY else f"on {format_day(retirement.earliest)} or later"
    notices = (f"{capital(notice)}." for notice in retirement.notices)
    sentence = f"{retirement.jackpot} retires {when}."
    return _notice("Jackpot retirement", sentence, ends, *notices, "The house keeps none of it.")


def merchandise_report(law: Law, prize: Merchandise, hand: str) -> Report:
    """The verdict on a prize in kind, and the notice that hangs at the table."""
    findings = tuple(check_merchandise(law, prize))
    rule = law.find("prize.merchandise")
    notice = (
        f"{capital(prize.item)}, worth {prize.money(prize.value_micros)}, is the prize for {hand} in place of "
        f"{prize.money(prize.fixed_prize_micros)}.",
        f"{prize.money(prize.from_reserve_micros)} of its price comes from funds of the jackpot that are not shown.",
        "No fee is taken from the winner.",
    )
    answer = Words("This prize may be offered." if not findings else "This prize may not be offered as it is.")
    cited = Words(f"Required by {rule.cited}." if rule else "No rule on merchandise here.")
    sheet = Sheet(
        f"Merchandise prize: {prize.item}",
        f"{law.profile.title}, {format_day(law.on)}",
        Section("", answer, *finding_notice("Violations", findings), cited),
        Section("Notice at the table", Notice("Merchandise prize", *notice)),
    )
    plain = {
        "item": prize.item,
        "may_offer": not findings,
        "findings": [finding.to_dict() for finding in findings],
        "notice": list(notice),
    }
    return Report(sheet, plain, "merchandise", passed=not findings)


def _notice(title: str, *items: str) -> Report:
    sheet = Sheet(title, "Notice to players", Section("", Notice(title, *items)))
    return Report(sheet, {"title": title, "sentences": list(items)}, "notice")


def table_verdict_report(law: Law, name: str, offer: Offer, found: Verdict) -> Report:
    """May it open, what stops it, and what it should mind."""
    from fairfelt.room.event import Code  # commands without a room read a table's file too

    decided = f" It was decided by {found.decided_by.words}." if found.decided_by else ""
    answer = "This table may open." if found.allowed else f"This table may not open.{decided}"
    system = not_approved(law) if any(wager.feeds_meter for wager in offer.game.wagers) else ()
    blocks = (
        Words(answer),
        *system,
        *finding_notice("Violations", found.stops),
        *finding_notice("Notices", found.notices),
    )
    facts = Facts(("Fingerprint", fingerprint(offer.game)), ("Seats", str(offer.places)))
    sheet = Sheet(
        f"Table {name}: {offer.game.title}",
        f"{law.profile.title}, {format_day(law.on)}",
        Section("", *blocks),
        Section("Setup", facts, _bets(offer)),
    )
    plain = {
        "table": name,
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "game": offer.game.slug,
        "variant": offer.game.variant,
        "fingerprint": fingerprint(offer.game),
        "mode": found.mode.value,
        "may_open": found.allowed,
        "code": "" if found.allowed else Code.UNLAWFUL.value,
        "decided_by": found.decided_by.value if found.decided_by else "",
        "findings": [finding.to_dict() for finding in found.findings],
    }
    return Report(sheet, plain, "table", passed=found.allowed)


def _bets(offer: Offer) -> Table:
    return table(
        offer.wagers.items(),
        ("Bet", lambda bet: bet[0]),
        (num("Min"), lambda bet: format_amount(bet[1].least_micros, offer.currency)),
        (num("Max"), lambda bet: format_amount(bet[1].most_micros, offer.currency)),
    )


DISPUTES = (
    "Tell the dealer before the next hand is dealt. The cards stay in place.",
    "The floor supervisor hears both sides, reviews the video and decides.",
    "A player who disagrees may request the decision in writing and contact the regulator.",
)


@dataclass(frozen=True, kw_only=True)
class PostedProgressive:
    """The progressive of a table, as it stands."""

    wager: str
    paytable: str
    terms: Terms
    meters_micros: Mapping[str, int] = field(default_factory=dict)
    """What each level shows; left out where a display shows it."""
    linked: bool = False
    folded_hands_qualify: bool | None = None
    """What the link has decided where the sheet leaves it to the casino; nothing for as the sheet says."""


@dataclass(frozen=True, kw_only=True)
class TablePosting:
    """All that a table's placard is made of."""

    law: Law
    table: str
    offer: Offer
    progressive: PostedProgressive | None = None
    house_jackpots: tuple[HouseJackpot, ...] = ()
    place: str = ""
    """Where the table stands in the room."""
    fees: str = ""
    """What a player pays to play; empty where nothing is charged."""
    employee_play: str = ""
    disputes: tuple[str, ...] = DISPUTES


def posting_report(posting: TablePosting) -> Report:
    """The placard of one table; the rules of play are a sheet of their own."""
    offer, rule = posting.offer, posting.law.find("posting.table")
    progressive = posting.progressive
    required = f" Required by {rule.cited}." if rule else ""
    sheet = Sheet(
        f"Table {posting.table}: {offer.game.title}",
        " · ".join(filter(None, (posting.place, f"Posted {format_day(posting.law.on)}"))),
        Section("Limits", *_limits(posting)),
        *_paytable_sections(posting),
        *(_progressive_sections(offer.game, progressive) if progressive else ()),
        Section("House-funded bonuses", *(Steps(*each.disclosures) for each in posting.house_jackpots))
        if posting.house_jackpots
        else None,
        Section("Aggregate payout limits", _aggregates(offer)) if offer.aggregates else None,
        Section("Fees and employee play", Steps(*_house_policy(posting))),
        Section("Disputes", Steps(*posting.disputes)),
        colophon=colophon(offer.game, what="Written") + required,
    )
    return Report(sheet, _posting_dict(posting), "placard")


def _posting_dict(posting: TablePosting) -> dict[str, Any]:
    offer, progressive = posting.offer, posting.progressive
    return {
        "table": posting.table,
        "game": offer.game.slug,
        "currency": offer.currency,
        "posted": {
            "opening": to_builtins(offer.opening),
            "side_bets": to_builtins(offer.side_bets),
            "paytables": dict(offer.paytables),
            "aggregates": to_builtins(list(offer.aggregates)),
        },
        **as_plain(posting, "fees", "employee_play"),
        "meters_micros": dict(progressive.meters_micros) if progressive else {},
    }


def _limits(posting: TablePosting) -> Iterator[Block]:
    offer, games = posting.offer, posting.law.find("games.per_hand")
    yield _bets(offer)
    yield Facts(("Seats", str(offer.places)))
    if games:
        small = format_amount(games.number("small_wager_micros"))
        yield Words(
            f"One hand may play up to {games.number('most_games')} separate games, at most "
            f"{games.number('most_above_small')} of them above {small}. The base game counts as one, each side bet and "
            "each progressive as one more."
        )


def _paytable_sections(posting: TablePosting) -> Iterator[Section]:
    """What each bet pays by the paytable in play; the progressive has a section of its own."""
    offer, game, own = posting.offer, posting.offer.game, posting.progressive
    for wager in game.wagers:
        if own and wager is game.wager(own.wager):
            continue
        if wager.paytables and (wager.name in offer.wagers or not wager.is_optional):
            table = offer.paytable(wager.name)
            if not table.pays:  # even money, as the rules of play say
                continue
            yield Section(f"{wager.name}: paytable {table.name}", _pays(table, wager.ranking, envy=bool(table.envy)))


def _pays(table: Paytable, ranking: Ranking | None, *, envy: bool) -> Table:
    """The lines of a paytable, the best first, perhaps with what they pay to others."""
    amounts = table.envy.amounts if table.envy else {}
    rows = tuple(
        (capital(table.line_name(line, ranking)), capital(pay.words), f"{amounts[line]:,}" if amounts.get(line) else "")
        for line, pay in sorted(table.pays.items(), reverse=True)
    )
    columns = (Column("Hand"), Column("Pays"), *right("Envy"))
    return Table(columns, rows) if envy else Table(columns[:2], tuple(row[:2] for row in rows))


def _house_policy(posting: TablePosting) -> Iterator[str]:
    yield f"{posting.fees.rstrip('.')}." if posting.fees else "No fee is charged to play."
    if posting.employee_play:
        yield f"{posting.employee_play.rstrip('.')}."


def _progressive_sections(game: Game, posted: PostedProgressive) -> Iterator[Section]:
    wager, table = game.wager(posted.wager), game.paytable(posted.wager, posted.paytable)
    yield Section("Jackpots", *_jackpots(game, wager, table, posted))
    yield Section("Eligibility", Steps(*_restrictions(game, wager, table, posted)))
    yield Section("Contributions", _contribution(posted.terms))


def _jackpots(game: Game, wager: Wager, paytable: Paytable, posted: PostedProgressive) -> Iterator[Block]:
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    yield _pays(paytable, ranking, envy=True)
    currency, shown = posted.terms.currency, posted.meters_micros
    yield table(
        posted.terms.levels,
        ("Level", lambda level: level.name),
        (num("Meter"),
         lambda level: format_amount(shown[level.name], currency) if level.name in shown else "see display"),
        (num("Resets to"), lambda level: format_amount(level.seed_micros, currency)),
        (num("Limit"), lambda level: limit_words(level.limit_micros, currency)),
    )  # fmt: skip


def limit_words(limit_micros: int | None, currency: str) -> str:
    return "none" if limit_micros is None else format_amount(limit_micros, currency)


def _restrictions(game: Game, wager: Wager, table: Paytable, posted: PostedProgressive) -> Iterator[str]:
    yield f"Only a player who made the {wager.name} bet before the deal can win."
    yield from not_wild_sentences(game, wager)
    printed = posted.folded_hands_qualify is None
    qualify = wager.survives_fold if printed else posted.folded_hands_qualify
    yield "Folded hands qualify." if qualify else "Folded hands do not qualify."
    yield f"The amount of an award locks {posted.terms.freeze.value}."
    yield posted.terms.several_winners.meaning
    if posted.linked:
        yield "The jackpot is shared with other tables at this location; an award there lowers the meter here."
    if table.envy:
        size = "times that player's own bet" if table.envy.times_wager else "whatever the size of the bet"
        yield (
            f"Envy is paid to every other player at this table who made the bet, {size}. It is not paid for the "
            "player's own hand, the dealer's hand or hands at other tables. Several envies add up."
        )
    if posted.terms.fixed_pays is FixedPays.METER:
        yield "Fixed pays come off the first meter, as far as it covers them."


def _contribution(terms: Terms) -> Table:
    meters = [(f"{level.name} meter", level.rate_ppm) for level in terms.levels]
    reserves = [(f"{level.name} reserve, for its next seed", level.reserve_rate_ppm) for level in terms.levels]
    rows = [row for pair in zip(meters, reserves, strict=True) for row in pair if row[1] or row in meters]
    return table(rows, ("Of each bet", lambda row: row[0]), (num("Share"), lambda row: percent(row[1])))


def percent(rate_ppm: int) -> str:
    """Parts per million as a percentage with all its digits: "12.5%"."""
    whole, part = divmod(rate_ppm, 10_000)
    return f"{whole}.{part:04}".rstrip("0").rstrip(".") + "%"


def _aggregates(offer: Offer) -> Table:
    return table(
        offer.aggregates,
        ("Bet", lambda limit: " and ".join(limit.wagers)),
        (num("Max paid to all players per deal"), lambda limit: format_amount(limit.table_micros, offer.currency)),
    )
