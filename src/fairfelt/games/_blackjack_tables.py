"""What blackjack games have in common: a table by other rules, and how hands after a split are played."""

from dataclasses import replace

from fairfelt.language import *

SPLIT_AGAIN = Ruling(
    "split_again",
    "How are hands after a split played?",
    "By their own cards and the up card, as the same cards before a split; a pair that is split is split again "
    "as often as the rules allow. What lies on the player's other hands is not looked at.",
    because="This is how published values of blackjack are computed.",
)


def other(reading: str, **rules: object) -> Alternative:
    """Another reading: a table where some rules are others, with the bets that they ask for."""
    return Alternative(reading, lambda game: _with_rules(game, rules))


def _with_rules(game: Game, rules: dict[str, object]) -> Game:
    assert isinstance(game.course, Blackjack)
    changed = replace(game.course.rules, **rules)  # type: ignore[arg-type]
    return replace(game, course=Blackjack(changed), wagers=blackjack_wagers(changed))
