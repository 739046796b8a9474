"""How often each win page was printed, in a mapping that is cheap to change one entry of, even with a million pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_ON_A_SHELF = 512


@dataclass(frozen=True, eq=False)
class Prints(Mapping[int, int]):
    """Copies by number of the page. Pages stand on shelves, so that one print copies one shelf and not all of them."""

    shelves: Mapping[int, Mapping[int, int]] = field(default_factory=dict)

    def __getitem__(self, number: int) -> int:
        return self.shelves[number // _ON_A_SHELF][number]

    def __iter__(self) -> Iterator[int]:
        return (number for shelf in self.shelves.values() for number in shelf)

    def __len__(self) -> int:
        return sum(len(shelf) for shelf in self.shelves.values())

    def with_copy(self, number: int, copy: int) -> Prints:
        """After that copy of a page was printed."""
        place = number // _ON_A_SHELF
        return Prints({**self.shelves, place: {**self.shelves.get(place, {}), number: copy}})
