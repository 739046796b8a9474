"""Pai gow poker: seven cards each, which all players set; in two hands here, by house ways in print."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations, pairwise, product, starmap
from typing import ClassVar

from fairfelt.rules.cards import RANK_NAMES, RANKS, Card, parse_cards
from fairfelt.rules.courses.course import Course, Decide, Draw, Exposures, LaidHand, Moment, Over, Step
from fairfelt.rules.deal import Cards, Choice, Street
from fairfelt.rules.hands import FRONT, PAI_GOW, PaiGow, PaiGowRanking, Ranking, line_of
from fairfelt.rules.hands.poker.five_card import ACE, grouped
from fairfelt.rules.hands.poker.four_with_joker import one_card_value
from fairfelt.rules.pays import LOSE, PUSH
from fairfelt.rules.settlement import Facts, Outcome, Reading, Result

SIZE = 7
BY_THE_HOUSE_WAY = Choice("house way")


@dataclass(frozen=True)
class Setting:
    """Seven cards set in hands, the largest first, and what those are worth."""

    hands: tuple[tuple[Card, ...], ...]
    values: tuple[int, ...]

    @property
    def is_legal(self) -> bool:
        """Whether no hand is better than one of more cards."""
        return all(larger >= smaller for larger, smaller in pairwise(self.values))

    @property
    def order(self) -> tuple[int, ...]:
        """The best of several that reach an aim has the best smallest hand, then the best of the next size."""
        return self.values[::-1]

    @property
    def behind(self) -> tuple[Card, ...]:
        """The largest hand."""
        return self.hands[0]

    @property
    def front(self) -> tuple[Card, ...]:
        """The smallest hand."""
        return self.hands[-1]

    @property
    def high(self) -> int:
        """The value of the largest hand."""
        return self.values[0]

    @property
    def low(self) -> int:
        """The value of the smallest hand."""
        return self.values[-1]


Split = tuple[tuple[int, ...], ...]
"""The places of the cards of each hand, of seven, the largest hand first."""
Worth = Callable[[tuple[Card, ...]], int]
"""What one of the hands is worth."""


@lru_cache(maxsize=1 << 12)
def _settings(cards: tuple[Card, ...], splits: tuple[Split, ...], worth: tuple[Worth, ...]) -> tuple[Setting, ...]:
    """All ways to set seven cards, legal or not, in the order of the splits."""
    if len(cards) != SIZE:
        raise ValueError(f"a hand of seven cards is set, not one of {len(cards)}")
    # A hand that belongs to several settings is valued once.
    hand_of = cache(lambda places: tuple(cards[at] for at in places))
    value_of = cache(lambda hand, places: worth[hand](hand_of(places)))
    return tuple(Setting(tuple(map(hand_of, split)), tuple(starmap(value_of, enumerate(split)))) for split in splits)


class HandsAim:
    """What a line of a house way asks of the two largest hands: one of these lines, and at least this value."""

    largest: tuple[IntEnum, ...]
    least_ranks: str
    """Ranks of the next hand, or one rank where the other does not matter: "AK", "22", "K"."""
    places: ClassVar[tuple[str, str]]
    """Where the two hands lie."""

    @cached_property
    def least_value(self) -> int:
        ranks = self.least_ranks
        return FRONT.value(parse_cards(f"{ranks[0]}c {ranks[1:] or RANKS[0]}d"))

    @property
    def words(self) -> str:
        """The aim as printed."""
        asked = lines_words(self.largest), two_card_words(self.least_ranks)
        return " and ".join(f"{words} {where}" for words, where in zip(asked, self.places, strict=True) if words) or (
            ANY_SETTING
        )

    def fits(self, setting: Setting) -> bool:
        """Whether a setting is one that it asks for."""
        return setting.values[1] >= self.least_value and line_of(setting.values[0]) in self.largest


class Rule:
    """A line of a house way, for hands with certain groups."""

    groups: tuple[str, ...]
    aims: tuple[HandsAim, ...]
    ranks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        verify_groups(self.groups, self.ranks)

    @property
    def words(self) -> str:
        """The rule as printed."""
        return rule_words(self.groups, self.ranks, self.aims)

    @cached_property
    def rank_sets(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(_between(span)) for span in self.ranks)

    def is_for(self, sizes: str, ranks: Sequence[int]) -> bool:
        """Whether the rule is for a hand with such groups of these ranks."""
        return sizes in self.groups and all(
            rank in allowed for rank, allowed in zip(ranks, self.rank_sets, strict=False)
        )


class SettingRules:
    """A house way by its name."""

    name: str
    rules: tuple[Rule, ...]

    def follow(self, cards: Sequence[Card], settings: Sequence[Setting]) -> tuple[Rule, Setting]:
        """The first line that is for the cards and can be followed, and the setting that it takes."""
        sizes, ranks = groups_of(cards)
        for rule in self.rules:
            for aim in rule.aims if rule.is_for(sizes, ranks) else ():
                if fitting := [setting for setting in settings if aim.fits(setting)]:
                    return rule, max(fitting, key=lambda setting: setting.order)
        raise ValueError(f"{self.name} has no rule for a hand with groups {sizes or 'of one card each'}")


@dataclass(frozen=True)
class SevenCardState:
    """The cards that are out, and what the players have chosen."""

    players: int
    dealt: tuple[Card, ...] = ()
    """Seven to each player, then the dealer's."""
    choices: tuple[Choice, ...] = ()

    def hand(self, place: int) -> tuple[Card, ...]:
        """The cards of a player; the dealer's place is the last."""
        return self.dealt[SIZE * place : SIZE * place + SIZE]

    @property
    def dealer(self) -> tuple[Card, ...]:
        return self.hand(self.players)


