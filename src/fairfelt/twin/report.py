"""The twin's report: a sheet for a person, and the same as plain data for a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Column, Facts, Notice, Section, Sheet, Table, Words, right
from fairfelt.rules import format_amount

from .agenda import HOUR_S
from .run import TwinResult
from .tally import HandOutcome

MOST_SENTENCES = 25


def twin_report(result: TwinResult) -> Report:
    """The report at the end."""
    sheet = Sheet(
        title="Digital twin",
        subtitle=f"{len(result.twin.keys.keypads)} tables, {_duration(result.twin.pit.agenda.simulated_s)} simulated",
        sections=tuple(_sections(result)),
        footnotes=(
            ("Expected", "By exact probabilities, for as many bets as were made by players who never fold."),
            ("z", "The difference in standard deviations, the larger of two estimates: seats share a deck."),
        ),
    )
    return Report(sheet, _plain(result), name="twin", passed=not result.problems)


def _sections(result: TwinResult) -> Iterator[Section]:
    tally = result.tally
    yield Section("Summary", (Facts(tuple(_facts(result))),))
    columns = (Column("Hand"), Column("Level"), *right("Hits", "Expected", "z", "Paid", "Amount"))
    for game, outcomes in result.outcomes:
        action = f"{game.rounds:,} rounds, {game.bets:,} bets, {_amount(game.wagered_micros)} total action"
        hands = Table(columns, tuple(_hand(row) for row in outcomes))
        offer = game.offer
        yield Section(f"{offer.game.title}, {offer.wager} {offer.paytable.name}", (Words(action), hands))
    meters = tuple(
        (link, level, _amount(tally.meters_micros[link][level]), _amount(peak))
        for (link, level), peak in sorted(tally.largest_micros.items())
    )
    yield Section("Meters", (Table((Column("Link"), Column("Level"), *right("Current", "Peak")), meters),))
    yield _counts("Mistakes", "Mistake", tally.mistakes)
    yield _counts("Refusals", "Reason", tally.refusals)
    drops = [(drop.value, "total", f"{times:,}") for drop, times in tally.drops.items()]
    drops += [(drop.value, how, f"{times:,}") for (drop, how), times in tally.recovered.items()]
    columns = (Column("Failure"), Column("Recovery"), *right("Count"))
    yield Section("Network", (Table(columns, tuple(sorted(drops))),))
    yield _counts("Sensors", "What happened", tally.hardware)
    yield _counts("Office", "Task", tally.office)
    yield Section("Audit", (_verdict(result),))


def _facts(result: TwinResult) -> Iterator[tuple[str, str]]:
    tally, agenda = result.tally, result.twin.pit.agenda
    took_s, (slowest_s, request) = max(agenda.took_s, 1e-9), tally.slowest
    yield "Seed", str(result.twin.pit.seed)
    yield "Simulated time", _duration(agenda.simulated_s) + (", stopped early" if result.twin.stopped else "")
    yield "Run time", f"{took_s:.1f} s, {agenda.simulated_s / took_s:,.0f} times as fast as real time"
    yield "Rounds", f"{tally.rounds:,}"
    yield "Total action", _amount(sum(game.wagered_micros for game, _ in result.outcomes))
    yield "Jackpot claims", f"{tally.claims:,}, {tally.awards:,} confirmed"
    yield "Jackpots paid", _amount(sum(row.paid_micros for _, rows in result.outcomes for row in rows))
    yield "Requests", f"{tally.requests:,}, {tally.requests / took_s:,.0f} per second"
    yield "Server restarts", str(tally.restarts)
    yield "Slowest response", f"{slowest_s * 1_000:,.0f} ms, {request}"


def _amount(micros: int) -> str:
    """Without a currency, which each link of a room has for itself."""
    return format_amount(micros, "")


def _hand(row: HandOutcome) -> tuple[str, ...]:
    expected = "" if row.expected is None else f"{row.expected:,.2f}"
    z = "" if row.z is None else f"{row.z:+.2f}"
    return row.name, row.level, f"{row.made:,}", expected, z, f"{row.paid:,}", _amount(row.paid_micros)


def _counts(title: str, what: str, counts: Counter[str]) -> Section:
    most = counts.most_common(MOST_SENTENCES)
    rows = tuple((sentence, f"{times:,}") for sentence, times in most)
    others = counts.total() - sum(times for _, times in most)
    totals = (("Others", f"{others:,}"),) if others else ()
    return Section(title, (Table((Column(what), *right("Count")), rows, totals) if rows else Words("None."),))


def _verdict(result: TwinResult) -> Facts | Notice:
    if result.problems:
        return Notice("Problems found", result.problems)
    audit = result.audit
    return Facts(
        (
            ("Event log", f"verified, {audit.events:,} events; the last is {audit.events}:{audit.head}"),
            ("Books", "balanced; every movement of money is what the rules make of its event"),
            ("Answers", f"{audit.answers:,} acknowledged, each found once and unchanged"),
        )
    )


def _duration(seconds: float) -> str:
    hours = seconds / HOUR_S
    return f"{hours:,.1f} hours" if hours < 48 else f"{hours / 24:,.1f} days"


def _plain(result: TwinResult) -> dict[str, Any]:
    twin, tally, audit = result.twin, result.tally, result.audit
    return {
        "seed": twin.pit.seed,
        "tables": len(twin.keys.keypads),
        "simulated_s": round(twin.pit.agenda.simulated_s, 3),
        "took_s": round(twin.pit.agenda.took_s, 3),
        "stopped": twin.stopped,
        **{name: getattr(tally, name) for name in ("rounds", "claims", "awards", "requests", "restarts")},
        "slowest": {"seconds": round(tally.slowest[0], 4), "asked": tally.slowest[1]},
        "games": [
            {
                "game": game.offer.game.title,
                "wager": game.offer.wager,
                "paytable": game.offer.paytable.name,
                "rounds": game.rounds,
                "bets": game.bets,
                "wagered_micros": game.wagered_micros,
                "hands": [vars(row) for row in outcomes],
            }
            for game, outcomes in result.outcomes
        ],
        "meters_micros": tally.meters_micros,
        "largest_micros": [[link, level, micros] for (link, level), micros in sorted(tally.largest_micros.items())],
        **{name: dict(getattr(tally, name)) for name in ("mistakes", "refusals", "office", "hardware")},
        "drops": {drop.value: times for drop, times in sorted(tally.drops.items())},
        "recovered": [[drop.value, how, times] for (drop, how), times in sorted(tally.recovered.items())],
        "events": audit.events,
        "head": audit.head,
        "answers": audit.answers,
        "wrong": list(result.problems),
    }
