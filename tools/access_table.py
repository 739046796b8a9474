"""Who may call what, as a table in the documentation: python -m tools.access_table docs/api.md"""

from __future__ import annotations

import sys
from pathlib import Path

from fairfelt.room import DeviceKind, Role
from fairfelt.web.api.access import Access
from fairfelt.web.api.endpoints import ENDPOINTS

BEGIN, END = "<!-- written from the endpoints: begin -->\n", "<!-- written from the endpoints: end -->\n"
BESIDE = " with "
"""After it stand the roles of a second person only."""
_SIGNED_IN = ("nobody", "one of", "two of")


def access_table() -> str:
    """Markdown with a line for each kind of access and all that it opens, in the order of their paths."""
    calls: dict[tuple[str, ...], list[str]] = {}
    for each in sorted(ENDPOINTS, key=lambda at: at.path):
        calls.setdefault(_access(each.access), []).append(f"`{each.method} {each.path}`")
    heads = ("at", "signed in", "calls")
    rows = [heads, ("---",) * len(heads), *((*access, ", ".join(listed)) for access, listed in calls.items())]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def with_table(page: str) -> str:
    """A page with the table anew between its marks."""
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    return f"{before}{BEGIN}{access_table()}{END}{after}"


def _access(access: Access) -> tuple[str, str]:
    """Kinds of device, and who signs in."""
    number = "two departments of" if access.departments else _SIGNED_IN[access.people]
    leads = [role for role in Role if role in (access.one_of or access.roles) and role in access.roles]
    others = [role for role in Role if role in access.roles and role not in leads]
    roles = BESIDE.join(filter(None, (", ".join(leads), ", ".join(others))))
    return _places(access), f"{number} {roles}".strip()


def _places(access: Access) -> str:
    if not access.kinds:
        return "anywhere"
    return "any device" if access.kinds == frozenset(DeviceKind) else ", ".join(sorted(access.kinds))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(with_table(target.read_text()))
