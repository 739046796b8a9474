"""Whole boards counted on a card: what they are worth to smaller boards, and how rounds end on them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.exact.core.tree import Passage

from .boards import Boards
from .cuda_source import THREADS, BoardSource
from .cuda_tasks import Task, endings_task, push_task
from .problem import BoardProblem

BLOCKS_A_PROCESSOR: Final = 8

Inside = tuple[NDArray[np.uint32], NDArray[np.uint8]]
"""Where the smaller boards are, as `Boards.within` gives it."""


def push_on(
    gpu: Gpu, problem: BoardProblem, whole: Boards, inside: Inside, shape: tuple[int, int, int]
) -> NDArray[np.int64]:
    """[class, column, pair], so many of each: the results of whole boards added to the smaller boards inside them."""
    sums = gpu.zeros(shape, np.uint64)
    task = push_task(len(whole.pairs), inside[0].shape[1], shape[1])
    _start(gpu, BoardSource(problem, whole), task, inside, sums)
    return gpu.fetch(sums).view(np.int64)


def endings_on(
    gpu: Gpu, problem: BoardProblem, whole: Boards, inside: Inside, passage: Passage, before: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """[standing, line, cell]: how all rounds end, the ways to the smaller boards `before` being known."""
    lines, cells = problem.bands.rows.shape
    totals = gpu.zeros((len(passage.after), lines, cells), np.uint64)
    parts, words = inside[0].shape[1], before.shape[1]
    task = endings_task(len(whole.pairs), parts, words, passage, lines=lines, cells=cells)
    _start(gpu, BoardSource(problem, whole), task, inside, gpu.load(before), totals)
    return gpu.fetch(totals).view(np.int64)


def _start(gpu: Gpu, source: BoardSource, task: Task, inside: Inside, *taken: Any) -> None:
    classes = source.whole.classes
    given: tuple[NDArray[Any], ...] = (classes.hands, classes.weights.astype(np.int64), *inside)
    tables = map(gpu.load, source.tables.values())
    blocks = min(len(classes), gpu.processors * BLOCKS_A_PROCESSOR)
    gpu.kernel(source.text(task), task.name)(
        blocks, THREADS, np.int64(len(classes)), *map(gpu.load, given), *taken, *tables
    )
