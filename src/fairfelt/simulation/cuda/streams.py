"""The random streams of many blocks at once: numpy's seeding of each, worked out for all in one sweep.

`numpy.random.SeedSequence` stirs a seed into a pool of four words, then the number of the block into the pool, and
hashes the pool into a state. Only the last two steps differ from block to block.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..draw import STATE

POOL: Final = 4
WORD: Final = 1 << 32
POOL_START, POOL_STEP = 0x43B0D7E5, 0x931E8875
STATE_START, STATE_STEP = 0x8B51F9DD, 0x58F38DED
LEFT, RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)
HALF: Final = np.uint32(16)

Words = NDArray[np.uint32]


def streams(seed: int, first: int, last: int) -> NDArray[np.uint64]:
    """[word, block]: the generator's first states for the blocks from `first` up to `last`."""
    numbers = np.arange(first, last).astype(np.uint32)
    seed_words = -(-seed.bit_length() // 32)
    stirred = POOL * POOL + POOL * max(seed_words - POOL, 0)
    pool = [np.full_like(numbers, word) for word in np.random.SeedSequence(seed).pool]
    for at in range(POOL):
        hashed = _hashed(numbers, POOL_START, POOL_STEP, stirred + at)
        mixed = LEFT * pool[at] - RIGHT * hashed
        pool[at] = mixed ^ mixed >> HALF
    words = [_hashed(pool[at % POOL], STATE_START, STATE_STEP, at) for at in range(2 * len(STATE))]
    low, high = (np.array(words[start::2]).astype(np.uint64) for start in (0, 1))
    return low | high << np.uint64(32)


def _hashed(words: Words, start: int, step: int, turn: int) -> Words:
    """One turn of a hash whose constant goes on by a factor at every turn."""
    found = (words ^ np.uint32(start * pow(step, turn, WORD) % WORD)) * np.uint32(
        start * pow(step, turn + 1, WORD) % WORD
    )
    return np.asarray(found ^ found >> HALF, np.uint32)
