"""Plants defects, one at a time, and says which were found: `python -m tests.mutants [NAME …]`.

All programs are loaded once. Each defect is planted in a fork of that process, in the functions that are loaded there,
and its tests and nights are tried in it: a second or two for most. Nothing is written but tests/mutants/results.md.
"""

from __future__ import annotations

import gc
import io
import os
import shlex
import signal
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.planted import ROOT, Defect, read_defects
from tests.support.file_systems import folder_of_this_run

LONGEST_S, NOT_LOADED = 600, 7
OPTIONS = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-p", "no:schemathesis", "--no-header")
RESULTS = ROOT / "tests/mutants/results.md"
HEADING = """# Planted defects

Written by `make mutants`: what is wrong when the defect is planted, and the test or the seed that found it.

| defect | what it does | found by |
|---|---|---|
"""


def main(names: list[str]) -> int:
    """Plant those named, or all; the exit code is 1 if one was not found."""
    defects = read_defects()
    if unknown := [name for name in names if name not in defects]:
        raise SystemExit(f"there is no planted defect {', '.join(unknown)}; there are: {', '.join(defects)}")
    load({shlex.split(asked)[0] for name in names or defects for asked in defects[name].found_by})
    results = {name: row for name, row in read_results().items() if name in defects}
    missed = []
    for name in names or defects:
        began_s = time.monotonic()
        by = find(defects[name])
        missed += [] if by else [name]
        took_s = time.monotonic() - began_s
        sys.stdout.write(f"{'found ' if by else 'MISSED'}  {took_s:4.0f} s  {name}: {by or defects[name].why}\n")
        sys.stdout.flush()
        results[name] = f"| {name} | {defects[name].why} | {by or '**nobody**'} |\n"
        RESULTS.write_text(HEADING + "".join(results[each] for each in defects if each in results), "utf-8")
    sys.stdout.write(f"{len(names or defects) - len(missed)} of {len(names or defects)} were found\n")
    return bool(missed)


def read_results() -> dict[str, str]:
    """The rows of the table as it stands."""
    lines = RESULTS.read_text("utf-8").splitlines(keepends=True) if RESULTS.exists() else []
    rows = (line for line in lines if line.startswith("| ") and line not in HEADING)
    return {line.split(" | ")[0].removeprefix("| "): line for line in rows}


def load(finders: Collection[str]) -> None:
    """Everything that a defect may be planted in, the tests that are to find it, and what the nights begin with."""
    import logging

    import pytest

    from fairfelt.twin import night
    from tests.nights.night import play_and_check

    for module in ("fairfelt.web", "tests.room.hub.nights"):
        import_module(module)
    logging.disable(logging.CRITICAL)
    for number in range(night.VARIANTS):
        night.founded(night.Variant(number))
    logging.disable(logging.NOTSET)
    play_and_check(0)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        pytest.main([*OPTIONS, "--collect-only", *sorted(set(finders) - {"nights", "twin"})])


def find(defect: Defect) -> str:
    """Who of its finders sees a defect, the first that does, and finds nothing without it; empty if none."""
    by = _in_a_fork(defect, defect.found_by)
    test = by.strip("`")
    if test.startswith("tests/") and _in_a_fork(None, (test,)):
        raise SystemExit(f"{test} fails without a defect, too")
    return by


def _in_a_fork(defect: Defect | None, finders: Sequence[str]) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        said, status = "", 0
        try:
            os.nice(5)
            if defect and not plant(defect):
                status = NOT_LOADED
            said = next((by for asked in finders if (by := finding(asked))), "")
        except BaseException as error:  # a program that cannot even begin is found, too
            said = f"{type(error).__name__} at the start"
        finally:
            os.write(writing, said.encode())
            os._exit(status)
    os.close(writing)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(LONGEST_S)
    with os.fdopen(reading) as answer:
        said = answer.read()
    signal.alarm(0)
    _, status = os.waitpid(child, 0)
    if defect and os.waitstatus_to_exitcode(status) == NOT_LOADED:
        raise SystemExit(f"nothing that is loaded has this place: {defect.at}: {defect.old}")
    return said or ("it never ended" if os.WIFSIGNALED(status) else "")


def plant(defect: Defect) -> int:
    """Give every loaded function of the file the code that it has with the defect; how many have another one."""
    file, text = defect.place()
    name = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    planted = {code.co_qualname: code for code in codes(compile(text, str(file), "exec"))}
    changed = 0
    gc.unfreeze()  # a server freezes what there is when it starts, and what is frozen is not found
    for function in [each for each in gc.get_objects() if isinstance(each, FunctionType)]:
        code = planted.get(function.__code__.co_qualname)
        if function.__module__ == name and code and code.co_freevars == function.__code__.co_freevars:
            changed += function.__code__ != code
            function.__code__ = code
    return changed


def codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


def finding(asked: str) -> str:
    """What a finder says of the defect: a test, or the seed of a night; empty where all is well to it."""
    kind, *words = [asked] if "::" in asked else shlex.split(asked)
    with redirect_stdout(io.StringIO()) as said, redirect_stderr(io.StringIO()):
        if kind == "nights":
            return _a_night(range(int(words[0])), on_files="--files" in words, lawful="--law" in words)
        if kind == "twin":
            return _a_whole_night(range(int(words[0])))
        import pytest

        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder_of_this_run(in_memory=True))  # of this fork alone
        if pytest.main([*OPTIONS, kind, *words]) != 1:
            return ""
    failed = [line for line in said.getvalue().splitlines() if line.startswith(("FAILED", "ERROR "))]
    return f"`{failed[0].split(' ', 1)[1].split(' - ')[0]}`" if failed else f"`{asked}`"


def _a_night(seeds: range, **how: Any) -> str:
    from tests.nights.night import play_and_check

    for seed in seeds:
        try:
            play_and_check(seed, **how)
        except AssertionError:
            kinds = "".join(f" {word}" for name, word in (("on_files", "--files"), ("lawful", "--law")) if how[name])
            return f"night {seed}{kinds}"
    return ""


def _a_whole_night(seeds: range) -> str:
    from fairfelt.twin import night, world
    from tests.nights.test_whole_floor import check_exports

    for seed in seeds:
        if night.play(seed, tuple(world.KINDS), check_exports).problem:
            return f"`fairfelt twin --seed {seed} --faults all`"
    return ""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
