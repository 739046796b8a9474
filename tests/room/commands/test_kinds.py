"""Commands and events are found by what their functions take, and kinds that are read by name are those of events."""

from types import ModuleType

from fairfelt.room.commands import COMMANDS
from fairfelt.room.events import EVENTS, kinds
from fairfelt.room.functions import functions_of


def test_every_kind_that_is_read_by_name_is_one_of_an_event() -> None:
    named = {value for name, value in vars(kinds).items() if name.isupper()}
    assert "game started" in named
    assert named <= set(EVENTS)


def test_a_helper_beside_the_functions_is_no_command() -> None:
    """`seats` and `table_limits` stand beside `post_limits`, and `darkened` beside the events that darken."""
    assert {"post limits", "place bets", "set law"} <= set(COMMANDS)
    assert not {"seats", "table limits", "terms", "law today"} & set(COMMANDS)
    assert not {"darkened", "frozen"} & set(EVENTS)
    assert len(COMMANDS) == 52
    assert len(EVENTS) == 53


def test_functions_of_a_module_by_their_parameters() -> None:
    module = ModuleType("made")
    exec("def one(floor, body): ...\ndef _two(floor, body): ...\ndef three(floor): ...", vars(module))
    for function in ("one", "_two", "three"):
        vars(module)[function].__module__ = "made"
    assert list(functions_of(module, "floor", "body")) == ["one"]
