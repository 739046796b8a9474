"""What a player knows beyond the rules: cards seen early, cards told apart by their backs, other hands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fairfelt.engine.view import BY_RANK, View, mark, reveal, share
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS
from fairfelt.rules.courses.course import Exposures

ALL = "all"
DEALER, SHOE = "dealer", "shoe"
MOST_HANDS = 7
HANDS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_WORD = re.compile(r"[a-z]+|\d+|\S", re.IGNORECASE)
_PLACES = {"dealer": Cards.DEALER, "community": Cards.COMMUNITY}


class BadInformation(ValueError):  # noqa: N818  (it reads as what was said)
    """Information that nobody could have at this game; the sentence says what would be right."""

    code = "bad information"


@dataclass(frozen=True)
class Information:
    """What one player knows before the first decision, besides what the rules show."""

    dealer: tuple[int, ...] = ()
    """Cards of the dealer's hand by their numbers, from 1 in the order in which they are turned over…"""
    community: tuple[int, ...] = ()
    """…and of the community's."""
    sorted: str = ""
    """Ranks that are told apart from all others by their backs: of those cards, not the cards but this is known."""
    hands: int = 1
    """Hands whose cards are shared, the player's own among them."""
    shoe: tuple[int, ...] = ()
    """The next cards of the shoe that are known before the bets are down, where nothing is decided later."""
    counted: str = ""
    """A bet that is made by counting the cards that have gone."""

    @property
    def nothing(self) -> bool:
        """Whether it says no more than the rules do."""
        return not (self.dealer or self.community or self.shoe or self.counted) and self.hands == 1

    def numbers(self, place: Cards) -> tuple[int, ...]:
        """The cards of a place that it is about."""
        return {Cards.DEALER: self.dealer, Cards.COMMUNITY: self.community}.get(place, ())

    @property
    def words(self) -> str:
        """As a sentence begins: "dealer's card 1 seen"."""
        if self.counted:
            return f"{self.counted} bet by counting cards"
        places = ((self.dealer, "dealer's"), (self.community, "community"), (self.shoe, "shoe's next"))
        seen = " and ".join(
            f"{owner} card{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
            for numbers, owner in places
            if numbers
        )
        if self.sorted:
            return f"{seen}: {self.sorted} told apart from the back"
        shared = f"{HANDS[self.hands]} hands shared" if self.hands > 1 else ""
        return ", ".join(filter(None, (f"{seen} seen" if seen else "", shared))) or "nothing seen"

    def __str__(self) -> str:
        if self.counted:
            return f"counting {self.counted}"
        parts = [f"{name} {','.join(map(str, self.numbers(place)))}" for name, place in _PLACES.items()]
        parts.append(f"shoe {','.join(map(str, self.shoe))}")
        seen = " ".join(part for part in parts if not part.endswith(" "))
        if self.sorted:
            seen = f"sorted {self.sorted} on {seen}"
        return " ".join(filter(None, (seen, f"{self.hands} hands" if self.hands > 1 else ""))) or "nothing"


def read_information(game: Game, seen: str = "", sorted: str = "", hands: int = 1) -> Information:
    """Read what is typed: "dealer 1", "dealer 1 community 4,5", "community all"; sorted ranks such as "QKA"."""
    if game.course:
        return _read_course(game, seen, sorted, hands)
    numbers = _read_seen(game, seen)
    classes = _read_ranks(game, sorted) if sorted else ""
    if classes and not seen:
        numbers = {place: _all(game, place) for place in _PLACES.values()}
    if not 1 <= hands <= min(MOST_HANDS, game.seats):
        most = min(MOST_HANDS, game.seats)
        raise BadInformation(f"{hands} hands cannot share their cards at {game.title}: 2 to {most} can")
    if classes and hands > 1:
        raise BadInformation("sorted cards and shared hands are counted one at a time: give one of them")
    return Information(numbers.get(Cards.DEALER, ()), numbers.get(Cards.COMMUNITY, ()), classes, hands)


def view_of(game: Game, information: Information, *, by_rank: bool = False) -> View:
    """What a player with that information knows of the cards; `by_rank` lets backs tell every rank."""
    view, shared, dealer = View.of(game), information.community, information.dealer
    if information.sorted:
        classes = (*(int(rank in information.sorted) for rank in RANKS), 0)
        return mark(view, classes=BY_RANK if by_rank else classes, community=shared, dealer=dealer)
    return share(reveal(view, community=shared, dealer=dealer), information.hands)


