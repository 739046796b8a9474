"""The paytable editor: change pays in a form, and see what the game is worth with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.engine.answers.par import Par, WagerPar
from fairfelt.engine.exact import NO_SHARE, Share
from fairfelt.reports.par.checks import PayLine, pay_lines, pays_text
from fairfelt.reports.sheet.english import listed
from fairfelt.rules import Game, Wager
from fairfelt.web.http.problems import BadQuery
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Counting, counting_of
from fairfelt.web.pages.game_query import (
    GameQuery,
    PayOverrides,
    editable_wagers,
    game_of,
    pay_field,
    plain_query,
    read_pay_overrides,
    read_printed_query,
    wagers_with_choice,
)
from fairfelt.web.pages.page import page
from fairfelt.web.pages.study import PricedGame, Study, reprice

Fields = Mapping[str, str]


@dataclass(frozen=True)
class PayRow:
    """One row of a paytable with its field."""

    name: str
    field: str
    printed: str
    """The pay as printed; empty if it is not listed."""
    typed: str
    mistake: str
    changed: bool
    before: Share | None
    after: Share | None

    @property
    def difference(self) -> Fraction:
        """The change of the player's result by this row alone."""
        return (self.after or NO_SHARE).contribution - (self.before or NO_SHARE).contribution


@dataclass(frozen=True)
class PayGroup:
    """A wager, or several of the game itself that are paid by one table."""

    wager: Wager
    title: str
    lines: tuple[PayRow, ...]
    more: tuple[PayRow, ...]
    """Rows that the table does not list."""
    before: WagerPar
    after: WagerPar | None

    @property
    def changed(self) -> bool:
        """True if any of its pays is."""
        return any(line.changed for line in (*self.lines, *self.more))


@dataclass(frozen=True)
class Editor:
    """The editor once the game as printed is calculated."""

    query: GameQuery
    groups: tuple[PayGroup, ...]
    before: Par
    same_play: Par | None
    """If nobody changes their play; None where that does not follow from what was calculated."""
    best: Job[Study] | Job[PricedGame] | None
    """With the best play under the new pays; None where there is something wrong with them."""

    @property
    def now(self) -> Par | None:
        """The newest figures there are."""
        return self.best.answer.par if self.best and self.best.solved else self.same_play

    @property
    def waits(self) -> bool:
        """True if the best play is still being calculated."""
        return self.best is not None and not self.best.ready

    @property
    def fields(self) -> dict[str, str | list[str]]:
        """The fields that say what is changed, for links."""
        rows = [row for group in self.groups for row in (*group.lines, *group.more) if row.changed]
        tables = [f"{wager}={table}" for wager, table in self.query.paytables]
        return {"paytable": tables, **{row.field: row.typed for row in rows}}


def build_editor(
    counting: Counting, known: Study, query: GameQuery, overrides: PayOverrides, fields: Fields
) -> Editor | None:
    """Price what was typed; None while the printed tables that were chosen are being calculated."""
    before = counting.price(query)
    if not before.solved:
        return None
    new = replace(query, pays=() if overrides.mistakes else overrides.pays)
    best = None if overrides.mistakes else counting.price(new)
    same = best.answer if best and best.solved else reprice(known, new) if new.pays else None
    after = None if overrides.mistakes else same
    groups = tuple(
        _group(new.printed, wager, before.answer, after, overrides, fields) for wager in editable_wagers(new.printed)
    )
    return Editor(new, groups, before.answer.par, same.par if same else None, best)


def _group(
    game: Game, wager: Wager, before: PricedGame, after: PricedGame | None, overrides: PayOverrides, fields: Fields
) -> PayGroup:
    alike = [wager] if wager.is_optional else [w for w in game.wagers if w.paytables == wager.paytables and w.is_base]
    old, new = _shares(before, alike), _shares(after, alike) if after else {}
    changes = dict(dict(overrides.pays).get(wager.name, ()))

    def row(line: PayLine) -> PayRow:
        pay, field = wager.paytable.pays.get(line.line), pay_field(wager, line)
        printed, mistake = pay.words if pay else "", overrides.mistakes.get(field, "")
        return PayRow(
            line.name, field, printed, fields.get(field, printed), mistake,
            line.line in changes or bool(mistake), old.get(line.line), new.get(line.line),
        )  # fmt: skip

    rows = [row(line) for line in pay_lines(game, wager.name)]
    return PayGroup(
        wager,
        listed([other.name for other in alike]),
        tuple(row for row in rows if row.printed),
        tuple(row for row in rows if not row.printed),
        before.par.wager(wager.name, wager.paytable.name),
        after.par.wager(wager.name, "" if changes else wager.paytable.name) if after else None,
    )


def _shares(priced: PricedGame, wagers: list[Wager]) -> dict[int, Share]:
    """The contribution of each row over all wagers that it pays; its frequency, by the first of them."""
    first, *others = (priced.shares[wager.name] for wager in wagers)
    return {
        line: replace(
            share, contribution=share.contribution + sum(rows[line].contribution for rows in others if line in rows)
        )
        for line, share in first.items()
    }


def edit(request: Request) -> Response:
    """Every paytable of a game as fields; while a user types, the page is asked for again."""
    game, counting, fields = game_of(request), counting_of(request), request.query_params
    job = counting.study(plain_query(game))
    wrong = editor = None
    if job.solved:
        try:
            query = read_printed_query(request)
            overrides = read_pay_overrides(fields, query.printed)
            job = counting.pricing(plain_query(game)) if overrides.pays else job
            editor = build_editor(counting, job.answer, query, overrides, fields) if job.solved else None
        except BadQuery as error:
            wrong = error
    return page(
        "games/edit.html",
        status=400 if wrong else 200,
        game=game,
        job=job,
        wrong=wrong,
        editor=editor,
        wagers=wagers_with_choice(game),
        chosen=[text for text in fields.getlist("paytable") if text],
        query=editor.fields if editor else {},
        file=pays_text(editor.query.changed_tables, editor.query.printed) if editor else "",
        waiting=editor.waits if editor else not wrong and not job.unsolved,
    )
