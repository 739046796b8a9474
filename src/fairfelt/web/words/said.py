"""What a table says, in the language of a page: hands, results and steps come as English sentences of few shapes.

A shape is a text with blanks (below) that the catalogue has in other languages. A sentence is read by the first
shape that it has, and what stands in a blank is said in the same way; names of bets, cards and amounts stay.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final

from .catalogue import ENGLISH, Catalogue, catalogue_of

# The shapes of what a table says. English is written here; other languages have each in their catalogue.


def N_(text: str) -> str:  # noqa: N802  (gettext's name for a text that is looked up elsewhere)
    """A text for the catalogue."""
    return text


RANKS: Final = (
    N_("ace"),
    N_("king"),
    N_("queen"),
    N_("jack"),
    N_("ten"),
    N_("nine"),
    N_("eight"),
    N_("seven"),
    N_("six"),
    N_("five"),
    N_("four"),
    N_("three"),
    N_("two"),
    N_("deuce"),
    N_("aces"),
    N_("kings"),
    N_("queens"),
    N_("jacks"),
    N_("tens"),
    N_("nines"),
    N_("eights"),
    N_("sevens"),
    N_("sixes"),
    N_("fives"),
    N_("fours"),
    N_("threes"),
    N_("twos"),
    N_("deuces"),
)

PHRASES: Final = (
    N_("The deck is shuffled, and its commitment is shown. Players make their bets."),
    N_("The dealer works clockwise, from the dealer's left to right."),
    N_("The dealer works back, counter-clockwise, from the dealer's right to left."),
    N_("You get {cards}."),
    N_("Seat {seat} gets {cards}."),
    N_("You set the hand: {cards}."),
    N_("Seat {seat} sets the hand."),
    N_("You are to set the hand."),
    N_("Seat {seat} is to set the hand."),
    N_("You are to choose ({hand}): {choices}."),
    N_("Seat {seat} is to choose ({hand}): {choices}."),
    N_("You bet {rest}."),
    N_("Seat {seat} bets {rest}."),
    N_("{amount} on {wager}, {rest}"),
    N_("{amount} on {wager} and {rest}"),
    N_("{amount} on {wager}"),
    N_("You fold."),
    N_("Seat {seat} folds."),
    N_("You take back {wager}."),
    N_("Seat {seat} takes back {wager}."),
    N_("You say “{hand}”."),
    N_("Seat {seat} says “{hand}”."),
    N_("The dealer takes {number} cards, face down."),
    N_("The dealer takes one card, face down."),
    N_("{number} cards for everybody, face down."),
    N_("One card for everybody, face down."),
    N_("The dealer turns over {number} community cards: {cards}."),
    N_("The dealer turns over one community card: {cards}."),
    N_("The dealer turns over one card of his own: {cards}."),
    N_("The dealer turns over {number} cards of his own: {cards}."),
    N_("The dealer gets {cards}."),
    N_("The community gets {cards}."),
    N_("The {side} hand gets {cards}."),
    N_("All community cards lie open: {cards}."),
    N_("The dealer shows {cards}: {rest}."),
    N_("The dealer shows {cards}."),
    N_("The dealer qualifies: {hand} or better is needed."),
    N_("The dealer does not qualify: {hand} or better is needed."),
    N_("The {wager} of every player still in the game goes back at once."),
    N_("You ({hand}): {rest}."),
    N_("You: {rest}."),
    N_("Seat {seat} ({hand}): {rest}."),
    N_("Seat {seat}: {rest}."),
    N_("Misdeal: {why}. The round is void, and all bets go back."),
    N_("{hand}; {rest}"),
    N_("{wager}: {hand}, pays {number} to {number2}"),
    N_("{wager}: {hand}, pays {number} for {number2}"),
    N_("{wager}: {hand}, pays {what}"),
    N_("{wager}: {hand}, loses half"),
    N_("{wager}: {hand}, loses"),
    N_("{wager}: {hand}, pushes"),
    N_("{wager}: {rest}"),
    N_("no paying hand"),
    N_("loses to the dealer"),
    N_("beats the dealer"),
    N_("ties the dealer"),
    N_("loses"),
    N_("wins"),
    N_("pushes"),
    N_("folded"),
    N_("dealer does not qualify"),
    N_("loses both hands"),
    N_("wins both hands"),
    N_("wins one hand"),
    N_("no tie"),
    N_("tie"),
    N_("wins with a lower hand than pays"),
    N_("lower hand than pays, not beaten"),
    N_("taken back"),
    N_("dealer's natural"),
    N_("natural"),
    N_("surrendered"),
    N_("third card outside"),
    N_("wins the deal"),
    N_("loses the deal"),
    N_("no bonus"),
    N_("any other result"),
    N_("natural win"),
    N_("not bet"),
    N_("the dealer's hand pushes"),
    N_("free bet"),
    N_("surrenders after a tie"),
    N_("no match"),
    N_("no pair"),
    N_("no twenty"),
    N_("blackjack"),
    N_("another total"),
    N_("easy match"),
    N_("hard match"),
    N_("pair"),
    N_("suited pair"),
    N_("suited twenty"),
    N_("suited blackjack"),
    N_("royal match"),
    N_("two pair"),
    N_("three of a kind"),
    N_("four of a kind"),
    N_("five of a kind"),
    N_("full house"),
    N_("flush"),
    N_("straight"),
    N_("straight flush"),
    N_("royal flush"),
    N_("high card"),
    N_("five aces"),
    N_("joker"),
    N_("eleven or twelve"),
    N_("one point"),
    N_("one point with a picture"),
    N_("a pair"),
    N_("{hand} wins"),
    N_("wins, less {number}%"),
    N_("won by {number} cards"),
    N_("won by {number} card"),
    N_("win by {number}"),
    N_("wins with less than a straight"),
    N_("wins with {hand}"),
    N_("no bust with a {number} up"),
    N_("bust with a {number} up"),
    N_("pair of {ranks} to {ranks2}"),
    N_("pair of {ranks}, {ranks2} kickers"),
    N_("pair of {ranks}, {ranks2} kicker"),
    N_("a pair of {ranks}"),
    N_("pair of {ranks}"),
    N_("two pair, {ranks} and {ranks2}, {ranks3} kicker"),
    N_("two pair, {ranks} and {ranks2}"),
    N_("three {ranks}, {ranks2} kickers"),
    N_("three {ranks}, {ranks2} kicker"),
    N_("three {ranks}"),
    N_("four {ranks}, {ranks2} kickers"),
    N_("four {ranks}, {ranks2} kicker"),
    N_("four {ranks}"),
    N_("full house, {ranks} over {ranks2}"),
    N_("{rank} high, {ranks}"),
    N_("{rank} high"),
    N_("{rank}-high flush, {ranks}"),
    N_("{rank}-high flush"),
    N_("{number}-card straight flush to the {rank}"),
    N_("straight flush to the {rank}"),
    N_("{number}-card straight to the {rank}"),
    N_("straight to the {rank}"),
    N_("{number}-card run to the {rank}"),
    N_("no run, {rank} high"),
    N_("{number}-card flush, {ranks}"),
    N_("a {rank}-high {number}-card flush"),
    N_("less than a {number}-card flush"),
    N_("{number}-card straight flush"),
    N_("{number}-card natural flush"),
    N_("{number}-card flush"),
    N_("a {number}-card flush"),
    N_("{number}-card straight"),
    N_("{number}-card run"),
    N_("soft {number}"),
    N_("bust with {number}"),
    N_("natural {number}"),
    N_("{number} points with a picture"),
    N_("{number} points with {number2} pictures"),
    N_("one point with {number2} pictures"),
    N_("{number} points or more"),
    N_("{number} points"),
    N_("{number} pictures"),
    N_("{number} suited cards"),
    N_("{number} cards in a row"),
    N_("{number} of a kind"),
    N_("{rank} of clubs"),
    N_("{rank} of diamonds"),
    N_("{rank} of hearts"),
    N_("{rank} of spades"),
    N_("{ranks}"),
    N_("{number}% of the meter"),
    N_("{number}% of {level}"),
    N_("{number} for 1"),
    N_("the dealer"),
    N_("the {side} hand"),
    N_("your hand"),
    N_("dealer"),
    N_("Setting the hand"),
    N_("Setting the hands"),
    N_("Flop"),
    N_("River"),
    N_("Fourth card"),
    N_("Switch"),
    N_("Spread"),
    N_("Carry"),
    N_("Zap"),
    N_("After the flop"),
    N_("After the turn"),
    N_("After a tie"),
    N_("Two community cards"),
    N_("Two cards"),
    N_("Three cards"),
    N_("Four cards"),
    N_("Five cards"),
    N_("Six cards"),
    N_("Seven cards"),
    N_("Hand {seat} with {number} units"),
    N_("Hand {seat}"),
    N_("Front"),
    N_("Back"),
    N_("High"),
    N_("Medium"),
    N_("Low"),
    N_(" or "),
    N_("fold"),
    N_("stand"),
    N_("hit"),
    N_("double"),
    N_("house way"),
    N_("check"),
    N_("surrender"),
    N_("split"),
    N_("keep"),
    N_("switch"),
    N_("call"),
    N_("take"),
    N_("double again"),
    N_("zap"),
    N_("double free"),
    N_("split free"),
    N_("go to war"),
    N_("raise"),
    N_("take back {wager}"),
    N_("the choice of greatest value, which depends on all cards in sight: ask about a hand"),
    N_("the choice of greatest value, by its own cards and the up card"),
    N_("the two hands that are worth more together: ask about four cards"),
    N_("carry to every hand that is worth something by best play, otherwise take: ask about two cards"),
    N_("a way that wins both hands if there is one, else one that wins a hand"),
    N_("Each hand"),
    N_("Opening bet"),
    N_("{hand}, on a free hand"),
    N_("Pair of {ranks}"),
    N_("Pair of {number}s"),
    N_("Hard {number} to {number2}"),
    N_("Hard {number}"),
    N_("Soft {number} to {number2}"),
    N_("Soft {number}"),
    N_("otherwise {rest}"),
    N_("{hand}, otherwise {rest}"),
    N_("{hand}, always"),
    N_("{hand} with a spread of {number} or more"),
    N_("{choice} with {hand} or better, {rest}"),
    N_("{choice} with {hand} or better"),
    N_("{hand} or better"),
    N_("{hand} against {ups}"),
    N_("{hand} (with more than two cards {hand2})"),
    N_("{hand} with {cards}"),
)
"""The first that fits is taken."""
UP_CARDS: Final = (N_("to"), N_("and"))
"""Between up cards: "2 to 8", "9, 10 and ace"."""


BLANK = re.compile(r"\{([a-z]+)\d?\}")
RANK = f"(?:{'|'.join(sorted(RANKS, key=len, reverse=True))})"
SHAPES = {
    "rank": RANK,
    "ranks": f"{RANK}(?:(?:-|, ){RANK})*",
    "number": r"\d+|[a-z]+",
    "rest": ".+",
    "hand": ".+?",
    "amount": r"\$[\d,.]+",
    "ups": "[0-9a-z, ]+",
}
"""What may stand in a blank, by its name; anything in the others."""
SPOKEN = ("rest", "hand", "number")
"""Blanks whose content is said in the same language again."""
KEYS = frozenset({"words", "title", "why", "steps", "street", "remedy", "because", "right", "called", "incident"})
"""Of what a table sends, what is read by people only."""


def translate_view(view: Any, language: str) -> Any:
    """What a table sends, with all that is read by people in that language."""
    return view if language == ENGLISH else _walk(view, catalogue_of(language), spoken=False)


@lru_cache(maxsize=1 << 14)
def said(text: str, language: str) -> str:
    """A sentence in that language; as it is where nothing fits."""
    words = catalogue_of(language)
    known = words.gettext(text)
    if known != text or not text or language == ENGLISH:
        return known
    lower = text[:1].lower() + text[1:]
    if lower != text and (found := words.gettext(lower)) != lower:
        return found[:1].upper() + found[1:]
    return next((again for shape in _shapes() if (again := _fitted(shape, text, words)) is not None), text)


def _walk(value: Any, words: Catalogue, *, spoken: bool) -> Any:
    if isinstance(value, str):
        return said(value, words.language) if spoken else value
    if isinstance(value, list):
        return [_walk(each, words, spoken=spoken) for each in value]
    if isinstance(value, dict):
        return {key: _walk(each, words, spoken=key in KEYS) for key, each in value.items()}
    return value


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((phrase, _pattern(phrase)) for phrase in PHRASES if BLANK.search(phrase))


def _pattern(phrase: str) -> re.Pattern[str]:
    parts, at = [], 0
    for place, blank in enumerate(BLANK.finditer(phrase)):
        parts.append(re.escape(phrase[at : blank.start()]))
        parts.append(f"(?P<b{place}>{SHAPES.get(blank[1], '.+?')})")
        at = blank.end()
    return re.compile("".join([*parts, re.escape(phrase[at:])]))


def _fitted(shape: tuple[str, re.Pattern[str]], text: str, words: Catalogue) -> str | None:
    phrase, pattern = shape
    found = pattern.fullmatch(text)
    if not found:
        return None
    filled = words.gettext(phrase)
    for place, blank in enumerate(BLANK.finditer(phrase)):
        filled = filled.replace(blank[0], _in_blank(blank[1], found[f"b{place}"], words))
    return filled


def _in_blank(kind: str, text: str, words: Catalogue) -> str:
    if kind in ("rank", "ranks"):
        return re.sub(RANK, lambda rank: words.gettext(rank[0]), text)
    if kind == "ups":
        return re.sub("[a-z]+", lambda word: words.gettext(word[0]), text)
    if kind == "choices":
        return "".join(words.gettext(part) for part in re.split("(, | or )", text))
    return said(text, words.language) if kind in SPOKEN else text
