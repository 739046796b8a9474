"""Deals blocks of rounds by a kernel, on threads, an executor or a GPU: who deals them changes only the time.

A block has a fixed size and a random stream of its own.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.counting_kernel import COUNT_BYTES, WARP, CountingKernel, aligned, copies_of
from fairfelt.runtime.compute.cuda import UNSIGNED, Gpu, Range, Table, declare, translate
from fairfelt.runtime.compute.executors import stream_tasks

# Straight-line code that draws cards without replacement, every order exactly as likely as any other.
#
# One random number of 64 bits gives several cards. Its top B bits are a fraction r of 2^B:
#
#       r  * 52  =  digit 0 | r0      above bit B a digit from 0 to 51, below it again a fraction
#       r0 * 51  =  digit 1 | r1      from 0 to 50
#       …
#
# All digits together are the one integer below 52 * 51 * … that Lemire's method gives for that product, so they are
# uniform if a last fraction below 2^B mod product is refused and drawn again. Digit i says which of the cards from
# place i on changes places with the one there (Fisher and Yates); the deck stays in the order it has got.


WORD_BITS: Final = 64
SPARE_BITS: Final = 12
"""A number is refused less than once in two to this power."""
STATE: Final = ("s0", "s1", "s2", "s3")

# xoshiro256** of Blackman and Vigna: `r` is the next number.
NEXT_NUMBER: Final = (
    "r = s1 * np.uint64(5)",
    "r = (r << np.uint64(7) | r >> np.uint64(57)) * np.uint64(9)",
    "t = s1 << np.uint64(17)",
    "s2 ^= s0",
    "s3 ^= s1",
    "s1 ^= s2",
    "s0 ^= s3",
    "s2 ^= t",
    "s3 = s3 << np.uint64(45) | s3 >> np.uint64(19)",
)


# xoshiro128** of the same authors, in 32 bits: half the work on a GPU.
SHORT_STATE: Final = tuple(f"a{at} = s{at} & 4294967295" for at in range(4))
NEXT_SHORT: Final = (
    "r = a1 * 5 & 4294967295",
    "r = ((r << 7 | r >> 25) & 4294967295) * 9 & 4294967295",
    "t = a1 << 9 & 4294967295",
    "a2 ^= a0",
    "a3 ^= a1",
    "a1 ^= a2",
    "a0 ^= a3",
    "a2 ^= t",
    "a3 = (a3 << 11 | a3 >> 21) & 4294967295",
)


# SplitMix64 of Steele, Lea and Flood: one number after another gives the states of all blocks.
GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)


def streams(seed: int, blocks: NDArray[np.int64]) -> NDArray[np.uint64]:
    """[word, block]: the generator's first state for each block of rounds."""
    start = np.random.SeedSequence(seed).generate_state(1, np.uint64)
    words = np.arange(len(STATE), dtype=np.uint64)[:, None]
    z = start + GAMMA * (blocks.astype(np.uint64) * np.uint64(len(STATE)) + words)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ z >> np.uint64(31), np.uint64)


def stream(seed: int, block: int) -> NDArray[np.uint64]:
    return streams(seed, np.array([block]))[:, 0]


def draw_statements(size: int, count: int) -> tuple[str, ...]:
    """Statements that bring `count` random cards to the front of `deck`, an array of `size` cards."""
    bits = WORD_BITS - size.bit_length()
    statements: list[str] = []
    for places in _shares(size, count, bits - SPARE_BITS):
        number = (*NEXT_NUMBER, f"r >>= np.uint64({WORD_BITS - bits})", *split_statements(size, places, bits))
        refused = rejection_bound(size, places, bits)
        statements += ["while True:", *(f"    {line}" for line in number), f"    if r >= np.uint64({refused}): break"]
    for at in range(count):
        statements += [f"drawn = deck[digit{at}]", f"deck[digit{at}] = deck[{at}]", f"deck[{at}] = drawn"]
    return tuple(statements)