class SettingCourse(Course[SevenCardState]):
    """The dealer sets by a house way, players as they like. The only decision offers every way, then the house way."""

    family = "pai gow"
    most_jokers = 1
    way: SettingRules
    splits: ClassVar[tuple[Split, ...]]
    """Every way to set seven cards, in the order of the choices."""
    order: ClassVar[tuple[str, ...]]
    """Of the settings that a line of the house way allows, the best: the hand that is looked at first comes first."""
    face_up: bool = False
    """Whether the dealer's cards are turned up before the players set theirs."""
    pushes: str = ""
    """The highest rank of a dealer's hand without a pair or better with which all bets push, if there is one."""

    @property
    def exposures(self) -> Exposures:
        return Exposures(
            dealer=() if self.face_up else tuple(range(1, SIZE + 1)),
            shared_hands="every hand is set alone against the dealer's, and another hand's cards change few settings",
            sorted_backs="sorted backs are not counted where hands are set",
        )

    @property
    @abstractmethod
    def rankings(self) -> tuple[Ranking | None, ...]:
        """By which each hand is read, the largest first; None for one card alone, which goes by its rank."""

    def settings(self, cards: tuple[Card, ...]) -> tuple[Setting, ...]:
        """Every way to set seven cards, legal or not, in the order of the choices."""
        return _settings(cards, self.splits, tuple(each.value if each else one_card_value for each in self.rankings))

    def is_over_early(self, state: SevenCardState) -> bool:
        """Whether nobody needs to set anything once the dealer's cards are out."""
        return False

    def start(self, players: int) -> SevenCardState:
        return SevenCardState(players)

    def next(self, state: SevenCardState) -> Step:
        place = len(state.dealt) // SIZE
        if place < state.players:
            return Draw(Cards.OWN, place)
        if place == state.players:
            return Draw(Cards.DEALER, face_up=self.face_up)
        if len(state.choices) == state.players or self.is_over_early(state):
            return Over()
        player = len(state.choices)
        return Decide(player, self.streets[0], self.offered(state.hand(player)))

    def draw(self, state: SevenCardState, card: Card) -> SevenCardState:
        return SevenCardState(state.players, (*state.dealt, card))

    def choose(self, state: SevenCardState, choice: Choice) -> SevenCardState:
        return SevenCardState(state.players, state.dealt, (*state.choices, choice))

    def offered(self, cards: Sequence[Card]) -> tuple[Choice, ...]:
        """The ways to set a hand that are allowed."""
        ways = zip(self.streets[0].choices[:-1], self.settings(tuple(cards)), strict=True)
        return (*(choice for choice, setting in ways if setting.is_legal), BY_THE_HOUSE_WAY)

    def setting(self, cards: Sequence[Card], choice: Choice = BY_THE_HOUSE_WAY) -> Setting:
        """A hand as it is set by that choice."""
        place = _places(self.streets[0]).get(choice.name)
        return self._follow(tuple(cards))[1] if place is None else self.settings(tuple(cards))[place]

    def house_line(self, cards: tuple[Card, ...]) -> str:
        return self._follow(cards)[0].words

    def _follow(self, cards: tuple[Card, ...]) -> tuple[Rule, Setting]:
        return self.way.follow(cards, [setting for setting in self.settings(cards) if setting.is_legal])

    def own_hands(
        self, moments: Sequence[Moment[SevenCardState]], player: int, cards: tuple[Card, ...]
    ) -> tuple[LaidHand, ...]:
        made = moments[-1].state.choices
        return self.set_by(cards, made[player]) if player < len(made) else (LaidHand(cards),)

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        return self.set_by(cards, BY_THE_HOUSE_WAY) if complete and len(cards) == SIZE else (LaidHand(cards),)

    def most_cards(self, players: int) -> int:
        return SIZE * (players + 1)

    @property
    def house_way_sentence(self) -> str:
        """How the lines of the house way are followed."""
        best = ", then ".join(f"the best {hand}" for hand in self.order)
        return (
            f"The dealer's cards are set by the house way, here the {self.way.name}. The first of its lines counts "
            "that is for the hand, the joker taken as an ace, and that can be followed; of what the line asks for, the "
            f"first that can be made. Of several ways to make it the one counts with {best}."
        )

    @property
    def lists(self) -> Mapping[str, tuple[str, ...]]:
        return {f"House way: the {self.way.name}": tuple(rule.words for rule in self.way.rules)}


