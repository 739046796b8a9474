"""How a progressive is played, claimed, paid and set up: in sentences, from its paytables and the keypads there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from fairfelt.engine.answers.numbers import percent_text
from fairfelt.jackpot.meters.advice import ADVISED_RATE
from fairfelt.reports.law.notices import percent
from fairfelt.reports.placard.dealing import BACK
from fairfelt.reports.placard.placard import not_wild_sentences
from fairfelt.reports.sheet import Facts, Section, Sheet, Steps, Table, table
from fairfelt.reports.sheet.english import capital, listed
from fairfelt.room.state.table import LABELS, Controls, Press
from fairfelt.rules import Basis, Game, Paytable, Wager, format_amount

if TYPE_CHECKING:
    from fairfelt.law import Letter

METER = "meter"
"""Where fixed pays may come from, besides the tray."""


def progressive_sheet(game: Game, letter: Letter) -> Sheet | None:
    """All of it; None where no bet of the game feeds a meter."""
    wagers = [wager for wager in game.wagers if wager.feeds_meter]
    if not wagers:
        return None
    systems = [system for system in letter.systems if set(system.games) & set(game.approvals)]
    rows = tuple(
        (system.name, " or ".join(part.words for part in row)) for system in systems for row in system.components
    )
    return Sheet(
        game.title,
        "Progressive rules",
        *(Section(wager.name, Steps(*bet_rules(game, wager))) for wager in wagers),
        *(Section(f"Keypad with {LABELS[one][Press.START]}", Steps(*keypad_steps(one))) for one in Controls),
        Section("Seeds and rates", Steps(*setting_rules()), _presets(wagers)),
        Section("Systems that the sheet lists", Facts(*rows)) if rows else None,
    )  # fmt: skip


def bet_rules(game: Game, wager: Wager) -> Iterator[str]:
    """What it reads, what it pays and from where, and what a fold does to it."""
    pays = list(chain.from_iterable(table.pays.values() for table in wager.paytables))
    yield f"The {wager.name} is an optional bet, made beside the bets that open the round."
    yield from not_wild_sentences(game, wager)
    if wager.ranking:
        yield f"Only the {wager.on} count for it, whatever cards the other bets count."
    yield "A share of the meter is paid from the amount that the progressive's meter shows."
    if any(not pay.level and pay.basis is Basis.FOR for pay in pays):
        yield _fixed_pays(wager)
        yield "A pay “for 1” includes the bet: the bet itself does not go back."
    yield (
        "When 100% of a level is won, the level starts again from its seed and its reserve; the house puts up the "
        "seed, and the edge over the long run counts what that costs."
    )
    yield (
        "If one round wins the meter more than once, the player farthest to the dealer's right is paid first, then the "
        f"others {BACK}; internal controls may say otherwise where the law lets them."
    )
    if bearing := [table.name for table in wager.paytables if table.envy]:
        yield f"Whoever has made the bet is in play for its envy pays as well: paytable {listed(bearing)} has them."
    if game.can_fold:
        yield f"Folded hands {'qualify' if wager.survives_fold else 'do not qualify'} for the {wager.name}."


def _fixed_pays(wager: Wager) -> str:
    sources = {source for table in wager.paytables if table.preset for source in table.preset.fixed_pays}
    if METER in sources:
        return "All other hands are paid from the tray, or from the meter if the casino chooses so."
    return "All other hands are paid from the tray; they do not come off the meter."


def keypad_steps(controls: Controls) -> Iterator[str]:
    """A round with a claim, at one kind of keypad."""
    label, legacy = LABELS[controls], controls is Controls.LEGACY
    yield "Each progressive bet is laid on the sensor in front of its player, which lights up."
    yield (
        f"When all bets are made, the dealer presses {label[Press.START]}; the lit sensors show the progressive bets, "
        "and the dealer takes them off the table."
    )
    yield (
        "The game is dealt by its own rules; base bets, optional bets and progressive bets of a seat are reconciled at "
        "once."
    )
    button = "the button of the hand" if legacy else "the player spot of its seat, then the button of the hand"
    yield f"For a hand that wins, the dealer presses {button}; the button pressed again takes it back."
    yield "The dealer calls a supervisor, and the win is verified before it is confirmed."
    if legacy:
        yield f"The supervisor turns the {label[Press.KEY_ON]} and presses {label[Press.CONFIRM]}: the win is recorded."
        yield f"The {label[Press.KEY_OFF]} again lets the table go on, and takes the win off the meter."
    else:
        yield (
            f"The supervisor presses {label[Press.CONFIRM]} and swipes a card, from the amount on that the jackpot's "
            "terms set an executive's: the win is recorded and taken off the meter."
        )
    yield (
        "The office's screen shows the amount to pay, and prints a win page for accounting; the house pays by its own "
        "procedure."
    )
    yield "A win that is recorded is backed out by a manual adjustment and in no other way."
    yield (
        f"When all bets are reconciled, the dealer presses {label[Press.END]}, which makes the system ready for the "
        "next round."
    )


def setting_rules() -> Iterator[str]:
    """What the makers of such systems advise."""
    yield (
        "Where every pay comes off the meter, any share of the bets from 0 to 100% may be contributed: the meter is "
        f"meant to grow at {percent_text(ADVISED_RATE, 0)} or more, and less makes it likelier to run dry."
    )
    yield (
        "Where only its shares come off the meter, a rate that was configured is lowered, if it is changed at all: a "
        "higher one takes from the house edge."
    )
    yield (
        "A small part of each bet goes to a reserve, which is added to the seed after a 100% award, so that play falls "
        "less."
    )
    yield "The reserve alone is no seed: two awards can follow each other soon, and the second would start very low."
    yield "The configured seed goes with its paytable. A seed is never $0, and no less than the largest fixed pay:"


def _presets(wagers: list[Wager]) -> Table:
    rows = [
        (wager.name, paytable.name, name, format_amount(level.seed_micros), percent(level.rate_ppm), _largest(paytable))
        for wager in wagers
        for paytable in wager.paytables
        if paytable.preset
        for name, level in paytable.preset.levels.items()
    ]
    titles = ("Bet", "Paytable", "Level", "Seed", "Rate", "Largest fixed pay")
    return table(rows, *((capital(title), lambda row, at=at: row[at]) for at, title in enumerate(titles)))


def _largest(paytable: Paytable) -> str:
    fixed = [pay for pay in paytable.pays.values() if not pay.level]
    return max(fixed, key=lambda pay: pay.net).words if fixed else ""
