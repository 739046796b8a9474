"""The placard of a game: rules, paytables and rulings in words, and the catalogue of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf
from typing import Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.reports.placard.dealing import (
    deck_words,
    order_blocks,
    order_of_hands,
    rules_of_play,
    settlement_words,
    table_procedure,
    tie_break_sentences,
    unqualified_words,
)
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Section, Sheet, Steps, Table, Words
from fairfelt.reports.sheet.english import capital, colophon, listed, number, the, times
from fairfelt.rules import Basis, Cards, Envy, Game, Kind, Opens, Paytable, Ruling, Wager, fingerprint
from fairfelt.rules.cards import RANK_NAMES
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.tracks import TrackRanking
from fairfelt.rules.outcomes import SettlementRow, settlement_rows

TABLES_SIDE_BY_SIDE = 4


def placard(game: Game) -> Sheet:
    """Rules of play as they could hang beside the table."""
    return Sheet(
        game.title,
        "Rules of play",
        Section("", *_opening_words(game)),
        Section("How to play", Steps(*rules_of_play(game))),
        Section("Order of hands", *order_blocks(game)) if game.showdown else None,
        Section("Table procedure", Steps(*procedure)) if (procedure := table_procedure(game)) else None,
        *(Section(title, Steps(*items)) for title, items in (game.course.lists if game.course else {}).items()),
        *pay_sections(game),
        ruling_section(game),
        colophon=colophon(game, what="Written"),
    )


def _opening_words(game: Game) -> tuple[Block, ...]:
    rows = [("On the felt", "; ".join(game.headlines))] if game.headlines else []
    rows.append(("Deck", capital(deck_words(game.deck))))
    if game.decks:
        rows.append(("Also dealt from", f"{listed([number(many) for many in game.decks], 'or')} decks"))
    rows.append(("Maximum players", str(game.seats)))
    if game.approvals:
        rows.append(("Approved as", capital(approval_words(game))))
    return Words(game.summary), Facts(*rows)


def approval_words(game: Game) -> str:
    """Its numbers in the approval letter."""
    number = "number" if len(game.approvals) == 1 else "numbers"
    return f"{number} {listed([str(n) for n in game.approvals])} of the letter of June 14, 2023"


def pay_sections(game: Game) -> Iterator[Section]:
    """Neighboring wagers of which the same is to be said share a section."""
    for blocks, alike in groupby(game.wagers, key=lambda wager: tuple(_wager_blocks(game, wager))):
        yield Section(listed([wager.name for wager in alike]), *blocks)


def _wager_blocks(game: Game, wager: Wager) -> Iterator[Block]:
    yield Words(" ".join(_wager_sentences(game, wager)))
    rows = settlement_rows(game, wager)
    for at in range(0, len(wager.paytables), TABLES_SIDE_BY_SIDE):
        yield _pay_table(wager.paytables[at : at + TABLES_SIDE_BY_SIDE], rows)
    yield from _pay_notes(wager)


def _wager_sentences(game: Game, wager: Wager) -> Iterator[str]:
    unit = game.unit
    match wager.kind:
        case Kind.OPENING:
            yield from _opening_sentences(game, wager)
        case Kind.RAISE:
            yield f"This bet is made at a decision and is {times(game.raise_sizes(wager), unit)}."
        case Kind.BONUS:
            yield f"This is not a separate bet but a bonus paid on the {unit}, for a hand that does not fold."
        case Kind.SIDE:
            yield "This bet is optional and made before the deal."
        case Kind.PROGRESSIVE:
            yield "This bet is optional, made before the deal, and feeds a progressive meter."
    if wager.feeds_meter and not wager.is_optional:
        yield "It feeds a progressive meter."
    yield _counts(game, wager)
    yield from not_wild_sentences(game, wager)
    if wager.is_optional and game.can_fold:
        yield "It stays in play when the player folds." if wager.survives_fold else "It is lost when the player folds."
    if wager.alone:
        openings = the([bet.name for bet in game.openings])
        yield f"It may be bet alone, without {openings}: the player then decides nothing."


def not_wild_sentences(game: Game, wager: Wager) -> Iterator[str]:
    """Cards that are wild in the game and natural for a bet."""
    if game.showdown and wager.ranking:
        wild, natural = (_wild_ranks(game, ranking) for ranking in (game.showdown.ranking, wager.ranking))
        if names := [f"{RANK_NAMES[rank]}s" for rank in sorted(wild - natural)]:
            yield f"{capital(listed(names))} are wild in the game, but not for this bet."


def _wild_ranks(game: Game, ranking: Ranking) -> set[int]:
    return {card.rank for card in game.deck.cards if isinstance(ranking, TrackRanking) and ranking.is_wild(card)}


def _opening_sentences(game: Game, wager: Wager) -> Iterator[str]:
    if game.opens is Opens.ONE:
        others = listed([other.name for other in game.openings if other is not wager], "or")
        yield f"Every player opens with this bet or with {others}, before the deal."
        return
    but = f", but for one who bets on {listed([bet.name for bet in game.alone], 'or')} alone" if game.alone else ""
    yield f"Every player makes this bet before the deal{but}."
    if wager is not game.openings[0]:
        yield f"It is equal to the {game.unit}."


def _counts(game: Game, wager: Wager) -> str:
    if wager.ranking is None:
        return f"It is settled {settlement_words(game, wager)}.{unqualified_words(game, wager)}"
    cards = _cards_read(game, wager, wager.on)
    if wager.against:
        others = _cards_read(game, wager, wager.against)
        return f"It is paid by {cards} and by {others}, each by the ranking “{wager.ranking.name}”."
    return f"It is paid by {cards} alone, by the ranking “{wager.ranking.name}”."


def _cards_read(game: Game, wager: Wager, places: Cards) -> str:
    """Whose cards a ranking reads, and how many of the first ones; one card of a dealer is the up card."""
    words = {part: f"the {_first_words(game, wager, part)}{part}" for part in Cards if part in places}
    if Cards.DEALER in words and game.deal.count(Cards.DEALER) == 1:
        words[Cards.DEALER] = "the dealer's card"
    return listed(list(words.values()))


def _first_words(game: Game, wager: Wager, place: Cards) -> str:
    """The first cards of a place that are read, if it is dealt more; a course may always deal more."""
    dealt = inf if game.course else game.deal.count(place)
    return f"first {number(wager.first)} of the " if 0 < wager.first <= dealt else ""


def _pay_table(tables: tuple[Paytable, ...], rows: tuple[SettlementRow, ...]) -> Table:
    columns, cells = [Column("Outcome")], [[capital(row.when) for row in rows]]
    for table in tables:
        columns.append(Column(f"Paytable {table.name}" if table.name else "Result"))
        cells.append([row.pays[table.name].words for row in rows])
        if table.envy:
            columns.append(Column(f"Envy {table.name}", align="right"))
            cells.append([f"{amount:,}" if (amount := row.envy(table)) else "" for row in rows])
    return Table(tuple(columns), tuple(zip(*cells, strict=True)))


def _pay_notes(wager: Wager) -> Iterator[Words]:
    pays = [pay for table in wager.paytables for pay in table.pays.values()]
    envies = [table.envy for table in wager.paytables if table.envy]
    if any(pay.basis is Basis.FOR for pay in pays):
        yield Words("A pay “for 1” includes the bet itself, which is not returned; a pay “to 1” is in addition to it.")
    if any(pay.level for pay in pays):
        yield Words("A share of a meter is paid from the meter at the time the hand wins.")
    if envies:
        yield Words(
            "Envy: when a hand makes one of these lines, every other player with this bet is paid the amount, "
            f"{_envy_size(envies[0])}."
        )


def _envy_size(envy: Envy) -> str:
    if envy.times_wager:
        return "times the receiver's own bet"
    return f"for a bet of {envy.least} or more" if envy.least > 1 else "regardless of the size of the bet"


def ruling_section(game: Game) -> Section | None:
    """How the sheet is read where it is silent."""
    return Section("How the rule sheet is read", *_rulings(game)) if game.rulings else None


def _rulings(game: Game) -> Iterator[Block]:
    for ruling in game.rulings:
        rows = [("Question", ruling.question), ("Reading", ruling.reading)]
        if ruling.because:
            rows.append(("Because", ruling.because))
        if ruling.confirmed:
            rows.append(("Confirmed", "Only this reading gives the sheet's own published figures."))
        rows += [(f"Or “{name}”", other.reading) for name, other in ruling.alternatives.items()]
        yield Facts(("Ruling", capital(ruling.name.replace("_", " "))), *rows)


def placard_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        **as_plain(game, "name", "variant"),
        "fingerprint": fingerprint(game),
        "summary": game.summary,
        "headlines": list(game.headlines),
        "approvals": list(game.approvals),
        "deck": deck_words(game.deck),
        "cards": len(game.deck),
        "most_seats": game.seats,
        "rules_of_play": list(rules_of_play(game)),
        "order_of_hands": [{"hand": hand, "example": example} for hand, example in order_of_hands(game)],
        "tie_breaks": list(tie_break_sentences(game)),
        "table_procedure": list(table_procedure(game)),
        "lists": {title: list(items) for title, items in (game.course.lists if game.course else {}).items()},
        "wagers": [_wager_dict(game, wager) for wager in game.wagers],
        "rulings": [_ruling_dict(ruling) for ruling in game.rulings],
    }


def _wager_dict(game: Game, wager: Wager) -> dict[str, Any]:
    rows = settlement_rows(game, wager)
    return {
        "wager": wager.name,
        "kind": wager.kind.value,
        "rules": list(_wager_sentences(game, wager)),
        "paytables": [_paytable_dict(table, rows) for table in wager.paytables],
    }


def _paytable_dict(table: Paytable, rows: tuple[SettlementRow, ...]) -> dict[str, Any]:
    outcomes = [{"when": row.when, "pays": row.pays[table.name].words, "envy": row.envy(table)} for row in rows]
    return {"paytable": table.name, "outcomes": outcomes}


def _ruling_dict(ruling: Ruling) -> dict[str, Any]:
    return {
        "ruling": ruling.name,
        **as_plain(ruling, "question", "reading", "because", "confirmed"),
        "alternatives": {name: other.reading for name, other in ruling.alternatives.items()},
    }


_COLUMNS = ("Variant", "Family", "Approval", "Seats", "Wagers and their paytables")


def catalogue_report(games: Sequence[Game]) -> Report:
    """Every version of every game, with its wagers and paytables; the sheet is drawn from the data."""
    plain = [_game_dict(game) for first in games for game in first.variants]
    table = Table((Column("Game", whole=True), *map(Column, _COLUMNS)), tuple(map(_row, plain)))
    return Report(Sheet("Games", "Catalogue", Section("", table)), {"games": plain}, "games", repeatable=True)


def _game_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        **as_plain(game, "name", "variant", "family"),
        "approvals": list(game.approvals),
        "seats": game.seats,
        "wagers": [
            {
                "wager": wager.name,
                "kind": wager.kind.value,
                "paytables": [table.name for table in wager.paytables if table.name],
            }
            for wager in game.wagers
        ],
    }


def _row(game: dict[str, Any]) -> tuple[str, ...]:
    return (
        game["game"],
        game["variant"],
        game["family"],
        ", ".join(map(str, game["approvals"])),
        str(game["seats"]),
        "; ".join(map(_wager_words, game["wagers"])),
    )


def _wager_words(wager: dict[str, Any]) -> str:
    return f"{wager['wager']}: {', '.join(wager['paytables'])}" if wager["paytables"] else str(wager["wager"])
