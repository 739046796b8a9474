"""The paytable editor as a value: every line that pays or could, as printed and as typed, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.exact import NO_SHARE, Share
from fairfelt.exact.par import Par, WagerPar
from fairfelt.reports.par.own_pays import PayLine, pay_lines
from fairfelt.reports.sheet.english import listed
from fairfelt.rules import Game, Wager

from ..counting import Counting, Job
from ..game_query import Asked
from ..pay_overrides import Typed, editable, field_of
from ..study import Priced, Study, repriced


@dataclass(frozen=True)
class Line:
    """One row of a paytable with its field."""

    name: str
    field: str
    printed: str
    """What it pays as printed; nothing if it is not listed."""
    typed: str
    mistake: str
    changed: bool
    before: Share | None
    after: Share | None

    @property
    def difference(self) -> Fraction:
        """What the change adds to the player's result by this row alone."""
        return (self.after or NO_SHARE).contribution - (self.before or NO_SHARE).contribution


@dataclass(frozen=True)
class Group:
    """A wager, or several of the game itself that are paid by one table."""

    wager: Wager
    title: str
    lines: tuple[Line, ...]
    more: tuple[Line, ...]
    """Rows that the table does not list."""
    before: WagerPar
    after: WagerPar | None

    @property
    def changed(self) -> bool:
        """Whether any of its pays is."""
        return any(line.changed for line in (*self.lines, *self.more))


@dataclass(frozen=True)
class Editor:
    """What stands on the page once the game as printed is counted."""

    asked: Asked
    groups: tuple[Group, ...]
    before: Par
    same_play: Par | None
    """If nobody changes their play; None where that cannot be told from what was counted."""
    best: Job[Study] | Job[Priced] | None
    """With the best play under the new pays; None where there is something wrong with them."""

    @property
    def now(self) -> Par | None:
        """The newest figures there are."""
        return self.best.answer.par if self.best and self.best.solved else self.same_play

    @property
    def waits(self) -> bool:
        """Whether the best play is still being counted."""
        return self.best is not None and not self.best.ready


def editor(counting: Counting, known: Study, asked: Asked, typed: Typed, texts: Mapping[str, str]) -> Editor | None:
    """Price what was typed; None while the printed tables that were chosen are being counted."""
    before = counting.priced(asked)
    if not before.solved:
        return None
    new = replace(asked, pays=() if typed.mistakes else typed.pays)
    best = None if typed.mistakes else counting.priced(new)
    same = best.answer if best and best.solved else repriced(known, new) if new.pays else None
    groups = tuple(
        _group(new.printed, wager, before.answer, None if typed.mistakes else same, typed, texts)
        for wager in editable(new.printed)
    )
    return Editor(new, groups, before.answer.par, same.par if same else None, best)


def _group(
    game: Game, wager: Wager, before: Priced, after: Priced | None, typed: Typed, texts: Mapping[str, str]
) -> Group:
    alike = [wager] if wager.is_optional else [w for w in game.wagers if w.paytables == wager.paytables and w.is_base]
    old, new = _added(before, alike), _added(after, alike) if after else {}
    changes = dict(dict(typed.pays).get(wager.name, ()))
    lines = [
        _line(wager, line, texts, typed, changes, old.get(line.line), new.get(line.line))
        for line in pay_lines(game, wager.name)
    ]
    return Group(
        wager,
        listed([other.name for other in alike]),
        tuple(line for line in lines if line.printed),
        tuple(line for line in lines if not line.printed),
        before.par.wager(wager.name, wager.paytable.name),
        after.par.wager(wager.name, "" if changes else wager.paytable.name) if after else None,
    )


def _added(priced: Priced, wagers: list[Wager]) -> dict[int, Share]:
    """What each row adds over all wagers that it pays; how often, by the first of them."""
    first, *others = (priced.shares[wager.name] for wager in wagers)
    return {
        line: replace(
            share, contribution=share.contribution + sum(rows[line].contribution for rows in others if line in rows)
        )
        for line, share in first.items()
    }


def _line(
    wager: Wager, line: PayLine, texts: Mapping[str, str], typed: Typed, changes: Mapping[int, str],
    before: Share | None, after: Share | None,
) -> Line:  # fmt: skip
    pay, field = wager.paytable.pays.get(line.line), field_of(wager, line)
    printed = pay.words if pay else ""
    return Line(
        line.name, field, printed, texts.get(field, printed), typed.mistakes.get(field, ""),
        line.line in changes or field in typed.mistakes, before, after,
    )  # fmt: skip
