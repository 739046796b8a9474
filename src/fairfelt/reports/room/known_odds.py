"""The exact odds of games and progressive bets that stood at tables: counted once in a run, or read where kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from fairfelt import games
from fairfelt.answers.answer import Answer
from fairfelt.answers.par import Par
from fairfelt.answers.store import kept_answer
from fairfelt.exact import Unsolved, answer
from fairfelt.meters.progressive_bet import ProgressiveBet, count_bet, needs_solving
from fairfelt.moments.kept import kept_sheet
from fairfelt.room.events.set_up import Stood
from fairfelt.room.projections.table_days import TableDay
from fairfelt.rules import Game, UnknownName

Played = tuple[Stood, tuple[tuple[str, str], ...]]
"""What stood at a table, and the paytables of its own bets that are not the first ones."""
_pars: dict[Played, Par | str] = {}
"""The sheet of a game, or why it cannot be counted."""
_progressives: dict[Stood, ProgressiveBet | str] = {}
"""The same of progressive bets."""


def count_edges(days: Iterable[TableDay]) -> None:
    """Count the games and progressive bets of these days. It may take minutes: call it off the event loop."""
    _learn(days, answer, counts=True)


def read_edges(days: tuple[TableDay, ...]) -> tuple[TableDay, ...]:
    """The same days, with the odds that come with the package or were counted before: no game is solved for them."""
    _learn(days, kept_answer, counts=False)
    return days


def forget_edges() -> None:
    """Know nothing, as at the start."""
    _pars.clear()
    _progressives.clear()


def sheet_of(one: TableDay) -> Par | str | None:
    """Of the game of a day, or why it cannot be counted; None while nobody did."""
    found = played(one)
    return _pars.get(found) if found else None


def bet_of(one: TableDay) -> ProgressiveBet | str | None:
    """The progressive bet of a day, or why it cannot be counted; None while nobody did."""
    return _progressives.get(one.played) if one.played else None


def played(one: TableDay) -> Played | None:
    """The one game of a day with the paytables in play; None where there were several, or where it is not known."""
    if one.played is None:
        return None
    try:
        game = games.find(one.played.game, one.played.variant)
    except UnknownName:
        return one.played, ()
    base = {wager.name: wager.paytable.name for wager in game.wagers if wager.is_base}
    other = ((name, table) for name, table in one.paytables.items() if name in base and table != base[name])
    return one.played, tuple(sorted(other))


def _learn(days: Iterable[TableDay], find: Callable[[Game], Answer | None], *, counts: bool) -> None:
    for one in days:
        key = played(one)
        if key and key not in _pars and _has_bets(one) and (found := _sheet(key, find)) is not None:
            _pars[key] = found
        if key and key[0].wager and one.play.wagered_micros and key[0] not in _progressives:
            bet = count_progressive(key[0]) if counts else _kept_progressive(key[0])
            if bet is not None:
                _progressives[key[0]] = bet


def count_sheet(stood: Stood) -> Par | str:
    """The sheet of the game that stood at a table with its first paytables, or why it cannot be counted."""
    key: Played = stood, ()
    if key not in _pars:
        _pars[key] = _sheet(key, answer) or ""
    return _pars[key]


def _has_bets(one: TableDay) -> bool:
    return one.handle_micros is not None or bool(one.play.felt.bets) or bool(one.entered_sides)


def _sheet(key: Played, find: Callable[[Game], Answer | None]) -> Par | str | None:
    stood, tables = key
    try:
        game = games.find(stood.game, stood.variant)
        if games.fingerprint_of(stood.game, stood.variant) != stood.fingerprint:
            return f"{game.title} was played by other rules than today's"
        for wager, paytable in tables:
            game = game.with_paytable(wager, paytable)
        found = find(game)
    except (Unsolved, UnknownName) as error:
        return str(error)
    return found.par if found else None


def progressive_game(stood: Stood) -> Game:
    """The game with its progressive bet as it was set up at the table."""
    return games.find(stood.game, stood.variant).with_wager(stood.wager, survives_fold=stood.folded_hands_qualify)


@cache
def count_progressive(stood: Stood) -> ProgressiveBet | str:
    """The exact count of the progressive bet that stood at a table, or why it cannot be counted."""
    try:
        if games.fingerprint_of(stood.game, stood.variant) != stood.fingerprint:
            return f"{games.title_of(stood.game, stood.variant)} was played by other rules than today's"
        return count_bet(progressive_game(stood), stood.wager, stood.paytable, beside_game=False)
    except (Unsolved, UnknownName) as error:
        return str(error)


def _kept_progressive(stood: Stood) -> ProgressiveBet | str | None:
    """The same where no game has to be solved for it."""
    try:
        game = progressive_game(stood)
        bet = game.wager(stood.wager)
        kept = not needs_solving(bet) or kept_sheet(game, bet, game.paytable(stood.wager, stood.paytable))
    except UnknownName as error:
        return str(error)
    return count_progressive(stood) if kept else None