@lru_cache
def _places(street: Street) -> Mapping[str, int]:
    """Which of the settings a choice is, by its name; the house way is none of them."""
    return {choice.name: place for place, choice in enumerate(street.choices[:-1])}


# A house way: how the dealer sets seven cards into five behind and two in front, as a list of rules.
#
# A rule is for hands with certain groups of one rank (the joker counted as an ace) and says what to aim for. The first
# aim that can be reached, of the first rule that is for the hand, sets it. What is printed of a rule is written from
# its groups, ranks and aims.


GROUP_NAMES = {
    "": "no pair", "2": "one pair", "2 2": "two pair", "2 2 2": "three pair", "3": "three of a kind",
    "3 2": "three of a kind and a pair", "3 2 2": "three of a kind and two pair", "3 3": "twice three of a kind",
    "4": "four of a kind", "4 2": "four of a kind and a pair", "4 3": "four of a kind and three of a kind",
    "5": "five aces", "5 2": "five aces and a pair",
}  # fmt: skip
"""All that seven cards can hold, the joker an ace."""
SIZE_NAMES = {"2": "pair", "3": "three", "4": "four", "5": "five"}
ORDINALS = {2: ("higher", "lower"), 3: ("highest", "middle", "lowest")}
EVERY_RANK = f"{RANKS[0]}-{RANKS[-1]}"
ANY_SETTING = "any setting"
WITHOUT_ARTICLE = frozenset({"HIGH_CARD", "TWO_PAIR", "THREE_OF_A_KIND", "FOUR_OF_A_KIND", "FIVE_ACES"})


@dataclass(frozen=True)
class Aim(HandsAim):
    """Of the settings with one of these lines behind and at least this in front: the best front, then the best behind.

    The least front is written as ranks: "K" is king high, "AK" ace-king, "22" any pair.
    """

    behind: tuple[PaiGow, ...] = tuple(PaiGow)
    front: str = "3"

    places = ("behind", "in front")

    @property
    def largest(self) -> tuple[PaiGow, ...]:  # type: ignore[override]
        return self.behind

    @property
    def least_ranks(self) -> str:  # type: ignore[override]
        return self.front


@dataclass(frozen=True)
class HouseRule(Rule):
    """One line of a house way."""

    groups: tuple[str, ...]
    """Sizes of the groups of two or more, the largest first, as "3 2"; the rule is for any of these."""
    aims: tuple[Aim, ...]
    ranks: tuple[str, ...] = ()
    """The ranks that the groups may be of, in the same order, the higher first: "2-6", "A"; any if empty."""