def _read_course(game: Game, seen: str, sorted: str, hands: int) -> Information:
    """Where a course plays, the dealer's cards that lie face down, or the next cards of the shoe."""
    assert game.course
    exposures = game.course.exposures
    dealer, shoe = exposures.dealer, exposures.shoe
    if hands != 1:
        raise BadInformation(f"{game.title}: {exposures.shared_hands}{_instead(exposures)}")
    words = [word for word in _WORD.findall(seen.lower()) if word not in (",", ";", "+", "and")]
    may = {DEALER: dealer, SHOE: shoe}.get(words[0] if words else "", ())
    numbers = set(may) if words[1:] == [ALL] else {int(word) for word in words[1:] if word.isdigit()}
    if words and (not numbers or not numbers <= set(may) or (words[1:] != [ALL] and len(numbers) < len(words) - 1)):
        right = [f'"{place} {each[0]}"' for place, each in ((DEALER, dealer), (SHOE, shoe)) if each]
        upto = f", up to {max(dealer + shoe)}" if max(dealer + shoe, default=1) > 2 else ""
        wanted = f"write {' or '.join(right)}{upto}" if right else "at this game none lies face down"
        raise BadInformation(f"{seen!r} says no cards that can be known early at {game.title}: {wanted}")
    classes = _read_ranks(game, sorted) if sorted else ""
    if classes and (exposures.sorted_backs or not shoe):
        raise BadInformation(f"{game.title}: {exposures.sorted_backs or 'no card lies face down'}{_instead(exposures)}")
    if classes and not words:
        numbers, words = {1}, [SHOE]
    in_order = tuple(n for n in range(1, max(numbers, default=0) + 1) if n in numbers)
    return Information(dealer=in_order) if words[:1] == [DEALER] else Information(shoe=in_order, sorted=classes)


def _instead(exposures: Exposures) -> str:
    """What is counted at such a game."""
    seen = [f'"{place} {each[0]}"' for place, each in ((DEALER, exposures.dealer), (SHOE, exposures.shoe)) if each]
    return f"; cards known in full are counted: give --seen, such as --seen {' or '.join(seen)}" if seen else ""


def _all(game: Game, place: Cards) -> tuple[int, ...]:
    return tuple(range(1, game.deal.count(place) + 1))


def _read_seen(game: Game, text: str) -> dict[Cards, tuple[int, ...]]:
    found: dict[Cards, set[int]] = {}
    place: Cards | None = None
    for word in _WORD.findall(text.lower()):
        if word in _PLACES:
            place = _PLACES[word]
            found.setdefault(place, set())
        elif place is not None and (word == ALL or word.isdigit()):
            numbers = _all(game, place)
            if word != ALL and int(word) not in numbers:
                raise BadInformation(_no_such_card(game, place, word))
            found[place].update(numbers if word == ALL else (int(word),))
        elif word not in (",", ";", "+", "and", "card", "cards"):
            raise BadInformation(f'{text!r} says no cards: write "dealer 1", "community 1,2" or "dealer all"')
    for of, numbers_of in found.items():
        if not numbers_of:
            raise BadInformation(f'which of the {of}? Write their numbers or "all" after the word, such as "dealer 1"')
    return {of: tuple(sorted(numbers_of)) for of, numbers_of in found.items()}


def _no_such_card(game: Game, place: Cards, word: str) -> str:
    count = game.deal.count(place)
    there = f"they are numbered 1 to {count}" if count else "there are none"
    return f"{game.title} has no number {word} among the {place}: {there}"


def _read_ranks(game: Game, text: str) -> str:
    """Ranks in the order of the deck, each once."""
    letters = text.upper().replace("10", "T").replace(",", "").replace(" ", "")
    there = [rank for rank in RANKS if rank in game.deck.ranks]
    for letter in letters:
        if letter not in there:
            raise BadInformation(f"{letter!r} is no rank of the deck: write ranks such as QKA, of {''.join(there)}")
    chosen = "".join(rank for rank in there if rank in letters)
    if not 0 < len(chosen) < len(there):
        raise BadInformation("sorted cards fall into two classes: name some ranks, but not all of them")
    return chosen
