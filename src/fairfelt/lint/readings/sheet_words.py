"""What the sheets of the catalogue say in so many words where a definition alone leaves a question open.

A question is answered only as long as the game is still read that way: another reading of it is asked about again.
"""

from __future__ import annotations

from collections.abc import Mapping

from fairfelt.rules import Game

from ..finding import Place

STILL_PAID, LOST = "folded hands are still paid.", "a fold loses it."
_WORDS: Mapping[tuple[str, str, str], str] = {
    ("flushes-gone-wild", "Flush Rush", STILL_PAID): "rule 7: the bonus wager is always in action",
    ("flushes-gone-wild", "Progressive", LOST): "rule 8 of the progressive: folded hands do not qualify",
    ("flushes-gone-wild", "Flush Rush", "the player's cards and community cards."): (
        "rule 8 of the progressive: the bonus wager goes by the player's five cards and the two community cards"
    ),
    ("flushes-gone-wild", "Multi-Game Link Progressive", "the player's cards."): (
        "rule 2 of the link: the five cards dealt to the player, not the two community cards"
    ),
    ("flush-rush", "All or Nothing", STILL_PAID): "rule 11: it receives action even if the player folds",
    ("solitaire-stud", "3+", LOST): "rule 6: a player who folds loses all bets",
    ("solitaire-stud", "Super Bonus", "it pushes."): "rule 11: other wins push",
    ("solitaire-stud", "", "they still have action."): "rule 8: all other bets receive action",
    ("solitaire-stud", "ruling super_bonus_on_zero_margin", ""): "rule 11: other wins push",
}
"""By game, wager (or ruling) and how it is read: the rule that says it."""


def said_by_sheet(game: Game, place: Place, as_read: str) -> str:
    """The rule of the sheet that answers a question; empty where none does."""
    ruled = place.line.startswith("ruling ")
    return _WORDS.get((game.slug, place.line if ruled else place.wager, "" if ruled else as_read), "")