@dataclass(frozen=True)
class HouseWay(SettingRules):
    """A house way by its name."""

    name: str
    rules: tuple[HouseRule, ...]


def settings_of(cards: Sequence[Card], ranking: PaiGowRanking) -> Iterator[Setting]:
    """All ways to put two of seven cards in front, legal or not, in the order of the choices."""
    yield from _settings(tuple(cards), SPLITS, (ranking.value, FRONT.value))


def groups_of(cards: Sequence[Card]) -> tuple[str, tuple[int, ...]]:
    """Sizes of the groups of two or more, as "3 2", and their ranks; the joker is an ace."""
    order, sizes = grouped(ACE if card.is_joker else card.rank for card in cards)
    count = sum(size > 1 for size in sizes)
    return " ".join(map(str, sizes[:count])), order[:count]


def verify_groups(groups: Sequence[str], ranks: Sequence[str] = ()) -> None:
    """Refuse a rule for hands that seven cards cannot be."""
    unknown = [sizes for sizes in groups if sizes not in GROUP_NAMES]
    if unknown or not groups:
        known = ", ".join(f'"{sizes}"' for sizes in GROUP_NAMES)
        said = f'"{unknown[0]}"' if unknown else "none"
        raise ValueError(f"a rule of a house way is for groups of sizes such as {known}; not for {said}")
    if len(ranks) > min(len(sizes.split()) for sizes in groups):
        raise ValueError(f"a rule names at most one span of ranks for each group; {len(ranks)} is too many")


def rule_words(groups: Sequence[str], ranks: Sequence[str], aims: Sequence[HandsAim]) -> str:
    """A line of a house way: the hands it is for, and its aims in order."""
    hands = ", or ".join(GROUP_NAMES[sizes] for sizes in groups)
    of_ranks = "".join(f", {words}" for words in _rank_words(groups, ranks))
    return f"{hands[0].upper()}{hands[1:]}{of_ranks}: {'; else '.join(aim.words for aim in aims)}."


def lines_words(lines: Sequence[IntEnum]) -> str:
    """The lines that an aim allows; nothing where it allows all."""
    if set(lines) == set(type(lines[0])):
        return ""
    *most, last = map(line_name, lines)
    article = "" if lines[0].name in WITHOUT_ARTICLE else "a "
    return f"{article}{', '.join(most)} or {last}" if most else f"{article}{last}"


def line_name(line: IntEnum) -> str:
    """A line in words."""
    return line.name.lower().replace("_", " ")


def two_card_words(least: str) -> str:
    """The least two cards that an aim allows: "22", "KK", "AK" or "K"; nothing where it allows any two."""
    high, *second = (RANK_NAMES[RANKS.index(rank)] for rank in least)
    if least in ("3", "32"):
        return ""
    if second == [high]:
        return "a pair" if high == RANK_NAMES[0] else f"a pair of {_plural(high)} or better"
    return f"{'-'.join((high, *second))} high or better"


def _rank_words(groups: Sequence[str], ranks: Sequence[str]) -> Iterator[str]:
    """Of which ranks the groups are; nothing of a group that may be of any."""
    sizes = groups[0].split()
    for place, span in enumerate(ranks):
        if span == EVERY_RANK:
            continue
        low, high = (_plural(RANK_NAMES[RANKS.index(rank)]) for rank in (span[0], span[-1]))
        alike = [at for at, size in enumerate(sizes) if size == sizes[place]]
        order = f"{ORDINALS[len(alike)][alike.index(place)]} " if len(alike) > 1 else ""
        which = f"the {order}{SIZE_NAMES[sizes[place]]} " if len(groups) + len(sizes) > 2 else ""
        yield f"{which}{low}{f' to {high}' if low != high else ''}"


def _plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"


def _between(span: str) -> range:
    first, last = span[0], span[-1]
    return range(RANKS.index(first), RANKS.index(last) + 1)


# House ways that are in print.


MADE = (PaiGow.STRAIGHT, PaiGow.FLUSH, PaiGow.STRAIGHT_FLUSH, PaiGow.ROYAL_FLUSH)
PAIR_IN_FRONT = Aim(front="22")


