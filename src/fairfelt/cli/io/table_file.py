"""Reads a table as a person writes it down: game, limits, side bets, progressive, conditions that are met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairfelt.rules import DOLLARS, AmountError, UnknownName, fingerprint, parse_amount

from .choose import find_game
from .errors import BadInput
from .read_file import toml_of

if TYPE_CHECKING:
    from fairfelt.law import AggregateLimit, HouseJackpot, Limits, Offer, Papers
    from fairfelt.reports.law.posting import PostedProgressive

KNOWN = {
    "table", "game", "variant", "seats", "opening", "side_bets", "aggregates", "progressive", "house_jackpots", "met",
    "installed", "second_record", "compared", "paytables", "disputes",
}  # fmt: skip
OF_PROGRESSIVE = {"wager", "paytable", "terms", "linked", "folded_hands_qualify"}


@dataclass(frozen=True)
class TableFile:
    """A table with all that is content about it."""

    name: str
    offer: Offer
    papers: Papers
    progressive: PostedProgressive | None
    house_jackpots: tuple[HouseJackpot, ...]
    disputes: tuple[str, ...]
    """The house's own words on disputes, if it has any."""


def read_table(file: Path) -> TableFile:
    """The table in a file, or the sentence that says what is wrong with it."""
    from fairfelt.formats.reading import FieldError
    from fairfelt.jackpot import TermsError
    from fairfelt.law import LawError

    content = toml_of(file)
    if unknown := set(content) - KNOWN:
        raise BadInput(f"{file}: a table has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(KNOWN))}")
    try:
        return _table(content)
    except (LawError, TermsError, FieldError, AmountError, UnknownName) as error:
        raise BadInput(f"{file}: {error}") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(
            f"{file} leaves out or mistakes {error}; 'fairfelt law table --help' shows a whole one"
        ) from error


def _table(content: Mapping[str, Any]) -> TableFile:
    from fairfelt.law import Met, Offer, Papers, Pin, by_wager, letter

    game = find_game(content["game"], content.get("variant", ""))
    currency = content.get("progressive", {}).get("terms", {}).get("currency", DOLLARS)
    side_bets = by_wager(game, content.get("side_bets", {})).items()
    offer = Offer(
        game=game,
        opening=_limits(content["opening"], currency),
        side_bets={name: _limits(limits, currency) for name, limits in side_bets},
        seats=content.get("seats", 0),
        paytables=by_wager(game, content.get("paytables", {})),
        aggregates=tuple(_aggregate(limit, currency) for limit in content.get("aggregates", ())),
        currency=currency,
    )
    if "progressive" in content:
        offer = _connected(offer, content["progressive"])
    compared = Pin(game.slug, game.variant, fingerprint(game), tuple(content.get("compared", ())))
    papers = Papers(
        letter=replace(letter(), pins=(*letter().pins, *([compared] if compared.paytables else []))),
        met=tuple(Met(**met) for met in content.get("met", ())),
        installed=content.get("installed"),
        second_record=content.get("second_record", False),
    )
    progressive = _progressive(content["progressive"], offer) if "progressive" in content else None
    house = tuple(_house(jackpot, offer) for jackpot in content.get("house_jackpots", ()))
    return TableFile(str(content["table"]), offer, papers, progressive, house, tuple(content.get("disputes", ())))


def _connected(offer: Offer, content: Mapping[str, Any]) -> Offer:
    """The offer with its progressive, the paytable and the terms of its jackpot."""
    posted = _progressive(content, offer)
    paytables = {**offer.paytables, posted.wager: posted.paytable}
    return replace(offer, progressive=posted.wager, paytables=paytables, terms=(posted.terms,))


def _limits(content: Mapping[str, str], currency: str) -> Limits:
    from fairfelt.law import Limits

    return Limits(*(parse_amount(content[name], currency=currency) for name in ("least", "most")))


def _aggregate(content: Mapping[str, Any], currency: str) -> AggregateLimit:
    from fairfelt.law import AggregateLimit

    player = content.get("player")
    return AggregateLimit(
        wagers=tuple(content["wagers"]),
        table_micros=parse_amount(content["table"], currency=currency),
        player_micros=None if player is None else parse_amount(player, currency=currency),
        approval=content.get("approval", ""),
        displayed=content.get("displayed", False),
    )


def _progressive(content: Mapping[str, Any], offer: Offer) -> PostedProgressive:
    from fairfelt.formats.reading import convert
    from fairfelt.jackpot import ProposedTerms
    from fairfelt.reports.law.posting import PostedProgressive

    if unknown := set(content) - OF_PROGRESSIVE:
        known = ", ".join(sorted(OF_PROGRESSIVE))
        raise BadInput(f"a [progressive] has no {', '.join(sorted(unknown))}; it has {known}")
    folded = content.get("folded_hands_qualify")
    if not isinstance(folded, bool | None):
        raise BadInput(f"folded_hands_qualify is true or false, not {folded!r:.40}")
    table = offer.game.paytable(content["wager"], content["paytable"])
    return PostedProgressive(
        wager=offer.game.wager(content["wager"]).name,
        paytable=table.name,
        terms=ProposedTerms.accepted(convert(content["terms"], ProposedTerms)),
        folded_hands_qualify=folded,
        linked=content.get("linked", False),
    )


def _house(content: Mapping[str, Any], offer: Offer) -> HouseJackpot:
    from fairfelt.law import HouseJackpot

    return HouseJackpot(
        name=content["name"],
        game=offer.game.slug,
        hand=content["hand"],
        amount_micros=parse_amount(content["amount"], currency=offer.currency),
        posted=content.get("posted", False),
        currency=offer.currency,
    )
