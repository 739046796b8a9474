"""The rules of a game as data, and their fingerprint: any changed rule, pay, ruling or ranking changes it."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from fairfelt.hands.behavior_digest import behavior_digest

from ..deal import Cards
from ..definition import cards_read
from ..game import Game
from ..possible_facts import possible_facts
from ..wager import Wager
from .course_digest import course_data
from .plain import plain


def rules_data(game: Game) -> dict[str, Any]:
    """All that decides what is paid, as plain data."""
    return {
        "name": game.name,
        "variant": game.variant,
        "deck": plain(game.deck),
        "deal": plain(game.deal.packets),
        "streets": plain(game.streets),
        "showdown": _showdown(game),
        "course": course_data(game.course, game.deck) if game.course else None,
        "opens": game.opens.value,
        "wagers": [_wager(game, wager) for wager in game.wagers],
        "rulings": [[ruling.name, ruling.reading] for ruling in game.rulings],
    }


@lru_cache(maxsize=256)
def fingerprint(game: Game) -> str:
    """SHA-256 of the rules as data, as hexadecimal digits. A game is a value: worked out once for each."""
    text = json.dumps(rules_data(game), separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _showdown(game: Game) -> dict[str, Any] | None:
    if not game.showdown:
        return None
    ranking, shared = game.showdown.ranking, game.showdown.shared
    asked_for = [game.showdown.qualify, *(choice.holding for street in game.streets for choice in street.choices)]
    sizes = {game.hole, game.deal.count(Cards.OWN | shared), game.deal.count(Cards.DEALER | shared)}
    sizes |= {len(least.cards) for least in asked_for if least}
    return {**plain(game.showdown), "behavior": behavior_digest(ranking, game.deck, frozenset(sizes))}


def _wager(game: Game, wager: Wager) -> dict[str, Any]:
    """A wager's fields, what its settlement pays for every combination of facts, and what its ranking does."""
    showdown = game.showdown.ranking if game.showdown else None
    pays = [plain(wager.outcome(facts, showdown).pay) for facts in possible_facts(game, wager)]
    sizes = frozenset(cards_read(game, wager, places) for places in (wager.on, wager.against) if places)
    fields = plain(wager)
    if not wager.alone:
        del fields["alone"]  # the word is younger than the pins of games that do not use it
    return {
        **fields,
        "settle": hashlib.sha256(json.dumps(pays).encode()).hexdigest()[:16],
        "behavior": behavior_digest(wager.ranking, game.deck, sizes) if wager.ranking else None,
    }