def _behind(*lines: PaiGow, front: str = "3") -> Aim:
    return Aim(behind=lines, front=front)


def _two_pair(higher: str, lower: str, *, unless_in_front: str = "") -> HouseRule:
    """Split, unless that can go in front of the two pair."""
    together = (_behind(PaiGow.TWO_PAIR, front=unless_in_front),) if unless_in_front else ()
    return HouseRule(("2 2",), (*together, PAIR_IN_FRONT), ranks=(higher, lower))


def _quads(rank: str, *aims: Aim) -> HouseRule:
    return HouseRule(("4",), aims, ranks=(rank,))


_FIVE_ACES = HouseRule(("5", "5 2"), (_behind(PaiGow.FIVE_ACES, front="KK"), Aim(front="AA")))
_QUADS_AND_MORE = HouseRule(("4 2", "4 3"), (_behind(PaiGow.FOUR_OF_A_KIND, front="22"),))
_LOW_QUADS = _quads("2-6", _behind(PaiGow.FOUR_OF_A_KIND))

_FROM_FULL_HOUSE_DOWN = (
    HouseRule(("3 3",), (_behind(PaiGow.THREE_OF_A_KIND, front="22"),)),
    HouseRule(("3 2 2",), (_behind(PaiGow.FULL_HOUSE, front="22"),)),
    HouseRule(("3 2",), (_behind(PaiGow.FULL_HOUSE, front="AK"),), ranks=("2-A", "2")),
    HouseRule(("3 2",), (_behind(PaiGow.THREE_OF_A_KIND, front="22"),)),
    HouseRule(("2 2 2",), (_behind(PaiGow.TWO_PAIR, front="22"),)),
    _two_pair("2-T", "2-6", unless_in_front="K"),
    _two_pair("J-K", "2-6", unless_in_front="A"),
    _two_pair("7-T", "7-T", unless_in_front="A"),
    _two_pair("J-A", "2-K"),
    HouseRule(("3",), (_behind(*MADE, front="22"),)),
    HouseRule(("3",), (_behind(PaiGow.PAIR),), ranks=("A",)),
    HouseRule(("3",), (_behind(PaiGow.THREE_OF_A_KIND),)),
    HouseRule(("2", ""), (_behind(*MADE),)),
    HouseRule(("2",), (_behind(PaiGow.PAIR),)),
    HouseRule(("",), (_behind(PaiGow.HIGH_CARD),)),
)

TRUMP_PLAZA = HouseWay(
    "Trump Plaza way",
    (
        _FIVE_ACES,
        _QUADS_AND_MORE,
        _LOW_QUADS,
        _quads("7-T", _behind(PaiGow.FOUR_OF_A_KIND, front="K"), PAIR_IN_FRONT),
        _quads("J-K", _behind(PaiGow.FOUR_OF_A_KIND, front="A"), PAIR_IN_FRONT),
        _quads("A", PAIR_IN_FRONT),
        *_FROM_FULL_HOUSE_DOWN,
    ),
)

MARINA_BAY_SANDS = HouseWay(
    "Marina Bay Sands way",
    (
        _FIVE_ACES,
        HouseRule(("4", "4 2", "4 3"), (_behind(PaiGow.FOUR_OF_A_KIND, front="KK"), Aim(front="AA")), ranks=("A",)),
        _QUADS_AND_MORE,
        _LOW_QUADS,
        _quads("7-T", _behind(PaiGow.FOUR_OF_A_KIND, front="A"), PAIR_IN_FRONT),
        _quads("J-K", PAIR_IN_FRONT),
        *_FROM_FULL_HOUSE_DOWN,
    ),
)


# Seven cards each, set in two hands: five behind and two in front. Win both to win, win one to push.


SPLITS: tuple[Split, ...] = tuple(
    (tuple(at for at in range(SIZE) if at not in front), front) for front in combinations(range(SIZE), 2)
)
OWN_WAYS = tuple(Choice(f"front {first + 1}-{second + 1}") for _, (first, second) in SPLITS)
"""By the places of the two cards that go in front, as they were dealt."""
SET_THE_HAND = Street("Setting the hand", *OWN_WAYS, BY_THE_HOUSE_WAY)


