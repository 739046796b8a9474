"""A link certificate: plain data that proves by exact fractions that a link is lawful, and that anyone can check again.

The file is enough to check its seal, its arithmetic and the equality of the odds. Where the same games are at hand,
with the same fingerprints, everything is counted again as well.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from fairfelt.law.core.profile import DISCLAIMER, LawError
from fairfelt.rules import Game, UnknownName, fingerprint

from .examine import LinkedTable, LinkExamined
from .odds import AwardOdds, WagerOdds, award_odds

KIND, FORM, SEAL = "fairfelt link certificate", 1, "sha256"
UNSEALED = (SEAL, "imprint")
"""What has made the paper may be another program than the one that counted."""
FindGame = Callable[[str, str], Game]
"""A game by its short name and version."""


def certificate(examined: LinkExamined) -> dict[str, Any]:
    """The certificate of a lawful link; an unlawful one is refused with the fractions side by side."""
    if not examined.is_lawful:
        raise LawError("; ".join(f.sentence for f in examined.findings if f.rule.binds))
    if not examined.is_equal:
        raise LawError("the odds of these tables are not equal; nothing forbids the link here, but it is not certified")
    link, law = examined.link, examined.law
    cited = [rule for rule in law.rules if rule.id.startswith("link.")]
    body: dict[str, Any] = {
        "kind": KIND,
        "form": FORM,
        "jackpot": link.jackpot,
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "rules": [{"id": r.id, "citation": r.citation, "certainty": r.certainty.value} for r in cited],
        "test_report": link.test_report,
        "notices": [finding.sentence for finding in examined.findings],
        "tables": [_table(table, odds) for table, odds in zip(link.tables, examined.odds, strict=True)],
        "disclaimer": DISCLAIMER,
    }
    return {**body, SEAL: seal(body)}


def seal(body: Mapping[str, Any]) -> str:
    """SHA-256 of the certificate without its seal and imprint, as JSON with sorted keys and no spaces."""
    unsealed = {name: value for name, value in body.items() if name not in UNSEALED}
    text = json.dumps(unsealed, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _table(table: LinkedTable, odds: WagerOdds) -> dict[str, Any]:
    deck = table.game.deck
    return {
        "table": table.table,
        "location": table.location,
        "maker": table.maker,
        "other_jackpots": list(table.other_jackpots),
        "game": table.game.slug,
        "variant": table.game.variant,
        "fingerprint": fingerprint(table.game),
        "wager": odds.wager.name,
        "paytable": odds.paytable.name,
        "folded_hands_qualify": odds.wager.survives_fold,
        "deck_cards": len(deck),
        "hand_cards": odds.cards,
        "counted": "hands" if odds.by_hands else "rounds",
        "ranking": odds.ranking,
        "awards": [_award(award) for award in odds.awards],
    }


def _award(award: AwardOdds) -> dict[str, Any]:
    return {
        "level": award.level,
        "share": str(award.share),
        "hands": list(award.hands),
        "combinations": award.combinations,
        "total": award.total,
        "probability": str(award.probability),
    }


def certificate_faults(held: Mapping[str, Any], find: FindGame | None = None) -> tuple[str, ...]:
    """What is wrong with a certificate; nothing if it holds. With `find`, games are counted again."""
    try:
        return tuple(_faults(held, find))
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        return (f"this is no {KIND} that can be read: something is missing in it, or is not what it should be",)


def _faults(held: Mapping[str, Any], find: FindGame | None) -> Iterator[str]:
    if held["kind"] != KIND or held["form"] != FORM:
        yield f"this is no {KIND} of form {FORM}"
        return
    if held[SEAL] != seal(held):
        yield "the seal does not fit: something was changed after it was made"
    tables = held["tables"]
    for table in tables:
        yield from _arithmetic(table)
        yield from _unlike(tables[0], table)
        if find:
            yield from _recount(table, find)


def _arithmetic(table: Mapping[str, Any]) -> Iterator[str]:
    for award in table["awards"]:
        if Fraction(award["combinations"], award["total"]) != Fraction(award["probability"]):
            yield f"table {table['table']}, {award['level']}: combinations and probability disagree"
        if table["counted"] == "hands" and award["total"] != comb(table["deck_cards"], table["hand_cards"]):
            yield f"table {table['table']}, {award['level']}: the total is not the number of all hands"


def _unlike(first: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[str]:
    """A certificate is about equal odds: every table has those of the first."""
    if _essence(first) != _essence(table):
        yield f"table {table['table']} has other odds or winning hands than table {first['table']}"


def _essence(table: Mapping[str, Any]) -> tuple[str, set[tuple[str, Fraction, Fraction, frozenset[str]]]]:
    awards = table["awards"]
    return table["ranking"], {
        (a["level"], Fraction(a["share"]), Fraction(a["probability"]), frozenset(a["hands"])) for a in awards
    }


def _recount(table: Mapping[str, Any], find: FindGame) -> Iterator[str]:
    try:
        game = find(table["game"], table["variant"])
        if fingerprint(game) != table["fingerprint"]:
            yield f"table {table['table']}: {game.title} has another fingerprint here, so it cannot be counted again"
            return
        qualify = table["folded_hands_qualify"]
        counted = award_odds(game, table["wager"], table["paytable"], folded_hands_qualify=qualify, again=True)
    except UnknownName as unknown:
        yield f"table {table['table']} cannot be counted again: {unknown}"
        return
    if [_award(award) for award in counted.awards] != table["awards"]:
        yield f"table {table['table']}: counted again, the odds of {game.title} are others"
