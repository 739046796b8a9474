"""The canonical form of a game, and its fingerprint: any changed rule, pay or ruling changes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from fairfelt.hands import Ranking

from .facts import Facts, Result
from .game import Game
from .paytable import Paytable
from .wager import Wager


def possible_facts(game: Game, ranking: Ranking | None) -> Iterator[Facts]:
    """Every combination of facts a settlement can be asked about; lines alone where there is no showdown."""
    showdown = game.showdown
    if ranking is not None or showdown is None:
        lines = range(len(ranking.lines)) if ranking else range(1)
        yield from (Facts(player=line) for line in lines)
        return
    lines = range(len(showdown.ranking.lines))
    answers = (False, True) if showdown.qualify else (True,)
    for player, dealer, qualified in product(lines, lines, answers):
        if player == dealer:
            yield Facts(showdown.copies, player, dealer, qualified, copy=True)
        for result in (Result.LOSS, Result.WIN):
            if (player > dealer) <= (result is Result.WIN) and (player < dealer) <= (result is Result.LOSS):
                yield Facts(result, player, dealer, qualified)


def canonical(game: Game) -> dict[str, Any]:
    """All that decides what is paid, as plain data in a fixed order."""
    return {
        "name": game.name,
        "variant": game.variant,
        "deck": [game.deck.ranks, game.deck.suits, game.deck.copies, game.deck.jokers],
        "deal": [[p.size, p.to.name, p.burn, p.taken] for p in game.deal.packets],
        "streets": [
            [s.name, s.community, s.dealer, s.unless_bet]
            + [[c.name, c.bet, c.times, c.takes_back, c.folds] for c in s.choices]
            for s in game.streets
        ],
        "showdown": _showdown(game),
        "wagers": [_wager(game, wager) for wager in game.wagers],
        "rulings": [[r.name, r.reading] for r in game.rulings],
    }  # fmt: skip


def fingerprint(game: Game) -> str:
    """SHA-256 of the canonical form, as hexadecimal digits."""
    text = json.dumps(canonical(game), separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _showdown(game: Game) -> list[Any]:
    if not game.showdown:
        return []
    s = game.showdown
    return [s.ranking.name, s.copies.name, s.shared.name, s.qualify.least if s.qualify else ""]


def _wager(game: Game, wager: Wager) -> dict[str, Any]:
    return {
        "name": wager.name,
        "kind": wager.kind.value,
        "hand": wager.ranking.name if wager.ranking else "",
        "on": str(wager.on),
        "survives_fold": wager.survives_fold,
        "paytables": [_paytable(table) for table in wager.paytables],
        "settlement": _settlement(game, wager),
    }


def _paytable(table: Paytable) -> dict[str, Any]:
    envy = table.envy
    return {
        "name": table.name,
        "pays": [[line, pay.words] for line, pay in sorted(table.pays.items())],
        "or_more": table.or_more,
        "envy": [sorted(envy.amounts.items()), envy.times_wager] if envy else [],
    }


def _settlement(game: Game, wager: Wager) -> str:
    """A digest of what the wager pays for every combination of facts: its Python, taken by its deeds."""
    ranking = game.showdown.ranking if game.showdown else None
    pays = [wager.outcome(facts, ranking).pay.words for facts in possible_facts(game, wager.ranking)]
    return hashlib.sha256("|".join(pays).encode()).hexdigest()[:16]
