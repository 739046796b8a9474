"""The canonical form of a game, and its fingerprint: any changed rule, pay or ruling changes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from fairfelt.rules.courses.behavior_digest import canonical_course

from .facts import Facts, Result
from .game import Game
from .paytable import Paytable
from .street import Choice
from .wager import Opens, Wager


def possible_facts(game: Game, wager: Wager | None = None) -> Iterator[Facts]:
    """Every combination of facts a settlement can be asked about; lines alone where there is no showdown.

    For a wager with a ranking of its own, the lines of that; otherwise those of the showdown or of the course.
    """
    showdown, ranking = game.showdown, wager.ranking if wager else None
    if wager and ranking and wager.against:
        lines = range(len(ranking.lines))
        yield from (Facts(player=mine, dealer=theirs) for mine, theirs in product(lines, lines))
        return
    if game.course and ranking is None:
        yield from game.course.facts_for(wager) if wager else game.course.possible_facts()
        return
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
            + [_choice(c) for c in s.choices]
            for s in game.streets
        ],
        "showdown": _showdown(game),
        **({"course": canonical_course(game.course, game.deck)} if game.course else {}),
        **({"opens": game.opens.value} if game.opens is not Opens.ALL else {}),
        "wagers": [_wager(game, wager) for wager in game.wagers],
        "rulings": [[r.name, r.reading] for r in game.rulings],
    }  # fmt: skip


def fingerprint(game: Game) -> str:
    """SHA-256 of the canonical form, as hexadecimal digits."""
    text = json.dumps(canonical(game), separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _choice(choice: Choice) -> list[Any]:
    said = [choice.name, choice.bet, choice.times, choice.takes_back, choice.folds]
    return [*said, choice.holding.least] if choice.holding else said


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
        **({"against": str(wager.against)} if wager.against else {}),
        **({"first": wager.first} if wager.first else {}),
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
        **({"envy_least": envy.least} if envy and envy.least > 1 else {}),
    }


def _settlement(game: Game, wager: Wager) -> str:
    """A digest of what the wager pays for every combination of facts: its Python, taken by its deeds."""
    ranking = game.showdown.ranking if game.showdown else None
    pays = [wager.outcome(facts, ranking).pay.words for facts in possible_facts(game, wager)]
    return hashlib.sha256("|".join(pays).encode()).hexdigest()[:16]
