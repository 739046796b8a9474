"""What a server uses while it is watched: memory, processor, open files; and what others take of the machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
MIB = 1 << 20


@dataclass(frozen=True)
class Use:
    """One look at a process and those that it started."""

    memory_mib: float
    cpu_s: float
    files: int
    threads: int


def look(pid: int) -> Use:
    """The process and its children, together."""
    memory = cpu = files = threads = 0
    for one in _family(pid):
        place = Path("/proc") / str(one)
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            memory += int((place / "statm").read_text().split()[1])
            files += sum(1 for _ in (place / "fd").iterdir())
        except OSError:
            continue  # it has just ended
        cpu += int(fields[11]) + int(fields[12])
        threads += int(fields[17])
    return Use(memory * _PAGE / MIB, cpu / _TICKS, files, threads)


def machine_busy_s() -> float:
    """Seconds of all processors that were spent on anything since the start of the machine."""
    user, nice, system, _, _, irq, soft_irq, *_ = map(int, Path("/proc/stat").read_text().split()[1:11])
    return (user + nice + system + irq + soft_irq) / _TICKS


def _family(pid: int) -> list[int]:
    found = [pid]
    for one in found:
        try:
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return found


class Samples:
    """Looks at a process at equal times."""

    def __init__(self, pid: Callable[[], int], every_s: float) -> None:
        self._pid, self._every_s, self._over = pid, every_s, Event()
        self.taken: list[Use] = [look(pid())]
        self._thread = Thread(target=self._sample, name="samples", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """One last look."""
        self._over.set()
        self._thread.join()
        self.taken.append(look(self._pid()))

    def _sample(self) -> None:
        while not self._over.wait(self._every_s):
            self.taken.append(look(self._pid()))
