"""Settings of a game's rules as a sheet: what each comes to, those that meet the targets first."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.design import Knob, KnobSetting
from fairfelt.exact import decimal_text, percent_text
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Column, Section, Sheet, Table, Words, right
from fairfelt.rules import Game

NOTES = (
    ("House edge", "Of the round in units of the opening bet, with the best play for that setting."),
    ("Hit frequency", "The share of rounds that the player wins."),
    ("Today", "How the game is played now."),
)


def knobs_report(game: Game, knobs: Sequence[Knob], settings: Sequence[KnobSetting]) -> Report:
    """Every setting that was counted; the report fails where none meets the targets."""
    met = sum(setting.meets for setting in settings)
    words = Words(f"{met} of {len(settings)} settings meet the targets.")
    sheet = Sheet(
        title=game.title,
        subtitle="Design of the rules",
        sections=(Section("Settings", (words, _table(knobs, settings))),),
        footnotes=NOTES,
        colophon=colophon(game, what="Every setting counted exactly, not sampled,"),
    )
    plain = {
        "game": game.slug,
        "variant": game.variant,
        "knobs": {knob.name: list(knob.values) for knob in knobs},
        "settings": [setting.to_dict(knobs) for setting in settings],
    }
    records = [_record(knobs, setting) for setting in settings]
    return Report(sheet, plain, f"{game.slug}-knobs", records, passed=met > 0)


def _table(knobs: Sequence[Knob], settings: Sequence[KnobSetting]) -> Table:
    return Table(
        (
            *(Column(capital(knob.name)) for knob in knobs),
            *right("House edge", "Element of risk", "Hit frequency", "Standard deviation"),
            Column("Remark"),
        ),
        tuple(
            (
                *setting.values,
                percent_text(setting.round.house_edge, 4),
                percent_text(setting.round.element_of_risk, 4),
                percent_text(setting.hit_frequency, 2) if setting.hit_frequency is not None else "",
                decimal_text(setting.round.standard_deviation, 4) if setting.round.standard_deviation else "",
                _remark(setting),
            )
            for setting in settings
        ),
    )


def _remark(setting: KnobSetting) -> str:
    told = ("today" if setting.today else "", "" if setting.meets else "misses the targets")
    return ", ".join(filter(None, told)).capitalize()


def _record(knobs: Sequence[Knob], setting: KnobSetting) -> Record:
    named = {knob.name: value for knob, value in zip(knobs, setting.values, strict=True)}
    return {
        **named,
        "house_edge": decimal_text(setting.round.house_edge),
        "element_of_risk": decimal_text(setting.round.element_of_risk),
        "hit_frequency": decimal_text(setting.hit_frequency) if setting.hit_frequency is not None else "",
        "standard_deviation": decimal_text(setting.round.standard_deviation)
        if setting.round.standard_deviation
        else "",
        "meets_targets": setting.meets,
        "today": setting.today,
    }
