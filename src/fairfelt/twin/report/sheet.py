"""The twin's report as a sheet and as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fairfelt.reports.sheet.sheet import Column, Facts, Notice, Section, Sheet, Table, Words, right
from fairfelt.rules import format_amount

from .expected import Outcome
from .result import Result

MOST_SENTENCES = 25


def twin_sheet(result: Result) -> Sheet:
    """For a person."""
    return Sheet(
        title="Digital twin",
        subtitle=f"{result.tables} tables, {_duration(result.simulated_s)} simulated",
        sections=tuple(_sections(result)),
        footnotes=(
            ("Expected", "By exact probabilities, for as many bets as were made by players who never fold."),
            ("z", "The difference in standard deviations, the larger of two estimates: seats share a deck."),
        ),
    )


def _sections(result: Result) -> Iterator[Section]:
    seen = result.seen
    yield Section("What it saw", (Facts(tuple(_facts(result))),))
    for played, rows in result.outcomes:
        bets = f"{played.rounds:,} rounds, {played.bets:,} bets, {_units(played.wagered_micros)}"
        yield Section(f"{played.game}, {played.wager} {played.paytable}", (Words(bets), _hands(rows)))
    yield Section("Meters", (_meters(result),))
    yield _counted("Mistakes", "Mistake", seen.mistakes)
    yield _counted("Refusals", "Sentence", seen.refusals)
    yield Section("Network", (_drops(result),))
    yield _counted("Office", "Work", seen.office)
    yield Section("Afterwards", (_verdict(result),))


def _facts(result: Result) -> Iterator[tuple[str, str]]:
    seen, took_s = result.seen, max(result.took_s, 1e-9)
    slowest_s, asked = seen.slowest
    yield "Seed", str(result.seed)
    yield "Simulated", _duration(result.simulated_s) + (", stopped before the end" if result.stopped else "")
    yield "Time", f"{took_s:.1f} s, {result.simulated_s / took_s:,.0f} times as fast as it would be"
    yield "Rounds", f"{seen.rounds:,}"
    yield "Wagers", _units(sum(played.wagered_micros for played, _ in result.outcomes))
    yield "Claims", f"{seen.claims:,}, of which {seen.awards:,} were confirmed"
    yield "Paid", _units(sum(row.paid_micros for _, rows in result.outcomes for row in rows))
    yield "Requests", f"{seen.requests:,}, {seen.requests / took_s:,.0f} a second"
    yield "Restarts", f"{seen.restarts} of the server"
    yield "Slowest answer", f"{slowest_s * 1_000:,.0f} ms, {asked}"


def _units(micros: int) -> str:
    """An amount without its currency, which each link of a room has for itself."""
    return format_amount(micros, "")


def _hands(rows: tuple[Outcome, ...]) -> Table:
    columns = (Column("Hand"), Column("Level"), *right("Made", "Expected", "z", "Paid", "Amount"))
    return Table(columns, tuple(_hand(row) for row in rows))


def _hand(row: Outcome) -> tuple[str, ...]:
    expected = "" if row.expected is None else f"{row.expected:,.2f}"
    z = "" if row.z is None else f"{row.z:+.2f}"
    return row.name, row.level, f"{row.made:,}", expected, z, f"{row.paid:,}", _units(row.paid_micros)


def _meters(result: Result) -> Table:
    seen = result.seen
    rows = tuple(
        (link, level, _units(seen.meters_micros[link][level]), _units(largest))
        for (link, level), largest in sorted(seen.largest_micros.items())
    )
    return Table((Column("Link"), Column("Level"), *right("Now", "Largest seen")), rows)


def _drops(result: Result) -> Table:
    rows = [(drop.value, "in all", f"{times:,}") for drop, times in sorted(result.seen.drops.items())]
    rows += [(drop.value, how, f"{times:,}") for (drop, how), times in sorted(result.seen.recovered.items())]
    return Table((Column("What failed"), Column("How it ended"), *right("Times")), tuple(sorted(rows)))


def _counted(title: str, what: str, counts: Counter[str]) -> Section:
    most = counts.most_common(MOST_SENTENCES)
    rows = tuple((sentence, f"{times:,}") for sentence, times in most)
    others = sum(counts.values()) - sum(times for _, times in most)
    totals = (("others", f"{others:,}"),) if others else ()
    return Section(title, (Table((Column(what), *right("Times")), rows, totals) if rows else Words("None."),))


def _verdict(result: Result) -> Facts | Notice:
    if result.wrong:
        return Notice("Something is wrong", result.wrong)
    audit = result.audit
    return Facts(
        (
            ("Chain", f"verified, {audit.events:,} events; the last is {audit.events}:{audit.head}"),
            ("Books", "balanced; every movement of money is what the rules make of its event"),
            ("Answers", f"{audit.answers:,} acknowledged, each found once and as it was heard"),
        )
    )


def _duration(seconds: float) -> str:
    hours = seconds / 3_600
    return f"{hours:,.1f} hours" if hours < 48 else f"{hours / 24:,.1f} days"


def twin_dict(result: Result) -> dict[str, Any]:
    """For a program."""
    seen, audit = result.seen, result.audit
    return {
        "seed": result.seed,
        "tables": result.tables,
        "simulated_s": round(result.simulated_s, 3),
        "took_s": round(result.took_s, 3),
        "stopped": result.stopped,
        "rounds": seen.rounds,
        "claims": seen.claims,
        "awards": seen.awards,
        "requests": seen.requests,
        "restarts": seen.restarts,
        "slowest": {"seconds": round(seen.slowest[0], 4), "asked": seen.slowest[1]},
        "games": [
            {
                "game": played.game,
                "wager": played.wager,
                "paytable": played.paytable,
                "rounds": played.rounds,
                "bets": played.bets,
                "wagered_micros": played.wagered_micros,
                "hands": [vars(row) for row in rows],
            }
            for played, rows in result.outcomes
        ],
        "meters_micros": seen.meters_micros,
        "largest_micros": [[link, level, micros] for (link, level), micros in sorted(seen.largest_micros.items())],
        "mistakes": dict(seen.mistakes),
        "refusals": dict(seen.refusals),
        "drops": {drop.value: times for drop, times in sorted(seen.drops.items())},
        "recovered": [[drop.value, how, times] for (drop, how), times in sorted(seen.recovered.items())],
        "office": dict(seen.office),
        "events": audit.events,
        "head": audit.head,
        "answers": audit.answers,
        "wrong": list(result.wrong),
    }
