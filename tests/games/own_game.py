"""A small game of one's own as a file, and how it is spoiled."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "ARCHITECTURE.md"


def little_ladder() -> str:
    """The source of the example in ARCHITECTURE.md."""
    block = re.search(r'```python\n("""Little Ladder.*?)```', GUIDE.read_text(), re.DOTALL)
    assert block, "the example is gone"
    return block[1]


def spoiled(old: str, new: str) -> str:
    """The same with one mistake in it."""
    text = little_ladder()
    assert old in text
    return text.replace(old, new, 1)
