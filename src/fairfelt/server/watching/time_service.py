"""The time service of the machine: what chrony, systemd or else the kernel says of the clock."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

from fairfelt.room.state.alarms import TimeService, TimeState

PATIENCE_S = 5.0
TIME_ERROR, TIMEX_BYTES = 5, 512
"""The return value of `adjtimex` for an unsynchronized clock, and more bytes than its structure takes."""
_NORMAL = "Normal"
_TRACKING_FIELDS = 14
"""Number of fields of `chronyc -c tracking`: the source's name is the second, the leap status the last."""


def read_time_service() -> TimeService:
    """The state of the clock by the service that keeps it. It waits for programs: call it off the event loop."""
    return _chrony() or _systemd() or _kernel() or TimeService()


def _chrony() -> TimeService | None:
    fields = _answer("chronyc", "-c", "tracking").strip().split(",")
    if len(fields) != _TRACKING_FIELDS:
        return None
    name, leap = fields[1], fields[-1]
    if leap != _NORMAL and not leap.endswith("second"):
        return TimeService(TimeState.NOT_SYNCHRONIZED, "chrony")
    return TimeService(TimeState.SYNCHRONIZED, f"chrony, by {name}" if name else "chrony")


def _systemd() -> TimeService | None:
    properties = dict(
        line.split("=", 1) for line in _answer("timedatectl", "show").splitlines() if "=" in line
    )  # fmt: skip
    if "NTPSynchronized" not in properties:
        return None
    state = TimeState.SYNCHRONIZED if properties["NTPSynchronized"] == "yes" else TimeState.NOT_SYNCHRONIZED
    return TimeService(state, "systemd")


def _kernel() -> TimeService | None:
    """What the kernel knows, for it is asked by every service: also where none can be reached, as in a container."""
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))  # nothing is set: it only reads
    except (OSError, AttributeError):
        return None
    if state < 0:
        return None
    return TimeService(TimeState.NOT_SYNCHRONIZED if state == TIME_ERROR else TimeState.SYNCHRONIZED, "the kernel")


def _answer(program: str, *words: str) -> str:
    """The output of a program; empty where it is not there, fails or takes too long."""
    path = shutil.which(program)
    if path is None:
        return ""
    try:
        done = subprocess.run([path, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
