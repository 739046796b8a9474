"""Rule knobs: the dealer's qualifying hand, sizes of raises, who wins copies, decks; every setting counted exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from fairfelt.engine.answers.par import RoundPar, round_skewness
from fairfelt.engine.exact import Progress, as_json, solve
from fairfelt.rules import Choice, Game, Qualify, Result, Street, bet
from fairfelt.rules.cards import NotationError

from .lines import DesignError, Targets

QUALIFIER, COPIES, DECKS = "qualifier", "copies", "decks"
NONE = "none"
WINNERS = {"push": Result.TIE, "player": Result.WIN, "dealer": Result.LOSS}
MOST_SETTINGS = 64
MOST_TIMES, MOST_DECKS = 20, 12
BETWEEN = "|"


@dataclass(frozen=True)
class Knob:
    """A rule that can be set in several ways."""

    name: str
    """qualifier, copies, decks, or a bet whose size is set."""
    values: tuple[str, ...]


@dataclass(frozen=True)
class KnobSetting:
    """One way to set all knobs, and the round that follows."""

    values: tuple[str, ...]
    """By knob."""
    round: RoundPar
    meets: bool
    """Whether it meets the targets."""
    today: bool
    """Whether this is how the game is played today."""

    @property
    def hit_frequency(self) -> Fraction | None:
        """The share of rounds that the player wins; None where results are not counted."""
        return _hit_frequency(self.round)

    def to_dict(self, knobs: Sequence[Knob]) -> dict[str, Any]:
        hit, deviation = self.hit_frequency, self.round.standard_deviation
        return {
            "settings": {knob.name: value for knob, value in zip(knobs, self.values, strict=True)},
            "house_edge": as_json(self.round.house_edge),
            "element_of_risk": as_json(self.round.element_of_risk),
            "hit_frequency": None if hit is None else as_json(hit),
            "standard_deviation": None if deviation is None else as_json(deviation),
            "skewness": round_skewness(self.round),
            "meets_targets": self.meets,
            "today": self.today,
        }


def read_knob(game: Game, text: str) -> Knob:
    """Read "qualifier=Qh|Kh|none", "copies=push|player", "decks=1|2", "Play=1|2|3"; each value is tried on the game."""
    name, equals, rest = (part.strip() for part in text.partition("="))
    values = tuple(dict.fromkeys(value.strip() for value in rest.split(BETWEEN)))
    if not (name and equals and all(values)):
        raise DesignError(
            f"{text!r} is no knob: write it such as qualifier=Qh 3d 2c|Kh 3d 2c, copies=push|player or Play=1|2"
        )
    bets = (choice.bet for street in game.streets for choice in street.choices if choice.bet)
    known = {each.lower(): each for each in (QUALIFIER, COPIES, DECKS, *bets)}
    if name.lower() not in known:
        raise DesignError(f"{game.title} has no knob {name!r}; it has {', '.join(known.values())}")
    knob = Knob(known[name.lower()], values)
    for value in values:
        turn(game, {knob.name: value})
    return knob


def knobs_of(game: Game) -> tuple[Knob, ...]:
    """The rules that can be set at a game, each with how it is today."""
    today = {QUALIFIER: "", COPIES: "", DECKS: str(game.deck.copies)}
    if game.showdown:
        today[COPIES] = next(name for name, result in WINNERS.items() if result is game.showdown.copies)
        today[QUALIFIER] = game.showdown.qualify.least if game.showdown.qualify else ""
    sizes = {choice.bet: str(choice.times) for street in game.streets for choice in street.choices if choice.bet}
    if game.deck.copies == 1:
        del today[DECKS]
    found = []
    for name, value in (today | sizes).items():
        with suppress(DesignError, ValueError):  # a rule that this game does not have
            turn(game, {name: value})
            found.append(Knob(name, (value,)))
    return tuple(found)


def turn(game: Game, settings: Mapping[str, str]) -> Game:
    for name, value in settings.items():
        turner = _TURNS.get(name, lambda game, value, name=name: _sized(game, name, value))
        game = turner(game, value)
    return game


def _qualified(game: Game, value: str) -> Game:
    if game.showdown is None or game.showdown.qualify is None:
        raise DesignError(f"the dealer of {game.title} needs no hand to qualify with")
    if value.lower() == NONE:
        return replace(game, showdown=replace(game.showdown, qualify=None))
    try:
        least = Qualify(value, value)
        words = game.showdown.ranking.describe(game.showdown.least_value(least))
        return replace(game, showdown=replace(game.showdown, qualify=Qualify(words, value)))
    except (NotationError, ValueError) as error:
        raise DesignError(f"{value!r} is no least hand: write its cards, such as Qh 3d 2c ({error})") from error


def _copied(game: Game, value: str) -> Game:
    if game.showdown is None:
        raise DesignError(f"no hands are compared at {game.title}, so that none are copies")
    if value.lower() not in WINNERS:
        raise DesignError(f"copies={value} is not possible: {', '.join(WINNERS)} are")
    return replace(game, showdown=replace(game.showdown, copies=WINNERS[value.lower()]))


def _sized(game: Game, wager: str, value: str) -> Game:
    if game.course:
        raise DesignError(f"the bets of {game.title} are sized by the course of its rounds: none of them is a knob")
    times = _whole(wager, value, MOST_TIMES)
    sizes = {choice.times for street in game.streets for choice in street.choices if choice.bet == wager}
    if len(sizes) > 1:
        raise DesignError(f"{wager} of {game.title} is made in several sizes, so that no single one can be set")

    def sized(choice: Choice) -> Choice:
        return bet(wager, times=times, holding=choice.holding) if choice.bet == wager else choice

    streets = tuple(
        Street(
            street.name, *map(sized, street.choices), community=street.community, dealer=street.dealer,
            unless_bet=street.unless_bet,
        )
        for street in game.streets
    )  # fmt: skip
    return replace(game, streets=streets)


_TURNS: dict[str, Callable[[Game, str], Game]] = {
    QUALIFIER: _qualified,
    COPIES: _copied,
    DECKS: lambda game, value: game.with_decks(_whole(DECKS, value, MOST_DECKS)),
}


def _whole(name: str, value: str, most: int) -> int:
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= most):
        raise DesignError(f"{name}={value} is not possible: give a whole number from 1 to {most}")
    return int(value)


def count_settings(
    game: Game,
    knobs: Sequence[Knob],
    targets: Targets,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[KnobSetting, ...]:
    """Every setting of the knobs, solved; those that meet the targets first, then by house edge."""
    ways = prod(len(knob.values) for knob in knobs)
    if ways > MOST_SETTINGS:
        raise DesignError(f"{ways} settings are more than the {MOST_SETTINGS} that are counted: name fewer values")
    found = []
    for done, values in enumerate(product(*(knob.values for knob in knobs))):
        if progress:
            progress(done, ways, f"setting {done + 1} of {ways}")
        changed = turn(game, {knob.name: value for knob, value in zip(knobs, values, strict=True)})
        round_ = solve(changed, executor=executor).round
        found.append(KnobSetting(values, round_, _meets(round_, targets), _same(changed, game)))
    return tuple(sorted(found, key=lambda each: (not each.meets, each.round.house_edge)))


def _same(changed: Game, game: Game) -> bool:
    """Whether a changed game is played as the game is today, whatever words say so."""
    if (changed.showdown is None) != (game.showdown is None) or changed.streets != game.streets:
        return False
    if changed.showdown and game.showdown:
        one, other = changed.showdown, game.showdown
        if (one.qualifying_value, one.copies) != (other.qualifying_value, other.copies):
            return False
    return changed.deck == game.deck


def _hit_frequency(round_: RoundPar) -> Fraction | None:
    won = sum(ways for net, ways in round_.results if net > 0)
    return Fraction(won, round_.total) if round_.results else None


def _meets(round_: RoundPar, targets: Targets) -> bool:
    hit = _hit_frequency(round_)
    return (
        round_.house_edge in targets.edge
        and (hit is None or hit in targets.hit)
        and (round_.standard_deviation is None or round_.standard_deviation in targets.volatility)
    )
