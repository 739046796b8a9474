"""Counted starts as a sample from which signals are learned: at the first decision, and at the boards of later ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.sample import Sample
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.interval import paired_interval
from fairfelt.rules import Game
from tools.signals import best_signal
from tools.signals.find import best_numbers
from tools.signals.learn import Lesson
from tools.signals.numbers import Table
from tools.signals.signal import Part, Signal

from .hand import NEVER
from .rows import SEED, SIGHTS, Rows, hand_classes


def sampled_of(game: Game, rows: Rows) -> Sample:
    """What a sample keeps of them; best play is not kept ending by ending."""
    order = tree_of(game).orders[0]
    values = np.empty_like(rows.values)
    values[:, order] = rows.values
    gain = rows.versions[:, 0] - rows.versions[:, -1]
    return Sample(
        float(gain.mean()), paired_interval(gain, SEED), (), len(rows), values, np.array(order, np.uint8)[rows.plain],
        rows.versions[:, -1], np.hstack((_own(rows), rows.dead)),
    )  # fmt: skip


def shared_signal(game: Game, rows: Rows) -> Signal | None:
    """What partners show at the first decision, and at those later ones where a signal brings something."""
    first = best_signal(game, sampled_of(game, rows), rows.usual)
    if first is None:
        return None
    steps = -np.diff(rows.versions, axis=1).mean(axis=0)
    later = []
    for street in range(1, len(game.streets)):
        of_all = float(steps[street] / steps.sum())
        found = best_numbers(later_lesson(game, rows, street), of_all)
        if found:
            later.append(Part(game.streets[street].name, *found, of_all))
    return Signal(first.numbers, first.captured, first.interval, first.of_all, tuple(later))


def later_lesson(game: Game, rows: Rows, street: int) -> Lesson:
    """The boards that were looked at, as far as they are in sight at a later street."""
    seen = sum(each.community for each in game.streets[: street + 1])
    start = np.arange(len(rows)).reshape(-1, 1, 2)
    who = np.broadcast_to(start, (len(start), SIGHTS, 2)).ravel()
    board = np.broadcast_to(np.arange(SIGHTS)[None, :, None], (len(start), SIGHTS, 2)).ravel()
    plain, values = rows.sight_plain[who, board, street - 1], rows.sight_values[who, board, street - 1].astype(float)
    values = values[:, : len(game.streets[street].choices)]
    there = plain != NEVER
    usual = np.take_along_axis(values, np.where(there, plain, 0)[:, None].astype(np.int64), axis=1)
    gains = np.where(there[:, None], values - usual, 0.0)
    shown = np.ascontiguousarray(rows.boards[who, board, :seen])
    table = Table(game, _own(rows)[who], shown, np.empty((len(who), 0), np.uint8), rows.dead[who])
    expected = rows.sight_expected[who, board, street - 1].astype(float)
    return Lesson(table, plain, gains, np.ones(gains.shape, np.bool_), expected, SIGHTS)


def _own(rows: Rows) -> NDArray[np.uint8]:
    return np.array([own for own, _ in hand_classes()], np.uint8)[rows.hand]