def split_statements(size: int, places: range, bits: int) -> list[str]:
    """The digits of `r`, counted from their place on; the last fraction is left in `r`."""
    statements = []
    for at in places:
        statements += [
            f"r *= np.uint64({size - at})",
            f"digit{at} = (r >> np.uint64({bits})) + np.uint64({at})",
            f"r &= np.uint64({(1 << bits) - 1})",
        ]
    return statements


def rejection_bound(size: int, places: range, bits: int) -> int:
    """With a last fraction below this, the digits would come up once more often than others."""
    return (1 << bits) % prod(size - at for at in places)


def _shares(size: int, count: int, bits: int) -> Iterator[range]:
    """The places that one number serves, as many as their product allows."""
    first = 0
    for last in range(1, count + 1):
        if last == count or prod(size - at for at in range(first, last + 1)) > 1 << bits:
            yield range(first, last)
            first = last


BLOCK_ROUNDS: Final = 1 << 18
"""A fraction of a second's work, after which an interruption is heard."""


@dataclass(frozen=True, eq=False)
class Dealer:
    """A kernel and its arrays, nothing else, so that it can be sent to another machine or to a GPU."""

    text: str
    """With the function `sample`."""
    cards: NDArray[np.uint8]
    cells: int
    """How many counts there are; 0 where they are too many, and the kernel lists a number for each round."""
    tables: Mapping[str, NDArray[Any]]
    """By the name of the argument."""
    on_gpu: bool = True
    """Whether there is a translation to C."""
    max_per_round: int = 1
    """How often a round can count one cell."""

    def __call__(self, seed: int, rounds: int, block: int) -> Any:
        """Deal one block: its counts, or how often each number was listed."""
        counts = np.zeros(self.cells or rounds, np.int64)
        compile_source(self.text, "sample")(rounds, *stream(seed, block), self.cards, counts, *self.tables.values())
        if self.cells:
            return counts
        return Counter(dict(zip(*(part.tolist() for part in np.unique(counts, return_counts=True)), strict=True)))

    def deal(
        self, rounds: int, seed: int, report: Callable[[int], None], threads: int | None, executor: Executor | None
    ) -> Any:
        """The sum of all blocks, dealt by threads or on an executor; `report` hears how many rounds are done."""
        firsts = range(0, rounds, BLOCK_ROUNDS)
        blocks = ((min(BLOCK_ROUNDS, rounds - first), block) for block, first in enumerate(firsts))
        total, done = self(0, 0, 0), 0
        for block, counts in stream_tasks(partial(self, seed), blocks, executor, threads=threads):
            total += counts
            done += min(BLOCK_ROUNDS, rounds - firsts[block])
            report(done)
        return total


def sample_source(
    tables: Mapping[str, object], before: Sequence[str], each: Sequence[str], loop: str = "for played in range(rounds):"
) -> str:
    """The source of a kernel: what it does before the first round, and for each round (or each turn of a loop).

    Rounds are counted, fewer than 2^63; random numbers go round at 2^64, as their generators ask for.
    """
    head = f"def sample(rounds, {', '.join(STATE)}, cards, counts, {', '.join(tables)}):"
    body = ("deck = cards.copy()", *before, loop, *(f"    {line}" for line in each))
    lines = (
        "import numpy as np",
        "from fairfelt.runtime.compute.jit import njit",
        "",
        "@njit(nogil=True, cache=True, boundscheck=False)",
        head,
    )
    return "\n".join((*lines, *(f"    {line}" for line in body), ""))


# The sampling kernel on a GPU: the source that numba compiles, translated to C. One thread deals one block of rounds.
#
# Decks are in shared memory, a word of four cards of each thread beside the next thread's.


THREADS: Final = (1024, 768, 512, 384, 256, 128, 64, 32)
CARDS_A_WORD: Final = 4
PARAMETERS: Final = (
    "long long blocks, long long last_rounds, const unsigned long long* __restrict__ states, "
    "const unsigned char* __restrict__ faces"
)


