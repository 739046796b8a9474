"""Who may call what, as a table in the documentation: python -m tools.access_table docs/api.md"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fairfelt.room import DeviceKind, Role
from fairfelt.web.api.access import Access
from fairfelt.web.api.endpoints import ENDPOINTS

BEGIN, END = "<!-- written from the endpoints: begin -->\n", "<!-- written from the endpoints: end -->\n"
MARK = "yes"
SECOND = "2nd"
"""Beside a person of a role that is marked."""
_SIGNED_IN = ("nobody", "one of", "two of")


def access_table() -> str:
    """Markdown with a line for each endpoint, in the order of their paths."""
    heads = ["call", "at", "signed in", *Role]
    rows = [
        [f"`{each.method} {each.path}`", *_cells(each.access)] for each in sorted(ENDPOINTS, key=lambda at: at.path)
    ]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (heads, ["---"] * len(heads), *rows))


def with_table(page: str) -> str:
    """A page with the table anew between its marks."""
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    return f"{before}{BEGIN}{access_table()}{END}{after}"


def _cells(access: Access) -> Iterator[str]:
    yield _places(access)
    yield "two departments" if access.departments else _SIGNED_IN[access.people]
    for role in Role:
        yield "" if role not in access.roles else SECOND if access.one_of and role not in access.one_of else MARK


def _places(access: Access) -> str:
    if not access.kinds:
        return "anywhere"
    return "any device" if access.kinds == frozenset(DeviceKind) else ", ".join(sorted(access.kinds))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(with_table(target.read_text()))
