"""Reads a jackpot as a person writes it down: game and bet, levels, policies, pace."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairfelt.formats.money import parse_number
from fairfelt.rules import DOLLARS, MICROS, AmountError, UnknownName, parse_amount

from .choose import find_game
from .errors import BadInput
from .read_file import toml_of

if TYPE_CHECKING:
    from fairfelt.jackpot import Level, Terms
    from fairfelt.meters import JackpotSetup, MustHitBy, Pace

Said = Mapping[str, Any]
KNOWN = {
    "name", "game", "variant", "wager", "paytable", "stake", "others", "ante", "currency", "fixed_pays",
    "several_winners", "levels", "pace", "must_hit_by",
}  # fmt: skip
LEVEL = {"seed", "rate", "reserve", "limit", "meter", "in_reserve"}
PACE = {"tables", "rounds_per_hour", "bettors", "hours_per_week"}
MUST_HIT_BY = {"most", "rate", "base_return", "meter"}


def read_jackpot(file: Path, *, others: int | None = None) -> JackpotSetup:
    """The jackpot in a file, or the sentence that says what is wrong with it."""
    from fairfelt.meters import USUAL_ANTE, JackpotSetup, ProgressiveOffer

    said = _read(file)
    try:
        game, levels = find_game(said["game"], said.get("variant", "")), said["levels"]
        return JackpotSetup(
            offer=ProgressiveOffer(game.slug, game.variant, said["wager"], said.get("paytable", "")),
            stake=parse_units(said.get("stake", "1")),
            terms=_terms(said, file),
            others=int(said.get("others", 0)) if others is None else others,
            meters=tuple((name, parse_units(at["meter"])) for name, at in levels.items() if "meter" in at),
            reserves=tuple((name, parse_units(at["in_reserve"])) for name, at in levels.items() if "in_reserve" in at),
            pace=_pace(said["pace"]) if "pace" in said else None,
            ante=parse_units(said["ante"]) if "ante" in said else USUAL_ANTE,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{file} leaves out or mistakes {error}; 'fairfelt meter --help' shows a whole one") from error
    except (ValueError, UnknownName) as error:
        raise BadInput(f"{file}: {error}") from error


def read_must_hit(file: Path) -> tuple[MustHitBy, Fraction] | None:
    """The must-hit-by meter of a file and where it stands; None if it has none."""
    from fairfelt.meters import MustHitBy

    said = _read(file).get("must_hit_by")
    if said is None:
        return None
    try:
        _check_names(said, MUST_HIT_BY, "a must-hit-by meter")
        rise, base = parse_share(said["rate"]), parse_share(said["base_return"])
        return MustHitBy(most=parse_units(said["most"]), rise=rise, base_return=base), parse_units(said["meter"])
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"{file}: a must-hit-by meter has most, meter, rate and base_return; {error}") from error


def parse_share(text: str | int) -> Fraction:
    """Read "18%", "12.5%" or "0.18" as a share of one."""
    if not isinstance(text, str):
        raise AmountError(f"{text!r} is not a share: write it as text, such as '18%'")
    bare, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        found = parse_number(bare.strip())
    except AmountError:
        raise AmountError(f"{text[:20]!r} is not a share: write it such as 18% or 0.18") from None
    return found / 100 if percent else found


def parse_units(text: str) -> Fraction:
    """Read an amount as currency units."""
    return Fraction(parse_amount(text), MICROS)


def _read(file: Path) -> Said:
    if not file.exists():
        raise BadInput(f"there is no file {file}; 'fairfelt meter draft' writes one to begin with")
    said = toml_of(file)
    try:
        _check_names(said, KNOWN, "a jackpot")
    except ValueError as error:
        raise BadInput(f"{file}: {error}") from error
    return said


def _check_names(said: Said, known: set[str], what: str) -> None:
    if unknown := set(said) - known:
        raise ValueError(f"{what} has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}")


def _terms(said: Said, file: Path) -> Terms:
    from fairfelt.jackpot import FixedPays, SeveralWinners, Terms
    from fairfelt.jackpot.terms import MOST_MICROS

    return Terms(
        name=str(said.get("name", file.stem)),
        levels=tuple(_level(name, level) for name, level in said["levels"].items()),
        currency=said.get("currency", DOLLARS),
        largest_increment_micros=MOST_MICROS,
        executive_from_micros=0,
        several_winners=SeveralWinners(said.get("several_winners", "in order")),
        fixed_pays=FixedPays(said.get("fixed_pays", "tray")),
    )


def _level(name: str, said: Said) -> Level:
    from fairfelt.jackpot import Level

    _check_names(said, LEVEL, f"level {name}")
    limit_micros = parse_amount(said["limit"]) if "limit" in said else None
    return Level(name, parse_amount(said["seed"]), _ppm(said["rate"]), _ppm(said.get("reserve", "0")), limit_micros)


def _ppm(text: str) -> int:
    from fairfelt.jackpot import PPM

    found = parse_share(text) * PPM
    if found.denominator != 1:
        raise AmountError(f"{text!r} is finer than a millionth of the wager: write it with fewer decimals")
    return int(found)


def _pace(said: Said) -> Pace:
    from fairfelt.meters import Pace

    _check_names(said, PACE, "a pace")
    rates = {name: parse_number(said[name]) for name in ("rounds_per_hour", "bettors", "hours_per_week")}
    return Pace(tables=int(said["tables"]), **rates)
