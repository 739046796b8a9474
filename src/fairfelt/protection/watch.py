"""A game as somebody plays it who sees cards early: the same one, with those cards turned over at once."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.rules import Cards, Game, Street

from .information import Information

SHOWN = (Cards.COMMUNITY, Cards.DEALER)


def watched(game: Game, information: Information) -> Game:
    """The changed definition: which cards of a place are known does not matter to the rules, only how many and when."""
    shown = dict.fromkeys(SHOWN, 0)
    by_rule = dict.fromkeys(SHOWN, 0)
    streets = []
    for street in game.streets:
        more = {}
        for place in SHOWN:
            by_rule[place] += street.reveals(place)
            known = len({*range(1, by_rule[place] + 1), *information.numbers(place)})
            more[place], shown[place] = known - shown[place], known
        streets.append(
            Street(
                street.name,
                *street.choices,
                community=more[Cards.COMMUNITY],
                dealer=more[Cards.DEALER],
                unless_bet=street.unless_bet,
            )
        )
    return replace(game, streets=tuple(streets), published=(), strategies=(), rulings=(), others=())


def knows_all(game: Game, information: Information) -> bool:
    """Whether no card that counts is hidden at the first decision."""
    first = watched(game, information).streets[0]
    return all(first.reveals(place) == game.deal.count(place) for place in SHOWN)
