"""A round in writing: the game by name and fingerprint, and what happened, as plain data for any JSON writer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt import games
from fairfelt.rules import Envy, Game, Paytable, UnknownName, Wager, find_named, parse_pay
from fairfelt.table.dealing import RoundError
from fairfelt.table.operations import Choose, DealCards, FoulHand, PlaceBets, Settle, VoidRound

from .layout import layout_of
from .round import Operation, Round


def to_dict(round: Round) -> dict[str, Any]:
    """The game, its decks if it has a choice, its fingerprint, unusual paytables, and the operations."""
    game = round.game
    return {
        "game": game.slug,
        "variant": game.variant,
        **({"decks": game.deck.copies} if game.decks else {}),
        "fingerprint": layout_of(game).fingerprint,
        "paytables": _unusual_paytables(game),
        "operations": [operation.to_dict() for operation in round.operations],
    }


def from_dict(record: Mapping[str, Any], game: Game | None = None) -> Round:
    """The round of a record, replayed under the rules it was dealt by and no others.

    The game comes from the catalogue; one that is not there (another reading of the sheet) has to be given.
    """
    try:
        under = _game(record, game)
        operations = [_operation(entry) for entry in record["operations"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise RoundError(f"this is no record of a round: {error!r}") from None
    except (UnknownName, ValueError) as error:
        raise RoundError(str(error)) from None
    return Round.replay(under, operations)


def _operation(entry: Mapping[str, Any]) -> Operation:
    match entry:
        case {"do": "place bets", "seat": int(seat), "amounts_micros": dict(amounts_micros)}:
            return PlaceBets(seat, amounts_micros)
        case {"do": "deal cards", "order": str(order)}:
            return DealCards.of(order)
        case {"do": "choose", "seat": int(seat), "choice": str(choice)}:
            return Choose(seat, choice)
        case {"do": "settle"}:
            return Settle()
        case {"do": "foul hand", "seat": int(seat), "give_back": bool(give_back), "why": str(why)}:
            return FoulHand(seat, why, give_back=give_back)
        case {"do": "void round", "why": str(why)}:
            return VoidRound(why)
    there = "place bets, deal cards, choose, settle, foul hand and void round"
    raise RoundError(f"{entry!r} is no operation: there is {there}")


def _game(record: Mapping[str, Any], given: Game | None) -> Game:
    game = given or games.find(record["game"], record["variant"])
    if not given:
        decks = record.get("decks", game.deck.copies)
        game = game if decks == game.deck.copies else game.with_decks(decks)
        for name, tables in record["paytables"].items():
            wager = game.wager(name)
            game = game.with_wager(name, paytables=tuple(_paytable(wager, table) for table in tables))
    now, then = layout_of(game).fingerprint, record["fingerprint"]
    if now != then:
        raise RoundError(
            f"the record was made under other rules of {game.title} (fingerprint {then[:12]}, now {now[:12]}): "
            "give the game as it was then"
        )
    return game


def _unusual_paytables(game: Game) -> dict[str, list[Any]]:
    """By wager: each table by its name if the catalogue knows it, else in full."""
    try:
        usual = {wager.name: wager.paytables for wager in games.find(game.slug, game.variant).wagers}
    except UnknownName:
        usual = {}
    return {
        wager.name: [t.name if t in usual.get(wager.name, ()) else _written_out(t) for t in wager.paytables]
        for wager in game.wagers
        if wager.paytables != usual.get(wager.name)
    }


def _written_out(table: Paytable) -> dict[str, Any]:
    envy = table.envy
    return {
        "name": table.name,
        "pays": {str(line): pay.words for line, pay in table.pays.items()},
        "names": {str(line): name for line, name in table.names.items()},
        "or_more": table.or_more,
        "envy": {str(line): amount for line, amount in envy.amounts.items()} if envy else {},
        "envy_times_wager": bool(envy and envy.times_wager),
        "envy_least": envy.least if envy else 1,
    }


def _paytable(wager: Wager, written: str | Mapping[str, Any]) -> Paytable:
    if isinstance(written, str):
        return find_named(f"paytable of {wager.name}", written, ((table.name, table) for table in wager.paytables))
    amounts = {int(line): int(amount) for line, amount in written["envy"].items()}
    envy = Envy(amounts, times_wager=written["envy_times_wager"], least=written.get("envy_least", 1))
    return Paytable(
        written["name"],
        {int(line): parse_pay(words) for line, words in written["pays"].items()},
        names={int(line): name for line, name in written["names"].items()},
        envy=envy if amounts else None,
        or_more=written["or_more"],
    )
