"""A trial restore: a copy is restored to a place of its own, looked at and thrown away, in a process below all others.

python -m fairfelt.ledger.copies.trial_restore FILE reads the passphrase from its input, and prints the last event.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..chain import Head
from ..errors import LedgerCorrupt
from .backup import restore

LOWER_PRIORITY = 15
PATIENCE_S = 4 * 3_600


def restored_head(file: Path, passphrase: str | None) -> Head:
    """The last event of the journal that a copy restores to; LedgerCorrupt where it restores to none."""
    command = [sys.executable, "-m", "fairfelt.ledger.copies.trial_restore", str(file)]
    done = subprocess.run(
        command, input=json.dumps(passphrase), capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )  # fmt: skip
    if done.returncode:
        raise LedgerCorrupt(f"{file.name} could not be restored: {done.stderr.strip().rpartition(chr(10))[2][:200]}")
    number, digest = json.loads(done.stdout)
    return Head(number, digest)


def try_restore(file: Path, passphrase: str | None) -> Head:
    """Restore a copy in this process."""
    with TemporaryDirectory(prefix="fairfelt-trial-", dir=file.absolute().parent) as folder:
        return restore(file, Path(folder) / "trial.db", passphrase=passphrase)


def main() -> None:
    """Restore, print, be gone."""
    os.nice(LOWER_PRIORITY)
    head = try_restore(Path(sys.argv[1]), json.loads(sys.stdin.read()))
    sys.stdout.write(json.dumps([head.number, head.hash]))


if __name__ == "__main__":
    main()