@dataclass(frozen=True)
class SetFacts(Facts):
    """`result` is a win if both hands win, a loss if both lose, and otherwise a tie; copies go to the dealer."""

    theirs: bool = False
    """Whether the dealer has the hand with which all bets push."""
    joker: bool = False
    """Whether that hand of the dealer's contains the joker."""
    mine: bool = False
    """Whether the player has such a hand too."""


@dataclass(frozen=True)
class PaiGowPoker(SettingCourse):
    """The dealer sets by a house way; players as they like, as long as the front is not better than what is behind."""

    way: HouseWay = TRUMP_PLAZA
    ranking: PaiGowRanking = PAI_GOW
    face_up: bool = False
    """Whether the dealer's hand is turned up and set before the players set theirs."""
    pushes: str = ""
    """The highest rank of a dealer's hand without a pair or better with which all bets push, if there is one."""

    hands_set = 2
    streets = (SET_THE_HAND,)
    splits = SPLITS
    order = ("hand in front", "hand behind")

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        return self.ranking, FRONT

    def is_over_early(self, state: SevenCardState) -> bool:
        return self.face_up and self.is_push(state.dealer)

    def set_by(self, cards: tuple[Card, ...], choice: Choice) -> tuple[LaidHand, ...]:
        setting = self.setting(cards, choice)
        return LaidHand(setting.front, "Front", ranking=FRONT), LaidHand(setting.behind, "Back", ranking=self.ranking)

    def is_push(self, cards: Sequence[Card]) -> bool:
        """Whether it is the hand with which all bets push: no pair or better, and that rank the highest."""
        if not self.pushes:
            return False
        value = self.ranking.value(cards)
        return line_of(value) == PaiGow.HIGH_CARD and value >> 16 == RANKS.index(self.pushes)

    def facts(self, state: SevenCardState, player: int) -> SetFacts:
        if self.is_push(state.dealer):
            joker = any(card.is_joker for card in state.dealer)
            return SetFacts(Result.TIE, theirs=True, joker=joker, mine=self.is_push(state.hand(player)))
        mine = self.setting(state.hand(player), state.choices[player])
        return SetFacts(compare(mine, self.setting(state.dealer)))

    def possible_facts(self) -> Iterator[SetFacts]:
        yield from map(SetFacts, Result)
        if self.pushes:
            answers = product((False, True), repeat=2)
            yield from (SetFacts(Result.TIE, theirs=True, joker=joker, mine=mine) for joker, mine in answers)

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Each player, from the dealer's left, is dealt seven cards, and the dealer takes seven. The joker is an "
            "ace, or completes a straight, a flush or a straight flush.",
            *self._dealer_first,
            "Each player sets the cards in two hands, five behind and two in front; the one in front may not be better "
            "than the one behind. A player may ask for the house way.",
            self.house_way_sentence,
            "Each hand is compared with the dealer's. The player wins if both are higher, loses if neither is, and "
            "otherwise the bet pushes. The dealer wins with an equal hand.",
        )

    @property
    def _dealer_first(self) -> tuple[str, ...]:
        first = ("The dealer's cards are turned up and set before the players set theirs.",) if self.face_up else ()
        if not self.pushes:
            return first
        top = RANK_NAMES[RANKS.index(self.pushes)]
        return (*first, f"If the dealer has no pair or better and the {top} is the highest card, both hands push.")


def compare(player: Setting, dealer: Setting) -> Result:
    """Who wins two hands wins; with two hands a tie is one each. Copies go to the dealer."""
    won = sum(mine > theirs for mine, theirs in zip(player.values, dealer.values, strict=True))
    return Result.WIN if won >= 2 else Result.LOSS if won <= len(player.values) - 2 else Result.TIE


def both_hands(facts: SetFacts, reading: Reading) -> Outcome:
    """The bet on both hands: a win pays as the table says, perhaps less a commission."""
    if facts.theirs:
        return Outcome("the dealer's hand pushes", PUSH)
    if facts.result is Result.WIN:
        return Outcome("wins both hands", reading.paytable.pays[Result.WIN], Result.WIN)
    return Outcome("loses both hands", LOSE) if facts.result is Result.LOSS else Outcome("wins one hand", PUSH)
