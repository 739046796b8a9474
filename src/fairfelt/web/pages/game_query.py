"""From an address to the game it means, with the paytables, changed pays and company it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from starlette.requests import Request

from fairfelt import games
from fairfelt.analysis.design.pays import WHAT_IF, BadPay, PayLine, pay_lines, read_pay, with_pays
from fairfelt.rules import Game, Pay, Paytable, UnknownName, Wager
from fairfelt.web.http.answers import BadQuery, blame, read_integer

LONGEST_PAY = 40
LineChanges = tuple[tuple[int, Pay | None], ...]
"""Lines and what they pay now; None for a line that is no longer listed."""
Pays = tuple[tuple[str, LineChanges], ...]
"""Wagers and the lines of theirs that pay otherwise."""


@dataclass(frozen=True)
class PayOverrides:
    """Pays that the fields change, wager by wager, and a sentence for every field that cannot be read."""

    pays: Pays
    mistakes: Mapping[str, str]


def pay_field(wager: Wager, line: PayLine) -> str:
    return f"pay:{wager.name}:{line.name}"


def editable_wagers(game: Game) -> list[Wager]:
    return without_shared(game, lambda wager: bool(wager.paytable.pays))


def without_shared(game: Game, is_wanted: Callable[[Wager], bool]) -> list[Wager]:
    """The wanted wagers; of those of the game itself that share their paytables, the first."""
    found: list[Wager] = []
    for wager in game.wagers:
        is_shared = wager.is_base and any(other.is_base and other.paytables == wager.paytables for other in found)
        if is_wanted(wager) and not is_shared:
            found.append(wager)
    return found


def read_pay_overrides(query: Mapping[str, str], game: Game) -> PayOverrides:
    """Read every field; what says the same as the table in play changes nothing.

    A mistake in pays that are right one by one is shown at the first that was changed.
    """
    pays: list[tuple[str, LineChanges]] = []
    mistakes: dict[str, str] = {}
    for wager in editable_wagers(game):
        changes: dict[str, tuple[int, Pay | None]] = {}
        wrong: dict[str, str] = {}
        for line in pay_lines(game, wager.name):
            if (field := pay_field(wager, line)) in query:
                try:
                    pay, printed = _read_line(query[field].strip(), wager, line), wager.paytable.pays.get(line.line)
                except BadPay as error:
                    wrong[field] = error.sentence
                else:
                    if (pay and pay.words) != (printed and printed.words):
                        changes[field] = line.line, pay
        if changes:
            pays.append((wager.name, tuple(changes.values())))
            try:
                apply_overrides(game, () if wrong else pays[-1:])
            except BadPay as error:
                wrong[next(iter(changes))] = f"{wager.name} {error.sentence}"
        mistakes |= wrong
    return PayOverrides(tuple(pays), mistakes)


def _read_line(text: str, wager: Wager, line: PayLine) -> Pay | None:
    if not text and line.needed:
        raise BadPay(line.name, "this line needs a pay: write 'lose' if it loses")
    pay = read_pay(text[:LONGEST_PAY], place=line.name) if text else None
    if pay and pay.share and not wager.feeds_meter:
        raise BadPay(line.name, f"{wager.name} feeds no meter: pay odds, such as 40")
    return pay


def apply_overrides(game: Game, pays: Iterable[tuple[str, LineChanges]]) -> Game:
    for name, changes in pays:
        wager = game.wager(name)
        new = {line: pay for line, pay in {**wager.paytable.pays, **dict(changes)}.items() if pay}
        table = with_pays(game, wager, WHAT_IF, dict(sorted(new.items(), reverse=True)))
        game = game.with_pays(name, table)
    return game


@dataclass(frozen=True)
class GameQuery:
    """A game with the paytables, pays and company it is calculated with; equal queries have one answer."""

    slug: str
    variant: str = ""
    paytables: tuple[tuple[str, str], ...] = ()
    """Wagers and the tables put in play, in the order of the alphabet."""
    bettors: int = 0
    pays: Pays = ()

    @property
    def game(self) -> Game:
        return apply_overrides(self.printed, self.pays)

    @property
    def printed(self) -> Game:
        """The game with those paytables as they are printed."""
        return _printed(self.slug, self.variant, self.paytables)

    @property
    def plain(self) -> GameQuery:
        return GameQuery(self.slug, self.variant)

    @property
    def changed_tables(self) -> dict[str, Paytable]:
        """The paytables with changed pays, by wager."""
        return {wager: self.game.wager(wager).paytable for wager, _ in self.pays}

    @property
    def keeps_play(self) -> bool:
        """True if only side bets are changed, by which nobody decides."""
        game = games.find(self.slug, self.variant)
        return all(game.wager(wager).is_optional for wager, _ in (*self.paytables, *self.pays))

    @property
    def changes(self) -> tuple[str, ...]:
        """The changed pays, a sentence for each wager."""
        sentences = []
        for name, changes in self.pays:
            wager = self.printed.wager(name)
            names = {line.line: line.name for line in pay_lines(self.printed, wager.name)}
            printed = {line: pay.words for line, pay in wager.paytable.pays.items()}
            parts = [
                f"{names[line]} {pay.sentence if pay else 'is not listed'} instead of "
                f"{printed.get(line, 'nothing of its own')}"
                for line, pay in changes
            ]
            sentences.append(f"{wager.name} {wager.paytable.name}".strip() + f": {'; '.join(parts)}.")
        return tuple(sentences)


@lru_cache(maxsize=64)
def _printed(slug: str, variant: str, paytables: tuple[tuple[str, str], ...]) -> Game:
    """Always the same value for the same question, so that what is known of it is found again."""
    game = games.find(slug, variant)
    for wager, table in paytables:
        game = game.with_paytable(wager, table)
    return game


def plain_query(game: Game) -> GameQuery:
    return GameQuery(game.slug, game.variant)


def versions() -> Iterator[Game]:
    return (game for first in games.catalogue() for game in first.variants)


def game_of(request: Request) -> Game:
    return games.find(request.path_params["slug"], request.query_params.get("variant", ""))


def read_game_query(request: Request) -> GameQuery:
    """The whole query: `paytable=WAGER=NAME` and `pay:WAGER:LINE=PAY` as often as needed, `bettors=N`."""
    query = read_printed_query(request)
    overrides = read_pay_overrides(request.query_params, query.printed)
    for field, sentence in overrides.mistakes.items():
        raise BadQuery(field, sentence)
    return replace(query, pays=overrides.pays)


def read_printed_query(request: Request) -> GameQuery:
    """The query without changed pays."""
    game = game_of(request)
    text = request.query_params.get("bettors", "") or "0"
    if (bettors := read_integer(text, 0, game.seats - 1)) is None:
        raise BadQuery("bettors", f"{text!r:.40} other players are not possible: give 0 to {game.seats - 1}")
    return GameQuery(game.slug, game.variant, _paytables(request.query_params.getlist("paytable"), game), bettors)


def _paytables(texts: list[str], game: Game) -> tuple[tuple[str, str], ...]:
    chosen = []
    for text in filter(None, texts):
        wager, equals, table = text.partition("=")
        if not equals:
            raise BadQuery("paytable", f"{text!r} is not of the form WAGER=NAME")
        with blame("paytable", UnknownName):
            chosen.append((game.wager(wager.strip()).name, game.paytable(wager.strip(), table.strip()).name))
            game = game.with_paytable(*chosen[-1])
    return tuple(sorted(set(chosen)))


def wagers_with_choice(game: Game) -> list[Wager]:
    return without_shared(game, lambda wager: len(wager.paytables) > 1)