class GpuDealer:
    """Deals rounds on a GPU: the same counts that threads of the CPU find."""

    def __init__(self, gpu: Gpu, dealer: Dealer) -> None:
        self.gpu, self.dealer = gpu, dealer
        self.layout = layout_of(dealer, gpu.shared_bytes)
        self.kernel = gpu.kernel(sampling_text(dealer, self.layout), "count", self.layout.used_bytes)
        self.given = [gpu.load(dealer.cards), *map(gpu.load, self.layout.arrays.values())]

    def sample(self, rounds: int, seed: int, report: Callable[[int], None]) -> NDArray[np.int64]:
        """The counts of all blocks of rounds, in waves of about the same size; `report` hears how many are done."""
        totals = self.gpu.zeros(self.dealer.cells, np.uint64)
        blocks = -(-rounds // BLOCK_ROUNDS)
        waves = -(-blocks // (self.gpu.processors * self.layout.threads))
        threads = -(-blocks // (waves * self.gpu.processors * WARP)) * WARP
        wave = threads * self.gpu.processors
        for first in range(0, blocks, wave):
            last = min(first + wave, blocks)
            final = rounds - (last - 1) * BLOCK_ROUNDS if last == blocks else BLOCK_ROUNDS
            states = self.gpu.load(streams(seed, np.arange(first, last)))
            self.kernel(-(-(last - first) // threads), threads, totals, np.int64(last - first), np.int64(final), states,
                        *self.given)  # fmt: skip
            self.gpu.finish()
            report(min(last * BLOCK_ROUNDS, rounds))
        return self.gpu.fetch(totals).astype(np.int64)


def layout_of(dealer: Dealer, shared_bytes: int) -> CountingKernel:
    """As many threads as have room for their decks, while no count of 32 bits can overflow."""
    copies, deck_bytes = copies_of(dealer.cells), -(-len(dealer.cards) // CARDS_A_WORD) * CARDS_A_WORD
    max_rounds = (1 << 8 * COUNT_BYTES) * max(copies, 1) // dealer.max_per_round
    room = shared_bytes - aligned(dealer.cells * copies * COUNT_BYTES)
    threads = next(t for t in THREADS if t * deck_bytes <= room and t * BLOCK_ROUNDS < max_rounds)
    return CountingKernel(dealer.tables, dealer.cells, threads, threads, threads * deck_bytes, shared_bytes, copies)


def sampling_text(dealer: Dealer, layout: CountingKernel) -> str:
    scope = layout.scope({"rounds": Range(0, BLOCK_ROUNDS), **dict.fromkeys(STATE, UNSIGNED)})
    cards, place = len(dealer.cards), f"deck[(({{at}}) & ~3) * {layout.threads} + (({{at}}) & 3)]"
    scope.tables["deck"] = Table("deck", (cards,), "unsigned char", Range(0, ALL_CARDS - 1), place=place)
    functions = (node for node in ast.parse(dealer.text).body if isinstance(node, ast.FunctionDef))
    lines = translate(next(node for node in functions if node.name == "sample").body, scope)
    first = (
        "const int totals_row = 0;",
        "unsigned char* deck = near + member * 4;",
        "long long block = item * members + member;",
        f"int rounds = block + 1 < blocks ? {BLOCK_ROUNDS} : block + 1 == blocks ? (int)last_rounds : 0;",
        "if (block >= blocks) block = blocks - 1;",
        *(f"unsigned long long {name} = states[{at} * blocks + block];" for at, name in enumerate(STATE)),
        f"for (int i = 0; i < {cards}; ++i) deck[(i & ~3) * {layout.threads} + (i & 3)] = faces[i];",
    )
    body = (*first, *declare(scope, but=("rounds", *STATE)), *lines)
    return layout.text(PARAMETERS, "item * members < blocks", body)
