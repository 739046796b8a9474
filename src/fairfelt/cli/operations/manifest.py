"""fairfelt manifest"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput, NotVerified

if TYPE_CHECKING:
    from fairfelt.controller.manifest import Manifest

Output = Annotated[
    Path | None, Parameter(name=("--output", "-o"), help="A file to write it to.", show_default=False)
]  # fmt: skip
Sbom = Annotated[
    bool, Parameter(negative=(), show_default=False, help="As a software bill of materials, CycloneDX 1.6 in JSON.")
]
Against = Annotated[
    Path | None,
    Parameter(help="A manifest of another machine: say what differs; the exit code is 1 if anything does."),
]
FORMAT = "fairfelt-manifest-1"
SHOWN = 20


def manifest(*, sbom: Sbom = False, against: Against = None, output: Output = None) -> int:
    """Print what software runs here: a digest of every file of Fairfelt and of each library under it.

    Equal software gives an equal manifest on every machine of its kind. A room writes its digest on the log when it
    starts: install the same version elsewhere, and compare.

    For example:

        fairfelt manifest -o room.json
        fairfelt manifest --against room.json
        fairfelt manifest --sbom -o fairfelt.cdx.json
    """
    from fairfelt.cli.io.output import write_whole
    from fairfelt.controller.machine.bill_of_materials import bill_of_materials
    from fairfelt.controller.manifest import manifest as read_manifest

    found = read_manifest()
    if against:
        return _compare(found, against)
    data = bill_of_materials(found) if sbom else _as_data(found)
    text = f"{json.dumps(data, indent=2, ensure_ascii=False)}\n"
    if output:
        write_whole(output, text.encode())
    else:
        sys.stdout.write(text)
    return 0


def _as_data(found: Manifest) -> dict[str, Any]:
    from fairfelt.version import __version__, commit, program_digest

    ordered = {
        name: dict(sorted(part.items())) for name, part in (("files", found.files), ("libraries", found.libraries))
    }
    named = {"version": __version__, "commit": commit(), "software": program_digest(), "digest": found.digest}
    return {"format": FORMAT, **named, **ordered}


def _compare(found: Manifest, file: Path) -> int:
    other = _read(file)
    different = found.differences(other)
    if not different:
        sys.stdout.write(f"This software is that of {file}: {found.digest}\n")
        return 0
    for name in different[:SHOWN]:
        here = found.files.get(name) or found.libraries.get(name) or "not here"
        there = other.files.get(name) or other.libraries.get(name) or "not there"
        sys.stdout.write(f"{name}: here {here}, there {there}\n")
    if more := len(different) - SHOWN:
        sys.stdout.write(f"and {more} more\n" if more > 0 else "")
    raise NotVerified(f"this software is not that of {file}: {len(different)} parts differ")


def _read(file: Path) -> Manifest:
    from fairfelt.controller.manifest import Manifest

    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(data, dict) and data.get("format") == FORMAT:
            return Manifest(dict(data["files"]), dict(data["libraries"]))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file} is no manifest: make one with fairfelt manifest -o FILE") from error
    raise BadInput(f"{file} is no manifest: make one with fairfelt manifest -o FILE")
