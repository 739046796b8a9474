"""Limits on wagers: the cap by date and kind, the Ante that follows from it, separate games with one hand, seats.

The law's own amounts are dollars whatever a table is played in; amounts are compared number with number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairfelt.law.core.profile import Law
from fairfelt.law.core.rule import Rule
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import DOLLARS, MICROS, Game, Kind, Wager, format_amount, format_day

from .offer import Limits, Offer, multiples

SHEET_CAP = "sheet.wager_cap"
"""The rule of the sheets, where the law lets more be bet than they do."""
HOUSE_CAP = "house.wager_cap"
"""The rule of a house that lets less be bet than the law does."""


@dataclass(frozen=True)
class Cap:
    """The most for a wager, and the rule that says so."""

    micros: int
    rule: Rule

    @property
    def words(self) -> str:
        """The amount; the law's own are dollars."""
        return format_amount(self.micros, str(self.rule.parameters.get("currency", DOLLARS)))


@dataclass(frozen=True)
class AnteLimit:
    """The largest opening bet, and the bet that decides it."""

    amount_micros: int
    wager: str
    times: int
    cap: Cap


def caps(law: Law, kind: Kind) -> tuple[Cap, ...]:
    """Every cap on a wager of that kind: the law's, the maker's, the house's."""
    rules = filter(None, map(law.find, ("wager.cap", SHEET_CAP, HOUSE_CAP))) if kind is not Kind.BONUS else ()
    return tuple(Cap(rule.number(f"{kind.value.replace(' ', '_')}_micros"), rule) for rule in rules)


def find_cap(law: Law, kind: Kind) -> Cap | None:
    """The cap that decides: the lowest, and of equal ones the one that goes first; None if there is no cap."""
    return min(caps(law, kind), key=lambda found: found.micros, default=None)


def ante_limit(law: Law, game: Game, *, chip_micros: int = MICROS) -> AnteLimit | None:
    """The largest opening bet for which no bet the game can ask for is above the cap, in whole chips."""
    found = []
    for wager in (*game.openings, *game.raises):
        if (most := find_cap(law, wager.kind)) is not None:
            times = multiples(game, wager)[-1]
            found.append(AnteLimit(most.micros // times // chip_micros * chip_micros, wager.name, times, most))
    return min(found, key=lambda limit: limit.amount_micros, default=None)


def check_bet(law: Law, wager: Wager, amount_micros: int, currency: str = DOLLARS) -> Iterator[Finding]:
    """One bet against the caps of its kind; the first that it is above decides."""
    above = next((most for most in caps(law, wager.kind) if amount_micros > most.micros), None)
    if above:
        most = f"{above.words}, the most for a single wager on {format_day(law.on)}"
        yield Finding(above.rule, f"{wager.name}: {format_amount(amount_micros, currency)} is above {most}")


def check_ante(law: Law, game: Game, amount_micros: int, currency: str = DOLLARS) -> Iterator[Finding]:
    """An opening bet against the largest bet it can lead to."""
    limit = ante_limit(law, game)
    if limit is None or amount_micros * limit.times <= limit.cap.micros:
        return
    above = next(most for most in caps(law, game.wager(limit.wager).kind) if amount_micros * limit.times > most.micros)
    ante = game.wagers[0].name
    bet, raised = (format_amount(micros, currency) for micros in (amount_micros, amount_micros * limit.times))
    leads = f"{bet} can ask for a {limit.wager} of {raised} ({limit.times}x)"
    yield Finding(
        above.rule,
        f"{ante}: {leads}, above the most for a single wager on {format_day(law.on)}; "
        f"the {ante} goes up to {format_amount(limit.amount_micros)}",
    )


def check_bets(law: Law, game: Game, bets_micros: Mapping[str, int], currency: str = DOLLARS) -> Iterator[Finding]:
    """The bets of one player before the deal, or one more at a decision: each against its cap, and how many games."""
    for name, amount_micros in bets_micros.items():
        found = list(check_bet(law, game.wager(name), amount_micros, currency))
        yield from found
        if not found and game.wager(name) is game.wagers[0]:
            yield from check_ante(law, game, amount_micros, currency)
    yield from _separate_games(law, game, bets_micros)


def check_offer(law: Law, offer: Offer) -> Iterator[Finding]:
    """The limits of a table as it is set up."""
    yield from check_seats(law, offer.places)
    largest = {name: limits.most_micros for name, limits in _before_the_deal(offer)}
    yield from check_bets(law, offer.game, largest, offer.currency)
    yield from _one_progressive(law, offer)
    posting = law.find("posting.table")
    if posting and offer.progressive and offer.progressive not in offer.wagers:
        yield Finding(posting, f"no limits of {offer.progressive} are posted; post them")


def _one_progressive(law: Law, offer: Offer) -> Iterator[Finding]:
    """Bets of which the game's own ruling lets a table offer one."""
    rule = law.find("table.one_progressive")
    excluded = offer.game.excluded((*offer.wagers, *offer.progressives))
    if rule and excluded:
        ruling, together = excluded
        yield Finding(
            rule, f"{offer.game.title}: a table offers {' or '.join(together)}, not both (ruling {ruling.name})"
        )


def check_seats(law: Law, seats: int) -> Iterator[Finding]:
    """Places at a table."""
    rule = law.find("table.seats")
    if rule and seats > rule.number("most_seats"):
        yield Finding(rule, f"{seats} places are more than {rule.number('most_seats')}, the most at a table")


def _before_the_deal(offer: Offer) -> Iterator[tuple[str, Limits]]:
    return ((name, limits) for name, limits in offer.wagers.items() if offer.game.wager(name).kind is not Kind.RAISE)


def _separate_games(law: Law, game: Game, bets_micros: Mapping[str, int]) -> Iterator[Finding]:
    """The game itself is one, each side bet and each progressive is one more."""
    rule = law.find("games.per_hand")
    if rule is None:
        return
    largest = _largest_by_game(game, bets_micros)
    most, most_large, small = (rule.number(n) for n in ("most_games", "most_above_small", "small_wager_micros"))
    if len(largest) > most:
        yield Finding(rule, f"{len(largest)} separate games with one hand are more than {most}")
    large = [name for name, amount in largest.items() if amount > small]
    if len(large) > most_large:
        names = ", ".join(large)
        yield Finding(
            rule, f"{len(large)} games ({names}) take more than {format_amount(small)}; only {most_large} may"
        )


def _largest_by_game(game: Game, bets_micros: Mapping[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, amount_micros in bets_micros.items():
        wager = game.wager(name)
        separate = wager.name if wager.is_optional else game.name
        found[separate] = max(found.get(separate, 0), amount_micros)
    return found
